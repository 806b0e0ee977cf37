/**
 * Guarantee: a faulty solver affects only its own run, which ends as FAILED with a reason and writes nothing to the schedule; the next run on the
 * same threads succeeds.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_ROWS } from '../../schedule/records/page.ts';
import { executeRun } from '../../schedule/runs/executeRun.ts';
import {
  type TestSchedule,
  importSmall,
  newScope,
  openSchedule,
  solverCalled,
} from '../../schedule/testing/openSchedule.ts';
import type { Scope } from '../../schedule/types.ts';
import { SolverPool } from '../../solvers/pool/pool.ts';
import type { Fault } from '../../solvers/pool/protocol.ts';
import { FAULTS } from './faultyWorker.ts';

/** How long a thread may ignore that its time is up, in milliseconds. */
const PATIENCE_MS = 2_000;
const LIMIT_MS = 10_000;

/** Why the thread of a fault is replaced; the threads of the others go on. */
const REPLACED = new Map<number, string[]>([
  [FAULTS.hangs, ['thread_recycled']],
  [FAULTS.boundLiesAndHangs, ['thread_recycled']],
  [FAULTS.memory, ['out_of_memory']],
]);

let pool: SolverPool;
const replaced: string[] = [];
const onRecycled = ({ code }: Fault): void => void replaced.push(code);
let opened: TestSchedule;
let scope: Scope;
let planning: string;
beforeAll(async () => {
  const worker = new URL('./faultyWorker.ts', import.meta.url);
  pool = new SolverPool({ threads: 1, warm: 1, worker, patienceMs: PATIENCE_MS, heapMegabytes: 64, onRecycled });
  opened = await openSchedule({
    solve: (request) => pool.run({ ...request, parameters: { ...request.parameters, threads: 1 } }),
    solvers: [solverCalled('greedy')],
  });
  scope = await newScope(opened);
  planning = await importSmall(opened, scope);
});
afterAll(async () => {
  await pool.close();
  await opened.close();
});

const run = async (seed: number) => {
  const { schedule, ports } = opened;
  const parameters = { seed, timeLimitSeconds: seed === FAULTS.memory ? 8 : 0.2 };
  const { id } = await schedule.startOptimization(scope, planning, { solver: 'greedy', parameters });
  await executeRun(ports, id, { worker: 'w' });
  return schedule.getRun(scope, planning, id);
};

const changes = async (): Promise<number> =>
  (await opened.schedule.listChangesets(scope, planning, ALL_ROWS)).items.length;

test.each([
  ['throws', FAULTS.throws, /undefined is not a plan/],
  ['hangs', FAULTS.hangs, /went on for 2 s after it was to end/],
  ['lies about its score', FAULTS.scoreLies, /costs \d+, not -?\d+ as the solver says/],
  ['lies about its bound', FAULTS.boundLies, /less than the bound of \d+ that the solver says is proven/],
  [
    'lies about its bound and hangs',
    FAULTS.boundLiesAndHangs,
    /less than the bound of \d+ that the solver says is proven/,
  ],
  ['returns garbage', FAULTS.garbage, /The plan is not feasible/],
  [
    'takes all the memory that its thread has',
    FAULTS.memory,
    /more memory than its thread may use.*Raise SOLVER_HEAP_MEGABYTES/,
  ],
] as const)('a solver that %s', async (_what, seed, reason) => {
  const before = await changes();
  replaced.length = 0;
  const from = performance.now();
  const failed = await run(seed);
  expect([failed.status, failed.changeset, performance.now() - from < LIMIT_MS]).toEqual(['FAILED', null, true]);
  expect(failed.error).toMatch(reason);
  expect(failed.finishedAt).not.toBeNull();
  const after = await changes();
  expect(after).toBe(before);
  expect(await run(7)).toMatchObject({ status: 'SUCCEEDED', error: null });
  expect(replaced).toEqual(REPLACED.get(seed) ?? []);
});
