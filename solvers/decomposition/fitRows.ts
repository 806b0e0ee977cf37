import type { Instance } from '../../engine/instance/instance.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { rowsOfEqualArcs } from '../model/rowClasses.ts';

/**
 * Distributes the parts of a block's plan, which was made as if there were no other parts, anew over equal rows, so that it fits between the parts
 * before and after the block. Rows are equal where each of the block's parts may use both at the same cost. `places` has a place for each of `parts`,
 * which are in order of start. Returns the new places. A part that fits nowhere keeps its place.
 */
export const fitRows = (
  instance: Instance,
  parts: Int32Array,
  places: Int32Array,
  placement: Placement,
): Int32Array => {
  const { start, end } = instance;
  const { from, to } = gapsAround(instance, parts, placement);
  const alike: (readonly number[] | undefined)[] = [];
  for (const rows of rowsOfEqualArcs(instance, parts).members) for (const row of rows) alike[row] = rows;
  return places.map((place, i) => {
    const part = parts[i];
    let best = -1;
    // Of the rows that are free, the one that is free for the shortest time, and of those the one that was free for the shortest.
    for (const row of alike[place] ?? []) {
      if (from[row] > start[part] || to[row] < end[part]) continue;
      if (best < 0 || to[row] < to[best] || (to[row] === to[best] && from[row] > from[best])) best = row;
    }
    const row = best < 0 ? place : best;
    if (row >= 0) from[row] = Math.max(from[row], end[part]);
    return row;
  });
};

interface Gaps {
  /** For each row, when the last part before the block ends, and when the first one after it starts. */
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** The time that each row has for the block: between the parts of the plan that are not in the block. */
const gapsAround = ({ start, end, resourceCount }: Instance, parts: Int32Array, placement: Placement): Gaps => {
  const from = new Float64Array(resourceCount).fill(Number.NEGATIVE_INFINITY);
  const to = new Float64Array(resourceCount).fill(Number.POSITIVE_INFINITY);
  if (parts.length === 0) return { from, to };
  const middle = start[parts[parts.length >> 1]];
  for (let part = 0, next = 0; part < placement.length; part++) {
    if (parts[next] === part) next++;
    else if (placement[part] >= 0) {
      const row = placement[part];
      if (start[part] < middle) from[row] = Math.max(from[row], end[part]);
      else to[row] = Math.min(to[row], start[part]);
    }
  }
  return { from, to };
};
