import { NOT_PINNED } from '../instance/instance.ts';
import { findArc } from '../objective/arcs.ts';
import type { Plan } from '../board/plan.ts';
import { inTheWay, isWithinLimit, type Move, movableParts, TRIED_ON_PLAN } from './move.ts';

const MOST_PARTS = 120;

/**
 * A Kempe chain in which groups stay together: two resources exchange a part, the members of its group beside it, every part that is
 * then in the way, the members of its group beside it, and so on. For half of the draws, members of the first group that are elsewhere
 * join it. So whole groups change places over the whole horizon, and no new conflict arises on the two resources.
 * Source: Morgenstern, Shapiro, "Coloration neighborhood structures for general graph coloring", SODA 1990, for the chains.
 */
export const groupChain = (plan: Plan): Move => {
  const { instance } = plan;
  const parts = movableParts(plan).filter((part) => instance.group[part] >= 0);
  const members = Map.groupBy(parts, (part) => instance.group[part]);
  const seen = new Uint8Array(instance.partCount);
  const found: number[] = [];
  const chain: number[] = [];
  const destinations: number[] = [];

  const add = (part: number, destination: number): void => {
    seen[part] = 1;
    chain.push(part);
    destinations.push(destination);
  };

  /** Collects the chain of `first` between the two resources; returns false when it is too long or a part of it may not change places. */
  const collect = (current: Plan, first: number, own: number, target: number, gathers: boolean): boolean => {
    chain.length = 0;
    destinations.length = 0;
    add(first, target);
    let legal = true;
    for (let q = 0; q < chain.length && legal; q++) {
      const part = chain[q];
      const destination = destinations[q];
      legal =
        chain.length <= MOST_PARTS && instance.pinned[part] === NOT_PINNED && findArc(instance, part, destination) >= 0;
      if (!legal) break;
      const isFirst = gathers && instance.group[part] === instance.group[first];
      for (const mate of members.get(instance.group[part]) ?? []) {
        const isBeside = current.placement[mate] === current.placement[part];
        if (seen[mate] === 1 || (!isBeside && !isFirst) || findArc(instance, mate, destination) < 0) continue;
        if (current.placement[mate] !== destination) add(mate, destination);
      }
      inTheWay(current, part, destination, found);
      for (const other of found) {
        if (seen[other] === 0 && current.placement[other] === destination)
          add(other, destination === own ? target : own);
      }
    }
    for (const part of chain) seen[part] = 0;
    return legal;
  };

  return {
    id: 'group-chain',
    evaluate(current, random) {
      if (parts.length === 0) return Number.POSITIVE_INFINITY;
      const first = parts[random.below(parts.length)];
      const own = current.placement[first];
      const from = instance.arcStart[first];
      const target = instance.arcResource[from + random.below(instance.arcStart[first + 1] - from)];
      const gathers = random.below(2) === 0;
      if (own < 0 || own === target || !collect(current, first, own, target, gathers)) return Number.POSITIVE_INFINITY;
      const before = current.cost;
      current.begin();
      for (const part of chain) current.move(part, -1);
      for (let q = 0; q < chain.length; q++) current.move(chain[q], destinations[q]);
      if (isWithinLimit(current)) return current.cost - before;
      current.rollback();
      return Number.POSITIVE_INFINITY;
    },
    ...TRIED_ON_PLAN,
  };
};
