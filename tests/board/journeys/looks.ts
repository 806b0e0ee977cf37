import { readFile } from 'node:fs/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { DocumentOperation, DocumentTask } from '../../../engine/instance/planningDocument.ts';
import type { BoardPage } from '../boardPage.ts';
import type { BoardWorld } from '../boardWorld.ts';
import { smallPlan } from '../smallPlan.ts';

const namesOfRows = (board: BoardPage): Promise<readonly (string | null)[]> =>
  board.page.getByRole('rowheader').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));

/** Filters, saved views, pinned rows, splitters and colors; printing and CSV. */
export const lookJourneys = (world: () => BoardWorld): void => {
  test('a filter, pinned rows and colors are in the address and in a saved view, and are reset by a command', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    const { page } = board;
    await expect.poll(() => page.title()).toMatch(/^1 conflict ·/);
    await page.keyboard.press('f');
    await page.getByRole('checkbox', { name: 'In conflict', exact: true }).check();
    await page.getByRole('checkbox', { name: /^Only rows/ }).check();
    await page.keyboard.press('Escape');
    await expect.poll(() => namesOfRows(board)).toEqual(['Pier A', 'A1']);
    await expect.poll(() => page.url()).toMatch(/only=conflict&rows=matching/);

    // A pinned row is shown whatever the filter hides.
    await board.press(/^Filter, 2/);
    await page.getByRole('checkbox', { name: /^Only rows/ }).uncheck();
    await page.keyboard.press('Escape');
    await board.focusCell('EK 50');
    await page.keyboard.press('p');
    await expect.poll(async () => (await namesOfRows(board))[0]).toBe('B1');
    await board.get('combobox', 'Color by').click();
    await (await board.sees('option', 'Color by risk')).click();
    await expect.poll(() => page.url()).toMatch(/pins=small\d+-B1&color=risk/);

    await board.press('Saved views');
    await page.getByRole('textbox', { name: 'Name' }).fill('Night shift');
    await page.keyboard.press('Enter');
    await board.sees('button', 'Night shift');
    // What another tab saves is listed here, too, and not lost when this one saves the next view.
    const tab = await board.newTab();
    await tab.goTo(path);
    await tab.isReady();
    await tab.press('Saved views');
    const save = async ({ page: at }: BoardPage, name: string): Promise<void> => {
      await at.getByRole('textbox', { name: 'Name' }).fill(name);
      await at.keyboard.press('Enter');
    };
    await save(tab, 'Other tab');
    await board.sees('button', 'Other tab');
    await save(board, 'Day shift');
    await tab.sees('button', 'Day shift');
    // What is deleted by keys gives the focus to the next view, or to the previous one where it was the last.
    await save(tab, 'Tower');
    await tab.sees('button', 'Tower');
    const removal = (name: string) => tab.get('button', `Delete ${name}`);
    for (const [name, next] of [
      ['Other tab', 'Tower'],
      ['Tower', 'Night shift'],
    ] as const) {
      await removal(name).press('Enter');
      await expect.poll(() => tab.hasFocus(removal(next))).toBe(true);
    }
    await board.get('button', 'Tower').waitFor({ state: 'detached' });
    await tab.page.close();
    await page.keyboard.press('Escape');
    await page.reload();
    await board.isReady();
    await expect.poll(async () => (await namesOfRows(board))[0]).toBe('B1');
    await board.goTo(path);
    await board.isReady();
    await expect.poll(async () => (await namesOfRows(board))[0]).toBe('Pier A');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).fill('night');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await namesOfRows(board))[0]).toBe('B1');
    await expect.poll(() => page.url()).toMatch(/only=conflict&pins=.*color=risk/);
  });

  test('splitters are moved by keys and by pointer, and keep their position', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const { page } = board;
    const names = await board.sees('separator', 'Width of the names');
    const before = (await board.boxOf(await board.sees('rowheader', 'A1'))).width;
    await names.focus();
    await page.keyboard.press('ArrowRight');
    const wider = async (): Promise<number> => (await board.boxOf(board.get('rowheader', 'A1'))).width - before;
    await expect.poll(wider).toBe(16);
    const panel = await board.sees('separator', 'Width of the panel');
    const usual = Number(await panel.getAttribute('aria-valuenow'));
    const { x, y } = await board.boxOf(panel);
    await page.mouse.move(x + 4, y + 100);
    await page.mouse.down();
    await page.mouse.move(x - 56, y + 100, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => panel.getAttribute('aria-valuenow')).toBe(String(usual + 60));
    await page.reload();
    await board.isReady();
    await expect.poll(wider).toBe(16);
    const after = board.get('separator', 'Width of the panel');
    await expect.poll(() => after.getAttribute('aria-valuenow')).toBe(String(usual + 60));
  });

  test('in narrow windows and at 200 %, no control of the header is cut off, and names of resources leave room', async () => {
    const path = await world().newPlan((plan) => ({
      ...plan,
      planning: { ...plan.planning, name: 'Atlanta, 2008-03-14' },
      resources: plan.resources.map((resource) => ({
        ...resource,
        name: `${resource.name}, at the far end of the pier, without a bridge, for long stays`,
      })),
    }));
    const board = await world().openAs(world().ann, path);
    await board.sees('combobox', 'Standing repair');
    for (const [width, height] of [
      [1024, 768],
      [768, 1024],
      [640, 400],
      [390, 844],
    ] as const) {
      await board.page.setViewportSize({ width, height });
      const cut = await board.page
        .getByRole('banner')
        .locator('button, input')
        .evaluateAll((controls) =>
          controls
            .map((control) => [control.ariaLabel, control.getBoundingClientRect().right] as const)
            .filter(([, right]) => right > innerWidth),
        );
      expect(cut).toEqual([]);
      const { height: high } = await board.boxOf(board.get('toolbar', 'Timeline tools'));
      expect(high, `the tools at ${width}`).toBeLessThan(60);
      const { x, width: wide } = await board.boxOf(board.get('tablist', 'Panels'));
      for (const tab of await board.page.getByRole('tab').all()) {
        const { x: left, width: own } = await board.boxOf(tab);
        expect(left).toBeGreaterThanOrEqual(x);
        expect(left + own).toBeLessThanOrEqual(x + wide);
      }
    }
    // On a phone, the panel is below the timeline.
    const timelineBox = () => board.boxOf(board.get('grid', 'Timeline'));
    await expect.poll(async () => (await timelineBox()).width).toBe(390);
    const [timeline, panel] = [await timelineBox(), await board.boxOf(board.get('complementary', 'Panel'))];
    expect(panel.width).toBe(390);
    expect(panel.y).toBeGreaterThanOrEqual(timeline.y + timeline.height);
    await board.get('tab', 'Conflicts').click();
    const conflict = (await board.sees('list', 'Conflicts')).getByRole('button').first();
    expect((await board.boxOf(conflict.getByText('AZ 10'))).width).toBeGreaterThan(100);
  });

  test('on a phone, dialogs, drafts and previews fit on the screen, and what is said covers no button', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const { page } = board;
    await page.setViewportSize({ width: 360, height: 740 });
    const fits = () => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    // The tools take one row, so that most of the upper half has rows, and the conflicts are in view in front of them.
    const upper = await board.boxOf(board.get('grid', 'Timeline'));
    expect(upper.height).toBeGreaterThan(120);
    expect((await board.boxOf(board.get('button', '! 1 conflict'))).x).toBeLessThan(300);
    await board.get('button', 'Download CSV').focus();
    expect((await board.boxOf(board.get('button', 'Download CSV'))).x).toBeLessThan(330);
    for (const title of ['Conflicts', 'Optimize', 'Changes', 'Metrics', 'Assistant', 'Operation']) {
      await board.get('tab', title).click();
      await fits();
    }
    await page.keyboard.press('?');
    const shortcuts = (await board.sees('dialog', 'Keyboard shortcuts')).getByRole('group');
    expect(await shortcuts.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.keyboard.press('Escape');
    await board.press('Limits of the standing repair');
    const dialog = await board.sees('dialog', 'Limits of the standing repair');
    const labels = await dialog.locator('label[for]').all();
    const boxes = await Promise.all(labels.map((label) => board.boxOf(label)));
    for (const [i, { y }] of boxes.slice(1).entries()) expect(y).toBeGreaterThanOrEqual(boxes[i].y + boxes[i].height);
    await page.keyboard.press('Escape');

    await board.get('tab', 'Conflicts').click();
    await board.press(/^AZ 10 and BA 20 on A1/);
    await board.press('Preview 1');
    await page.mouse.move(0, 0);
    const end = await board.sees('button', 'End preview');
    await fits();
    const told = board.get('region', 'Preview').locator('span').first();
    expect(await told.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    await board.focusCell('CX 30');
    await page.keyboard.press('l');
    await board.says('Messages', /saved$/);
    const [button, message] = [await board.boxOf(end), await board.boxOf(board.get('status', 'Messages'))];
    expect(message.y).toBeGreaterThanOrEqual(button.y + button.height);
    await end.click();

    await board.press('Create draft');
    await board.get('textbox', 'Name').fill('Fog');
    await board.press('Create');
    await board.says('Mode', 'Draft: Fog');
    await board.isReady();
    await board.sees('button', 'Publish');
    await fits();
  });

  test('with the colors of the system, what is highlighted, pressed or said can be seen', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const { page } = board;
    const styleOf = (what: Locator) =>
      what.evaluate((element) => {
        const { outlineStyle, backgroundColor, color, forcedColorAdjust } = getComputedStyle(element);
        return { outlineStyle, backgroundColor, color, forcedColorAdjust };
      });
    await page.emulateMedia({ forcedColors: 'active' });
    const timed = board.get('button', 'Move in time');
    const { backgroundColor: unpressed } = await styleOf(timed);
    await timed.click();
    await expect.poll(async () => (await styleOf(timed)).backgroundColor).not.toBe(unpressed);
    await timed.click();
    await board.focusCell('CX 30');
    await page.keyboard.press('l');
    await board.says('Messages', /saved$/);
    const said = await styleOf(board.get('status', 'Messages'));
    expect(said.forcedColorAdjust).toBe('none');
    expect(said.color).not.toBe(said.backgroundColor);
    expect((await styleOf(page.locator('[data-sign="closed"]'))).forcedColorAdjust).toBe('none');

    await page.keyboard.press('Control+k');
    const command = (await board.sees('listbox', 'Commands')).getByRole('option', { selected: true });
    expect((await styleOf(command)).outlineStyle).toBe('solid');
    await page.keyboard.press('Escape');
    await board.get('dialog', 'Commands').waitFor({ state: 'detached' });
    await (await board.seesCell('CX 30, A2')).click({ button: 'right', force: true });
    const item = await board.sees('menuitem', /^Split here/);
    await item.hover();
    await expect.poll(async () => (await styleOf(item)).outlineStyle).toBe('solid');
  });

  test('on a phone, the header has two rows in every state, and on a tablet or at a desk one', async () => {
    const path = await world().newPlan();
    const [board, other] = await Promise.all([world().openAs(world().ann, path), world().openAs(world().ben, path)]);
    const { page } = board;
    const banner = page.getByRole('banner');
    const fits = async (...sizes: readonly (readonly [number, number])[]): Promise<void> => {
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        const rows = () => banner.evaluate(({ clientHeight }) => clientHeight);
        await expect.poll(rows, { message: `${width} × ${height}` }).toBeLessThanOrEqual(width < 640 ? 64 : 44);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        const cut = await banner.locator('button, input').evaluateAll((controls) =>
          controls.flatMap((control) => {
            const { left, right } = control.getBoundingClientRect();
            return left < 0 || right > innerWidth ? [control.ariaLabel] : [];
          }),
        );
        expect(cut).toEqual([]);
      }
    };
    const small = [
      [768, 1024],
      [720, 450],
      [390, 844],
      [360, 740],
    ] as const;
    await other.focusCell('CX 30');
    await banner.getByTitle('Ben').waitFor();
    await board.sees('combobox', 'Standing repair');
    await fits([1280, 800], ...small);
    // The search has room where the text is typed.
    const search = board.get('searchbox', 'Search');
    await search.fill('BA 20');
    await fits(...small);
    expect((await board.boxOf(search)).width).toBeGreaterThan(120);
    await search.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
    await board.drag('BA 20, A1', 'A4');
    await board.says('Messages', /saved$/);
    await board.get('tab', 'Changes').click();
    await (await board.sees('slider', 'History')).press('ArrowLeft');
    await board.says('Mode', /^Past/);
    await fits(...small);
    // The notice leaves room for its button.
    expect((await board.boxOf(page.getByText('Nothing can be changed here.'))).height).toBeLessThan(24);
    await board.press('Back to now');
    await board.says('Mode', 'Live');
    await board.get('combobox', 'Standing repair').click();
    await (await board.sees('option', /^Repair proposes/)).click();
    await banner.getByText('Repair proposes').waitFor();
    await fits(...small);
    const fitsOffline = async (): Promise<void> => {
      await page.context().setOffline(true);
      await board.says('Connection', 'Offline');
      await fits(...small);
      await page.context().setOffline(false);
      await board.says('Connection', 'Connected');
      board.faults.splice(0, Infinity, ...board.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault)));
    };
    await board.hasAnswers();
    await fitsOffline();
    await board.press('Create draft');
    await board.get('textbox', 'Name').fill('Fog and snow in the evening');
    await board.press('Create');
    await board.says('Mode', 'Draft: Fog and snow in the evening');
    await fits(...small);
    await board.hasAnswers();
    await fitsOffline();
  });

  test('printed pages have the rows’ names and the hours; a CSV contains the shown bars', async () => {
    const board = await world().openAs(world().ann, `/p/${world().server.demo}`);
    const { page } = board;
    await board.press('Fit');
    await expect.poll(async () => (await page.getByRole('gridcell').count()) > 0).toBe(true);
    const colors = (await (await board.sees('list', /^Colors by/)).innerText()).split(/\s*\n\s*/);
    const pdf = await page.pdf({ landscape: true, format: 'A3', printBackground: true });
    const paper = await getDocumentProxy(new Uint8Array(pdf));
    const first = await paper.getPage(1);
    const texts = (await first.getTextContent()).items.flatMap((item) => ('transform' in item ? [item] : []));
    expect(Math.max(...texts.map(({ transform }) => transform[4] as number))).toBeGreaterThan(0.9 * first.view[2]);
    const { text: pages } = await extractText(paper);
    expect(pages.length).toBeGreaterThan(4);
    for (const [i, text] of pages.entries()) {
      const last = i === pages.length - 1 && text.includes('Unassigned');
      if (last) continue;
      expect(text, `page ${i + 1}`).toMatch(
        new RegExp(`^Atlanta.* · Live · .*page ${i + 1} of \\d+\\s+${colors.join('\\s+')}\\s`),
      );
      expect(text, `page ${i + 1}`).toMatch(/\b[A-Z]\d{1,2}\b/);
      expect(text, `page ${i + 1}`).toMatch(/\b\d\d:00\b/);
    }
    expect(pages.join(' ')).toContain('EV 4866 / EV 4514');

    const named = await world().newPlan((plan) => ({ ...plan, planning: { ...plan.planning, name: 'Day: 1/2' } }));
    const printed = async (): Promise<string> => {
      const paper = await page.pdf({ landscape: true, format: 'A4' });
      return (await extractText(await getDocumentProxy(new Uint8Array(paper)), { mergePages: true })).text;
    };
    // Neither a planning that is being loaded nor what draws it on paper is there yet: the paper says so.
    for (const missing of ['**/export/**', '**/print-*.js']) {
      const goOn = Promise.withResolvers<void>();
      const isAsked = Promise.withResolvers<void>();
      await page.route(missing, async (route) => {
        isAsked.resolve();
        await goOn.promise;
        await route.continue();
      });
      await page.goto(`${world().server.base}${named}`);
      await isAsked.promise;
      expect(await printed(), missing).toMatch(/^The bars cannot be printed yet\. Print again/);
      goOn.resolve();
      await board.isReady();
      await expect.poll(printed).toMatch(/^Day: 1\/2 · Live/);
      await page.unroute(missing);
    }
    await board.isReady();
    await expect.poll(() => page.title()).toMatch(/^1 conflict ·/);
    await board.seesCell('FR 60, unassigned');
    const small = await page.pdf({ landscape: true, format: 'A4' });
    const {
      text: [, unassigned],
    } = await extractText(await getDocumentProxy(new Uint8Array(small)));
    expect(unassigned).toMatch(/^Day: 1\/2 · Live · Wed 14 May.*\(Europe\/Berlin\) · Unassigned · 1\s/);
    expect(unassigned).toMatch(/FR 60, Wed 14 May[ \d]*, 09:00–10:00/);
    const [download] = await Promise.all([page.waitForEvent('download'), board.press('Download CSV')]);
    expect(download.suggestedFilename()).toBe('Day- 1-2.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFoperation,name,part,resource,location,start,end,/);
    expect(lines).toHaveLength(7);
    expect(lines.find((line) => line.includes('AZ 10'))).toMatch(
      /,AZ 10,1,A1,Pier A,2031-05-14T06:00:00.*Z,2031-05-14T07:30:00.*Z,.*,1,1,false,false,C$/,
    );
  });

  test('in the night in which clocks are set forward, the width of a stay is its duration', async () => {
    const plan = smallPlan('spring');
    const at = (utc: string): string => `2031-03-${utc}:00.000Z`;
    const moved = (task: DocumentTask | null, utc: string): DocumentTask | null =>
      task === null ? null : { ...task, scheduledTime: at(utc), expectedTime: at(utc) };
    const between = (operation: DocumentOperation | undefined, from: string, to: string): DocumentOperation[] =>
      operation === undefined
        ? []
        : [
            {
              ...operation,
              inboundTask: moved(operation.inboundTask, from),
              outboundTask: moved(operation.outboundTask, to),
            },
          ];
    const [stay, other] = plan.operations;
    // 01:30 to 03:30 by the clocks of Berlin is one hour, like 22:00 to 23:00.
    const operations = [...between(stay, '30T00:30', '30T01:30'), ...between(other, '29T21:00', '29T22:00')];
    await world().server.import({ ...plan, operations, assignments: plan.assignments.slice(0, 2) });
    const board = await world().openAs(world().ann, '/p/spring?from=2031-03-29T20:00Z&to=2031-03-30T04:00Z');
    const night = await board.boxOf(await board.seesCell('AZ 10, A1, 01:30–03:30'));
    const evening = await board.boxOf(await board.seesCell('BA 20, A1, 22:00–23:00'));
    // Edges are on whole pixels.
    expect(Math.abs(night.width - evening.width)).toBeLessThanOrEqual(1);
    await board.get('combobox', 'Time').click();
    await (await board.sees('option', 'UTC')).click();
    await board.seesCell('AZ 10, A1, 00:30–01:30');
  });
};
