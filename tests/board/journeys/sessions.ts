import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import type { BoardPage } from '../boardPage.ts';
import type { BoardWorld } from '../boardWorld.ts';

/** The event sockets that a page opens from now on, with the tokens that were sent on them. */
const watchSockets = (board: BoardPage) => {
  const tokens: string[] = [];
  /** The last token that was sent on each open socket. */
  const last = new Map<object, string>();
  let opened = 0;
  board.page.on('websocket', (socket) => {
    opened++;
    socket.on('framesent', ({ payload }) => {
      const { type, token } = JSON.parse(String(payload)) as { readonly type: string; readonly token: string };
      if (type !== 'authenticate') return;
      tokens.push(token);
      last.set(socket, token);
    });
    socket.on('close', () => last.delete(socket));
  });
  return {
    tokens,
    get opened() {
      return opened;
    },
    /** How many open sockets have this token. */
    openWith: (token: string): number => [...last.values()].filter((one) => one === token).length,
  };
};

/** Logins, and what happens when the connection or a script is lost. */
export const sessionJourneys = (world: () => BoardWorld): void => {
  test('single sign-on returns to the page where it began', async () => {
    const { issuer } = world();
    const path = await world().newPlan();
    const board = await world().openPage();
    board.elsewhere.add(new URL(issuer.url).host);
    await board.goTo(`${path}?select=${path.slice('/p/'.length)}-EK50`);
    await (await board.sees('link', 'Single sign-on')).click();
    await board.isReady();
    const cell = await board.seesCell('EK 50, B1');
    await expect.poll(() => cell.getAttribute('aria-selected')).toBe('true');
    expect(board.page.url()).not.toContain('code=');
    await board.page.reload();
    await board.isReady();
  });

  test('a single sign-on over an open dialog takes place in another tab, and what was typed is still there', async () => {
    const { issuer } = world();
    const path = await world().newPlan();
    const board = await world().openPage();
    board.expected.add(401).add(400);
    board.elsewhere.add(new URL(issuer.url).host);
    const link = board.get('link', 'Single sign-on');
    await board.goTo(path);
    await link.click();
    await board.isReady();
    const tab = await board.newTab();
    await tab.goTo(path);
    await tab.isReady();
    await board.press('Create draft');
    const name = board.get('textbox', 'Name');
    await name.fill('Fog until');
    await tab.press('Log out');
    await board.sees('form', 'Log in');
    const [opened] = await Promise.all([board.context.waitForEvent('page'), link.click()]);
    await opened.getByRole('grid', { name: 'Timeline' }).waitFor();
    await board.get('form', 'Log in').waitFor({ state: 'detached' });
    await expect.poll(() => board.hasFocus(name)).toBe(true);
    await name.press('End');
    await board.page.keyboard.type(' noon');
    await board.press('Create');
    await board.says('Mode', 'Draft: Fog until noon');
    await board.isReady();
  });

  test('when the session ends, the board stays behind the login and continues afterward', async () => {
    const path = await world().newPlan();
    const board = await world().openPage();
    const sockets = watchSockets(board);
    await board.enter(world().ann, path);
    board.expected.add(401).add(400);
    await board.focusCell('EK 50');
    await board.page.keyboard.press('+');
    await expect.poll(() => board.page.url()).toContain('select=');
    const tab = await board.newTab();
    await tab.goTo(path);
    await tab.isReady();
    await tab.press('Log out');
    await board.sees('form', 'Log in');
    await board.seesCell('EK 50');
    // Keys stay within the form, and lead back to where they were.
    for (let stop = 0; stop < 6; stop++) {
      const isOnBoard = await board.page.evaluate(
        () => document.activeElement?.closest('form') === null && document.activeElement !== document.body,
      );
      expect(isOnBoard).toBe(false);
      await board.page.keyboard.press('Tab');
    }
    const { x, width } = await board.boxOf(await board.seesCell('EK 50'));
    await board.logIn(world().ann);
    await board.get('form', 'Log in').waitFor({ state: 'detached' });
    await board.isReady();
    // The server soon closes a socket whose login has ended, which would interrupt what the user does after logging in.
    const { 0: token } = sockets.tokens;
    await expect.poll(() => sockets.openWith(token)).toBe(0);
    const again = await board.seesCell('EK 50');
    await expect.poll(() => again.getAttribute('aria-selected')).toBe('true');
    await expect.poll(async () => board.hasFocus(await board.seesCell('EK 50'))).toBe(true);
    const now = await board.boxOf(again);
    expect(Math.abs(now.x - x)).toBeLessThan(2);
    expect(Math.abs(now.width - width)).toBeLessThan(2);
    await board.drag('BA 20, A1', 'A4');
    await board.seesCell('BA 20, A4');
  });

  test('a new token continues the connection before the old one expires', async () => {
    const path = await world().newPlan();
    const board = await world().openPage();
    await board.page.clock.install();
    const sockets = watchSockets(board);
    await board.enter(world().ann, path);
    await board.page.clock.fastForward('13:00');
    await expect.poll(() => new Set(sockets.tokens).size).toBe(2);
    expect(sockets.opened).toBe(1);
    expect(sockets.openWith(sockets.tokens[0])).toBe(0);
    await board.drag('BA 20, A1', 'A4');
    await board.seesCell('BA 20, A4');
  });

  test('a bar that is dragged while the connection is broken stays, and does not move the view instead', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const name = await board.boxOf(await board.sees('rowheader', 'A1'));
    const { x } = await board.boxOf(await board.seesCell('BA 20, A1'));
    await board.context.setOffline(true);
    await board.says('Connection', 'Offline');
    await board.drag('BA 20, A1', 'A4');
    await board.says('Messages', 'Nothing can be changed until the connection is back.');
    expect(await board.boxOf(await board.sees('rowheader', 'A1'))).toEqual(name);
    expect((await board.boxOf(await board.seesCell('BA 20, A1'))).x).toBe(x);
    await board.page.keyboard.press('u');
    await board.says('Messages', 'Nothing can be changed until the connection is back.');
    await board.context.setOffline(false);
    await board.says('Connection', 'Connected');
    await board.drag('BA 20, A1', 'A4');
    await board.seesCell('BA 20, A4');
  });

  // Guarantee: what was dropped is written, however slow the connection is.
  test('a logout waits for what is being saved, and the browser asks before it leaves the page', async () => {
    const path = await world().newPlan();
    const board = await world().openPage();
    const { page } = board;
    // What was being read is refused after the logout.
    board.expected.add(401);
    await board.enter(world().ann, path);
    const asked = new Promise<string>((resolve) => {
      page.on('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      });
    });
    const goOn = Promise.withResolvers<void>();
    await page.route('**/edits/', async (route) => {
      await goOn.promise;
      await route.continue();
    });
    await board.drag('BA 20, A1', 'A4');
    await board.drag('CX 30, A2', 'A3');
    await page.evaluate(() => location.assign('/healthz'));
    expect(await asked).toBe('beforeunload');
    await board.press('Log out');
    await board.says('Messages', /as soon as everything is saved/);
    goOn.resolve();
    await board.sees('form', 'Log in');
    await board.goTo(path);
    await board.logIn(world().ann);
    await board.isReady();
    await board.seesCell('BA 20, A4');
    await board.seesCell('CX 30, A3');
  });

  test('after a session has ended, what was typed stays, what was sent is carried out, and other tabs continue, too', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    board.expected.add(401).add(400);
    const tab = await board.newTab();
    tab.expected.add(401).add(400);
    await tab.goTo(path);
    await tab.isReady();
    const form = board.get('form', 'Log in');
    const logIn = async (): Promise<void> => {
      await board.logIn(world().ann);
      await form.waitFor({ state: 'detached' });
      // The other tab shares the cookie.
      await tab.get('form', 'Log in').waitFor({ state: 'detached' });
      await tab.isReady();
    };

    // The login is above an open dialog, which clicks and keys leave open.
    await board.press('Create draft');
    const name = board.get('textbox', 'Name');
    await name.fill('Fog unt');
    await tab.press('Log out');
    await form.waitFor();
    await board.get('textbox', 'E-mail').click();
    for (let time = 0; time < 2; time++) await board.page.keyboard.press('Escape');
    await logIn();
    await expect.poll(() => board.hasFocus(name)).toBe(true);
    await name.press('End');
    await board.page.keyboard.type('il noon');
    expect(await name.inputValue()).toBe('Fog until noon');
    await board.page.keyboard.press('Escape');
    await name.waitFor({ state: 'detached' });
    await board.isReady();

    // The server does not accept the token any more, and there is no cookie.
    await board.focusCell('BA 20');
    await board.page.keyboard.press('Enter');
    const expected = board.page.getByLabel('Expected in', { exact: true });
    await expected.fill('08:1');
    const refuse = async (path: string): Promise<void> => {
      await board.context.clearCookies();
      const refused = { status: 401, json: { code: 'unauthenticated', detail: 'The token is not valid.' } };
      await board.page.route(path, (route) => route.fulfill(refused), { times: 1 });
    };
    await refuse('**/edits/');
    await board.drag('BA 20, A1', 'A4');
    await form.waitFor();
    await logIn();
    await board.seesCell('BA 20, A4');
    await expect.poll(() => board.get('button', 'Undo').isEnabled()).toBe(true);
    expect(await board.get('alert', 'Problem').count()).toBe(0);
    await expect.poll(() => expected.inputValue()).toBe('08:1');

    // Another user begins anew, without what the first one has left.
    await board.press('Create draft');
    await name.fill('Mine');
    await refuse('**/workspaces/');
    await board.press('Create');
    await form.waitFor();
    await board.logIn(world().ben);
    await form.waitFor({ state: 'detached' });
    await board.isReady();
    await name.waitFor({ state: 'detached' });
    await board.get('combobox', 'Workspace').click();
    expect(await board.get('option', /^Mine/).count()).toBe(0);
  });

  test('when a proxy answers in place of the server, nothing typed is lost, and an undo can be repeated', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    board.expected.add(502).add(503);
    const page = (title: string) => `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
    const refuse = (path: string, status: number, title: string, meanwhile?: () => Promise<void>) => {
      const answer = async (route: Route): Promise<void> => {
        await meanwhile?.();
        await route.fulfill({ status, contentType: 'text/html', body: page(title) });
      };
      return board.page.route(path, answer, { times: 1 });
    };
    await board.drag('BA 20, A1', 'A4');
    await board.says('Messages', /^Move BA 20 to A4: saved/);
    await refuse('**/revert/', 502, '502 Bad Gateway');
    await board.press('Undo');
    expect(await (await board.sees('alert', 'Problem')).innerText()).toContain('The server cannot be reached.');
    await board.press('Close');
    await board.press('Undo');
    await board.seesCell('BA 20, A1');
    await refuse('**/edits/', 503, '503 Service Temporarily Unavailable');
    await board.drag('CX 30, A2', 'A3');
    await board.press('Try again');
    await board.seesCell('CX 30, A3');
    // So can an edit that the service itself cannot take at the moment.
    const busy = { status: 503, json: { code: 'overloaded', detail: 'Too many requests.', errors: [] } };
    await board.page.route('**/edits/', (route) => route.fulfill(busy), { times: 1 });
    await board.drag('DL 40, A3', 'A2');
    await board.press('Try again');
    await board.seesCell('DL 40, A2');
    await refuse('**/workspaces/', 503, '503 Service Temporarily Unavailable');
    await board.press('Create draft');
    await board.get('textbox', 'Name').fill('Fog');
    await board.press('Create');
    const problem = await board.sees('alert', 'Problem');
    expect(await problem.innerText()).toBe('HTTP status 503: 503 Service Temporarily Unavailable');
    await board.press('Create');
    await board.says('Mode', 'Draft: Fog');
    await board.isReady();
    await refuse('**/publish/', 503, '503 Service Temporarily Unavailable');
    await board.press('Publish');
    const dialog = await board.sees('dialog', 'Publish');
    await dialog.getByRole('alert').filter({ hasText: 'HTTP status 503' }).waitFor();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText(/stays as it is/).waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    const publish = dialog.getByRole('button', { name: 'Publish', exact: true });
    await publish.focus();
    const meanwhile: boolean[] = [];
    await refuse('**/publish/', 503, '503 Service Temporarily Unavailable', async () => {
      // A frame later, the browser takes the focus from a disabled button.
      await board.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      meanwhile.push(await publish.isDisabled(), await board.hasFocus(publish));
    });
    await board.page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    expect(meanwhile).toEqual([true, true]);
    expect(await board.hasFocus(publish)).toBe(true);
    await board.page.keyboard.press('Enter');
    await board.says('Mode', 'Live');
  });

  test('an edit whose response is lost is saved once, and can be undone; so is a strategy, a new draft and its publication', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const lose = (path: string): Promise<unknown> => {
      const carriedOut = async (route: Route): Promise<void> => {
        await route.fetch();
        await route.abort('connectionreset');
      };
      return board.page.route(path, carriedOut, { times: 1 });
    };
    await lose('**/edits/');
    await board.drag('BA 20, A1', 'A4');
    await board.says('Messages', /^Move BA 20 to A4: saved/);
    await board.press('Undo');
    await board.seesCell('BA 20, A1');
    await board.get('tab', 'Conflicts').click();
    await board.press(/^AZ 10 and BA 20 on A1/);
    await board.sees('button', 'Apply 1');
    await lose('**/apply-strategy/');
    await board.press('Apply 1');
    await board.says('Messages', /^Resolve BA 20: saved/);
    await expect.poll(() => board.get('button', 'Undo').isEnabled()).toBe(true);
    await board.press('Create draft');
    await board.get('textbox', 'Name').fill('Fog');
    await lose('**/workspaces/');
    await board.press('Create');
    await board.says('Mode', 'Draft: Fog');
    await board.isReady();
    await board.press('Publish');
    const dialog = await board.sees('dialog', 'Publish');
    await dialog.getByText(/stays as it is/).waitFor();
    await lose('**/publish/');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await board.says('Mode', 'Live');
    board.faults.splice(0, Infinity, ...board.faults.filter((fault) => !/ERR_CONNECTION_RESET/.test(fault)));
  });

  test('without a network, the board says so, keeps what it shows, and disables edits', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    // The bar is already held when the connection breaks.
    await board.drag('CX 30, A2', 'A3', async () => {
      await board.context.setOffline(true);
      await board.says('Connection', /Reconnecting|Offline/);
    });
    await board.seesCell('CX 30, A2');
    expect(await (await board.sees('alert', 'Problem')).innerText()).toContain('Move CX 30 to A3: not saved');
    await board.drag('BA 20, A1', 'A4');
    await board.seesCell('BA 20, A1');
    expect(await board.get('button', 'Undo').isDisabled()).toBe(true);
    await board.context.setOffline(false);
    await board.says('Connection', 'Connected');
    await board.press('Try again');
    await board.seesCell('CX 30, A3');
    await board.drag('BA 20, A1', 'A4');
    await board.seesCell('BA 20, A4');
    board.faults.splice(0, Infinity, ...board.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault)));
  });

  test('a panel whose script cannot be loaded says so, and the board keeps working', async () => {
    const board = await world().openPage();
    board.expected.add(404);
    await board.page.route('**/assets/ChangesPanel*.js', (route) => route.fulfill({ status: 404 }));
    // Nothing is lost while the first connection is made.
    const connection = Promise.withResolvers<void>();
    await board.page.routeWebSocket('**/v1/events/', async (socket) => {
      await connection.promise;
      socket.connectToServer();
    });
    await board.goTo(await world().newPlan());
    await board.logIn(world().ann);
    await board.seesCell('BA 20, A1');
    await board.says('Connection', /^Connecting$/);
    connection.resolve();
    await board.isReady();
    await board.get('tab', 'Changes').click();
    await board.sees('alert', 'Changes cannot be shown');
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await board.get('tab', 'Conflicts').click();
    await board.sees('list', 'Conflicts');
    await board.page.unroute('**/assets/ChangesPanel*.js');
    await board.get('tab', 'Changes').click();
    await board.press('Reload');
    await board.isReady();
    await board.get('tab', 'Changes').click();
    await board.sees('list', 'Changes');
    // React logs the error to the console each time.
    expect(board.faults.splice(0).filter((fault) => !fault.includes('ChangesPanel'))).toEqual([]);
  });
};
