import { expect, test } from 'vitest';
import { accepted, dataOf } from '../../../client/tidegate.ts';
import type { BoardPage } from '../boardPage.ts';
import type { BoardWorld } from '../boardWorld.ts';

const moveTo = async (board: BoardPage, name: string, resource: string): Promise<void> => {
  await board.focusCell(name);
  await board.opensBy('Shift+m', `Move ${name}`);
  await board
    .get('option', new RegExp(`^${resource},`))
    .first()
    .click();
  await board.says('Messages', /: saved$/);
};

export const createDraft = async (board: BoardPage, name: string): Promise<void> => {
  await board.press('Create draft');
  await board.get('textbox', 'Name').fill(name);
  await board.press('Create');
  await board.says('Mode', `Draft: ${name}`);
  await board.isReady();
};

/** Resolves when the service has confirmed a subscription on the next connection that the board opens. */
const nextSubscription = ({ page }: BoardPage): Promise<void> =>
  new Promise((resolve) => {
    page.once('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"type":"subscribed"')) resolve();
      });
    });
  });

const goLive = async (board: BoardPage): Promise<void> => {
  await board.get('combobox', 'Workspace').click();
  await board.get('option', /^Live/).click();
  await board.says('Mode', 'Live');
  await board.isReady();
};

/** Trying changes in a draft, and publishing them. */
export const draftJourneys = (world: () => BoardWorld): void => {
  test('a draft is edited while the live schedule stays, and published with each clash settled individually', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    await createDraft(board, 'Fog');
    await moveTo(board, 'BA 20', 'A4');
    await board.seesCell('BA 20, A4, 09:10–10:40, changed in draft');
    await moveTo(board, 'CX 30', 'A3');
    await board.seesCell('CX 30, A3, 08:30–10:00, changed in draft');
    await moveTo(board, 'DL 40', 'A2');
    await board.seesCell('DL 40, A2');
    await board.get('tab', 'Changes').click();
    const difference = await board.sees('region', 'Difference to live');
    await difference.getByRole('button', { name: 'CX 30' }).waitFor();
    // What publishing would change is said here as it is in its dialog.
    const [, ahead] = /, (.+) once published/.exec((await difference.textContent()) ?? '') ?? [];
    await board.press('Publish');
    await (await board.sees('dialog', 'Publish')).getByText(`; score ${ahead}.`).waitFor();
    await board.page.keyboard.press('Escape');

    await goLive(board);
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await moveTo(board, 'BA 20', 'A3');
    await board.seesCell('BA 20, A3');
    await moveTo(board, 'CX 30', 'A4');
    await board.seesCell('CX 30, A4');

    await board.get('combobox', 'Workspace').click();
    await board.get('option', /^Fog/).click();
    await board.says('Mode', 'Draft: Fog');
    await board.press('Publish');
    const dialog = await board.sees('dialog', 'Publish');
    const publish = dialog.getByRole('button', { name: 'Publish', exact: true });
    const mine = dialog.getByRole('radiogroup', { name: /BA 20/ });
    const theirs = dialog.getByRole('radiogroup', { name: /CX 30/ });
    await theirs.getByText('place: A4').waitFor();
    const plan = path.slice('/p/'.length);
    await world().server.move(`${plan}-CX30`, `${plan}-B1`);
    await mine.getByRole('radio', { name: 'Mine' }).click();
    // What others did since is what there is to choose from.
    await theirs.getByText('place: B1').waitFor();
    await world().server.move(`${plan}-CX30`, `${plan}-A4`);
    expect(await publish.isDisabled()).toBe(true);
    await theirs.getByRole('radio', { name: 'Theirs' }).click();
    await theirs.getByText('place: A4').waitFor();
    await theirs.getByRole('radio', { name: 'Theirs' }).click();
    await publish.click();
    await board.says('Mode', 'Live');
    await board.seesCell('BA 20, A4');
    await board.seesCell('CX 30, A4');
    await board.seesCell('DL 40, A2');

    // A publication is one gesture, with one undo.
    await expect.poll(() => board.get('button', 'Undo').isDisabled()).toBe(false);
    await board.press('Undo');
    await Promise.all([board.seesCell('BA 20, A3'), board.seesCell('DL 40, A3')]);
  });

  test('what others change live does not count as changed in the draft', async () => {
    const path = await world().newPlan();
    const [a, b] = await Promise.all([world().openAs(world().ann, path), world().openAs(world().ben, path)]);
    await createDraft(a, 'Ice');
    await a.page.getByText('Nothing differs from the live schedule yet.').waitFor();
    await moveTo(a, 'BA 20', 'A4');
    await a.page.getByText('1 operation differs from the live schedule.').waitFor();
    await b.drag('CX 30, A2', 'A3');
    await a.seesCell('CX 30, A3, 08:30–10:00');
    await expect.poll(() => a.cell('CX 30, A3, 08:30–10:00, changed in draft').count()).toBe(0);
    await a.page.getByText('1 operation differs from the live schedule.').waitFor();

    // What is changed on both sides is told, since it has to be settled before publishing.
    await b.drag('BA 20, A1', 'A2');
    await a.says('Messages', 'Ben changed BA 20 in the live schedule; this draft changes it, too.');
    await a.press('Publish');
    const dialog = await a.sees('dialog', 'Publish');
    await dialog.getByText('place: A2 · Ben').waitFor();
  });

  test('a clash that comes up while the preview is shown, or again after it was settled, is settled in the same dialog', async () => {
    const path = await world().newPlan();
    const plan = path.slice('/p/'.length);
    const board = await world().openAs(world().ann, path);
    await createDraft(board, 'Fog');
    // The button that led here is gone, so the timeline has the focus.
    await expect.poll(() => board.hasFocus(board.get('grid', 'Timeline'))).toBe(true);
    await moveTo(board, 'BA 20', 'A4');
    await board.press('Publish');
    const dialog = await board.sees('dialog', 'Publish');
    await dialog.getByText(/^1 record of the live schedule would change/).waitFor();
    await world().server.move(`${plan}-BA20`, `${plan}-A3`);
    board.expected.add(409);
    const publish = dialog.getByRole('button', { name: 'Publish', exact: true });
    await publish.click();
    await dialog.getByText('Somebody has changed the same thing in the meantime.').waitFor();
    const mine = dialog.getByRole('radiogroup', { name: /BA 20/ }).getByRole('radio', { name: 'Mine' });
    await mine.click();
    await dialog.getByText(/^1 record of the live schedule would change/).waitFor();
    await world().server.move(`${plan}-BA20`, `${plan}-A2`);
    await publish.click();
    await dialog.getByText('place: A2').waitFor();
    expect([await mine.isChecked(), await publish.isDisabled()]).toEqual([false, true]);
    await mine.click();
    await publish.click();
    await board.says('Mode', 'Live');
    await board.isReady();
    await board.seesCell('BA 20, A4');
    await expect
      .poll(() => board.page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null))
      .toBe(true);
  });

  test('from a draft that somebody else archives, and from a link to it, the way leads to the live schedule', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const subscribed = nextSubscription(board);
    await createDraft(board, 'Fog');
    const link = new URL(board.page.url());
    const params = { path: { id: link.searchParams.get('workspace') ?? '' } };
    board.expected.add(404);
    // The board subscribes to the draft a moment after it is shown. The message is hidden again after some seconds.
    await subscribed;
    await board.press('Publish');
    const dialog = await board.sees('dialog', 'Publish');
    await dialog.getByText(/stays as it is/).waitFor();
    const said = board.says('Messages', /has archived this draft\.$/);
    await dataOf(world().server.tidegate.POST('/v1/workspaces/{id}/archive/', { params }));
    await said;
    await dialog.waitFor({ state: 'detached' });
    await board.page.getByText('This draft was archived. Nothing can be changed here.').waitFor();
    expect(await board.get('button', 'Move in time').isDisabled()).toBe(true);
    expect(await board.get('button', 'Publish').count()).toBe(0);
    await board.press('Show the live schedule');
    await board.says('Mode', 'Live');
    await board.isReady();
    await expect.poll(() => board.get('button', 'Move in time').isDisabled()).toBe(false);
    await board.goTo(link.pathname + link.search);
    await board.press('Show the live schedule');
    await board.says('Mode', 'Live');
    await board.isReady();
  });

  test('a draft is rebased on the live schedule, and archived', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await createDraft(board, 'Strike');
    await moveTo(board, 'BA 20', 'A4');
    // The way back in the browser also leads out of a dialog about the draft.
    await board.press('Publish');
    await board.sees('dialog', 'Publish');
    await board.page.goBack();
    await board.says('Mode', 'Live');
    await board.isReady();
    expect(await board.get('dialog', 'Publish').count()).toBe(0);
    await moveTo(board, 'DL 40', 'A2');
    await board.seesCell('DL 40, A2');
    await board.get('combobox', 'Workspace').click();
    await board.get('option', /^Strike/).click();
    await board.says('Mode', 'Draft: Strike');
    await board.press('Rebase');
    const dialog = await board.sees('dialog', 'Rebase');
    await dialog.getByText('Nothing is different: the draft stays as it is.').waitFor();
    expect(await dialog.getByRole('paragraph').filter({ hasText: /^$/ }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Rebase', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await board.seesCell('DL 40, A2');
    await board.seesCell('BA 20, A4, 09:10–10:40, changed in draft');
    // One click archives it, and one takes that back. What the archived draft has is not read any more, whatever panel is shown.
    for (const tab of ['Changes', 'Metrics']) {
      await board.get('tab', tab).click();
      await board.hasAnswers();
      await board.press('Archive');
      await board.says('Messages', /^Strike: archived/);
      await board.says('Mode', 'Live');
      await board.get('status', 'Messages').getByRole('button', { name: 'Restore' }).click();
      await board.says('Mode', 'Draft: Strike');
      await board.seesCell('BA 20, A4, 09:10–10:40, changed in draft');
      await board.says('Messages', 'Strike: restored');
      await board.isReady();
    }
    await board.hasAnswers();
    await board.press('Archive');
    await board.says('Messages', /^Strike: archived/);
    board.expected.add(404);
    await board.page.goBack();
    await board.page.getByText('This draft was archived. Nothing can be changed here.').waitFor();
    await board.press('Restore');
    await board.says('Messages', 'Strike: restored');
    await board.isReady();
    await moveTo(board, 'CX 30', 'A3');
    await board.seesCell('CX 30, A3, 08:30–10:00, changed in draft');
    await board.press('Archive');
    await board.says('Messages', /^Strike: archived/);
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await board.get('combobox', 'Workspace').click();
    expect(await board.get('option', /^Strike/).count()).toBe(0);
  });

  test('changes and the past have the names of what was deleted since, and changes of drafts are none of the schedule', async () => {
    const path = await world().newPlan((plan) => ({
      ...plan,
      tags: [...plan.tags, { uuid: `${plan.planning.id}-vip`, category: 'service', value: 'VIP', required: false }],
      operations: plan.operations.map((operation) =>
        operation.id.endsWith('AZ10')
          ? { ...operation, tags: [...(operation.tags ?? []), `${plan.planning.id}-vip`] }
          : operation,
      ),
    }));
    const board = await world().openAs(world().ann, path);
    const [plan, { tidegate }] = [path.slice('/p/'.length), world().server];
    await moveTo(board, 'BA 20', 'A4');
    await board.seesCell('BA 20, A4');
    await accepted(tidegate.DELETE('/v1/tags/{uuid}/', { params: { path: { uuid: `${plan}-vip` } } }));
    // What somebody else deletes has no name any more, and no dialog.
    await board.focusCell('DL 40');
    await board.opensBy('Shift+m', 'Move DL 40');
    await board.hasAnswers();
    await accepted(tidegate.DELETE('/v1/operations/{id}/', { params: { path: { id: `${plan}-DL40` } } }));
    await board.get('dialog', 'Move DL 40').waitFor({ state: 'detached' });
    await board.says('Messages', /deleted 1 operation\.$/);
    await accepted(tidegate.DELETE('/v1/resources/{id}/', { params: { path: { id: `${plan}-A4` } } }));
    await createDraft(board, 'Fog');
    await goLive(board);
    await board.page.reload();
    await board.isReady();

    await board.get('tab', 'Changes').click();
    const changes = await board.sees('list', 'Changes');
    const open = (text: RegExp) => changes.getByRole('button', { expanded: false }).filter({ hasText: text }).click();
    await open(/Move BA 20/);
    await changes.getByText('place: A1 → A4').waitFor();
    await open(/2 tasks, 1 operation/);
    await changes.getByText('place: A3 → nothing').waitFor();
    expect(await changes.locator('ul').innerText()).toBe('DL 40\ndeleted\nDL 40\nplace: A3 → nothing');
    await open(/Draft created/);
    await changes.getByText('created', { exact: true }).waitFor();
    expect(await board.get('button', 'Revert').count()).toBe(0);

    // At once to the first state, in which the operation has the tag that was deleted since.
    await board.get('slider', 'History').fill('0');
    await board.says('Mode', /^Past: /);
    await board.seesCell('DL 40, A3');
    await board.focusCell('AZ 10');
    await board.get('tab', 'Operation').click();
    await board.page.getByText('service VIP').waitFor();
    await board.press('Back to now');
    await board.losesCell('DL 40, A3');

    await board.get('tab', 'Changes').click();
    await open(/Import/);
    await board.press('Undo all after this');
    await board.seesCell('BA 20, A1');
    await board.seesCell('DL 40, A3');
  });

  test('until the changes are known, the board does not say that there are none', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    board.expected.add(503);
    const answers: (() => void)[] = [];
    await board.page.route('**/changesets/?**', async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.fulfill({ status: 503, json: { code: 'overloaded', detail: 'Too many requests.', errors: [] } });
    });
    await board.get('tab', 'Changes').click();
    await board.sees('status', 'Loading changes');
    const none = board.page.getByText('There are no changes.');
    expect(await none.count()).toBe(0);
    const isRefused = async (): Promise<boolean> => {
      for (const answer of answers.splice(0)) answer();
      return board.page.getByText('Too many requests.').isVisible();
    };
    await expect.poll(isRefused).toBe(true);
    expect(await none.count()).toBe(0);
  });

  test('the past is scrubbed read-only without a request per step; a change is reverted', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    await moveTo(board, 'BA 20', 'A4');
    await board.seesCell('BA 20, A4');
    await moveTo(board, 'CX 30', 'A3');
    await board.seesCell('CX 30, A3');
    await board.get('tab', 'Changes').click();
    const slider = await board.sees('slider', 'History');
    const last = Number(await slider.getAttribute('max'));
    expect(last).toBeGreaterThanOrEqual(2);
    await slider.fill(String(last - 1));
    await board.says('Mode', /^Past: /);
    await board.seesCell('CX 30, A2');
    await board.seesCell('BA 20, A4');
    const requests: string[] = [];
    board.page.on('request', (request) => requests.push(request.url()));
    await slider.fill(String(last - 2));
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    // Candidates and conflicts of the past state come from the board's own engine.
    await board.focusCell('BA 20');
    await board.get('tab', 'Operation').click();
    await board.sees('table', 'Candidates');
    expect(await board.get('button', 'Lock').count()).toBe(0);
    await board.get('tab', 'Conflicts').click();
    await board.sees('button', 'AZ 10 and BA 20 on A1, 09:10, 100 %');
    await board.get('tab', 'Changes').click();
    expect(await board.get('slider', 'History').inputValue()).toBe(String(last - 2));
    const changeInAddress = (): string | null => new URL(board.page.url()).searchParams.get('change');
    const before = changeInAddress();
    await slider.fill(String(last - 1));
    await board.seesCell('BA 20, A4');
    await board.seesCell('CX 30, A2');
    expect(requests.filter((url) => /export|diffs=true/.test(url))).toEqual([]);

    // From a link to a past state, the user can scrub in both directions.
    await expect.poll(changeInAddress).not.toBe(before);
    const link = new URL(board.page.url());
    await board.goTo(link.pathname + link.search);
    await board.says('Mode', /^Past: /);
    await board.seesCell('CX 30, A2');
    expect(await slider.inputValue()).toBe(String(last - 1));
    await slider.fill(String(last - 2));
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await slider.fill(String(last - 1));
    await board.seesCell('BA 20, A4');
    await slider.fill(String(last));
    await board.says('Mode', 'Live');
    await board.isReady();
    await board.seesCell('CX 30, A3');
    await slider.fill(String(last - 1));
    await board.says('Mode', /^Past: /);
    await board.press('Back to now');
    await board.says('Mode', 'Live');
    await board.seesCell('CX 30, A3');
    await board.seesCell('BA 20, A4');

    await board
      .get('list', 'Changes')
      .getByRole('button', { name: /Move CX 30/ })
      .click();
    await board.press('Revert');
    await board.seesCell('CX 30, A2');
    await board.seesCell('BA 20, A4');
    await expect.poll(() => board.get('button', 'Undo').isEnabled()).toBe(true);

    // Reverting also covers later changes that the list does not show yet.
    const listed = Promise.withResolvers<void>();
    let isHeld = false;
    await board.page.route(/changesets\/\?limit=\d+$/, async (route) => {
      const isFirst = !isHeld;
      isHeld = true;
      if (isFirst) await listed.promise;
      await route.continue();
    });
    const plan = path.slice('/p/'.length);
    await world().server.move(`${plan}-CX30`, `${plan}-A3`);
    await board.seesCell('CX 30, A3');
    const entries = board.get('list', 'Changes').getByRole('button');
    await entries.filter({ hasText: 'Import' }).click();
    await board.press('Undo all after this');
    await board.seesCell('CX 30, A2');
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    listed.resolve();
    await board.page.unrouteAll({ behavior: 'wait' });
  });
};
