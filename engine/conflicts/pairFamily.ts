/**
 * Pairs of parts that all cost the same for the same reason, told by two lists instead of one by one: those of `earlier` and `later` that stand
 * in the relation. Overlapping: of parts p < q, q starts before p ends. A gap: q starts less than `seconds` after p ends, and not before.
 */
export interface PairFamily {
  readonly kind: 'overlap' | 'buffer' | 'adjacency';
  readonly hard: boolean;
  /** Index into names.rules, or −1. */
  readonly rule: number;
  /** Of one pair, in hundredths. */
  readonly cost: number;
  /** Ascending. The same list twice where both are on one resource and overlap. */
  readonly earlier: Int32Array;
  readonly later: Int32Array;
  /** Null: they overlap. */
  readonly seconds: number | null;
  /** Whether another family has the pairs in which the lists' order is the other way round (and this one does not sum their overlap). */
  readonly twin: 'none' | 'first' | 'second';
}

/** Parts that have one key, together; ascending each. */
export const classesOf = (list: Int32Array, keyOf: (part: number) => string): readonly Int32Array[] => {
  const classes = new Map<string, number[]>();
  for (const part of list) {
    const key = keyOf(part);
    const known = classes.get(key);
    if (known) known.push(part);
    else classes.set(key, [part]);
  }
  return [...classes.values()].map((parts) => Int32Array.from(parts));
};
