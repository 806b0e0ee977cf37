/** One term of a plan's score: its cost, its cause, and the parts involved. The score is the sum of its terms. */
export interface Term {
  readonly level: 'conflicts' | 'unassigned' | 'reassigned' | 'rules';
  /** overlap, unassigned, reassigned, risk, or the kind of the rule. */
  readonly kind: string;
  /** Index into names.rules, or −1 when the term belongs to no rule. */
  readonly rule: number;
  /** In hundredths of a weight unit. */
  readonly cost: number;
  /** −1 when the term belongs to a resource alone (usage). */
  readonly part: number;
  /** The other part of a pair, or −1. `part` < `other`, so `part` is the earlier one. */
  readonly other: number;
  /** The resource of `part`, or −1. */
  readonly resource: number;
}

export type EmitTerm = (term: Term) => void;
