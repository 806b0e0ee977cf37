import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { BoardPage } from '../boardPage.ts';
import type { BoardWorld } from '../boardWorld.ts';

/** Holds the edits that the board sends until what is returned is resolved. */
const holdEdits = async ({ page }: BoardPage): Promise<PromiseWithResolvers<void>> => {
  const held = Promise.withResolvers<void>();
  await page.route('**/edits/', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held;
};

/** What pointers and fingers do besides dragging one bar. */
export const gestureJourneys = (world: () => BoardWorld): void => {
  test('a lasso selects bars, which move together with one undo', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const { page } = board;
    const first = await board.boxOf(await board.seesCell('BA 20, A1'));
    const row = await board.boxOf(await board.sees('rowheader', 'A2'));
    await page.keyboard.down('Shift');
    await page.mouse.move(first.x + first.width + 30, first.y + 2);
    await page.mouse.down();
    await page.mouse.move(first.x + 20, row.y + row.height - 8, { steps: 6 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    for (const name of ['BA 20, A1', 'CX 30, A2']) {
      const cell = await board.seesCell(name);
      await expect.poll(() => cell.getAttribute('aria-selected')).toBe('true');
    }
    await board.drag('BA 20, A1', 'A3');
    await Promise.all([board.seesCell('BA 20, A3'), board.seesCell('CX 30, A4')]);
    await board.says('Messages', 'Move 2 operations to other resources: saved');
    await board.press('Undo');
    await Promise.all([board.seesCell('BA 20, A1'), board.seesCell('CX 30, A2')]);
  });

  test('an undo that is requested while its gesture is being written says so, and runs after it', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const { page } = board;
    const written = await holdEdits(board);
    await board.drag('BA 20, A1', 'A4');
    await board.seesCell('BA 20, A4');
    await page.keyboard.press('Control+z');
    await board.says('Messages', 'Undo: Move BA 20 to A4, once everything before is saved');
    written.resolve();
    await board.seesCell('BA 20, A1');
    await board.says('Messages', /^Undo: Move BA 20 to A4$/);
    await page.keyboard.press('Control+Shift+z');
    await board.seesCell('BA 20, A4');
  });

  test('an undo of a gesture that is refused meanwhile undoes nothing else', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    await board.drag('AZ 10, A1', 'A3');
    await board.says('Messages', 'Move AZ 10 to A3: saved');
    const written = await holdEdits(board);
    board.expected.add(412);
    await board.drag('BA 20, A1', 'A4');
    await board.seesCell('BA 20, A4');
    await board.page.keyboard.press('Control+z');
    const id = path.slice('/p/'.length);
    await world().server.move(`${id}-BA20`, `${id}-A2`);
    written.resolve();
    await board.sees('alert', 'Problem');
    await board.seesCell('BA 20, A2');
    await board.hasAnswers();
    await board.seesCell('AZ 10, A3');
    expect(await board.get('button', 'Undo').getAttribute('title')).toMatch(/^Undo Move AZ 10 to A3/);
  });

  test('keys that undo or select act on a text while it is typed, and on nothing behind a dialog', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const { keyboard } = board.page;
    await board.drag('BA 20, A1', 'A4');
    await board.says('Messages', /: saved$/);
    const search = board.get('searchbox', 'Search');
    await search.click();
    await keyboard.type('CX');
    await keyboard.press('Control+z');
    await expect.poll(() => search.inputValue()).toBe('');
    await keyboard.type('CX');
    await keyboard.press('Control+a');
    await keyboard.type('D');
    expect(await search.inputValue()).toBe('D');
    await keyboard.press('Escape');
    await board.press('Create draft');
    const create = await board.sees('dialog', 'Create draft');
    await create.getByRole('button', { name: 'Cancel' }).focus();
    await keyboard.press('Control+z');
    await keyboard.press('Escape');
    await board.seesCell('BA 20, A4');
    expect(await board.get('status', 'Messages').innerText()).toBe('Move BA 20 to A4: saved');
    await keyboard.press('Control+z');
    await board.seesCell('BA 20, A1');
    // What was entered in a field is an edit of the schedule, which is undone there.
    await board.focusCell('BA 20');
    await keyboard.press('Enter');
    const delay = board.page.getByLabel('Delay in', { exact: true });
    await delay.fill('15');
    await delay.press('Enter');
    await board.says('Messages', 'Delay of BA 20: saved');
    expect(await board.hasFocus(delay)).toBe(true);
    await keyboard.press('Control+z');
    await board.says('Messages', 'Undo: Delay of BA 20');
    await expect.poll(() => delay.inputValue()).toBe('0');
  });

  test('Ctrl+A selects the operations that search and filter show', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const { keyboard } = board.page;
    const selected = (): Promise<readonly string[]> =>
      board.page
        .locator('[role=gridcell][aria-selected=true]')
        .evaluateAll((cells) => cells.map((cell) => cell.ariaLabel?.slice(0, 5) ?? '').sort());
    await board.focusCell('DL 40');
    await keyboard.press('Control+a');
    await board.says('Messages', '1 operation selected');
    await keyboard.press('Escape');
    await keyboard.press('Control+a');
    await board.says('Messages', '6 operations selected');
    await expect.poll(selected).toEqual(['AZ 10', 'BA 20', 'CX 30', 'DL 40', 'EK 50', 'FR 60']);
    await keyboard.press('f');
    await board.page.getByRole('checkbox', { name: 'In conflict', exact: true }).check();
    await keyboard.press('Control+a');
    await board.says('Messages', '2 operations selected');
    await expect.poll(selected).toEqual(['AZ 10', 'BA 20']);
  });

  test('the overview strip moves the view through time', async () => {
    const board = await world().openAs(world().ann, `/p/${world().server.demo}`);
    const { page } = board;
    const startsAt = (): number => Date.parse(new URL(page.url()).searchParams.get('from') ?? '');
    await expect.poll(startsAt).toBeGreaterThan(0);
    const before = startsAt();
    const grid = await board.boxOf(await board.sees('grid', 'Timeline'));
    const y = grid.y + grid.height + 20;
    await page.mouse.move(grid.x + 300, y);
    await page.mouse.down();
    await page.mouse.move(grid.x + 500, y, { steps: 4 });
    await expect.poll(startsAt).toBeGreaterThan(before);
    const middle = startsAt();
    await page.mouse.move(grid.x + 700, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(startsAt).toBeGreaterThan(middle);
  });

  test('an expected time of another year is shown with its year wherever it is said', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await board.focusCell('DL 40');
    await board.page.keyboard.press('Enter');
    const field = await board.sees('textbox', 'Expected out');
    await field.fill('14 May 2032 13:00');
    await field.press('Enter');
    await board.seesCell('DL 40, A3, 14 May 2031 11:00–14 May 2032 13:00');
    expect(await field.inputValue()).toBe('14 May 2032 13:00');
    await board.get('article', 'DL 40').getByText('A3 · Wed 14 May, 11:00–14 May 2032, 13:00').waitFor();
    await board.get('tab', 'Changes').click();
    await board.get('list', 'Changes').getByRole('button').first().click();
    await board.get('list', 'Changes').getByText('14 May 2032, 13:00').first().waitFor();
  });

  test('the panel of an operation shows its number in other systems, by which it is found, and its description', async () => {
    const path = await world().newPlan((plan) => ({
      ...plan,
      operations: plan.operations.map((operation) =>
        operation.id.endsWith('DL40')
          ? { ...operation, externalId: 'CO881-1', description: 'Corona Harbor 3, 359 m, 14.7 m' }
          : operation,
      ),
    }));
    const board = await world().openAs(world().ann, path);
    const search = board.get('searchbox', 'Search');
    await search.fill('CO881');
    await search.press('Enter');
    await expect.poll(async () => board.hasFocus(await board.seesCell('DL 40'))).toBe(true);
    await board.page.keyboard.press('Enter');
    await board.get('article', 'DL 40').getByText('CO881-1 · Corona Harbor 3, 359 m, 14.7 m').waitFor();
  });

  test('long names of resources are read in full at their rows, among candidates and where an operation is moved', async () => {
    const named = (name: string): string =>
      `North Container Terminal, berth ${name}, dredged to 16.5 m for ships of 400 m`;
    const path = await world().newPlan((plan) => ({
      ...plan,
      resources: plan.resources.map((resource) => ({ ...resource, name: named(resource.name) })),
    }));
    const board = await world().openAs(world().ann, path);
    const { page } = board;
    const head = await board.boxOf(await board.sees('rowheader', named('A2')));
    await page.mouse.move(head.x + head.width / 2, head.y + head.height / 2);
    const card = page.locator('.hover-card');
    await card.filter({ hasText: named('A2') }).waitFor();
    await card.filter({ hasText: 'size c' }).waitFor();

    await board.focusCell('CX 30');
    /** Whether nothing of what it contains is cut off at a side. */
    const isWhole = (of: Locator): Promise<boolean> =>
      of.evaluate((element) => {
        const { width, height } = element.getBoundingClientRect();
        return element.scrollWidth <= Math.ceil(width) && element.scrollHeight <= Math.ceil(height);
      });
    expect(await isWhole(await board.sees('button', named('A4')))).toBe(true);

    await board.opensBy('Shift+M', 'Move CX 30');
    const dialog = board.get('dialog', 'Move CX 30');
    const reason = dialog.getByText(/^overlaps/).first();
    expect((await board.boxOf(reason)).width).toBeGreaterThan(100);
    expect(await isWhole(dialog.getByRole('listbox'))).toBe(true);
  });
};
