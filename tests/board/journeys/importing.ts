import { expect, test } from 'vitest';
import { type BoardPage, PATIENCE_MS } from '../boardPage.ts';
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

  test('a dropped planning document is previewed with its problems by row, and opened by a user who may create plannings', async () => {
    const path = await world().newPlan();
    const ada = await world().server.newUser('Ada', 'admin');
    const plan = smallPlan('dropped', 'Dropped day');
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
    const params = { path: { id: 'dropped' } };
    const { response } = await world().server.tidegate.GET('/v1/plannings/{id}/', { params });
    expect(response.status).toBe(404);
    await dialog.getByRole('button', { name: 'Import' }).click();
    const title = /^1 conflicts · Dropped day · Live$/;
    await expect.poll(() => board.page.title(), { timeout: PATIENCE_MS }).toMatch(title);
  });
};
