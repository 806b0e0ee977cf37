import { expect, test } from 'vitest';
import { dataOf } from '../../../client/tidegate.ts';
import type { DocumentOperation, DocumentTask, PlanningDocument } from '../../../engine/instance/planningDocument.ts';
import type { BoardWorld } from '../boardWorld.ts';
import { instant } from '../smallPlan.ts';
import { standingRepair } from './repairs.ts';

const CONFLICT = 'AZ 10 and BA 20 on A1, 09:10, 100 %';

/** The plan with more conflicts than the list shows at first: each pair is on A4 for 20 minutes of its own half hour. */
const withPairs = (plan: PlanningDocument, count: number): PlanningDocument => {
  const [first] = plan.operations ?? [];
  const [assignment] = plan.assignments ?? [];
  const resource = plan.resources?.find(({ name }) => name === 'A4')?.id ?? '';
  const task = (taskName: string, minutes: number): DocumentTask => {
    const at = new Date(Date.parse(instant('14:00')) + minutes * 60_000).toISOString();
    return { taskName, scheduledTime: at, expectedTime: at, expectedTimesSource: 'schedule' };
  };
  const added = Array.from({ length: 2 * count }, (_, i): DocumentOperation => {
    const [name, minutes] = [`${i % 2 === 0 ? 'P' : 'Q'} ${Math.floor(i / 2)}`, Math.floor(i / 2) * 30];
    const [inboundTask, outboundTask] = [task(name, minutes), task(name, minutes + 20)];
    return { ...first, id: `${plan.planning.id}-${name.replace(' ', '')}`, inboundTask, outboundTask };
  });
  return {
    ...plan,
    operations: [...(plan.operations ?? []), ...added],
    assignments: [...(plan.assignments ?? []), ...added.map(({ id }) => ({ ...assignment, operation: id, resource }))],
  };
};

