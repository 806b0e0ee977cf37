import { expect, test } from 'vitest';
import type { BoardWorld } from '../boardWorld.ts';

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

  test('when the session ends, the board stays behind the login and continues afterward', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    board.expected.add(401).add(400);
    await board.focusCell('EK 50');
    await board.press('Zoom in');
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
    const again = await board.seesCell('EK 50');
    await expect.poll(() => again.getAttribute('aria-selected')).toBe('true');
    await expect.poll(async () => board.hasFocus(await board.seesCell('EK 50'))).toBe(true);
    const now = await board.boxOf(again);
    expect(Math.abs(now.x - x)).toBeLessThan(2);
    expect(Math.abs(now.width - width)).toBeLessThan(2);
    await board.drag('BA 20, A1', 'A4');
    await board.seesCell('BA 20, A4');
  });

  test('an edit whose response is lost is saved once, and can be undone', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await board.page.route(
      '**/edits/',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await board.drag('BA 20, A1', 'A4');
    await board.says('Messages', /^Move BA 20 to A4: saved/);
    await board.press('Undo');
    await board.seesCell('BA 20, A1');
    board.faults.splice(0, Infinity, ...board.faults.filter((fault) => !/ERR_CONNECTION_RESET/.test(fault)));
  });

  test('without a network, the board says so, keeps what it shows, and disables edits', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await board.context.setOffline(true);
    await board.says('Connection', /Reconnecting|Offline/);
    await board.sees('status', 'Connection');
    await board.drag('BA 20, A1', 'A4');
    await board.seesCell('BA 20, A1');
    expect(await board.get('button', 'Undo').isDisabled()).toBe(true);
    await board.context.setOffline(false);
    await board.says('Connection', 'Connected');
    await board.drag('BA 20, A1', 'A4');
    await board.seesCell('BA 20, A4');
    board.faults.splice(0, Infinity, ...board.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault)));
  });

  test('a panel whose script cannot be loaded says so, and the board keeps working', async () => {
    const board = await world().openPage();
    board.expected.add(404);
    await board.page.route('**/assets/ChangesPanel*.js', (route) => route.fulfill({ status: 404 }));
    await board.enter(world().ann, await world().newPlan());
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
