import type { Handled, RepairWork } from '../../db/runs/repairs.ts';
import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import { type Changeset, type Diff, isDiffOf } from '../../db/versions/store.ts';
import type { Deps } from '../deps.ts';
import { operationWindow } from '../tasks/window.ts';

/** How long a delay counts as one of those that arrived at once. */
const AT_ONCE_MS = 300_000;
/** The number of changes that are read at a time. */
const PAGE = 200;
/** An operation counts as delayed if it is expected this much later than before. */
const DELAY_MS = 60_000;

/** What happened in a planning since it was last worked on. */
export interface News {
  /** When the first of these changes was committed, epoch milliseconds; null if there is none. */
  readonly since: number | null;
  /** Id of the last changeset. */
  readonly cause: string | null;
  /** The time at which each operation was delayed, for those of the last five minutes. */
  readonly delayed: Readonly<Record<string, number>>;
  readonly undone: Handled['undone'];
}

/**
 * Reads the mainline's changes after the last one that was handled, however many there are. `now` is the planning's time, from which the age of a
 * change by the clock is counted back.
 */
export const readNews = async (
  deps: Pick<Deps, 'store' | 'clock'>,
  { planning, handled, delayed }: RepairWork,
  state: PlanningState,
  now: number,
): Promise<News> => {
  const late = new Map(Object.entries(delayed).filter(([, at]) => at > now - AT_ONCE_MS && at <= now));
  const undone: { id: string; reason: string }[] = [];
  let since: number | null = null;
  let cause: string | null = null;
  for await (const changeset of mainlineChanges(deps, planning, handled, state.change)) {
    since ??= changeset.at;
    cause = changeset.id;
    const age = Math.max(0, deps.clock() - changeset.at);
    if (changeset.counts.task !== undefined && age < AT_ONCE_MS) {
      const diffs = await deps.store.diff(planning, changeset.change);
      for (const operation of delayedIn(diffs)) late.set(operation, now - age);
    }
    const repair = await revertedRepair(deps, changeset);
    if (repair !== null) undone.push({ id: repair, reason: changeset.message ?? 'Reverted.' });
  }
  return { since, cause, delayed: Object.fromEntries(late), undone };
};

/** The mainline's changes after `after`, up to and including `until`. */
async function* mainlineChanges(
  { store }: Pick<Deps, 'store'>,
  planning: PlanningRef,
  after: number,
  until: number,
): AsyncGenerator<Changeset> {
  for (let last = after; last < until; ) {
    const page = await store.changesetsAfter(planning, last, PAGE);
    for (const changeset of page) {
      if (changeset.change <= until && changeset.workspace === null) yield changeset;
    }
    last = page.length < PAGE ? until : (page.at(-1)?.change ?? until);
  }
}

/** The operations of which a task is expected later than before. */
const delayedIn = (diffs: readonly Diff[]): readonly string[] =>
  diffs.flatMap((diff) => {
    if (!isDiffOf(diff, 'task')) return [];
    const { before, after } = diff;
    const operation = after?.fields.operation;
    if (before === null || after === null || operation == null) return [];
    const expected = ({ fields }: typeof after) => fields.expectedTime + fields.imposedDelayInSeconds * 1000;
    return expected(after) - expected(before) >= DELAY_MS ? [operation] : [];
  });

/** Id of the repair that the changeset takes back; null if it takes back none. */
const revertedRepair = async (
  { store }: Pick<Deps, 'store'>,
  { planning, details }: Changeset,
): Promise<string | null> => {
  const reverted = details['reverts'];
  if (typeof reverted !== 'string') return null;
  const repair = (await store.changeset(planning, reverted))?.details['repair'];
  return typeof repair === 'string' ? repair : null;
};

/** How many operations have not left by `now` and arrive within a day: the day's operations, blockers apart. All of them if there is none. */
export const operationsOfDay = (state: PlanningState, now: number): number => {
  let [ofDay, all] = [0, 0];
  for (const { id, fields } of state.all('operation')) {
    const window = fields.isBlocker ? null : operationWindow(state, id);
    if (window === null) continue;
    all++;
    if (window.end > now && window.start < now + 24 * 3_600_000) ofDay++;
  }
  return ofDay > 0 ? ofDay : all;
};