/** From a conflict to its resolution, and back. */
export const conflictJourneys = (world: () => BoardWorld): void => {
  test('a conflict’s strategies stream in, are previewed on the board, and one of them resolves it', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    await board.get('tab', 'Conflicts').click();
    const list = await board.sees('list', 'Conflicts');
    await board.press(CONFLICT);
    await board.sees('list', 'Strategies');
    await board.sees('button', 'Apply 1');
    await board.press('Preview 1');
    expect(await board.get('button', 'Preview 1').getAttribute('aria-pressed')).toBe('true');
    // Previewing changes nothing.
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    // A preview stays visible, and is judged, whichever panel is open.
    const preview = await board.sees('region', 'Preview');
    await preview.getByText('Strategy 1 for BA 20 ends 1 conflict. Nothing is written yet.').waitFor();
    await board.sees('button', '! 1 conflict → 0');
    const [strategy] = await board.get('list', 'Strategies').getByRole('listitem').allInnerTexts();
    const moved = strategy.includes('AZ 10') ? 'AZ 10' : 'BA 20';
    await board.focusCell(moved);
    await board.get('tab', 'Operation').click();
    const operation = await board.sees('article', moved);
    await operation.getByText(/^In the preview: A[234] · \d\d:\d\d–\d\d:\d\d$/).waitFor();
    await operation.getByRole('heading', { name: /^Candidates in the preview/ }).waitFor();
    const row = (await board.sees('table', 'Candidates')).getByRole('row', { name: /Here now\.$/ });
    expect(await row.innerText()).not.toMatch(/^A1\b/);
    await board.get('tab', 'Metrics').click();
    const then = await board.sees('table', 'Before and after');
    await then.getByRole('row', { name: /^Conflicts 2 000 0 / }).waitFor();
    await board.page.keyboard.press('Escape');
    await preview.waitFor({ state: 'detached' });
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await board.get('tab', 'Conflicts').click();
    await board.press(CONFLICT);

    const other = await world().openAs(world().ben, path);
    await other.get('tab', 'Conflicts').click();
    const entry = await other.sees('button', CONFLICT);
    await expect.poll(() => entry.getAttribute('aria-description')).toBe('seen');

    await board.press('Apply 1');
    await expect.poll(() => board.page.title()).toMatch(/^0 conflicts/);
    await list.waitFor({ state: 'detached' });
    await expect.poll(() => other.page.title()).toMatch(/^0 conflicts/);
    await board.press('Undo');
    await board.sees('button', CONFLICT);
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
    await standingRepair(world(), board, other, path.slice('/p/'.length));
  });

  test('the conflict that the planner goes to is in the list, however many are before it', async () => {
    const board = await world().openAs(world().ann, await world().newPlan((plan) => withPairs(plan, 155)));
    await board.get('tab', 'Conflicts').click();
    await expect.poll(() => board.page.title()).toMatch(/^156 conflicts/);
    await board.sees('button', 'Show 6 more');
    await board.focusCell('Q 153');
    const current = board.get('list', 'Conflicts').locator('[aria-current="true"]');
    await expect.poll(() => current.allInnerTexts()).toEqual([expect.stringContaining('P 153')]);
    const { y, height } = await board.boxOf(current);
    const panel = await board.boxOf(board.get('complementary', 'Panel'));
    expect(y + height).toBeLessThanOrEqual(panel.y + panel.height);
    await current.click();
    await board.sees('list', 'Strategies');
  });

  test('a search for strategies that failed starts again, also when its conflict is opened later', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    board.expected.add(503);
    const busy = { status: 503, json: { code: 'overloaded', detail: 'Too many requests.', errors: [] } };
    // The first search is that of the most urgent conflict, before anybody opens it.
    const searched = board.page.waitForResponse('**/resolve-conflict-stream/**');
    await board.page.route('**/resolve-conflict-stream/**', (route) => route.fulfill(busy), { times: 2 });
    await board.get('tab', 'Conflicts').click();
    await searched;
    await board.press(CONFLICT);
    await board.page.getByText('Too many requests.').waitFor();
    await board.page.route('**/resolve-conflict-stream/**', (route) => route.abort(), { times: 1 });
    await board.press('Try again');
    await board.page.getByText('The server cannot be reached.', { exact: true }).waitFor();
    board.faults.splice(0, Infinity, ...board.faults.filter((fault) => !/ERR_FAILED/.test(fault)));
    await board.press('Try again');
    await board.sees('button', 'Apply 1');
  });

  test('while the pointer moves between strategies, every frame shows one of them', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await board.get('tab', 'Conflicts').click();
    await board.press(CONFLICT);
    await board.sees('button', 'Apply 3');
    await board.sees('button', '! 1 conflict → 0');
    const entries = await board.get('list', 'Strategies').locator('> li').all();
    const moves = await Promise.all(
      entries.map(async (entry) => /(AZ 10|BA 20)\n(A\d)(?: → (A\d))?/.exec(await entry.innerText()) ?? []),
    );
    // For each strategy, the position of its moved bar, in the middle of the row.
    const points = await Promise.all(
      moves.map(async ([, name = '', from = '', to = from]) => {
        const bar = await board.boxOf(await board.seesCell(`${name}, A1`));
        const row = await board.boxOf(await board.sees('rowheader', to));
        return [bar.x + bar.width / 2, row.y + row.height / 2] as const;
      }),
    );
    expect(new Set(points.map(String)).size).toBeGreaterThan(1);
    await board.page.evaluate((places) => {
      const over = [...document.querySelectorAll<HTMLCanvasElement>('canvas.layer')].at(-1)!;
      const { left, top } = over.getBoundingClientRect();
      const frames: { readonly shows: readonly boolean[]; readonly counts: boolean }[] = [];
      Object.assign(globalThis, { frames });
      // At the beginning of a frame, records what the previous one has put on the screen.
      const look = (): void => {
        frames.push({
          shows: places.map(([x, y]) => over.getContext('2d')!.getImageData(x - left, y - top, 1, 1).data[3] > 0),
          counts: document.querySelector('[role=toolbar]')!.textContent.includes('1 conflict → 0'),
        });
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, points);
    for (const entry of [...entries, ...entries.toReversed()]) {
      await entry.scrollIntoViewIfNeeded();
      const { x, y, width, height } = await board.boxOf(entry);
      await board.page.mouse.move(x + width / 2, y + height / 2, { steps: 8 });
    }
    const seen = await board.page.evaluate(() => [
      ...(globalThis as unknown as { frames: { shows: boolean[]; counts: boolean }[] }).frames,
    ]);
    expect(seen.length).toBeGreaterThan(entries.length);
    expect(seen.filter(({ shows }) => !shows.includes(true))).toEqual([]);
    expect(seen.filter(({ counts }) => !counts)).toEqual([]);
    for (const [i] of entries.entries()) expect(seen.some(({ shows }) => shows[i])).toBe(true);
    // Without a preview, the check does detect missing frames.
    await board.press(CONFLICT);
    await board.get('list', 'Strategies').waitFor({ state: 'detached' });
    const last = (): Promise<boolean> =>
      board.page.evaluate(() =>
        (globalThis as unknown as { frames: { shows: boolean[] }[] }).frames.at(-1)!.shows.includes(true),
      );
    await expect.poll(last).toBe(false);
  });

  test('an unassigned operation shows what would have to give way and at what price, which is previewed and applied', async () => {
    const path = await world().newPlan((plan) => {
      // Every stand is occupied at that time by operations that may not move.
      const on = new Map([
        ['AZ10', 'A1'],
        ['CX30', 'A2'],
        ['DL40', 'A3'],
        ['BA20', 'A4'],
        ['EK50', 'B1'],
      ]);
      const id = (name: string): string => `${plan.planning.id}-${name}`;
      const at = { inboundTask: instant('08:45'), outboundTask: instant('10:30') };
      const retimed = (operation: DocumentOperation, side: keyof typeof at): DocumentTask => ({
        ...operation[side]!,
        scheduledTime: at[side],
        expectedTime: at[side],
      });
      return {
        ...plan,
        operations: plan.operations.map((operation) => ({
          ...operation,
          isFixedToResource: !operation.id.endsWith('FR60'),
          ...(operation.id.endsWith('DL40')
            ? { inboundTask: retimed(operation, 'inboundTask'), outboundTask: retimed(operation, 'outboundTask') }
            : {}),
        })),
        assignments: [...on].map(([operation, resource]) => ({ operation: id(operation), resource: id(resource) })),
      };
    });
    const board = await world().openAs(world().ann, path);
    await board.focusCell('FR 60');
    await board.get('tab', 'Operation').click();
    const section = await board.sees('region', 'No place');
    await section.getByText(/^FR 60 has no place: none of the 5 resources/).waitFor();
    const help = await board.sees('list', 'What would help');
    const delay = help.getByRole('listitem').filter({ hasText: 'Delay FR 60 by 30 min.' });
    expect(await delay.innerText()).toMatch(/\+\d/);
    await delay.getByRole('button', { name: /^Preview/ }).click();
    await board.seesCell('FR 60, unassigned, 09:00–10:00');
    const way = help.getByRole('listitem').filter({ hasText: 'FR 60: no place → A1' });
    await way.getByRole('button', { name: /^Preview/ }).click();
    const operation = await board.sees('article', 'FR 60');
    await operation.getByText('In the preview: A1 · 09:30–10:30').waitFor();
    await operation.getByRole('button', { name: 'Apply', exact: true }).click();
    await board.seesCell('FR 60, A1, 09:30–10:30');
    await board.press('Undo');
    await board.seesCell('FR 60, unassigned, 09:00–10:00');
  });

  test('one planner accepts a conflict for a while, for all planners', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    const other = await world().openAs(world().ben, path);
    for (const one of [board, other]) await one.get('tab', 'Conflicts').click();
    await board.press(CONFLICT);
    await board.get('textbox', 'Note').fill('Agreed with the tower');
    // What was typed stays while another panel is looked at.
    await board.get('tab', 'Metrics').click();
    await board.get('tab', 'Conflicts').click();
    await board.get('combobox', 'Accept until').click();
    await board.get('option', 'For good').click();
    for (const one of [board, other]) {
      await one.press('1 accepted');
      await one.sees('button', CONFLICT);
    }
    await other.press(CONFLICT);
    await other.page.getByText('Accepted by Ann: Agreed with the tower').waitFor();
    await other.press('No longer');
    await other.get('button', '1 accepted').waitFor({ state: 'detached' });
  });

  test('a mark that the server cannot take at the moment is offered again, and one that nobody asked for is not', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    board.expected.add(503);
    const busy = { status: 503, json: { code: 'overloaded', detail: 'Too many requests.', errors: [] } };
    const refused: string[] = [];
    await board.page.route('**/mark/', async (route) => {
      const { state } = route.request().postDataJSON();
      if (refused.includes(state)) return route.continue();
      refused.push(state);
      return route.fulfill(busy);
    });
    await board.get('tab', 'Conflicts').click();
    await board.press(CONFLICT);
    await expect.poll(() => refused).toEqual(['seen']);
    await board.hasAnswers();
    expect(await board.get('alert', 'Problem').count()).toBe(0);
    await board.get('combobox', 'Accept until').click();
    await board.get('option', 'For good').click();
    const problem = await board.sees('alert', 'Problem');
    expect(await problem.innerText()).toContain('Marking a conflict: not possible now');
    await problem.getByRole('button', { name: 'Try again' }).click();
    await board.sees('button', '1 accepted');
    expect(await board.get('alert', 'Problem').count()).toBe(0);
  });

  test('until the conflicts are known, the board does not say that there are none', async () => {
    const board = await world().openPage();
    let start = (): void => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    await board.page.route('**/judgeWorker*.js', async (route) => {
      await started;
      await route.continue();
    });
    await board.enter(world().ann, await world().newPlan());
    await board.get('tab', 'Conflicts').click();
    await board.sees('button', 'Conflicts …');
    expect(await board.page.title()).toMatch(/^small\d+ · Live$/);
    expect(await board.page.getByText('No conflicts').count()).toBe(0);
    start();
    await board.sees('button', '! 1 conflict');
    await board.sees('button', CONFLICT);
    expect(await board.page.title()).toMatch(/^1 conflict · small\d+ · Live$/);
  });

  test('on a machine whose clock is hours ahead, a conflict is accepted for an hour of the server', async () => {
    const path = await world().newPlan();
    const board = await world().openPage();
    await board.page.addInitScript(() => {
      const now = Date.now;
      Date.now = () => now() + 10_800_000;
    });
    await board.enter(world().ann, path);
    await board.get('tab', 'Conflicts').click();
    await board.press(CONFLICT);
    await board.get('combobox', 'Accept until').click();
    await board.get('option', 'For an hour').click();
    await board.sees('button', '1 accepted');
    const params = { path: { id: path.slice('/p/'.length) } };
    const [conflict] = await dataOf(world().server.tidegate.GET('/v1/plannings/{id}/conflicts/', { params }));
    const minutes = (Date.parse(conflict?.mark?.until ?? '') - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(58);
    expect(minutes).toBeLessThan(61);
    // The header has the server's time from its next second on.
    const clock = (): Promise<string> => board.page.getByRole('banner').locator('time').innerText();
    const hour = new Date().toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit' });
    await expect.poll(clock).toContain(`, ${hour}:`);
  });

  test('a strategy is tried in a draft by keys alone, and the live schedule stays', async () => {
    const board = await world().openAs(world().ann, await world().newPlan());
    await board.get('tab', 'Conflicts').focus();
    await board.page.keyboard.press('Enter');
    const entry = await board.sees('button', CONFLICT);
    await entry.focus();
    await board.page.keyboard.press('Enter');
    await board.sees('button', 'Apply 1');
    await board.get('button', 'Apply 1 in a draft').focus();
    await board.page.keyboard.press('Enter');
    await board.says('Mode', /^Draft: Resolve BA 20$/);
    await expect.poll(() => board.page.title()).toMatch(/^0 conflicts/);
    await board.get('combobox', 'Workspace').click();
    await board.get('option', /^Live/).click();
    await board.says('Mode', 'Live');
    await board.seesCell('BA 20, A1, 09:10–10:40, 1 conflict');
  });

  test('a planner who returns is told what is new', async () => {
    const path = await world().newPlan();
    const board = await world().openAs(world().ann, path);
    await board.get('tab', 'Conflicts').click();
    await board.sees('button', CONFLICT);
    expect(await board.page.getByText(/new since/).count()).toBe(0);
    await board.page.goto('about:blank');
    const operation = `${path.slice('/p/'.length)}-CX30`;
    const resource = operation.replace('CX30', 'A1');
    await world().server.move(operation, resource);
    await board.goTo(path);
    await board.isReady();
    await board.page.getByText(/^2 new since \d\d:\d\d$/).waitFor();
    await board.page.getByText('3 that hang together').waitFor();
    const state = async (name: RegExp): Promise<string | null> =>
      (await board.sees('button', name)).getAttribute('aria-description');
    expect(await state(/^AZ 10 and CX 30 on A1/)).toBe('new');
    expect(await state(/^AZ 10 and BA 20 on A1/)).not.toBe('new');
  });
};
