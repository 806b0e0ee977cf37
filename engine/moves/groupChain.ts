import { type Instance, NOT_PINNED } from '../instance/instance.ts';
import { findArc } from '../objective/arcs.ts';
import type { Plan } from '../board/plan.ts';
import type { Random } from '../random.ts';
import { groupsRecur } from './recurringGroups.ts';
import { inTheWay, isWithinLimit, type Move, movableParts, TRIED_ON_PLAN } from './move.ts';

const MOST_PARTS = 120;
/** Where groups recur, so many draws look for a resource on which the first part costs no more by itself; the whole group would cost more many times over. */
const DRAWS = 4;

/**
 * A Kempe chain in which groups stay together: two resources exchange a part, the members of its group beside it, every part that is
 * then in the way, the members of its group beside it, and so on. For half of the draws, members of the first group that are elsewhere
 * join it. So whole groups change places over the whole horizon, and no new conflict arises on the two resources.
 * Source: Morgenstern, Shapiro, "Coloration neighborhood structures for general graph coloring", SODA 1990, for the chains.
 */
export const groupChain = (plan: Plan): Move => {
  const { instance } = plan;
  const grouped = movableParts(plan).filter((part) => instance.group[part] >= 0);
  const chain = new Chain(instance, grouped);
  const draws = groupsRecur(instance) ? DRAWS : 1;
  return {
    id: 'group-chain',
    evaluate(current, random) {
      if (grouped.length === 0) return Number.POSITIVE_INFINITY;
      const first = grouped[random.below(grouped.length)];
      const own = current.placement[first];
      const target = drawTarget(instance, first, own, draws, random);
      const gathers = random.below(2) === 0;
      if (own < 0 || own === target || !chain.collect(current, first, target, gathers)) return Number.POSITIVE_INFINITY;
      const { parts, destinations } = chain;
      const before = current.cost;
      current.begin();
      for (const part of parts) current.move(part, -1);
      for (let q = 0; q < parts.length; q++) current.move(parts[q], destinations[q]);
      if (isWithinLimit(current)) return current.cost - before;
      current.rollback();
      return Number.POSITIVE_INFINITY;
    },
    ...TRIED_ON_PLAN,
  };
};

const drawTarget = (instance: Instance, part: number, own: number, draws: number, random: Random): number => {
  const { arcStart, arcResource, arcCost } = instance;
  const from = arcStart[part];
  const limit = draws === 1 || own < 0 ? Number.POSITIVE_INFINITY : arcCost[findArc(instance, part, own)];
  let arc = from;
  for (let draw = 0; draw < draws; draw++) {
    arc = from + random.below(arcStart[part + 1] - from);
    if (arcCost[arc] <= limit) break;
  }
  return arcResource[arc];
};

/** The parts that change places between two resources. */
class Chain {
  readonly parts: number[] = [];
  readonly destinations: number[] = [];
  private readonly instance: Instance;
  /** The parts of each group. */
  private readonly members: ReadonlyMap<number, readonly number[]>;
  private readonly seen: Uint8Array;
  private readonly found: number[] = [];

  constructor(instance: Instance, grouped: Int32Array) {
    this.instance = instance;
    this.members = Map.groupBy(grouped, (part) => instance.group[part]);
    this.seen = new Uint8Array(instance.partCount);
  }

  /** Collects the chain of `first` between its resource and another; returns false when it is too long or a part of it may not change places. */
  collect(plan: Plan, first: number, target: number, gathers: boolean): boolean {
    const { parts, destinations, seen, found, instance } = this;
    const { group } = instance;
    const own = plan.placement[first];
    parts.length = 0;
    destinations.length = 0;
    this.add(first, target);
    let legal = true;
    for (let q = 0; q < parts.length; q++) {
      const part = parts[q];
      const destination = destinations[q];
      legal =
        parts.length <= MOST_PARTS && instance.pinned[part] === NOT_PINNED && findArc(instance, part, destination) >= 0;
      if (!legal) break;
      this.addMates(plan, part, destination, gathers && group[part] === group[first]);
      inTheWay(plan, part, destination, found);
      for (const other of found) {
        if (seen[other] === 0 && plan.placement[other] === destination)
          this.add(other, destination === own ? target : own);
      }
    }
    for (const part of parts) seen[part] = 0;
    return legal;
  }

  /** Adds the members of the part's group that may go with it: those beside it, or all of them. */
  private addMates({ placement }: Plan, part: number, destination: number, all: boolean): void {
    const { instance, seen } = this;
    for (const mate of this.members.get(instance.group[part]) ?? []) {
      const isBeside = placement[mate] === placement[part];
      if (seen[mate] === 1 || (!isBeside && !all) || findArc(instance, mate, destination) < 0) continue;
      if (placement[mate] !== destination) this.add(mate, destination);
    }
  }

  private add(part: number, destination: number): void {
    this.seen[part] = 1;
    this.parts.push(part);
    this.destinations.push(destination);
  }
}
