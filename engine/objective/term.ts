/** One term of a plan's score: what it costs, why, and who is in it. The score is the sum of its terms. */
export interface Term {
  readonly level: 'conflicts' | 'unassigned' | 'reassigned' | 'rules';
  /** overlap, unassigned, reassigned, risk, or the kind of the rule. */
  readonly kind: string;
  /** Index into names.rules, or −1 when no rule says it. */
  readonly rule: number;
  /** Hundredths. */
  readonly cost: number;
  /** −1 when the term belongs to a resource alone (usage). */
  readonly part: number;
  /** The other part of a pair, or −1. `part` < `other`, so `part` is the earlier one. */
  readonly other: number;
  /** Where `part` is, or −1. */
  readonly resource: number;
}

export type EmitTerm = (term: Term) => void;
