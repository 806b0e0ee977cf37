import { type Instance, PartFlag } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';

/** Whether two parts can have a cost together: they belong to different operations and are not both blockers. */
export const isPair = (instance: Instance, a: number, b: number): boolean =>
  instance.operation[a] !== instance.operation[b] && (instance.flags[a] & instance.flags[b] & PartFlag.blocker) === 0;

/**
 * A key such that two parts are a pair (`isPair`) exactly when their keys differ: all blockers share one, other parts have their
 * operation's index.
 */
export const pairKeyOf = ({ operation, flags }: Instance, part: number): number =>
  (flags[part] & PartFlag.blocker) !== 0 ? BLOCKERS : operation[part];

const BLOCKERS = -1;

/** Visits every pair a < b on the same resource that can have a cost. Simple and quadratic. */
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
