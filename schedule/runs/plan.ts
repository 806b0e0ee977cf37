import type { Instance } from '../../engine/instance/instance.ts';
import type { Placement } from '../../engine/objective/score.ts';

/** Places by operation and part: what outlives the instance that it was found on. Index is the part's, value a resource id or null. */
export type PlannedParts = ReadonlyMap<string, ReadonlyMap<number, string | null>>;

/** The operations that the placement puts elsewhere than the plan they were in, with all their parts. */
export const movesOf = (instance: Instance, placement: Placement): PlannedParts => {
  const { names, operation, partIndex, placed, partCount } = instance;
  const moved = new Set<number>();
  for (let part = 0; part < partCount; part++) {
    if (placement[part] !== placed[part]) moved.add(operation[part]);
  }
  const moves = new Map<string, Map<number, string | null>>();
  for (let part = 0; part < partCount; part++) {
    if (!moved.has(operation[part])) continue;
    const id = names.operations[operation[part]];
    let places = moves.get(id);
    if (places === undefined) moves.set(id, (places = new Map()));
    places.set(partIndex[part], placement[part] < 0 ? null : names.resources[placement[part]]);
  }
  return moves;
};

/** Parts of an instance by operation id. */
export const partsByOperation = ({ names, operation, partCount }: Instance): ReadonlyMap<string, readonly number[]> => {
  const parts = new Map<string, number[]>();
  for (let part = 0; part < partCount; part++) {
    const id = names.operations[operation[part]];
    const own = parts.get(id);
    if (own === undefined) parts.set(id, [part]);
    else own.push(part);
  }
  return parts;
};
