import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { BoardPage } from '../boardPage.ts';
import { type BoardWorld, JOURNEY_MS } from '../boardWorld.ts';
import { instant, smallPlan } from '../smallPlan.ts';
import { plural } from '../../../engine/wording.ts';

/** Stops of Tab that a planner might be willing to pass. */
const MOST_STOPS = 30;

/** Moves by Tab (or Shift+Tab) from where the focus is. */
const tabTo = async (board: BoardPage, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await target.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await board.hasFocus(target)) return;
    await board.page.keyboard.press(key);
  }
  throw new Error(`${MOST_STOPS} times ${key} lead nowhere near ${String(target)}.`);
};

/** What the palette knows by that name. */
const run = async (board: BoardPage, command: string): Promise<void> => {
  const { keyboard } = board.page;
  await keyboard.press('Control+k');
  const box = await board.sees('combobox', 'Command');
  await expect.poll(() => board.hasFocus(box)).toBe(true);
  await keyboard.type(command);
  await keyboard.press('Enter');
  await box.waitFor({ state: 'detached' });
};

/** Goes to a panel's tab, which then has the focus. */
const toPanel = async (board: BoardPage, title: string): Promise<void> => {
  await run(board, `Show ${title}`);
  await expect.poll(() => board.hasFocus(board.get('tab', title))).toBe(true);
};

const conflicts = (board: BoardPage, count: number): Promise<void> =>
  expect.poll(() => board.page.title()).toMatch(new RegExp(`^${plural(count, 'conflict')} `));

/** The toolbar is one stop of Tab, in which arrow keys move. */
const movesInToolbar = async (board: BoardPage): Promise<void> => {
  const { keyboard } = board.page;
  const has = (what: Locator) => expect.poll(() => board.hasFocus(what)).toBe(true);
  const isInToolbar = (): Promise<boolean> =>
    board.page.evaluate(() => document.activeElement?.closest('[role=toolbar]') !== null);
  const slider = board.get('slider', 'Schedule to expected');
  const choice = board.page.getByRole('combobox', { name: 'Time', exact: true, disabled: false });
  // Edits are possible once the user is known, and choices once their script is there.
  await board.sees('button', 'Create draft');
  await choice.waitFor();
  await board.get('grid', 'Timeline').focus();
  await tabTo(board, board.get('button', 'Move in time'), 'Shift+Tab');
  await keyboard.press('ArrowRight');
  await has(board.get('button', 'Close a resource'));
  await keyboard.press('ArrowRight');
  await has(board.get('button', 'Now'));
  await keyboard.press('End');
  await has(board.get('button', 'Download CSV'));
  await keyboard.press('ArrowRight');
  await has(board.get('button', 'Move in time'));
  for (let stop = 0; stop < MOST_STOPS && !(await board.hasFocus(slider)); stop++) await keyboard.press('ArrowRight');
  const before = Number(await slider.inputValue());
  await keyboard.press('ArrowDown');
  expect(Number(await slider.inputValue())).toBe(before - 5);
  await keyboard.press('ArrowUp');
  expect(Number(await slider.inputValue())).toBe(before);
  await keyboard.press('ArrowRight');
  await has(choice);
  await keyboard.press('ArrowDown');
  await board.sees('option', 'UTC');
  await keyboard.press('Escape');
  await has(choice);
  await keyboard.press('Tab');
  expect(await isInToolbar()).toBe(false);
  await keyboard.press('Shift+Tab');
  await has(choice);
  await keyboard.press('Shift+Tab');
  expect(await isInToolbar()).toBe(false);
};

