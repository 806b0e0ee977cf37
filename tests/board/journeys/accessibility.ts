import { expect, test } from 'vitest';
import { dataOf } from '../../../client/tidegate.ts';
import { axeFindings } from '../axe.ts';
import type { BoardPage } from '../boardPage.ts';
import type { BoardWorld } from '../boardWorld.ts';
import { shortcutChecks, playwrightKey } from '../shortcutChecks.ts';
import { smallPlan } from '../smallPlan.ts';

/** Axe finds no violation of WCAG 2.2 AA in any state of the board in any look, and every listed shortcut works. */
export const accessibilityJourneys = (world: () => BoardWorld): void => {
  const finds = async (states: Record<string, string[]>, state: string, board: BoardPage): Promise<void> => {
    const found = await axeFindings(board.page);
    if (found.length > 0) states[state] = [...found];
  };

  test('axe finds nothing from the login to dialogs, refusals and the session’s end', async () => {
    const path = await world().newPlan();
    const found: Record<string, string[]> = {};
    const board = await world().openPage();
    board.expected.add(400).add(401);
    await board.goTo(path);
    await board.sees('form', 'Log in');
    await finds(found, 'login', board);
    await board.logIn(world().ann);
    await board.isReady();
    const heading = board.page.getByRole('heading', { level: 1 });
    await expect.poll(() => heading.allInnerTexts()).toEqual([path.slice('/p/'.length)]);
    await finds(found, 'nothing selected', board);
    await board.focusCell('BA 20');
    await board.page.keyboard.press('Enter');
    await board.sees('table', 'Candidates');
    await finds(found, 'operation', board);
    for (const [key, name] of [
      ['Shift+M', 'Move BA 20'],
      ['Control+k', 'Commands'],
      ['?', 'Keyboard shortcuts'],
      ['f', 'Filter'],
      ['v', 'Saved views'],
    ] as const) {
      await board.page.keyboard.press(key);
      await board.sees('dialog', name);
      await finds(found, name, board);
      await board.page.keyboard.press('Escape');
      await board.get('dialog', name).waitFor({ state: 'detached' });
    }
    await (await board.seesCell('CX 30, A2')).click({ button: 'right', force: true });
    await board.sees('menuitem', /^Split here/);
    await finds(found, 'menu', board);
    await board.page.keyboard.press('Escape');
    await board.drag('EK 50, B1', 'A4', () => finds(found, 'mid-drag', board));
    await board.sees('alert', 'Problem');
    await finds(found, 'refused', board);
    const tab = await board.newTab();
    await tab.goTo(path);
    await tab.isReady();
    await tab.press('Log out');
    await board.sees('form', 'Log in');
    await finds(found, 'session ended', board);
    expect(found).toEqual({});
  });

  test('axe finds nothing on an empty board, a crowded day, a draft, a past state, a viewer’s board and a small window', async () => {
    const { server, ann, vera } = world();
    const found: Record<string, string[]> = {};
    const plan = smallPlan('empty');
    await server.import({ ...plan, operations: [], assignments: [] });
    const small = (await world().newPlan()).slice('/p/'.length);
    const params = { path: { id: small } };
    const { GET, POST } = server.tidegate;
    const draft = await dataOf(POST('/v1/plannings/{id}/workspaces/', { params, body: { name: 'Fog' } }));
    const [change] = await dataOf(GET('/v1/plannings/{id}/changesets/', { params }));
    const board = await world().openPage();
    const choices = Promise.withResolvers<void>();
    let isHeld = false;
    await board.page.route(/\/ChoiceList-/, async (route) => {
      isHeld = true;
      await choices.promise;
      await route.continue();
    });
    await board.goTo('/p/empty');
    await board.logIn(ann);
    await board.says('Connection', 'Connected');
    await finds(found, 'empty, while what lists choices loads', board);
    expect(isHeld).toBe(true);
    choices.resolve();
    await board.page.getByRole('combobox', { name: 'Planning', disabled: false }).waitFor();
    await finds(found, 'empty', board);
    for (const [state, path, mode] of [
      ['crowded', `/p/${server.demo}`, 'Live'],
      ['draft', `/p/${small}?workspace=${draft.id}`, 'Draft: Fog'],
      ['past', `/p/${small}?change=${change?.id}`, /^Past/],
    ] as const) {
      await board.goTo(path);
      await board.says('Mode', mode);
      await board.page.getByRole('gridcell').first().waitFor();
      await finds(found, state, board);
    }
    const zoomed = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };
    const viewer = await world().openAs(vera, `/p/${small}`, zoomed);
    await finds(found, 'a viewer at 200 %', viewer);
    expect(found).toEqual({});
  });

  test('axe finds nothing in the panels, whatever they show', async () => {
    const found: Record<string, string[]> = {};
    const board = await world().openAs(world().ann, await world().newPlan());
    const tab = async (name: string): Promise<void> => board.get('tab', name).click();
    await tab('Conflicts');
    await board.press('AZ 10 and BA 20 on A1, 09:10, 100 %');
    await board.sees('button', 'Apply 1');
    await finds(found, 'strategies', board);
    await tab('Optimize');
    await board.sees('button', 'Start');
    await finds(found, 'optimize', board);
    await board.press('Start');
    await board.sees('table', 'Before and after');
    await finds(found, 'a plan to keep', board);
    await board.press('Discard');
    await tab('Metrics');
    await board.press('Stress test');
    await board.sees('list', 'Weakest operations');
    await finds(found, 'metrics', board);
    await tab('Assistant');
    await finds(found, 'assistant', board);
    await board.get('textbox', 'Message').fill('Resolve the conflict of BA 20');
    await board.press('Send');
    await board.sees('article', 'Proposal');
    await finds(found, 'proposal', board);
    await tab('Changes');
    await (await board.sees('list', 'Changes')).getByRole('button').first().click();
    await finds(found, 'changes', board);
    await board.press('Import');
    await board
      .get('dialog', 'Import')
      .getByLabel('File')
      .setInputFiles({
        name: 'bad.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('externalId,inboundTask.expectedTime\nX,yesterday\n'),
      });
    await board.sees('table', 'Problems');
    await finds(found, 'import', board);
    await board.page.keyboard.press('Escape');
    await board.press('Create draft');
    await finds(found, 'new draft', board);
    await board.get('textbox', 'Name').fill('Fog');
    await board.press('Create');
    await board.says('Mode', 'Draft: Fog');
    await board.isReady();
    await board.press('Publish');
    await board.sees('dialog', 'Publish');
    await finds(found, 'publish', board);
    expect(found).toEqual({});
  });

  test('every shortcut of the dialog works', async () => {
    const board = await world().openAs(world().ann, await world().newPlan(), {
      viewport: { width: 1280, height: 380 },
    });
    await board.page.keyboard.press('?');
    const dialog = await board.sees('dialog', 'Keyboard shortcuts');
    const listed = await dialog.locator('dl > div').evaluateAll((entries) =>
      entries.map((entry) => ({
        title: entry.querySelector('dt')?.textContent ?? '',
        keys: [...entry.querySelectorAll('kbd')].map(({ textContent }) => textContent),
      })),
    );
    await board.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const checks = shortcutChecks(board);
    expect(listed.map(({ title }) => title).sort()).toEqual(Object.keys(checks).sort());
    for (const { title, keys } of listed) for (const key of keys) await checks[title](playwrightKey(key), title);
  });

  test('what is said while a dialog is open is not behind it, and reaches screen readers', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const { page, context } = board;
    await board.opensBy('v', 'Saved views');
    await page.getByRole('textbox', { name: 'Name' }).fill('Night shift');
    await page.keyboard.press('Enter');
    await board.says('Messages', 'Night shift');
    const [message, dialog] = await Promise.all([
      board.boxOf(board.get('status', 'Messages')),
      board.boxOf(board.get('dialog', 'Saved views')),
    ]);
    expect(message.y).toBeGreaterThan(dialog.y + dialog.height);
    await context.setOffline(true);
    await board.says('Connection', 'Offline');
    await context.setOffline(false);
    await board.says('Connection', 'Connected');
    expect(await board.get('dialog', 'Saved views').count()).toBe(1);
  });
};
