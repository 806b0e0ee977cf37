/** Guarantee: many readers cost one read, and long runs let others have their turn. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openSearches } from '../../db/runs/openSearches.ts';
import { Plan } from '../../engine/board/plan.ts';
import type { SolveOutcome, SolveRequest } from '../ports.ts';
import { importSmall, newScope, problemsOf, solverCalled } from '../testing/openSchedule.ts';
import { taskSignals } from '../testing/taskSignals.ts';
import { useSchedule } from '../testing/useSchedule.ts';
import type { Scope } from '../types.ts';
import { executeRun, type Slice } from './executeRun.ts';
import type { RunLine } from './followRun.ts';

let scope: Scope;
let p: string;
let solve: (request: SolveRequest) => Promise<SolveOutcome>;
const { signals, ring, listenersOf } = taskSignals();

const { opened } = await useSchedule({
  solve: (request) => solve(request),
  solvers: [solverCalled('auto')],
  limits: { bulk: 10_000, runSeconds: 100 },
  signals,
});
beforeEach(async () => {
  scope = await newScope(opened);
  p = await importSmall(opened, scope);
});

const aborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
/** Places one part, reports it, and continues until it is stopped. */
const patient = async ({ instance, initial, onEvent, signal }: SolveRequest): Promise<SolveOutcome> => {
  const plan = new Plan(instance, initial ?? instance.placed);
  if (initial === undefined) plan.move(0, instance.arcResource[instance.arcStart[0]]);
  const solution = plan.snapshot();
  onEvent?.({ kind: 'incumbent', seconds: 2, solution, bound: 0 });
  await aborted(signal);
  return { solution, bound: initial === undefined ? 0 : null, iterations: 10, seconds: 3 };
};
const slice = (onGivenBack: () => void): Slice => ({ milliseconds: 0, othersWait: async () => true, onGivenBack });

test('a run yields to waiting organizations, and later continues from its incumbent with the remaining time', async () => {
  const requests: SolveRequest[] = [];
  solve = (request) => {
    requests.push(request);
    return patient(request);
  };
  const { schedule, ports, jobs } = opened;
  const { id } = await schedule.startOptimization(scope, p, { parameters: { timeLimitSeconds: 60, stepLimit: 100 } });
  let given = 0;
  const turn = slice(() => given++);
  for (let i = 1; i <= 2; i++) {
    expect(await executeRun(ports, id, { worker: 'w1', slice: turn })).toBeNull();
    expect([given, jobs.filter((job) => job === id).length]).toEqual([i, i + 1]);
    expect(await schedule.getRun(scope, p, id)).toMatchObject({
      status: 'RUNNING',
      progress: { elapsedSeconds: 3 * i, iterations: 10 * i, bound: 0, yields: i, counts: { unassigned: 2 } },
    });
  }
  expect(requests.map(({ parameters }) => [parameters.timeLimitSeconds, parameters.stepLimit])).toEqual([
    [60, 100],
    [57, 90],
  ]);
  expect(requests[1].initial).toBeDefined();

  const last = executeRun(ports, id, { worker: 'w2' });
  await expect.poll(() => requests.length).toBe(3);
  const cancelled = schedule.cancelRun(scope, p, id);
  await expect.poll(async () => (await ports.runs.get(id))?.cancelRequestedAt).not.toBeNull();
  ring(id);
  await last;
  expect(await cancelled).toMatchObject({ status: 'CANCELLED', after: { bound: 0 } });
});

// Guarantee: a bound is never carried over to another snapshot, not even if a worker dies before it knows the score of its own.
test('progress is stored together with the snapshot that it is about', async () => {
  solve = patient;
  const { schedule, ports } = opened;
  const { id } = await schedule.startOptimization(scope, p, {});
  const changes: object[] = [];
  const runs: typeof ports.runs = Object.create(ports.runs, {
    update: {
      value: (...update: Parameters<typeof ports.runs.update>) => {
        changes.push(update[2]);
        return ports.runs.update(...update);
      },
    },
  });
  expect(await executeRun({ ...ports, runs }, id, { worker: 'w1', slice: slice(() => {}) })).toBeNull();
  const change = (await ports.runs.get(id))?.snapshotChange;
  const told = changes.filter((update) => 'progress' in update);
  expect(told.length).toBeGreaterThan(0);
  for (const update of told) expect(update).toMatchObject({ snapshotChange: change });
});

