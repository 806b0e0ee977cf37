import { expect, test } from 'vitest';
import { accepted, dataOf } from '../../../client/tidegate.ts';
import { axeFindings } from '../axe.ts';
import type { BoardPage } from '../boardPage.ts';
import type { BoardWorld } from '../boardWorld.ts';

/** The sums of the columns of rows like "09:00 2 0 0 1 1 0". */
const sumOfRows = (rows: readonly string[]): number[] => {
  const counts = rows.map((row) => row.trim().split(/\s+/).slice(1).map(Number));
  return counts.reduce((sums, row) => sums.map((sum, i) => sum + (row[i] ?? Number.NaN)));
};

const switchTo = async (board: BoardPage, mode: RegExp): Promise<void> => {
  await board.get('combobox', 'Standing repair').click();
  await board.get('option', mode).click();
};
const switchSays = (board: BoardPage, text: string): Promise<void> =>
  board.get('combobox', 'Standing repair').filter({ hasText: text }).waitFor();

/** What two planners see of a repair that is proposed, refused, applied, undone and stale. */
export const standingRepair = async (
  { server: { tidegate } }: BoardWorld,
  board: BoardPage,
  other: BoardPage,
  planning: string,
): Promise<void> => {
  await switchTo(board, /^Repair proposes/);
  await switchSays(other, 'Repair proposes');
  const proposed = await other.sees('list', 'Proposed repairs');
  const refused = await proposed.locator('p').innerText();
  expect(refused).toMatch(/^(AZ 10|BA 20) to A\d: free .*, nobody else moves\.$/);
  await proposed.getByRole('button', { name: 'Refuse…' }).press('Enter');
  await other.get('textbox', 'Why it is refused').fill('The bridge is broken.');
  await other.page.keyboard.press('Enter');
  await board.page
    .getByText(/nobody else moves\.$/)
    .filter({ hasNotText: refused })
    .waitFor();

  await board.press('Limits of the standing repair');
  const limits = await board.sees('dialog', 'Limits of the standing repair');
  const most = limits.getByLabel('Moves in one repair, at most');
  board.expected.add(400);
  await most.fill('99');
  await most.press('Enter');
  await limits.getByText(/^Moves in one repair, at most: .*6/).waitFor();
  expect(await most.getAttribute('aria-invalid')).toBe('true');
  expect(await axeFindings(board.page)).toEqual([]);
  await most.fill('2');
  await limits.getByText('Only these resources: all').click();
  await limits.getByRole('checkbox', { name: 'B1', exact: true }).check();
  await most.press('Enter');
  await limits.waitFor({ state: 'detached' });
  await board.page.getByText('No repair is proposed').waitFor();
  await board.page.getByText('Stale:').waitFor();
  await board.page.keyboard.press('Control+k');
  await board.page.getByRole('combobox', { name: 'Command' }).fill('balance');
  await board.page.keyboard.press('Enter');
  const balance = await board.sees('dialog', 'The day’s balance');
  const hours = balance.getByRole('row', { name: /^\d\d:00 / });
  await hours.first().waitFor();
  // One row, or two if an hour has passed meanwhile.
  await expect.poll(async () => sumOfRows(await hours.allInnerTexts())).toEqual([2, 0, 0, 1, 1, 0]);
  expect(await balance.getByRole('list', { name: 'Refused repairs' }).innerText()).toBe(
    `${refused}\n“The bridge is broken.”`,
  );
  expect(await axeFindings(board.page)).toEqual([]);
  await board.page.keyboard.press('Escape');

  const params = { path: { id: planning } };
  await accepted(tidegate.PUT('/v1/plannings/{id}/repair-policy/', { params, body: { mode: 'apply' } }));
  await expect.poll(() => board.page.title()).toMatch(/^0 conflicts/);
  const all = await dataOf(tidegate.GET('/v1/plannings/{id}/changesets/', { params }));
  const { id = '' } = all.find(({ source }) => source === 'repair') ?? {};
  const of = { path: { id: planning, change_id: id } };
  await accepted(tidegate.POST('/v1/plannings/{id}/changesets/{change_id}/revert/', { params: of }));
  await switchSays(board, 'Repair paused');
  await board.page.getByText('Paused: A person reverted a repair.', { exact: true }).waitFor();
  await board.press('Resume');
  await switchSays(other, 'Repair applies');
  await expect.poll(() => board.page.title()).toMatch(/^0 conflicts/);
  await switchTo(other, /^Repair off/);
  await switchSays(board, 'Repair off');
};

/** The limits that a planner sets. */
export const repairJourneys = (world: () => BoardWorld): void => {
  test('the limits of the standing repair keep what others set meanwhile, and say what is wrong in their own units', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    const params = { path: { id: path.slice('/p/'.length) } };
    const { tidegate } = world().server;
    await board.press('Limits of the standing repair');
    const limits = await board.sees('dialog', 'Limits of the standing repair');
    const least = limits.getByLabel('Repair conflicts of at least');
    await limits.getByRole('textbox', { name: 'Repair conflicts of at least', description: '%' }).waitFor();
    board.expected.add(400);
    await least.fill('150');
    await least.press('Enter');
    await limits.getByText('Repair conflicts of at least: must be at most 100', { exact: true }).waitFor();
    const share = limits.getByLabel('Pause when this much is delayed at once');
    await share.fill('0,5');
    await share.press('Enter');
    await limits.getByText('Pause when this much is delayed at once: must be at least 1', { exact: true }).waitFor();
    await share.fill('12,5');
    await accepted(
      tidegate.PUT('/v1/plannings/{id}/repair-policy/', { params, body: { mode: 'propose', maxMoves: 5 } }),
    );
    await expect.poll(() => limits.getByLabel('Moves in one repair, at most').inputValue()).toBe('5');
    expect(await least.inputValue()).toBe('150');
    await least.fill('60');
    await least.press('Enter');
    await limits.waitFor({ state: 'detached' });
    const policy = await dataOf(tidegate.GET('/v1/plannings/{id}/repair-policy/', { params }));
    expect(policy).toMatchObject({
      mode: 'propose',
      maxMoves: 5,
      probabilityThreshold: 0.6,
      implausibleShare: 0.125,
    });

    // When they cannot be read, the dialog says why.
    const busy = { status: 503, json: { code: 'overloaded', detail: 'Too many requests.', errors: [] } };
    board.expected.add(503);
    await board.page.route('**/repair-policy/', (route) => route.fulfill(busy));
    await board.page.reload();
    await board.isReady();
    await board.page.keyboard.press('Control+k');
    await board.page.getByRole('combobox', { name: 'Command' }).fill('limits');
    await board.page.keyboard.press('Enter');
    await limits.getByText('Too many requests.').waitFor();
  });
};
