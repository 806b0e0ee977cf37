import type { Instance } from '../instance/instance.ts';
import { explain } from '../objective/evaluate.ts';
import type { Placement } from '../objective/score.ts';
import type { Term, TermKind } from '../objective/terms/term.ts';

/** A term of the score in ids and weight units. */
export interface TermRecord {
  readonly level: Term['level'];
  readonly kind: TermKind;
  readonly rule: string | null;
  readonly cost: number;
  /** None, one, or the two of a pair. */
  readonly operations: readonly string[];
  readonly resource: string | null;
}

/** Every term that costs (or earns) something: the score's `total` is their sum. */
export const explainPlan = (instance: Instance, placement: Placement): readonly TermRecord[] =>
  explain(instance, placement)
    .filter(({ cost }) => cost !== 0)
    .map((term) => toTermRecord(instance, term));

export const toTermRecord = ({ names, operation }: Instance, term: Term): TermRecord => ({
  level: term.level,
  kind: term.kind,
  rule: term.rule < 0 ? null : names.rules[term.rule].id,
  cost: term.cost / 100,
  operations: [term.part, term.other].filter((part) => part >= 0).map((part) => names.operations[operation[part]]),
  resource: term.resource < 0 ? null : names.resources[term.resource],
});
