import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../../db/runs/runs.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { type KeptSearch, keepSearch, recallSearch } from '../../engine/instance/keptSearch.ts';
import type { Ports, SolveOutcome } from '../ports.ts';
import { inSlices } from '../turns.ts';

/** The longest time that a run waits until the search of the previous run is read, and that its end waits until its own search is stored. */
const MOST_MS = { recall: 30, keep: 500 } as const;

/** Resolves with the result of the work, or with null when the work fails or takes longer. */
const within = async <T>(milliseconds: number, work: Promise<T>): Promise<T | null> => {
  const timer = new AbortController();
  const late = sleep(milliseconds, null, { signal: timer.signal }).catch(() => null);
  try {
    // A kept search only saves time, so the run goes on without it whatever goes wrong.
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    timer.abort();
  }
};

/**
 * Reads the multipliers and the plan that the planning's last run kept, mapped to the parts of this instance. Resolves with null when there are none, when they cannot be
 * read in time, and for a run with a step limit, which must be repeatable.
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

/** Stores the multipliers and the plan that this run found for the planning's next run. */
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