/** What the palette's commands lead to has the focus, and after a dialog, what had it before the palette. */
const fromPalette = (world: () => BoardWorld): void => {
  test('the tabs are one stop of Tab, arrows lead from one to the next, and Enter opens it', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const { keyboard } = board.page;
    const tab = (name: string): Locator => board.get('tab', name);
    await tab('Conflicts').click();
    for (const key of ['ArrowLeft', 'Home', 'End', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await keyboard.press(key);
    await expect.poll(() => board.hasFocus(tab('Optimize'))).toBe(true);
    expect(await tab('Conflicts').getAttribute('aria-selected')).toBe('true');
    await keyboard.press('Enter');
    await board.sees('tabpanel', 'Optimize');
    await keyboard.press('Tab');
    expect(await board.hasFocus(board.get('tabpanel', 'Optimize'))).toBe(true);
    await keyboard.press('Shift+Tab');
    expect(await board.hasFocus(tab('Optimize'))).toBe(true);
  });

  test('a command of the palette leads to where it says, or back to where the focus was', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const { keyboard } = board.page;
    const has = (what: Locator) => expect.poll(() => board.hasFocus(what)).toBe(true);
    const cell = await board.focusCell('CX 30');
    for (const command of ['Create draft', 'Keyboard shortcuts', 'Limits of the standing repair']) {
      await run(board, command);
      const dialog = await board.sees('dialog', command);
      await keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await has(cell);
    }
    for (const [key, field] of [
      ['ControlOrMeta+k', 'Command'],
      ['Shift+M', 'Filter rows'],
    ] as const) {
      await keyboard.press(key);
      await board.get('combobox', field).fill('tea');
      await board.page.getByRole('status').filter({ hasText: 'There is nothing with tea.' }).waitFor();
      await board.get('combobox', field).fill('');
      await (await board.sees('option', /./)).waitFor();
      expect(await board.page.getByText('There is nothing').count()).toBe(0);
      await keyboard.press('Escape');
      await has(cell);
    }
    await run(board, 'Go to the panel');
    await has(board.get('tab', 'Operation'));
    // Letters are no keys of a tab.
    await keyboard.press('c');
    await has(await board.seesCell('BA 20'));
    await run(board, 'Search');
    await has(board.get('searchbox', 'Search'));
  });

  test('the next conflict is the one after the shown time, and after one that was resolved', async () => {
    const path = await world().newPlan((plan) => ({
      ...plan,
      operations: plan.operations?.map((operation) =>
        operation.inboundTask?.taskName === 'EK 50'
          ? {
              ...operation,
              tags: plan.operations?.[0]?.tags ?? [],
              inboundTask: {
                ...operation.inboundTask,
                scheduledTime: instant('12:00'),
                expectedTime: instant('12:00'),
              },
              outboundTask: {
                taskName: 'EK 51',
                expectedTimesSource: 'manual' as const,
                scheduledTime: instant('14:00'),
                expectedTime: instant('14:00'),
              },
            }
          : operation,
      ),
      assignments: plan.assignments?.map((one) => {
        const dl = plan.assignments?.find(({ operation }) => operation.endsWith('DL40'));
        return one.operation.endsWith('EK50') && dl !== undefined ? { ...dl, operation: one.operation } : one;
      }),
    }));
    const board = await world().openAs(world().ann, `${path}?from=2031-05-14T09:00Z&to=2031-05-14T15:00Z`);
    const { keyboard } = board.page;
    await expect.poll(() => board.page.title()).toMatch(/^2 conflicts/);
    await board.get('tab', 'Conflicts').click();
    await board.get('grid', 'Timeline').focus();
    await keyboard.press('c');
    await board.says('Messages', /^DL 40 and EK 50 \/ EK 51 on A3/);
    const listed = board.get('list', 'Conflicts').locator('[aria-current="true"]');
    await expect.poll(() => listed.allInnerTexts()).toEqual([expect.stringContaining('EK 51')]);
    await keyboard.press('u');
    await expect.poll(() => board.page.title()).toMatch(/^1 conflict ·/);
    // Its last message would replace the next one.
    await board.says('Messages', /: saved$/);
    // After the last one of the day comes the first one.
    await keyboard.press('c');
    await board.says('Messages', /^AZ 10 and BA 20 on A1/);
    await keyboard.press('x');
    await board.says('Messages', 'Bars are at their scheduled times.');
  });

  test('a bar goes to its best row also when the keys come before the rows are judged', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await board.focusCell('BA 20');
    await board.page.evaluate(() => {
      for (const key of ['m', ']', 'Enter'])
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
    await board.says('Messages', /^Move BA 20 to A3: saved$/);
    await board.seesCell('BA 20, A3');
  });
};

/** Everything in the board's panels and dialogs can be done without a mouse or a finger. */
export const keyboardJourneys = (world: () => BoardWorld): void => {
  fromPalette(world);

  test('by keys alone: a strategy, an optimization, a proposal, each taken and undone', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const { keyboard } = board.page;
    await conflicts(board, 1);
    await movesInToolbar(board);
    await keyboard.press('F6');
    await expect.poll(() => board.hasFocus(board.get('tab', 'Operation'))).toBe(true);
    await keyboard.press('ArrowLeft');
    await keyboard.press('Enter');
    await tabTo(board, await board.sees('button', /^AZ 10 and BA 20 on A1/));
    await keyboard.press('Enter');
    await tabTo(board, await board.sees('button', 'Apply 1'));
    await tabTo(board, board.get('button', 'Preview 1'));
    await keyboard.press('Enter');
    await board.sees('region', 'Preview');
    await tabTo(board, board.get('button', 'Apply 1'), 'Shift+Tab');
    await keyboard.press('Enter');
    await conflicts(board, 0);
    await board.says('Messages', /^Resolve BA 20: saved$/);
    await keyboard.press('Control+z');
    await conflicts(board, 1);
    await board.says('Messages', /^Undo/);

    await toPanel(board, 'Optimize');
    await tabTo(board, board.get('button', 'Start'));
    await keyboard.press('Enter');
    await board.sees('table', 'Before and after');
    const panel = board.get('tabpanel', 'Optimize');
    await expect.poll(() => board.hasFocus(panel)).toBe(true);
    await tabTo(board, board.get('button', 'Keep'));
    await keyboard.press('Enter');
    await conflicts(board, 0);
    await board.says('Messages', /^Optimize: saved$/);
    await expect.poll(() => board.hasFocus(panel)).toBe(true);
    await keyboard.press('Control+z');
    await conflicts(board, 1);

    await toPanel(board, 'Assistant');
    await tabTo(board, board.get('textbox', 'Message'));
    await keyboard.type('Resolve the conflict of BA 20');
    await keyboard.press('Enter');
    const apply = (await board.sees('article', 'Proposal')).getByRole('button', { name: 'Apply' });
    await tabTo(board, apply, 'Shift+Tab');
    await keyboard.press('Enter');
    await conflicts(board, 0);
    await board.says('Messages', /^Apply a proposal: saved$/);
    await keyboard.press('F6');
    await keyboard.press('F6');
    await keyboard.press('Control+z');
    await conflicts(board, 1);
  });

  test('by keys alone: a stay is split, its second part towed and split again', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const { keyboard } = board.page;
    const hasFocus = (cell: string): Promise<void> =>
      expect.poll(async () => board.hasFocus(await board.seesCell(cell))).toBe(true);
    // Edits are possible once the user is known.
    await board.sees('button', 'Create draft');
    await board.focusCell('DL 40');
    await keyboard.press('s');
    await board.seesCell('DL 40, A3, 11:00–12:00');
    await hasFocus('DL 40, A3, 11:00–12:00');
    await keyboard.press('ArrowRight');
    await hasFocus('DL 40, A3, 12:00–13:00');
    await keyboard.press('m');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await board.seesCell('DL 40, A4, 12:00–13:00');
    await hasFocus('DL 40, A4, 12:00–13:00');
    await board.opensBy('Shift+m', 'Move DL 40');
    await keyboard.type('A2');
    await board.sees('option', /^A2,/);
    await keyboard.press('Enter');
    await board.seesCell('DL 40, A2, 12:00–13:00');
    await hasFocus('DL 40, A2, 12:00–13:00');
    await keyboard.press('s');
    await Promise.all(
      ['A3, 11:00–12:00', 'A2, 12:00–12:30', 'A2, 12:30–13:00'].map((rest) => board.seesCell(`DL 40, ${rest}`)),
    );

    // The panel is about the part that has the focus.
    await keyboard.press('Enter');
    const candidates = await board.sees('table', 'Candidates');
    const here = candidates.getByRole('row', { name: /Here now\.$/ });
    await board.sees('heading', /^Candidates of part 2 of 3/);
    await here.filter({ hasText: 'A2' }).waitFor();
    await (await board.seesCell('DL 40, A3, 11:00–12:00')).click({ force: true });
    await board.sees('heading', /^Candidates of part 1 of 3/);
    await here.filter({ hasText: 'A3' }).waitFor();
    await (await board.seesCell('DL 40, A2, 12:30–13:00')).click({ button: 'right', force: true });
    await (await board.sees('menuitem', /^Move to/)).click();
    await (await board.sees('option', /^A4,/)).click();
    await board.seesCell('DL 40, A4, 12:30–13:00');
    await board.seesCell('DL 40, A3, 11:00–12:00');

    // The pane of operations without a place is below the rows.
    await board.focusCell('EK 50');
    await keyboard.press('ArrowDown');
    await hasFocus('FR 60, unassigned');
    await keyboard.press('ArrowUp');
    await hasFocus('EK 50');
  });

  test('where bars are too many for a cell each, keys lead from row to row, and Enter zooms in', async () => {
    const board = await world().openAs(world().ann, `/p/${world().server.demo}`, {
      viewport: { width: 1280, height: 3400 },
    });
    const { keyboard } = board.page;
    await board.press('Fit');
    const summary = board.page.getByRole('gridcell', { name: /^\d+ operations/ });
    await summary.first().waitFor();
    await board.get('grid', 'Timeline').focus();
    for (let row = 0; row < 3; row++) {
      await keyboard.press('ArrowDown');
      await expect.poll(() => board.hasFocus(summary.nth(row))).toBe(true);
    }
    const said = await board.get('status', 'Messages').innerText();
    expect(said).toMatch(/, T3, \d\d:\d\d–\d\d:\d\d/);
    await keyboard.press('Enter');
    await expect.poll(async () => board.hasFocus(await board.seesCell(said.trim()))).toBe(true);
  });

  test('by keys alone: a draft with a clash is published, the past looked at, a change reverted, a file imported', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    const { keyboard } = board.page;
    const moveTo = async (name: string, resource: string): Promise<void> => {
      await keyboard.press('/');
      await keyboard.type(name);
      await keyboard.press('Enter');
      const cell = await board.seesCell(name);
      await expect.poll(() => board.hasFocus(cell)).toBe(true);
      await keyboard.press('Shift+m');
      await board.sees('dialog', `Move ${name}`);
      await keyboard.type(resource);
      await board.sees('option', new RegExp(`^${resource},`));
      await keyboard.press('Enter');
      await board.seesCell(`${name}, ${resource}`);
      await board.says('Messages', /: saved$/);
    };
    await run(board, 'Create draft');
    await expect.poll(async () => board.hasFocus(await board.sees('textbox', 'Name'))).toBe(true);
    await keyboard.type('Fog');
    await keyboard.press('Enter');
    await board.says('Mode', 'Draft: Fog');
    await board.isReady();
    await moveTo('BA 20', 'A4');
    // Meanwhile somebody else changes the same operation in another way.
    const operation = `${path.slice('/p/'.length)}-BA20`;
    const resource = operation.replace('BA20', 'A3');
    await world().server.move(operation, resource);
    await run(board, 'Publish');
    const dialog = await board.sees('dialog', 'Publish');
    const mine = dialog.getByRole('radio', { name: 'Mine' });
    await tabTo(board, mine);
    await keyboard.press('Space');
    const publish = dialog.getByRole('button', { name: 'Publish', exact: true });
    await expect.poll(() => publish.isEnabled()).toBe(true);
    await tabTo(board, publish);
    await keyboard.press('Enter');
    await board.says('Mode', 'Live');
    await board.isReady();
    await board.seesCell('BA 20, A4');

    await toPanel(board, 'Changes');
    const slider = await board.sees('slider', 'History');
    await tabTo(board, slider);
    await keyboard.press('ArrowLeft');
    await board.says('Mode', /^Past: /);
    await board.seesCell('BA 20, A3');
    await keyboard.press('ArrowLeft');
    await board.seesCell('BA 20, A1');
    await keyboard.press('End');
    await board.says('Mode', 'Live');
    await board.seesCell('BA 20, A4');
    const entry = board.get('list', 'Changes').getByRole('button').first();
    await tabTo(board, entry);
    await keyboard.press('Enter');
    await tabTo(board, await board.sees('button', 'Revert'));
    await keyboard.press('Enter');
    await board.seesCell('BA 20, A3');

    const ada = await world().server.newUser('Ada', 'admin');
    const admin = await world().openAs(ada, path);
    // The test waits for the chooser before it opens, because one that Chromium opened by itself stays open and keeps every later one from opening.
    const chosen = admin.page.waitForEvent('filechooser', { timeout: JOURNEY_MS });
    await run(admin, 'Import');
    await tabTo(admin, admin.get('dialog', 'Import').getByRole('button', { name: 'Choose a file' }));
    await admin.page.keyboard.press('Enter');
    const chooser = await chosen;
    const plan = { ...smallPlan(`bykeys-${path.slice('/p/'.length)}`, 'By keys') };
    await chooser.setFiles({
      name: 'day.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(plan)),
    });
    await admin.page.getByText(/“By keys”: 6 operations/).waitFor();
    await tabTo(admin, admin.get('dialog', 'Import').getByRole('button', { name: 'Import', exact: true }));
    await admin.page.keyboard.press('Enter');
    await expect.poll(() => admin.page.title()).toMatch(/^1 conflict · By keys · Live$/);
  });
};
