import type { Run } from '../../db/runs/runs.ts';
import { feasiblePlacementOf } from '../../engine/instance/assignments.ts';
import { type Instance, PartFlag, NOT_PINNED } from '../../engine/instance/instance.ts';
import type { Placement, Solution } from '../../engine/objective/score.ts';
import { findArc } from '../../engine/objective/arcs.ts';
import type { Ports } from '../ports.ts';
import { fromJson } from '../storedAs.ts';
import { inSlices } from '../turns.ts';

/** The stored form of an incumbent: triples of operation id, part index and resource id. */
type StoredIncumbent = readonly (readonly [operation: string, part: number, resource: string])[];

export const PARTS_AT_ONCE = 256;

/** Writes an incumbent as the JSON text of a `StoredIncumbent`. */
export const storedIncumbent = (instance: Instance, solution: Solution): Promise<string> =>
  inSlices(writing(instance, solution));

function* writing(
  { names, operation, partIndex, partCount }: Instance,
  { placement }: Solution,
): Generator<void, string> {
  const kept: string[] = [];
  for (let part = 0; part < partCount; part++) {
    if (part % PARTS_AT_ONCE === 0) yield;
    const resource = placement[part];
    if (resource < 0) continue;
    kept.push(JSON.stringify([names.operations[operation[part]], partIndex[part], names.resources[resource]]));
  }
  return `[${kept.join(',')}]`;
}

/** The best plan stored so far, as far as it still fits the instance; null if there is none. */
export const incumbentOf = async (
  { runs }: Pick<Ports, 'runs'>,
  instance: Instance,
  { id, hasIncumbent }: Run,
): Promise<Placement | null> => {
  const text = hasIncumbent ? await runs.incumbent(id) : null;
  return text === null ? null : inSlices(reading(instance, fromJson<StoredIncumbent>(JSON.parse(text))));
};

function* reading(instance: Instance, incumbent: StoredIncumbent): Generator<void, Placement> {
  const { names, operation, partIndex, partCount, pinned } = instance;
  const places = new Map<string, string>();
  for (const [index, [id, part, to]] of incumbent.entries()) {
    if (index % PARTS_AT_ONCE === 0) yield;
    places.set(`${id} ${part}`, to);
  }
  const indexOf = new Map(names.resources.map((id, index) => [id, index]));
  const initial = feasiblePlacementOf(instance);
  for (let part = 0; part < partCount; part++) {
    if (part % PARTS_AT_ONCE === 0) yield;
    if (pinned[part] !== NOT_PINNED) continue;
    const place = places.get(`${names.operations[operation[part]]} ${partIndex[part]}`);
    const resource = place === undefined ? -1 : (indexOf.get(place) ?? -1);
    initial[part] = resource >= 0 && findArc(instance, part, resource) >= 0 ? resource : -1;
  }
  return initial;
}

/** The number of conflicts of a plan, of operations that are not fully assigned, and of operations that are not where they are now. */
export interface PlanCounts {
  readonly conflicts: number;
  readonly unassigned: number;
  readonly reassigned: number;
}

export const countsOf = (instance: Instance, { placement, levels }: Solution): PlanCounts => {
  const { partCount, operation, flags, current, conflictCost } = instance;
  const [unassigned, reassigned] = [new Set<number>(), new Set<number>()];
  for (let part = 0; part < partCount; part++) {
    if (placement[part] < 0 && (flags[part] & PartFlag.blocker) === 0) unassigned.add(operation[part]);
    if (current[part] >= 0 && current[part] !== placement[part]) reassigned.add(operation[part]);
  }
  // Every conflict costs the same, so the number follows from the cost.
  const conflicts = conflictCost === 0 ? 0 : Math.round(levels.conflicts / conflictCost);
  return { conflicts, unassigned: unassigned.size, reassigned: reassigned.size };
};

/** What earlier workers of a run achieved. The bound is in hundredths. */
export interface Carried {
  readonly seconds: number;
  readonly iterations: number;
  readonly bound: number | null;
  /** How often the run paused: for other organizations, or because the disk of the database was full. */
  readonly yields: number;
}

export const carriedOf = ({ progress }: Pick<Run, 'progress'>): Carried => {
  const {
    elapsedSeconds = 0,
    iterations = 0,
    bound = null,
    yields = 0,
  } = fromJson<Partial<RunProgress>>(progress ?? {});
  return { seconds: elapsedSeconds, iterations, bound: bound === null ? null : Math.round(bound * 100), yields };
};

export const higherBound = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/** Progress as the task's row shows it, in weight units. */
export interface RunProgress {
  readonly elapsedSeconds: number;
  readonly iterations: number;
  readonly score: { readonly total: number } | null;
  readonly counts: PlanCounts | null;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly phase: string | null;
  /** Absent means 0. */
  readonly yields?: number;
}
