import type { ConflictKind } from './visitConflicts.ts';

/**
 * Pairs of parts that all have the same cost for the same reason, given by two lists instead of one by one: every part of `earlier`
 * with every part of `later` that satisfies the relation. Overlap: of parts p < q, q starts before p ends. Gap: q starts less than
 * `seconds` after p ends, and not before.
 */
export interface PairFamily {
  readonly kind: ConflictKind;
  readonly hard: boolean;
  /** Index into names.rules, or −1. */
  readonly rule: number;
  /** The cost of one pair, in hundredths. */
  readonly cost: number;
  /** Ascending. Both members are the same list where both parts are on one resource and overlap. */
  readonly earlier: Int32Array;
  readonly later: Int32Array;
  /** The length of the required gap; null when the relation is an overlap. */
  readonly seconds: number | null;
  /** Whether another family has the pairs in the opposite order of the lists: `first` sums the overlaps of both families, `second` none. */
  readonly twin: 'none' | 'first' | 'second';
}

/** Groups the parts of the list by key; each group is ascending. */
export const classesOf = (list: Int32Array, keyOf: (part: number) => string): readonly Int32Array[] =>
  [...Map.groupBy(list, keyOf).values()].map((parts) => Int32Array.from(parts));
