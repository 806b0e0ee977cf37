/** Guarantee: what planners do on the board works as promised, in a real browser on a real server, with elements found by role and name. */
import { beforeAll, expect, test } from 'vitest';
import type { BoardPage } from './boardPage.ts';
import type { BoardServer, TestLogin } from './boardServer.ts';
import { gestureJourneys } from './journeys/gestures.ts';
import { lookJourneys } from './journeys/looks.ts';
import { keyboardJourneys } from './journeys/keyboard.ts';
import { tabletJourneys } from './journeys/tablet.ts';
import { organizationJourneys } from './journeys/organizations.ts';
import { sessionJourneys } from './journeys/sessions.ts';
import { togetherJourneys } from './journeys/together.ts';
import { onBoard } from './onBoard.ts';

onBoard('the board', (world) => {
  let server: BoardServer;
  let ann: TestLogin;
  let ben: TestLogin;
  let vera: TestLogin;

  beforeAll(() => {
    ({ server, ann, ben, vera } = world());
  });

  const newPlan = (): Promise<string> => world().newPlan();
  const openPage = (): Promise<BoardPage> => world().openPage();
  const openAs = (login: TestLogin, path: string): Promise<BoardPage> => world().openAs(login, path);

  gestureJourneys(world);
  keyboardJourneys(world);
  tabletJourneys(world);
  lookJourneys(world);
  togetherJourneys(world);
  sessionJourneys(world);
  organizationJourneys(world);

  test("log in, reload, use two tabs beyond the token's expiry, log out", async () => {
    const path = await newPlan();
    const board = await openPage();
    board.expected.add(401);
    await board.goTo(path);
    await board.sees('form', 'Log in');
    await board.logIn({ ...ann, password: 'wrong' });
    await board.sees('alert', 'Problem');
    await board.logIn(ann);
    await board.isReady();
    await expect.poll(() => board.hasFocus(board.get('grid', 'Timeline'))).toBe(true);
    await board.says('Mode', 'Live');
    await expect.poll(() => board.page.title()).toMatch(/^1 conflict · small\d+ · Live$/);

    const tab = await board.newTab();
    tab.expected.add(401);
    await tab.goTo(path);
    await tab.isReady();
    // Both tabs reload at the same time with the same cookie, and again when both learn that their token has expired.
    await Promise.all([board, tab].map(({ page }) => page.reload()));
    await Promise.all([board.isReady(), tab.isReady()]);
    for (const { page } of [board, tab]) {
      await page.route('**/v1/**', (route) => route.fulfill({ status: 401, json: { code: 'unauthenticated' } }), {
        times: 1,
      });
    }
    await Promise.all([board.drag('BA 20, A1', 'A4'), tab.drag('CX 30, A2', 'A3')]);
    await Promise.all([tab.seesCell('BA 20, A4'), board.seesCell('CX 30, A3')]);
    expect(tab.faults).toEqual([]);

    await board.press('Log out');
    await board.sees('form', 'Log in');
    await tab.sees('form', 'Log in');
    await board.page.reload();
    await board.sees('form', 'Log in');
  });

  test('a search leads to the bar, which gets the keyboard focus', async () => {
    const board = await openAs(ann, await newPlan());
    // The same message is shown each time.
    const search = board.get('searchbox', 'Search');
    await search.fill('nothing like that');
    for (let time = 0; time < 2; time++) {
      await search.press('Enter');
      await board.says('Messages', 'Nothing was found.');
      for (const isShown of ['true', 'false'])
        await expect.poll(() => board.get('status', 'Messages').getAttribute('data-shown')).toBe(isShown);
    }
    const cell = await board.focusCell('EK 50');
    expect(await cell.getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => board.page.url()).toContain('select=');
    const { page } = board;
    const { length: before } = page.url();
    await page.reload();
    await board.isReady();
    expect(page.url()).toHaveLength(before);
    await expect.poll(async () => (await board.seesCell('EK 50')).getAttribute('aria-selected')).toBe('true');
  });

  test('a bar is dragged to another stand, undone and redone', async () => {
    const board = await openAs(ann, await newPlan());
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    const cell = await board.boxOf(await board.seesCell('AZ 10, A1'));
    const row = await board.boxOf(await board.sees('rowheader', 'A1'));
    expect(cell.y).toBeGreaterThanOrEqual(row.y);
    expect(cell.y + cell.height).toBeLessThanOrEqual(row.y + row.height);

    await board.drag('BA 20, A1', 'A4');
    await board.seesCell('BA 20, A4, 09:10–10:40');
    await expect.poll(() => board.page.title()).toMatch(/^0 conflicts/);
    await board.press('Undo');
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await board.press('Redo');
    await board.seesCell('BA 20, A4, 09:10–10:40');
    await board.page.reload();
    await board.isReady();
    await board.seesCell('BA 20, A4, 09:10–10:40');
  });

  test('a bar is moved by keys, and each step is announced', async () => {
    const board = await openAs(ann, await newPlan());
    const { keyboard } = board.page;
    await board.focusCell('BA 20');
    await keyboard.press('m');
    const down = async (): Promise<string> => {
      await keyboard.press('ArrowUp');
      await keyboard.press('ArrowDown');
      return board.get('status', 'Messages').innerText();
    };
    // Rows are announced without their score until they have been judged.
    await expect.poll(down).toMatch(/^A2: overlaps CX 30, [\d ]+ (better|worse)$/);
    await keyboard.press('Escape');
    await board.seesCell('BA 20, A1');
    await keyboard.press('m');
    const best = async (): Promise<string> => {
      await keyboard.press(']');
      return board.get('status', 'Messages').innerText();
    };
    await expect.poll(best).toMatch(/^A[34]: free, 1 990 better$/);
    for (let i = 0; i < 5; i++) await keyboard.press('ArrowDown');
    await keyboard.press('ArrowUp');
    await board.says('Messages', /^A4: free, 1 990 better$/);
    await keyboard.press('Enter');
    await board.seesCell('BA 20, A4, 09:10–10:40');
    await board.says('Messages', /: saved$/);
    await keyboard.press('Control+z');
    await board.seesCell('BA 20, A1, 09:10–10:40');
    await board.says('Messages', /^Undo/);
    await keyboard.press('Control+Shift+z');
    await board.seesCell('BA 20, A4, 09:10–10:40');

    await board.focusCell('CX 30');
    await keyboard.press('t');
    for (let i = 0; i < 3; i++) await keyboard.press('ArrowRight');
    await board.says('Messages', /\+15 min$/);
    await keyboard.press('Enter');
    await board.seesCell('CX 30, A2, 08:45–10:15');

    // Nothing offers to unassign or to split what has no place, and their keys do nothing.
    await board.says('Messages', 'Move CX 30 in time: saved');
    const unplaced = await board.focusCell('FR 60');
    await keyboard.press('Enter');
    const unassign = board.get('button', 'Unassign');
    await expect.poll(() => unassign.isDisabled()).toBe(true);
    await keyboard.press('u');
    await keyboard.press('s');
    await board.says('Messages', 'Move CX 30 in time: saved');
    await unplaced.click({ button: 'right', force: true });
    await board.sees('menuitem', /^Lock/);
    expect(await board.get('menuitem', /^(Unassign|Split)/).count()).toBe(0);
    await keyboard.press('Escape');
    await (await board.seesCell('CX 30, A2')).click({ button: 'right', force: true });
    await board.sees('menuitem', /^Unassign/);
    await board.sees('menuitem', /^Split here/);
    await keyboard.press('Escape');
    expect(await unassign.isEnabled()).toBe(true);
  });

  test('a bar is moved in a dialog, which says what each row would mean', async () => {
    const board = await openAs(ann, await newPlan());
    await board.focusCell('BA 20');
    await board.page.keyboard.press('Shift+M');
    await board.sees('dialog', 'Move BA 20');
    await board.sees('listbox', 'Rows');
    await board.sees('option', /^A2, /);
    await (await board.sees('option', /^A4, .1.?990/)).click();
    await board.get('dialog', 'Move BA 20').waitFor({ state: 'detached' });
    await board.seesCell('BA 20, A4, 09:10–10:40');
    await board.press('Undo');
    await board.seesCell('BA 20, A1, 09:10–10:40');
  });

  test('a refused drop returns, and the reason is shown', async () => {
    const board = await openAs(ann, await newPlan());
    await board.drag('EK 50, B1', 'A4');
    const problem = await board.sees('alert', 'Problem');
    expect(await problem.innerText()).toMatch(/Move EK 50 to A4[\s\S]*size/i);
    await board.seesCell('EK 50, B1, 08:00–10:00');
    expect(await board.get('button', 'Undo').isDisabled()).toBe(true);
    await board.press('Place it anyway');
    await board.seesCell('EK 50, A4, 08:00–10:00');
  });

  test('expected time, delay and pin are edited where they are shown', async () => {
    const board = await openAs(ann, await newPlan());
    await (await board.seesCell('AZ 10, A1')).waitFor();
    await board.focusCell('AZ 10');
    await board.page.keyboard.press('Enter');
    await board.sees('tab', 'Operation');
    await board.sees('table', 'Candidates');
    const expected = board.page.getByLabel('Expected in', { exact: true });
    await expected.fill('08:15');
    await expected.press('Enter');
    await board.seesCell('AZ 10, A1, 08:15–09:30, 1 conflict');
    const delay = board.page.getByLabel('Delay out', { exact: true });
    await delay.fill('30');
    await delay.press('Enter');
    await board.seesCell('AZ 10, A1, 08:15–10:00, 1 conflict');
    // What is refused says why in words, and is still there to be corrected.
    board.expected.add(400);
    await delay.fill('999999999');
    await delay.press('Enter');
    const problem = await board.sees('alert', 'Problem');
    await problem.getByText('imposed delay in seconds must be at most 31622400', { exact: true }).waitFor();
    await expect.poll(() => delay.inputValue()).toBe('999999999');
    await delay.press('Escape');
    expect(await delay.inputValue()).toBe('30');
    await board.sees('img', 'History of estimates');
    await board.press('Lock');
    await board.seesCell('AZ 10, A1, 08:15–10:00, 1 conflict, locked');
    for (let i = 0; i < 3; i++) await board.press('Undo');
    await board.seesCell('AZ 10, A1, 08:00–09:30, 1 conflict');
  });

  test('a stand is closed by the menu or by dragging, each with one undo', async () => {
    const board = await openAs(ann, await newPlan());
    const { page } = board;
    const { x, width } = await board.boxOf(await board.seesCell('DL 40, A3'));
    const row = await board.boxOf(await board.sees('rowheader', 'A4'));
    await page.mouse.click(x + width / 2, row.y + row.height / 2, { button: 'right' });
    await (await board.sees('menuitem', /^Close A4 for two hours/)).click();
    const closed = await board.seesCell('Closed, A4, 12:00–14:00, locked, closure');
    // The click selects the closure, whose history is read: after it has been reopened there would be none.
    const history = () => page.waitForResponse((response) => response.url().endsWith('/tasks/'));
    await Promise.all([history(), closed.click({ button: 'right', force: true })]);
    await (await board.sees('menuitem', 'Reopen A4')).click();
    await board.losesCell('Closed, A4');
    await board.press('Undo');
    const restored = await board.seesCell('Closed, A4, 12:00–14:00, locked, closure');
    // Keys neither leave a closure over without its stand, nor split it: the next undo is that of closing.
    await Promise.all([history(), restored.click({ force: true })]);
    for (const key of ['u', 'Delete', 's']) await page.keyboard.press(key);
    await board.press('Undo');
    await board.losesCell('Closed, A4');
    // Clicking near the row's name starts the closure at the visible edge.
    await page.mouse.click(row.x + 20, row.y + row.height / 2, { button: 'right' });
    await (await board.sees('menuitem', /^Close A4 for two hours/)).click();
    await board.seesCell('Closed, A4');
    await board.press('Undo');
    await board.losesCell('Closed, A4');

    await board.press('Close a resource');
    await page.mouse.move(x, row.y + row.height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width, row.y + row.height / 2, { steps: 5 });
    await page.mouse.up();
    await board.seesCell('Closed, A4, 11:00–13:00, locked, closure');
    await page.keyboard.press('Control+z');
    await board.losesCell('Closed, A4');
  });

  // Guarantee: what the server does not know yet is not asked for; a failed request would fail the page.
  test('a closure that is not stored yet is selected', async () => {
    const board = await openAs(ann, await newPlan());
    const { page } = board;
    const goOn = Promise.withResolvers<void>();
    await page.route('**/edits/', async (route) => {
      await goOn.promise;
      await route.continue();
    });
    const { x, width } = await board.boxOf(await board.seesCell('DL 40, A3'));
    const row = await board.boxOf(await board.sees('rowheader', 'A4'));
    await page.mouse.click(x + width / 2, row.y + row.height / 2, { button: 'right' });
    await (await board.sees('menuitem', /^Close A4 for two hours/)).click();
    const stored = page.waitForResponse((response) => response.url().endsWith('/edits/'));
    const history = page.waitForResponse((response) => response.url().endsWith('/tasks/'));
    await (await board.seesCell('Closed, A4')).click({ force: true });
    await board.sees('article', /^Closed/);
    goOn.resolve();
    const [first, then] = await Promise.all([stored, history]);
    expect([first.status(), then.status()]).toEqual([201, 200]);
  });

  test('a stay is split and its second part towed', async () => {
    const board = await openAs(ann, await newPlan());
    await (await board.seesCell('CX 30, A2')).click({ button: 'right', force: true });
    await (await board.sees('menuitem', /^Split here/)).click();
    await board.seesCell('CX 30, A2, 08:30–09:15');
    await board.drag('CX 30, A2, 09:15–10:00', 'A4');
    await board.seesCell('CX 30, A4, 09:15–10:00');
    await board.seesCell('CX 30, A2, 08:30–09:15');
    await board.press('Undo');
    await board.seesCell('CX 30, A2, 09:15–10:00');
    await board.press('Undo');
    const whole = await board.seesCell('CX 30, A2, 08:30–10:00');
    // At its very beginning, it is split at the next five minutes.
    await whole.click({ button: 'right', force: true, position: { x: 1, y: 4 } });
    await (await board.sees('menuitem', /^Split here/)).click();
    await board.seesCell('CX 30, A2, 08:30–08:35');
  });

  test('two planners see each other, and the second one to move a bar is told', async () => {
    const path = await newPlan();
    const [a, b] = await Promise.all([openAs(ann, path), openAs(ben, path)]);
    await b.drag('BA 20, A1', 'A4');
    await a.seesCell('BA 20, A4, 09:10–10:40');
    await a.says('Messages', /^Ben changed BA 20/);
    expect(await a.get('button', 'Undo').isDisabled()).toBe(true);

    // Ben's change arrives while Ann's drop is being sent.
    a.expected.add(412);
    await a.page.route(
      '**/edits/',
      async (route) => {
        await b.drag('CX 30, A2', 'A3');
        await b.says('Messages', /^Move CX 30 to A3: saved/);
        await route.continue();
      },
      { times: 1 },
    );
    await a.drag('CX 30, A2', 'A1');
    const problem = await a.sees('alert', 'Problem');
    expect(await problem.innerText()).toContain('Ben moved CX 30 to A3 meanwhile');
    await a.seesCell('CX 30, A3, 08:30–10:00');
    await a.press('Repeat it on the new state');
    await Promise.all([a.seesCell('CX 30, A1'), b.seesCell('CX 30, A1')]);
  });

  test('when the server is killed and restarted, the board says so, disables edits, and catches up', async () => {
    const path = await newPlan();
    const board = await openAs(ann, path);
    await board.drag('BA 20, A1', 'A4');
    await board.says('Messages', /saved/);
    await server.kill();
    await board.says('Connection', /Reconnecting|Offline/);
    expect(await board.get('button', 'Undo').isDisabled()).toBe(true);
    await board.drag('CX 30, A2', 'A3');
    await board.seesCell('CX 30, A2');
    await server.restart();
    const operation = `${path.slice('/p/'.length)}-CX30`;
    const resource = operation.replace('CX30', 'A3');
    await server.move(operation, resource);
    await board.says('Connection', 'Connected');
    await board.seesCell('CX 30, A3');
    await board.press('Undo');
    await board.seesCell('BA 20, A1');
    board.faults.splice(
      0,
      Infinity,
      ...board.faults.filter((fault) => !/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|WebSocket/.test(fault)),
    );
  });

  test('a viewer sees everything and has no handles', async () => {
    const board = await openAs(vera, await newPlan());
    await board.drag('BA 20, A1', 'A4');
    const cell = await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    for (const name of ['Undo', 'Redo', 'Close a resource', 'Move in time'])
      expect(await board.get('button', name).count()).toBe(0);
    await cell.dblclick({ force: true });
    await board.sees('table', 'Candidates');
    expect(await board.get('button', /^(Move to…|Lock|Unassign|A\d)$/).count()).toBe(0);
    expect(await board.page.getByLabel('Expected in', { exact: true }).isDisabled()).toBe(true);
    await cell.click({ button: 'right', force: true });
    await board.sees('menuitem', /^Open/);
    expect(await board.get('menuitem', /Move|Lock|Unassign|Split|Close/).count()).toBe(0);
  });
});
