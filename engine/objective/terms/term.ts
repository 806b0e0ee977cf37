import { type Instance, PartFlag } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';

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

/** A pair of parts can cost something: not of one operation, not both blockers. */
export const isPair = (instance: Instance, a: number, b: number): boolean =>
  instance.operation[a] !== instance.operation[b] && (instance.flags[a] & instance.flags[b] & PartFlag.blocker) === 0;

/** Two parts are a pair (`isPair`) when theirs differ: blockers have one in common, other parts their operation's. */
export const kinOf = ({ operation, flags }: Instance, part: number): number =>
  (flags[part] & PartFlag.blocker) !== 0 ? BLOCKERS : operation[part];

const BLOCKERS = -1;

/** Visits every pair a < b that shares a resource and may cost something; plainly, pair by pair. */
export const visitPairsByResource = (
  instance: Instance,
  placement: Placement,
  visit: (a: number, b: number, resource: number) => void,
): void => {
  const parts: number[][] = Array.from({ length: instance.resourceCount }, () => []);
  placement.forEach((resource, part) => {
    if (resource >= 0) parts[resource].push(part);
  });
  parts.forEach((list, resource) => {
    for (let i = 0; i < list.length; i++) {
      for (let j = i + 1; j < list.length; j++) {
        if (isPair(instance, list[i], list[j])) visit(list[i], list[j], resource);
      }
    }
  });
};
