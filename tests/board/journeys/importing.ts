import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { axeFindings } from '../axe.ts';
import type { BoardPage } from '../boardPage.ts';
import type { BoardWorld } from '../boardWorld.ts';
import { instant, smallPlan } from '../smallPlan.ts';

const HEADER =
  'externalId,inboundTask.taskName,inboundTask.scheduledTime,inboundTask.expectedTime,inboundTask.expectedTimesSource,outboundTask.taskName,outboundTask.scheduledTime,outboundTask.expectedTime,outboundTask.expectedTimesSource';
const line = (name: string, from: string, to: string): string =>
  [name, name, from, from, 'schedule', name, to, to, 'schedule'].join(',');

const csv = (...lines: readonly string[]) => ({
  name: 'flights.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADER, ...lines, ''].join('\n')),
});

/** Importing files: a preview shows what would happen. */
export const importJourneys = (world: () => BoardWorld): void => {
  test('a CSV with bad rows names them; once fixed, it is imported', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await board.press('Import');
    const dialog = await board.sees('dialog', 'Import');
    const file = dialog.getByLabel('File');
    await file.setInputFiles(
      csv(line('GA 70', instant('12:00'), instant('13:00')), line('HX 80', 'yesterday', instant('11:30'))),
    );
    const problems = await board.sees('table', 'Problems');
    await problems
      .getByRole('row', { name: /^Row 3 / })
      .first()
      .waitFor();
    expect(await dialog.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
    await board.page.keyboard.press('Escape');
    await board.losesCell('GA 70');

    await board.press('Import');
    await dialog
      .getByLabel('File')
      .setInputFiles(
        csv(line('GA 70', instant('12:00'), instant('13:00')), line('HX 80', instant('10:30'), instant('11:30'))),
      );
    await dialog.getByText('2 created, 0 updated, 0 unchanged').waitFor();
    expect(await board.cell('GA 70, unassigned').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Import' }).click();
    await board.seesCell('GA 70, unassigned, 12:00–13:00');
    await board.seesCell('HX 80, unassigned, 10:30–11:30');
  });

  test("an airport's own CSV is imported column by column, the mapping saved and found again", async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    const flights = (late: string) => ({
      name: 'day.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `A/D;Flight;Date;STA/STD;ETA;Reg\nA;LX 1;14.05.2031;11:30;${late};HB-1\nD;LX 2;14.05.2031;12:30;;HB-1\n`,
      ),
    });
    await board.press('Import');
    const dialog = await board.sees('dialog', 'Import');
    await dialog.getByLabel('File').setInputFiles(flights('11:40'));
    await board.sees('table', 'Columns of the file');
    await dialog.getByText('day.csv').waitFor();
    // On a phone, the columns stay readable, and their region is scrolled sideways.
    await board.page.setViewportSize({ width: 390, height: 844 });
    const region = await board.sees('region', 'Columns and first rows');
    const lines = (text: string): Promise<number> =>
      region
        .getByText(text, { exact: true })
        .first()
        .evaluate((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return new Set([...range.getClientRects()].map(({ y }) => y)).size;
        });
    expect(await Promise.all(['14.05.2031', 'HB-1', 'LX 2'].map(lines))).toEqual([1, 1, 1]);
    await region.focus();
    await board.page.keyboard.press('ArrowRight');
    await expect.poll(() => region.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    // What the columns mean is in view, however far the first rows are scrolled.
    for (const scrolled of [0, 1000]) {
      await region.evaluate((element, left) => void (element.scrollLeft = left), scrolled);
      for (const meaning of await region.getByRole('combobox').all()) {
        const { x, width } = await board.boxOf(meaning);
        expect(x + width).toBeLessThanOrEqual(390 - 18);
      }
    }
    expect(await axeFindings(board.page)).toEqual([]);
    await board.page.setViewportSize({ width: 1280, height: 800 });
    expect(await dialog.getByRole('combobox', { name: 'Reg means' }).innerText()).toBe('—');
    await dialog.getByRole('combobox', { name: 'Reg means' }).click();
    await (await board.sees('option', 'Detail (metadata)')).click();
    await dialog.getByLabel('Time zone').fill('Europe/Athens');
    await dialog.getByLabel('Save as').fill(`Day ${path}`);
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText('1 created, 0 updated, 0 unchanged').waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await board.seesCell('LX 1 / LX 2, unassigned, 10:40–11:30');

    await board.press('Import');
    await dialog.getByLabel('File').setInputFiles(flights('11:50'));
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Mapping' }).innerText()).toBe(`Day ${path}`);
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText('0 created, 1 updated, 0 unchanged').waitFor();
    // The same columns from a spreadsheet in another language.
    const { buffer, ...rest } = flights('11:55');
    const commas = Buffer.from(buffer.toString().replaceAll(';', ',').replace('LX 2', 'Zürich 2'));
    await dialog.getByLabel('File').setInputFiles({ ...rest, buffer: commas });
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Mapping' }).innerText()).toBe(`Day ${path}`);
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText('1 created, 1 updated, 0 unchanged').waitFor();
    // The planning does not say at which station it is.
    board.expected.add(400);
    await dialog.getByLabel('File').setInputFiles('fixtures/files/season.ssim');
    await dialog
      .getByText(/station/)
      .first()
      .waitFor();
    await dialog.getByLabel('Airport or port').fill('FRA');
    await dialog.getByLabel('First day').fill('2026-11-21');
    await dialog.getByLabel('Last day').fill('2026-11-22');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText(/^[23] created, 0 updated, 0 unchanged$/).waitFor();

    // A leg and a call of a vessel that cannot be read are named by their records; what can be read is imported.
    const legs = readFileSync('fixtures/files/legs.xml', 'utf8');
    const xml = (text: string) => ({ name: 'legs.xml', mimeType: 'text/xml', buffer: Buffer.from(text) });
    await dialog.getByLabel('File').setInputFiles(xml(legs.replace('05:20:00Z', 'five')));
    const problems = await board.sees('table', 'Problems');
    await problems
      .getByRole('row', { name: /^Row \d+ .*OperationTime/ })
      .first()
      .waitFor();
    await dialog.getByLabel('File').setInputFiles(xml(legs));
    await dialog.getByText('1 created, 0 updated, 0 unchanged').waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    await board.press('Import');
    await dialog.getByLabel('File').setInputFiles('fixtures/files/calls.json');
    await dialog.getByLabel('Airport or port').fill('NLRTM');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText('1 created, 0 updated, 0 unchanged').waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('a file that the server cannot take at the moment is tried again, with what its columns mean', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    const csv = 'Flight;STA;STD\nZZ 1;2031-05-14 08:00;2031-05-14 09:00\nZZ 2;2031-05-14 10:00;2031-05-14 11:00\n';
    const busy = { status: 503, json: { code: 'overloaded', detail: 'Too many requests.', errors: [] } };
    const refuse = () => board.page.route('**/bulk-upload/**', (route) => route.fulfill(busy), { times: 1 });
    board.expected.add(503);
    await board.press('Import');
    const dialog = await board.sees('dialog', 'Import');
    const file = { name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await dialog.getByLabel('File').setInputFiles(file);
    const check = dialog.getByRole('button', { name: 'Check' });
    const problem = dialog.getByRole('alert').filter({ hasText: /^Too many requests\.$/ });
    for (const again of [check, dialog.getByRole('button', { name: 'Try again' })]) {
      await refuse();
      await check.click();
      await problem.waitFor();
      await again.click();
      await dialog.getByText('2 created, 0 updated, 0 unchanged').waitFor();
      expect(await problem.count()).toBe(0);
    }
    const write = dialog.getByRole('button', { name: 'Import', exact: true });
    await refuse();
    await write.click();
    await problem.waitFor();
    await write.click();
    await dialog.waitFor({ state: 'detached' });
    await board.seesCell('ZZ 1, unassigned');
  });

  test('a dropped planning document is previewed with its problems by row, and opened by a user who may create plannings', async () => {
    const path = await world().newPlan();
    const ada = await world().server.newUser('Ada', 'admin');
    const id = `dropped-${path.slice('/p/'.length)}`;
    const plan = smallPlan(id, 'Dropped day');
    const operations = plan.operations.map((operation, i) =>
      i === 2 ? { ...operation, tags: ['nobody knows it'] } : operation,
    );
    const drop = (board: BoardPage, file: unknown): Promise<void> =>
      board.page.evaluate((content) => {
        const data = new DataTransfer();
        data.items.add(new File([content], 'day.json', { type: 'application/json' }));
        const main = document.querySelector('main')!;
        for (const type of ['dragover', 'drop']) {
          main.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
        }
      }, JSON.stringify(file));

    const planner = await world().openAs(world().ann, path);
    planner.expected.add(403);
    await drop(planner, plan);
    const told = await planner.sees('table', 'Problems');
    await told.getByRole('row', { name: /^File / }).waitFor();

    const board = await world().openAs(ada, path);
    board.expected.add(400);
    await drop(board, { ...plan, operations });
    const dialog = await board.sees('dialog', 'Import');
    const problems = await board.sees('table', 'Problems');
    await problems.getByRole('row', { name: /^Row 3 operations tags/ }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
    await board.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await drop(board, plan);
    await dialog.getByText(/“Dropped day”: 6 operations on 5 resources, 5 of them with a place/).waitFor();
    const params = { path: { id } };
    const { response } = await world().server.tidegate.GET('/v1/plannings/{id}/', { params });
    expect(response.status).toBe(404);
    await dialog.getByRole('button', { name: 'Import' }).click();
    const title = /^1 conflict · Dropped day · Live$/;
    await expect.poll(() => board.page.title()).toMatch(title);
  });
};
