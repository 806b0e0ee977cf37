import type { PlanningState } from '../../db/versions/planningState.ts';
import { type Instance, resourceIdOf } from '../../engine/instance/instance.ts';
import type { Placement } from '../../engine/objective/score.ts';
import type { VirtualState } from '../types.ts';
import { virtualParts } from './foldMoves.ts';
import { partIndexOf, type PlannedMove } from './moves.ts';

const PARTS_AT_ONCE = 1024;

/** What a plan does with one operation. Keys are part indices; values are resource ids, or null for unassigned. */
export interface OperationMoves {
  readonly places: ReadonlyMap<number, string | null>;
  /** Where the parts were when the plan was made, as far as the plan states it. */
  readonly from: ReadonlyMap<number, string | null>;
  /** Seconds that are added to the imposed delays of its tasks that have not happened yet. */
  readonly delaySeconds: number;
}

/** Moves by operation id, independent of the instance on which they were found. */
export type PlannedMoves = ReadonlyMap<string, OperationMoves>;

/** The operations that a placement moves, each with all its parts. */
export function* movesOf(instance: Instance, placement: Placement): Generator<void, PlannedMoves> {
  const { names, operation, partIndex, placed, partCount } = instance;
  const moved = new Set<number>();
  for (let part = 0; part < partCount; part++) if (placement[part] !== placed[part]) moved.add(operation[part]);
  const moves = new Map<
    string,
    OperationMoves & { places: Map<number, string | null>; from: Map<number, string | null> }
  >();
  for (let part = 0; part < partCount; part++) {
    if (part % PARTS_AT_ONCE === 0) yield;
    if (!moved.has(operation[part])) continue;
    const id = names.operations[operation[part]];
    let own = moves.get(id);
    if (own === undefined) moves.set(id, (own = { places: new Map(), from: new Map(), delaySeconds: 0 }));
    own.places.set(partIndex[part], resourceIdOf(names, placement[part]));
    own.from.set(partIndex[part], resourceIdOf(names, placed[part]));
  }
  return moves;
}

/**
 * Converts a list of moves, of which at most one places each part, to moves by operation; delays of one operation add up. Operations for which the
 * list names a part that they do not have under the virtual state are returned in `unknown` instead.
 */
export const plannedMoves = (
  state: PlanningState,
  virtualState: VirtualState,
  moves: readonly PlannedMove[],
): { readonly planned: PlannedMoves; readonly unknown: ReadonlySet<string> } => {
  const unknown = new Set<string>();
  const planned = new Map<
    string,
    { places: Map<number, string | null>; from: Map<number, string | null>; delaySeconds: number }
  >();
  for (const { kind, operation, part, fromResource, toResource, delaySeconds } of moves) {
    let own = planned.get(operation);
    if (own === undefined) planned.set(operation, (own = { places: new Map(), from: new Map(), delaySeconds: 0 }));
    if (kind === 'delay') {
      own.delaySeconds += delaySeconds ?? 0;
      continue;
    }
    const parts = virtualParts(state, virtualState, operation);
    const index = partIndexOf(parts, part);
    if (index === undefined) unknown.add(operation);
    // A move without a part moves the whole operation; its `fromResource` refers to the first part.
    for (const [at] of parts.entries()) {
      if (part != null && at !== index) continue;
      if (fromResource !== undefined && at === index && !own.from.has(at)) own.from.set(at, fromResource);
      own.places.set(at, kind === 'unassign' ? null : (toResource ?? null));
    }
  }
  for (const operation of unknown) planned.delete(operation);
  return { planned, unknown };
};

/** The parts of an instance by operation id. */
export function* partsByOperation({ names, operation, partCount }: Instance): Generator<void, PartsByOperation> {
  const parts = new Map<string, number[]>();
  for (let part = 0; part < partCount; part++) {
    if (part % PARTS_AT_ONCE === 0) yield;
    const id = names.operations[operation[part]];
    const own = parts.get(id);
    if (own === undefined) parts.set(id, [part]);
    else own.push(part);
  }
  return parts;
}

export type PartsByOperation = ReadonlyMap<string, readonly number[]>;

/** The parts of one operation, in order; empty if there is no such operation. */
export const partsOfOperation = ({ names, operation }: Instance, id: string): readonly number[] => {
  const index = names.operations.indexOf(id);
  const parts: number[] = [];
  for (let part = operation.indexOf(index); part >= 0; part = operation.indexOf(index, part + 1)) parts.push(part);
  return parts;
};
