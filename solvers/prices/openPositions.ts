import { type Exclusion, exclusionsOf } from '../model/pairTerms.ts';
import type { Restriction } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';

/** The positions of a model that remain open while others are taken, where hard adjacency excludes positions on related rows. */
export class OpenPositions {
  /** 1: a position that is taken excludes this one. */
  readonly excluded: Uint8Array;
  private readonly exclusions: readonly Exclusion[];
  private readonly row: Int32Array;
  /** Position k counts in the exclusions `number[a]`, as their entry `entry[a]`, for `first[k]` ≤ a < `first[k + 1]`. */
  private readonly first: Int32Array;
  private readonly number: Int32Array;
  private readonly entry: Int32Array;

  private constructor(exclusions: readonly Exclusion[], row: Int32Array) {
    this.exclusions = exclusions;
    this.row = row;
    this.excluded = new Uint8Array(row.length);
    const first = new Int32Array(row.length + 1);
    for (const { positions } of exclusions) for (const k of positions) first[k + 1]++;
    for (let k = 0; k < row.length; k++) first[k + 1] += first[k];
    const fill = first.slice();
    const number = new Int32Array(first[row.length]);
    const entry = new Int32Array(number.length);
    exclusions.forEach(({ positions }, e) =>
      positions.forEach((k, index) => {
        number[fill[k]] = e;
        entry[fill[k]++] = index;
      }),
    );
    this.first = first;
    this.number = number;
    this.entry = entry;
  }

  /** The positions of a restriction of the relaxation's model; null where none of them exclude one another on related rows. */
  static of(relaxation: Relaxation, { model }: Restriction): OpenPositions | null {
    const exclusions = exclusionsOf({ ...relaxation, model });
    if (exclusions.length === 0) return null;
    const { rowStart, rowCount, part } = model;
    const row = new Int32Array(part.length);
    for (let r = 0; r < rowCount; r++) row.fill(r, rowStart[r], rowStart[r + 1]);
    return new OpenPositions(exclusions, row);
  }

  /** Marks what a position excludes that is taken. */
  take(position: number): void {
    const { exclusions, row, first, number, entry, excluded } = this;
    for (let a = first[position]; a < first[position + 1]; a++) {
      const { positions, from, to } = exclusions[number[a]];
      const own = entry[a];
      for (let q = 0; q < positions.length; q++) {
        const meets = from[q] < to[own] && to[q] > from[own];
        if (meets && row[positions[q]] !== row[position]) excluded[positions[q]] = 1;
      }
    }
  }
}
