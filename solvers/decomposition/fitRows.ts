import { type Instance, NOT_PINNED } from '../../engine/instance/instance.ts';
import { findArc } from '../../engine/objective/arcs.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { rowsOfEqualArcs } from '../model/rowClasses.ts';

/** When this many parts around the block have given way, no more do. */
const MOST_DISPLACED = 300;

/** Places of some parts. */
export interface Places {
  readonly parts: Int32Array;
  readonly places: Int32Array;
}

/**
 * Redistributes the parts of a block's plan over equal rows. The plan was made as if there were no other parts; after this, it fits between the parts
 * before and after the block. Rows are equal where each of the block's parts may use both at the same cost. `places` has a place for each of `parts`,
 * which are in order of start. If a part fits into no gap, later parts around the block make room for it by moving to equal rows. As long as no class
 * of equal rows has more parts at once than rows, all parts then fit. A part that fits nowhere keeps its place. Returns the new places, including
 * those of the parts that made room. Source: for parts in order of start, any free row will do, since the graph of their overlaps is an interval
 * graph; Gavril, "Algorithms for minimum coloring ... of chordal graphs", SIAM J. Comput. 1 (1972).
 */
export const fitRows = (instance: Instance, parts: Int32Array, places: Int32Array, placement: Placement): Places => {
  const { start } = instance;
  const rows = new Rows(instance, parts, placement);
  const alike: (readonly number[] | undefined)[] = [];
  for (const equal of rowsOfEqualArcs(instance, parts)) for (const row of equal) alike[row] = equal;
  const found = new Map<number, number>();
  const displaced: number[] = [];
  for (let i = 0; i < parts.length || displaced.length > 0; ) {
    const isOwn = i < parts.length && (displaced.length === 0 || start[parts[i]] <= start[displaced[0]]);
    const part = isOwn ? parts[i] : displaced.shift()!;
    const home = isOwn ? places[i++] : placement[part];
    const row = rows.choose(part, home, alike[home] ?? [], found.size - i + displaced.length < MOST_DISPLACED);
    found.set(part, row);
    if (row >= 0) insertSorted(displaced, rows.occupy(row, part));
  }
  return { parts: Int32Array.from(found.keys()), places: Int32Array.from(found.values()) };
};

const insertSorted = (into: number[], parts: readonly number[]): void => {
  for (const part of parts) {
    const at = into.findIndex((other) => other > part);
    into.splice(at < 0 ? into.length : at, 0, part);
  }
};

/** The rows as the parts that are placed in order of start find them, each with the parts around the block. */
class Rows {
  private readonly instance: Instance;
  /** When each row becomes free. */
  private readonly from: Float64Array;
  /** The parts around the block on each row, and the first of them that has not started yet. */
  private readonly around: number[][];
  private readonly next: Int32Array;

  constructor(instance: Instance, parts: Int32Array, placement: Placement) {
    this.instance = instance;
    this.from = new Float64Array(instance.resourceCount).fill(Number.NEGATIVE_INFINITY);
    this.around = Array.from({ length: instance.resourceCount }, () => []);
    this.next = new Int32Array(instance.resourceCount);
    for (let part = 0, i = 0; part < placement.length; part++) {
      if (parts[i] === part) i++;
      else if (placement[part] >= 0) this.around[placement[part]].push(part);
    }
  }

  /**
   * Of the rows that are free, returns the one that is free for the shortest time that suffices, and of those the one that was free for the shortest.
   * Otherwise, if parts around the block may give way, the one that is free for the longest time. Otherwise returns `home`.
   */
  choose(part: number, home: number, rows: readonly number[], mayDisplace: boolean): number {
    const { start, end } = this.instance;
    const { from } = this;
    let [best, bestTo] = [-1, 0];
    let [longest, longestTo] = [-1, 0];
    for (const row of rows) {
      this.advance(row, start[part]);
      if (from[row] > start[part] || !this.isEqual(part, home, row)) continue;
      const to = this.freeUntil(row);
      if (to < end[part]) {
        if (to > longestTo && this.givesWay(row, end[part])) [longest, longestTo] = [row, to];
      } else if (best < 0 || to < bestTo || (to === bestTo && from[row] > from[best])) [best, bestTo] = [row, to];
    }
    if (best >= 0) return best;
    return mayDisplace && longest >= 0 ? longest : home;
  }

  /** Places a part on the row. Returns the parts that give way. */
  occupy(row: number, part: number): readonly number[] {
    const { start, end } = this.instance;
    const { around, next, from } = this;
    if (from[row] > start[part]) return [];
    from[row] = end[part];
    const displaced: number[] = [];
    if (!this.givesWay(row, end[part])) return displaced;
    while (start[around[row][next[row]]] < end[part]) displaced.push(around[row][next[row]++]);
    return displaced;
  }

  /** Passes over the parts that start until then; they stay on their row. */
  private advance(row: number, time: number): void {
    const { start, end } = this.instance;
    const { around, next, from } = this;
    while (start[around[row][next[row]]] <= time) {
      from[row] = Math.max(from[row], end[around[row][next[row]]]);
      next[row]++;
    }
  }

  private freeUntil(row: number): number {
    return this.instance.start[this.around[row][this.next[row]]] ?? Number.POSITIVE_INFINITY;
  }

  /** Whether no part that starts on the row before then is pinned. */
  private givesWay(row: number, time: number): boolean {
    const { start, pinned } = this.instance;
    for (let at = this.next[row]; start[this.around[row][at]] < time; at++)
      if (pinned[this.around[row][at]] !== NOT_PINNED) return false;
    return true;
  }

  /** Whether the part may use the row at the same cost as its own place. Rows of a class are equal for the block's parts only. */
  private isEqual(part: number, home: number, row: number): boolean {
    if (row === home) return true;
    const [own, other] = [findArc(this.instance, part, home), findArc(this.instance, part, row)];
    return own >= 0 && other >= 0 && this.instance.arcCost[own] === this.instance.arcCost[other];
  }
}
