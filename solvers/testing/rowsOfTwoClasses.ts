import type { Random } from '../../engine/random.ts';
import type { PathModel } from '../model/pathModel.ts';

export interface TwoClasses {
  readonly model: PathModel;
  /** By part, in seconds: one begins in each. */
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/** Rows of two classes, each of which may take most of the parts, at random costs; parts overlap much. */
export const rowsOfTwoClasses = (random: Random, partCount: number, rowsOf: readonly [number, number]): TwoClasses => {
  const end = Int32Array.from({ length: partCount }, (_, part) => part + 1 + random.below(6));
  const all = [...Array(partCount).keys()];
  const allowed = rowsOf.map(() => all.filter(() => random.below(4) > 0));
  const lists = rowsOf.flatMap((count, own) => Array.from({ length: count }, () => allowed[own]));
  const rowStart = new Int32Array(lists.length + 1);
  const part: number[] = [];
  const next: number[] = [];
  lists.forEach((parts, row) => {
    const from = part.length;
    for (const own of parts) {
      part.push(own);
      next.push(from + parts.filter((other) => other < end[own]).length);
    }
    part.push(-1);
    next.push(part.length - 1);
    rowStart[row + 1] = part.length;
  });
  const model: PathModel = {
    partCount,
    rowCount: lists.length,
    rowStart,
    part: Int32Array.from(part),
    cost: Float64Array.from(part, () => random.below(20)),
    next: Int32Array.from(next),
    usage: new Float64Array(lists.length),
    leaveOut: new Float64Array(partCount).fill(1000),
    overlapCost: Number.POSITIVE_INFINITY,
    gapCosts: null,
  };
  return { model, start: Int32Array.from(all), end };
};
