import { expect, test } from 'vitest';
import type { BoardPage } from '../boardPage.ts';
import { readRun, startRun } from '../../served.ts';
import type { PlanningDocument } from '../../../engine/instance/planningDocument.ts';
import type { BoardWorld } from '../boardWorld.ts';
import { instant } from '../smallPlan.ts';

const choose = async (board: BoardPage, name: string, option: string | RegExp): Promise<void> => {
  await board.get('combobox', name).click();
  await board.get('option', option).click();
};

const rows = (board: BoardPage, table: string) => board.get('table', table).getByRole('row');

/** Optimization; nothing is written before the planner keeps the plan. */
export const optimizeJourneys = (world: () => BoardWorld): void => {
  test('an optimization runs with a chart, is stopped and kept; another one is discarded', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    const other = await world().openAs(world().ben, path);
    for (const one of [board, other]) await one.get('tab', 'Optimize').click();
    // A run that continues until it is stopped, because it cannot prove optimality.
    await choose(board, 'Solver', 'Local search');
    await board.get('spinbutton', 'Time limit').fill('120');
    await board.press('Start');
    for (const one of [board, other]) {
      await one.sees('img', 'Score and bound');
      // The heading and at least one plan: plans that are found within a quarter of a second are told as one.
      await expect.poll(() => rows(one, 'Progress').count()).toBeGreaterThan(1);
    }
    // On a busy machine, the best plan of this small planning is not the first one.
    let known = 0;
    const isSettled = async (): Promise<boolean> => {
      const last = known;
      known = await rows(board, 'Progress').count();
      return known === last;
    };
    await expect.poll(isSettled, { interval: 2000 }).toBe(true);
    await board.press('Stop');
    await board.sees('table', 'Before and after');
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await board.press('Keep');
    await expect.poll(() => board.page.title()).toMatch(/^0 conflicts/);
    await board.losesCell('FR 60, unassigned');
    await board.press('Undo');
    await board.seesCell('FR 60, unassigned');
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');

    await other.press('Discard');
    await choose(other, 'Solver', 'Automatic');
    await other.press('Start');
    await other.sees('table', 'Before and after');
    await other.press('Discard');
    await other.sees('button', 'Start');
    await other.seesCell('FR 60, unassigned');
    await other.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
  });

  test('the value of moves is shown before the start, and single moves can be left out', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await board.get('tab', 'Optimize').click();
    await board.press('Find out');
    const slider = await board.sees('slider', 'Most moves');
    await slider.fill('1');
    expect(await board.get('spinbutton', 'At most').inputValue()).toBe('1');
    await slider.fill('8');
    await board.press('Start');
    const moves = await board.sees('list', 'Moves');
    await moves.getByRole('checkbox', { name: /^FR 60/ }).uncheck();
    await board.press('Keep');
    await expect.poll(() => board.page.title()).toMatch(/^0 conflicts/);
    await board.seesCell('FR 60, unassigned');
  });

  test('only selected operations are moved; settings stay while another panel is looked at', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await board.get('tab', 'Optimize').click();
    await choose(board, 'Window', /^Selected operations/);
    await board.page.getByText('Select operations on the board first.').waitFor();
    expect(await board.get('button', 'Start').isDisabled()).toBe(true);
    await board.focusCell('BA 20');
    const limit = await board.sees('spinbutton', 'Time limit');
    await limit.press('ControlOrMeta+a');
    await limit.press('Delete');
    await limit.pressSequentially('5');
    expect(await limit.inputValue()).toBe('5');
    await board.page.getByRole('spinbutton', { name: 'Time limit', description: 'seconds' }).waitFor();
    await board.get('tab', 'Operation').click();
    await board.get('tab', 'Optimize').click();
    expect(await board.get('spinbutton', 'Time limit').inputValue()).toBe('5');
    await board.press('Start');
    const moves = await board.sees('list', 'Moves');
    expect(await moves.getByRole('checkbox').count()).toBe(1);
    await board.press('Keep');
    await expect.poll(() => board.page.title()).toMatch(/^0 conflicts/);
    await board.seesCell('FR 60, unassigned');
  });

  test('on the day itself, what has begun by its expected time is not moved', async () => {
    // It is 09:20 in the planning, when only DL 40 has not begun.
    const shiftMs = Date.now() - Date.parse(instant('09:20'));
    const now = (text: string): string => new Date(Date.parse(text) + shiftMs).toISOString();
    const path = await world().newPlan(
      (plan) =>
        JSON.parse(
          JSON.stringify(plan).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (text) => now(text)),
        ) as PlanningDocument,
    );
    const board = await world().openAs(world().ann, path);
    await board.get('tab', 'Optimize').click();
    await board.press('Start');
    await board.page.getByText('No better plan than the present one was found.').waitFor();
    await board.says('Messages', 'The optimization found no better plan.');
    await board.press('Discard');
    await choose(board, 'Freeze', 'Nothing');
    await board.press('Start');
    await board.sees('list', 'Moves');
    await board.says('Messages', /^The optimization found a plan of \d moves?, to keep or discard/);
  });

  test('while it is computed what moves are worth, that can be stopped', async () => {
    const board = await world().openAs(world().ann, `/p/${world().server.demo}`);
    await board.get('tab', 'Optimize').click();
    await board.press('Find out');
    await board.press('Stop');
    await board.sees('button', /^Find out/);
    expect(await board.get('button', 'Start').isDisabled()).toBe(false);
  });

  test('a plan that cannot be read is not said to be none, and is shown once it can be read', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const busy = { status: 503, json: { code: 'overloaded', detail: 'Too many requests.', errors: [] } };
    board.expected.add(503);
    await board.get('tab', 'Optimize').click();
    // Fields show what is typed, and then what they can be.
    const limit = board.get('spinbutton', 'Time limit');
    await limit.fill('99999999');
    await board.page.getByText('Weights', { exact: true }).click();
    const weight = board.get('spinbutton', 'A conflict');
    await weight.fill('');
    await weight.pressSequentially('3000');
    expect(await weight.inputValue()).toBe('3000');
    expect(Number(await limit.inputValue())).toBeLessThan(99_999_999);
    await weight.fill('-5');
    await limit.fill('30');
    expect(await weight.inputValue()).toBe('0');
    await weight.fill('');
    await limit.focus();
    expect(await weight.inputValue()).toBe('2000');
    await board.page.route('**/result/**', (route) => route.fulfill(busy));
    await board.press('Start');
    await board.page.getByText('Its plan cannot be shown now: Too many requests.').waitFor();
    await board.says('Messages', 'The optimization has ended.');
    await board.page.unrouteAll();
    await board.press('Try again');
    await board.sees('list', 'Moves');
    await board.press('Discard');
  });

  test('moves that are left out because others were faster are named with their reason', async () => {
    const path = await world().newPlan();
    const planning = path.slice('/p/'.length);
    const board = await world().openAs(world().ann, path);
    await board.get('tab', 'Optimize').click();
    await board.press('Start');
    const moves = await board.sees('list', 'Moves');
    expect(await moves.getByRole('checkbox').count()).toBe(2);
    await world().server.move(`${planning}-FR60`, `${planning}-B1`);
    await board.press('Keep');
    const problem = await board.sees('alert', 'Problem');
    await expect.poll(() => problem.innerText()).toBe('Optimize: 1 move was left out\n\nFR 60 has been moved since.');
    await board.press('Undo');
    await board.seesCell('BA 20, A1');
    await board.press('Start');
    await moves.waitFor();
    const names = (await moves.getByRole('listitem').allInnerTexts()).map((text) => /^\S+ \d+/.exec(text)?.[0] ?? '');
    for (const name of names) {
      await board.focusCell(name);
      await board.page.keyboard.press('l');
      await board.says('Messages', `Lock ${name}: saved`);
    }
    await board.press('Keep');
    await expect
      .poll(() => problem.innerText())
      .toMatch(new RegExp(`left out\\s+${names.join(' is fixed; ')} is fixed\\.$`));
  });

  test('a failed run of another user says why', async () => {
    const path = await world().newPlan();
    const planning = path.slice('/p/'.length);
    const { tidegate } = world().server;
    const board = await world().openAs(world().ann, path);
    // A run that waits for an external solver that never responds.
    const { id } = await startRun(tidegate, planning, { solver: 'external', parameters: { timeLimitSeconds: 1 } });
    const status = async () => (await readRun(tidegate, planning, id)).status;
    await expect.poll(status).toBe('FAILED');
    await board.get('tab', 'Optimize').click();
    const earlier = await board.sees('list', 'Earlier optimizations');
    await earlier.getByRole('button', { name: /Failed/ }).click();
    await board.page.getByText('It failed: No result arrived within 1 s.').waitFor();
    await board.press('Discard');
    await board.sees('button', 'Start');
  });

  test('a viewer is told why no optimization can be started', async () => {
    const board = await world().openAs(world().vera, await world().newPlan());
    await board.get('tab', 'Optimize').click();
    for (const name of ['Start', 'Find out']) {
      const button = await board.sees('button', name);
      expect(await button.isDisabled()).toBe(true);
      const hint = await button.getAttribute('aria-describedby');
      expect(await board.page.locator(`[id="${hint}"]`).innerText()).toBe('Viewers cannot start optimizations.');
    }
  });
};
