import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../../db/runs/runs.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { type KeptSearch, keepSearch, recallSearch } from '../../engine/instance/keptSearch.ts';
import type { Ports, SolveOutcome } from '../ports.ts';
import { inSlices } from '../turns.ts';

/** Nobody waits longer for what an earlier search left, and a task's end no longer until what it leaves is written. */
const MOST_MS = { recall: 30, keep: 500 } as const;

const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T | null> => {
  const timer = new AbortController();
  const late = sleep(milliseconds, null, { signal: timer.signal }).catch(() => null);
  try {
    // It only saves time: whatever is wrong with it, the task does without.
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    timer.abort();
  }
};

/**
 * What the planning's last search left, by the parts of this instance; null where there is nothing, or nothing soon. A run under a step limit
 * has nothing: it can be repeated.
 */
export const recalled = async (
  deps: Pick<Ports, 'searches'>,
  instance: Instance,
  run: Run,
): Promise<KeptSearch | null> => {
  const { stepLimit } = run.parameters;
  if (stepLimit !== undefined && stepLimit !== null) return null;
  const last = await within(MOST_MS.recall, deps.searches.last(run.planning));
  return last === null ? null : inSlices(recallSearch(instance, last.data));
};

/** Leaves what this search found for the planning's next one. */
export const kept = async (
  deps: Pick<Ports, 'searches' | 'clock'>,
  instance: Instance,
  { id, planning }: Run,
  { prices = null, solution: { placement } }: SolveOutcome,
): Promise<void> => {
  if (prices === null) return;
  const data = await inSlices(keepSearch(instance, { prices, placement }));
  if (data !== null) await within(MOST_MS.keep, deps.searches.keep(planning, { run: id, data }, deps.clock()));
};