test('the best plan so far is the result while a run continues; incumbents have counts, and none is reported twice', async () => {
  solve = patient;
  const { schedule, ports } = opened;
  const { id } = await schedule.startOptimization(scope, p, {});
  const told: RunLine[] = [];
  const following = (async () => {
    for await (const line of await schedule.followRun(scope, p, id)) told.push(line);
  })();
  let given = 0;
  await executeRun(ports, id, { worker: 'w1', slice: slice(() => given++) });
  ring(id);
  const result = await schedule.runResult(scope, p, id, { explain: false });
  expect(result.bound).toBe(0);
  expect(result.moves.value).toMatchObject([{ kind: 'reassign', operation: expect.any(String) }]);
  const last = executeRun(ports, id, { worker: 'w2' });
  await sleep(300);
  ring(id);
  await schedule.cancelRun(scope, p, id, { apply: false });
  await last;
  ring(id);
  await following;
  const incumbents = told.filter(({ type }) => type === 'incumbent');
  expect(incumbents).toMatchObject([{ counts: { conflicts: 0, unassigned: 2, reassigned: 0 }, bound: 0 }]);
  expect(told.at(-1)).toMatchObject({ type: 'done', task: { status: 'CANCELLED' } });
});

describe('an incumbent is reported once', () => {
  const progress = (total: number) => ({
    elapsedSeconds: 1000 - total,
    score: { total },
    bound: 10,
    gap: 0,
    counts: null,
  });
  /** Writes it to the row, as a worker would. */
  const tell = async (id: string, total: number): Promise<void> => {
    await opened.ports.runs.update(id, { from: ['PENDING'] }, { progress: progress(total) });
    ring(id);
    await sleep(30);
  };
  const follow = (id: string, leaving: AbortController): number[] => {
    const told: number[] = [];
    void (async () => {
      for await (const line of await opened.schedule.followRun(scope, p, id, leaving))
        if (line.type === 'incumbent') told.push((line.score as { total: number }).total);
    })();
    return told;
  };

  test('also by a worker that continues from an older plan than the dead one reported', async () => {
    const { id } = await opened.schedule.startOptimization(scope, p, { start: false });
    const leaving = new AbortController();
    const told = follow(id, leaving);
    for (const total of [100, 50, 90, 50, 40]) await tell(id, total);
    leaving.abort();
    expect(told).toEqual([100, 50, 40]);
  });

  test('also to a reader that joins while an older state is being sent to others', async () => {
    const { ports, schedule } = opened;
    const { id } = await schedule.startOptimization(scope, p, { start: false });
    const leaving = new AbortController();
    const before = follow(id, leaving);
    await tell(id, 100);
    const get = ports.runs.get.bind(ports.runs);
    const held = Promise.withResolvers<void>();
    ports.runs.get = async (...asked) => {
      ports.runs.get = get;
      const row = await get(...asked);
      await held.promise;
      return row;
    };
    ring(id);
    await sleep(30);
    await tell(id, 50);
    const after = follow(id, leaving);
    await sleep(50);
    held.resolve();
    await tell(id, 40);
    leaving.abort();
    expect(after).toEqual([50, 40]);
    expect([before[0], before.at(-1), new Set(before).size]).toEqual([100, 40, before.length]);
  });
});

test('five hundred followers cost one read per signal', async () => {
  const { schedule, ports } = opened;
  const { id } = await schedule.startOptimization(scope, p, { start: false });
  const get = ports.runs.get.bind(ports.runs);
  let reads = 0;
  const leaving = new AbortController();
  const counts = Array.from({ length: 500 }, () => 0);
  const following = counts.map(async (_, i) => {
    for await (const line of await schedule.followRun(scope, p, id, leaving)) if (line.type === 'progress') counts[i]++;
  });
  await expect.poll(() => listenersOf(id)).toBeGreaterThan(0);
  await sleep(300);
  expect(listenersOf(id)).toBe(1);
  ports.runs.get = (...asked) => {
    reads++;
    return get(...asked);
  };
  for (let i = 1; i <= 10; i++) {
    await ports.runs.update(id, { from: ['PENDING'] }, { progress: { elapsedSeconds: i, score: null } });
    ring(id);
    await sleep(20);
  }
  ports.runs.get = get;
  leaving.abort();
  await Promise.all(following);
  expect(reads).toBeLessThan(25);
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(listenersOf(id)).toBe(0);
});

