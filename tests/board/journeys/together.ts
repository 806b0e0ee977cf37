import { expect, test } from 'vitest';
import { accepted, dataOf } from '../../../client/tidegate.ts';
import type { BoardWorld } from '../boardWorld.ts';
import { createDraft } from './drafts.ts';

/** What planners see of each other, and of what went wrong. */
export const togetherJourneys = (world: () => BoardWorld): void => {
  test('an undo says who moved the bar since then, in words; Escape closes what is said', async () => {
    const path = await world().newPlan();
    const [a, b] = await Promise.all([world().openAs(world().ann, path), world().openAs(world().ben, path)]);
    await a.drag('BA 20, A1', 'A4');
    await b.seesCell('BA 20, A4');
    await a.says('Messages', /^Move BA 20 to A4: saved/);
    await b.drag('BA 20, A4', 'A3');
    await a.seesCell('BA 20, A3');
    a.expected.add(409);
    await a.press('Undo');
    const problem = await a.sees('alert', 'Problem');
    await expect.poll(() => problem.innerText()).toContain('Ben has moved BA 20 to A3 since then.');
    await a.seesCell('BA 20, A3');
    await a.page.keyboard.press('Escape');
    await problem.waitFor({ state: 'detached' });
    expect(await a.get('button', 'Undo').isDisabled()).toBe(true);
    await Promise.all([a.seesCell('BA 20, A3'), b.seesCell('BA 20, A3')]);
  });

  test('what is said twice is announced twice', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await board.page.evaluate(() => {
      const told: string[] = [];
      const status = document.querySelector('[role=status][aria-label=Messages]')!;
      new MutationObserver(() => told.push(status.textContent)).observe(status, {
        childList: true,
        characterData: true,
        subtree: true,
      });
      Object.assign(globalThis, { told });
    });
    const told = (text: string): Promise<number> =>
      board.page.evaluate(
        (one) => (Reflect.get(globalThis, 'told') as string[]).filter((said) => said === one).length,
        text,
      );
    await board.focusCell('DL 40');
    for (const times of [1, 2]) {
      for (const key of ['t', 'ArrowRight', 'Enter']) await board.page.keyboard.press(key);
      await expect.poll(() => told('Move DL 40 in time: saved')).toBe(times);
    }
    await board.seesCell('DL 40, A3, 11:10–13:10');
  });

  test('what is typed for one operation is never written to another', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    await board.focusCell('AZ 10');
    await board.page.keyboard.press('Enter');
    const delay = board.page.getByLabel('Delay in', { exact: true });
    await delay.fill('ten');
    await delay.press('Enter');
    await board.says('Messages', '“ten” is not a number of minutes. Type minutes, such as 15.');
    expect(await delay.getAttribute('aria-invalid')).toBe('true');
    await board.focusCell('EK 50');
    await board.sees('heading', 'EK 50');
    await expect.poll(() => delay.inputValue()).toBe('0');
    expect(await delay.getAttribute('aria-invalid')).toBe('false');
    // Nor is what is typed in a draft written to the live schedule.
    await createDraft(board, 'Fog');
    await delay.fill('20');
    await board.page.goBack();
    await board.says('Mode', 'Live');
    await board.isReady();
    await expect.poll(() => delay.inputValue()).toBe('0');
    await board.page.keyboard.press('Enter');
    await board.hasAnswers();
    await board.seesCell('EK 50, B1, 08:00–10:00');
    expect(await board.get('button', 'Undo').isDisabled()).toBe(true);
  });

  test('of what a search finds, whole names come first', async () => {
    const path = await world().newPlan((plan) => ({
      ...plan,
      operations: plan.operations?.map((operation) =>
        operation.inboundTask?.taskName === 'AZ 10'
          ? { ...operation, inboundTask: { ...operation.inboundTask, taskName: 'EK 501' } }
          : operation,
      ),
    }));
    const board = await world().openAs(world().ann, path);
    const search = board.get('searchbox', 'Search');
    for (const name of ['EK 50', 'EK 501 / AZ 10', 'EK 50']) {
      await search.fill('EK 50');
      await search.press('Enter');
      await expect.poll(async () => board.hasFocus(await board.seesCell(name))).toBe(true);
    }
  });

  test('a search finds resources, tags and words in any order, and leads to the row of a resource by keys', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const { keyboard } = board.page;
    const search = board.get('searchbox', 'Search');
    const row = (name: string) => board.page.getByRole('rowheader', { name, exact: true, selected: true });
    await board.focusCell('CX 30');
    await keyboard.press('/');
    await keyboard.type('a1');
    await board.page.getByText('1 found').waitFor();
    await keyboard.press('Enter');
    await row('A1').waitFor();
    await expect.poll(async () => board.hasFocus(await board.seesCell('AZ 10, A1'))).toBe(true);
    expect(await board.page.getByRole('gridcell', { selected: true }).count()).toBe(0);
    // Its operations are what is shown.
    await keyboard.press('ControlOrMeta+a');
    await board.says('Messages', '2 operations selected');

    // From what is selected, a search goes on.
    for (let step = 0; step < 2; step++) await keyboard.press('Escape');
    await search.fill('a');
    await search.press('Enter');
    await row('A1').waitFor();
    await search.press('Enter');
    await row('A2').waitFor();
    await search.press('Shift+Enter');
    await row('A1').waitFor();
    await search.fill('a4');
    await search.press('Enter');
    await board.says('Messages', 'Nothing is on A4 in the shown time.');
    await search.fill('30 cx');
    await search.press('Enter');
    await expect.poll(async () => board.hasFocus(await board.seesCell('CX 30'))).toBe(true);
    await expect.poll(() => board.page.getByRole('rowheader', { selected: true }).count()).toBe(0);
  });

  test('while a new draft is loading, the live bars stay in view, and nothing can be changed', async () => {
    const board = await world().openAs(world().ann, await world().newPlan(), {});
    const { page } = board;
    const loading = Promise.withResolvers<void>();
    await page.route('**/export/**', async (route) => {
      await loading.promise;
      await route.continue();
    });
    await board.press('Create draft');
    await board.get('textbox', 'Name').fill('Strike');
    await page.keyboard.press('Enter');
    await board.says('Mode', 'Draft: Strike');
    await expect.poll(() => page.locator('main').getAttribute('aria-busy')).toBe('true');
    const box = await board.boxOf(await board.seesCell('BA 20, A1'));
    const isOnTop = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('.timeline') !== null, [
      box.x + box.width / 2,
      box.y + box.height / 2,
    ] as const);
    expect(isOnTop).toBe(true);
    await board.drag('BA 20, A1', 'A4');
    await board.seesCell('BA 20, A1');
    loading.resolve();
    await expect.poll(() => page.locator('main').getAttribute('aria-busy')).toBe('false');
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await board.drag('BA 20, A1', 'A4');
    await board.seesCell('BA 20, A4, 09:10–10:40, changed in draft');
  });

  test('who looks at a planning that somebody deletes is told, and finds the plannings that others have made meanwhile', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    const { tidegate } = world().server;
    const created = (await world().newPlan()).slice('/p/'.length);
    const params = { path: { org_pk: 'demo', id: path.slice('/p/'.length) } };
    board.expected.add(404);
    await accepted(tidegate.DELETE('/v1/organizations/{org_pk}/plannings/{id}/', { params }));
    await board.page.getByRole('alert').filter({ hasText: 'This planning cannot be shown' }).waitFor();
    // There is nothing to be connected with again.
    await expect.poll(() => board.get('status', 'Connection').innerText()).toBe('');
    await board.get('combobox', 'Planning').click();
    await board.sees('option', created);
    expect(await board.get('option', params.path.id).count()).toBe(0);
    await board.page.keyboard.press('Escape');

    // Another planning is shown where it has bars, not at the time that the address of the deleted one names.
    await board.page.reload();
    await board.sees('heading', 'This planning cannot be shown');
    await board.get('combobox', 'Planning').click();
    // Other tests may have made copies of the demo day.
    await board
      .get('option', /^Atlanta/)
      .first()
      .click();
    await board.isReady();
    await expect.poll(() => board.page.getByRole('gridcell').count()).toBeGreaterThan(20);
    // One that was made after this board was opened.
    const later = (await world().newPlan()).slice('/p/'.length);
    await board.get('combobox', 'Planning').click();
    await board.get('option', later).click();
    await board.seesCell('AZ 10, A1, 08:00–09:30, 1 conflict');
  });

  test('a planning that somebody renames has its new name in the header and in the title of the page', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    const { tidegate } = world().server;
    const params = { path: { org_pk: 'demo', id: path.slice('/p/'.length) } };
    const body = { name: 'Berths in May' };
    await accepted(tidegate.PATCH('/v1/organizations/{org_pk}/plannings/{id}/', { params, body }));
    await expect.poll(() => board.get('combobox', 'Planning').innerText()).toBe('Berths in May');
    await expect.poll(() => board.page.title()).toBe('1 conflict · Berths in May · Live');
  });

  test('the title of the page has the names of planning and draft as soon as they are known, and no ids before', async () => {
    const name = 'Berths in June';
    const path = await world().newPlan((plan) => ({ ...plan, planning: { ...plan.planning, name } }));
    const board = await world().openAs(world().ann, path, {});
    const { page } = board;
    await board.press('Create draft');
    await board.get('textbox', 'Name').fill('Strike');
    await page.keyboard.press('Enter');
    await board.says('Mode', 'Draft: Strike');
    let areListed = (): void => {};
    const lists = new Promise<void>((resolve) => (areListed = resolve));
    await page.route(/\/(plannings|workspaces)\/$/, async (route) => {
      await lists;
      await route.continue();
    });
    await page.addInitScript(() => {
      const titles: string[] = [];
      new MutationObserver(() => titles.push(document.title)).observe(document, { subtree: true, childList: true });
      Object.assign(globalThis, { titles });
    });
    await page.reload();
    await board.isReady();
    await expect.poll(() => page.title()).toBe(`1 conflict · ${name} · Draft`);
    areListed();
    await expect.poll(() => page.title()).toBe(`1 conflict · ${name} · Draft: Strike`);
    const titles = await page.evaluate(() => (globalThis as unknown as { readonly titles: string[] }).titles);
    const conflicts = '1 conflict · ';
    expect([
      'Tidegate',
      `${name} · Draft`,
      `${conflicts}${name} · Draft`,
      `${conflicts}${name} · Draft: Strike`,
    ]).toEqual(expect.arrayContaining([...new Set(titles)]));
  });

  test('who becomes a viewer is told with the first refused edit, and has no handles until they are a planner again', async () => {
    const { server } = world();
    const login = await server.newUser('Dana', 'planner');
    const board = await world().openAs(login, await world().newPlan());
    const ofOrganization = { path: { org_pk: 'demo' } };
    const members = await dataOf(
      server.tidegate.GET('/v1/organizations/{org_pk}/members/', { params: ofOrganization }),
    );
    const { user = '' } = members.find(({ email }) => email === login.email) ?? {};
    const params = { path: { org_pk: 'demo', user } };
    const becomes = (role: 'viewer' | 'planner'): Promise<unknown> =>
      accepted(server.tidegate.PATCH('/v1/organizations/{org_pk}/members/{user}/', { params, body: { role } }));
    await becomes('viewer');
    board.expected.add(403);
    await board.drag('BA 20, A1', 'A4');
    await board.sees('alert', 'Problem');
    await board.seesCell('BA 20, A1');
    for (const handle of ['Undo', 'Create draft', 'Import'])
      await board.get('button', handle).waitFor({ state: 'detached' });
    await board.focusCell('BA 20');
    await board.page.keyboard.press('Shift+M');
    await board.page.keyboard.press('?');
    await board.sees('dialog', 'Keyboard shortcuts');
    expect(await board.get('dialog', /^Move/).count()).toBe(0);
    await board.page.keyboard.press('Escape');

    // Nothing is refused to whoever may do more: a viewer's board asks, at the latest when the viewer comes back to it.
    await becomes('planner');
    await board.page.evaluate(() => dispatchEvent(new Event('focus')));
    for (const handle of ['Undo', 'Create draft', 'Import']) await board.sees('button', handle);
    await board.drag('BA 20, A1', 'A4');
    await board.seesCell('BA 20, A4');
    await board.says('Messages', /: saved$/);
  });

  test('what the server cannot do with a draft at the moment is offered again', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await createDraft(board, 'Strike');
    board.expected.add(503);
    const busy = { status: 503, json: { code: 'overloaded', detail: 'Too many requests.', errors: [] } };
    const again = async (title: string): Promise<void> => {
      const problem = await board.sees('alert', 'Problem');
      expect(await problem.innerText()).toMatch(new RegExp(`^${title}: not possible now\\s`));
      await problem.getByRole('button', { name: 'Try again' }).click();
    };
    await board.page.route('**/archive/', (route) => route.fulfill(busy), { times: 1 });
    await board.press('Archive');
    await again('Archiving the draft');
    await board.says('Messages', /^Strike: archived/);
    await board.page.route('**/restore/', (route) => route.fulfill(busy), { times: 1 });
    await board.get('status', 'Messages').getByRole('button', { name: 'Restore' }).click();
    await again('Restoring the draft');
    await board.says('Messages', 'Strike: restored');
    await board.says('Mode', 'Draft: Strike');
  });

  test('a bar that is taken in a draft is not dropped into the live schedule when the browser goes back', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await createDraft(board, 'Fog');
    await board.focusCell('BA 20');
    const { keyboard } = board.page;
    await keyboard.press('m');
    await keyboard.press('ArrowDown');
    await board.says('Messages', /^A2/);
    await board.page.goBack();
    await board.says('Mode', 'Live');
    await board.isReady();
    await board.focusCell('BA 20');
    await keyboard.press('Enter');
    // Enter opens the operation instead.
    await board.sees('article', 'BA 20');
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    expect(await board.get('button', 'Undo').isDisabled()).toBe(true);
  });
};
