import { type Instance, PartFlag } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';

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