test('a run may not take longer than the service allows; an external one is not limited', async () => {
  const { schedule } = opened;
  const parameters = { timeLimitSeconds: 101 };
  expect(await problemsOf(schedule.startOptimization(scope, p, { parameters }))).toEqual([
    ['parameters.timeLimitSeconds', 'too_big'],
  ]);
  const { id } = await schedule.startOptimization(scope, p, { start: false });
  expect(await problemsOf(schedule.patchRun(scope, p, id, { parameters }))).toHaveLength(1);
  const external = await schedule.startOptimization(scope, p, { solver: 'external', parameters });
  expect(external.parameters).toMatchObject(parameters);
});

describe('what a run leaves', () => {
  const greedy = ({ instance, initial }: SolveRequest): SolveOutcome => {
    const plan = new Plan(instance, initial ?? instance.placed);
    plan.move(0, instance.arcResource[instance.arcStart[0]]);
    const prices = Float64Array.from({ length: instance.partCount }, (_, part) => part + 0.25);
    return { solution: plan.snapshot(), bound: 0, iterations: 1, seconds: 0.1, prices };
  };
  const requests: SolveRequest[] = [];
  const runOnce = async (searches = opened.ports.searches, parameters = {}): Promise<SolveRequest> => {
    solve = async (request) => {
      requests.push(request);
      return greedy(request);
    };
    const { id } = await opened.schedule.startOptimization(scope, p, { parameters });
    await executeRun({ ...opened.ports, searches }, id, { worker: 'w1' });
    return requests.at(-1)!;
  };

  const untilKept = (node: typeof opened.ports.searches) =>
    vi.waitUntil(
      async () => {
        const { kept, instance } = await runOnce(node);
        return kept != null && { kept, instance };
      },
      { timeout: 10_000 },
    );

  test('is there for the next run of the planning, on any node, and for none that must be repeatable', async () => {
    expect((await runOnce()).kept).toBeNull();
    const elsewhere = openSearches(opened.database.database);
    for (const node of [opened.ports.searches, elsewhere]) {
      // On a busy machine, a run may go on without what it cannot read in time.
      const { kept, instance } = await untilKept(node);
      expect(kept.prices).toEqual(Float64Array.from({ length: instance.partCount }, (_, part) => part + 0.25));
      expect(kept.placement[0]).toBe(instance.arcResource[instance.arcStart[0]]);
    }
    expect((await runOnce(elsewhere, { stepLimit: 10 })).kept).toBeNull();
  });

  test('is there for the worker that continues a run which gave way to others', async () => {
    const kept: SolveRequest['kept'][] = [];
    solve = async (request) => {
      kept.push(request.kept);
      await aborted(request.signal);
      return greedy(request);
    };
    const { ports, schedule } = opened;
    const { id } = await schedule.startOptimization(scope, p, {});
    expect(await executeRun(ports, id, { worker: 'w1', slice: slice(() => {}) })).toBeNull();
    expect(kept).toEqual([null]);
    const again = async (): Promise<boolean> => {
      await executeRun(ports, id, { worker: 'w2', slice: slice(() => {}) });
      return kept.at(-1) != null;
    };
    // On a busy machine, a worker may go on without what it cannot read in time.
    await vi.waitUntil(again, { timeout: 10_000 });
    expect(kept.at(-1)?.prices[1]).toBe(1.25);
  });

  test('is not waited for, and is done without where it cannot be read or written', async () => {
    const slow: typeof opened.ports.searches = {
      last: () => sleep(60_000, null, { ref: false }),
      keep: () => sleep(0),
    };
    expect((await runOnce(slow)).kept).toBeNull();
    const broken: typeof opened.ports.searches = {
      last: () => Promise.reject(new Error('gone')),
      keep: () => Promise.reject(new Error('gone')),
    };
    expect((await runOnce(broken)).kept).toBeNull();
    const garbled: typeof opened.ports.searches = {
      last: async () => ({ run: 'other', data: new Uint8Array(100) }),
      keep: () => sleep(0),
    };
    expect((await runOnce(garbled)).kept).toBeNull();
  });
});
