import type { Run } from '../../db/runs/runs.ts';
import type { Ports } from '../ports.ts';
import type { RunRecord } from '../records/records.ts';
import { runRecord } from '../records/runRecord.ts';
import type { Scope } from '../types.ts';
import { Bell } from './bell.ts';
import { EXTERNAL, findRun, isOpen, OPEN } from './runAccess.ts';

/** How long to wait for the worker to end before the response shows the task as still running. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 250;

/** Cancels a task. A waiting task ends at once; a running one ends with its best plan, which is applied unless `apply` is false. Idempotent. */
export const cancelRun = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  id: string,
  { apply = true }: { readonly apply?: boolean | undefined } = {},
): Promise<RunRecord> => {
  const run = await findRun(deps, scope, planning, id, 'planner');
  if (!isOpen(run)) return runRecord(run);
  const at = deps.clock();
  const change = { cancelRequestedAt: at, cancelApply: apply };
  const waiting = run.solver === EXTERNAL ? OPEN : (['PENDING', 'STARTING'] as const);
  const ended = await deps.runs.transition(id, { from: waiting }, 'CANCELLED', { ...change, finishedAt: at });
  if (ended !== undefined) {
    await deps.jobs.withdraw(id);
    return runRecord(ended);
  }
  if (run.cancelRequestedAt === null) await deps.runs.update(id, { from: ['RUNNING'] }, change);
  return runRecord((await untilEnded(deps, id, at + PATIENCE_MS)) ?? run);
};

const untilEnded = async ({ runs, signals, clock }: Ports, id: string, until: number): Promise<Run | undefined> => {
  const bell = new Bell();
  const stop = signals.onTask(id, () => bell.ring());
  try {
    for (;;) {
      const run = await runs.get(id);
      if (run === undefined || !isOpen(run) || clock() >= until) return run;
      await bell.rung(LOOK_MS);
    }
  } finally {
    stop();
  }
};
