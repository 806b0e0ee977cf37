import { type Instance, NOT_PINNED } from '../instance/instance.ts';
import { findArc } from '../objective/arcs.ts';
import type { Plan } from '../board/plan.ts';
import type { Random } from '../random.ts';
import { JointChange } from './jointChange.ts';
import { mayReassign, type Move, movableParts } from './move.ts';
import type { Teams } from './teams.ts';

/** A longer chain is given up. */
const MOST_PARTS = 120;
/**
 * If teams recur, up to this many draws look for a resource on which the first part costs no more by itself; otherwise, every part of the team would
 * cost more there.
 */
const DRAWS = 4;

/**
 * A Kempe chain in which teams stay together: two resources exchange a part, the members of its team beside it, every part that is
 * then in the way, the members of its team beside it, and so on. For half of the draws, members of the first team that are elsewhere
 * join it. So whole teams change places over the whole horizon, and no new conflict arises on the two resources.
 * Source: Morgenstern, Shapiro, "Coloration neighborhood structures for general graph coloring", SODA 1990, for the chains.
 */
export const groupChain = (plan: Plan, { team, recur: recurs }: Teams): Move => {
  const { instance } = plan;
  const grouped = movableParts(plan).filter((part) => team[part] >= 0);
  const chain = new Chain(plan, team, grouped);
  const isExact = JointChange.isExact(instance);
  let delta = 0;
  return {
    id: 'group-chain',
    evaluate(current, random) {
      if (grouped.length === 0) return Number.POSITIVE_INFINITY;
      const first = grouped[random.below(grouped.length)];
      const own = current.placement[first];
      const target = drawTarget(instance, first, own, recurs ? DRAWS : 1, random);
      const mates = drawMates(recurs, random);
      if ((own < 0 && !recurs) || own === target || !chain.collect(first, target, mates))
        return Number.POSITIVE_INFINITY;
      if (!mayReassign(current, chain.reassignments())) return Number.POSITIVE_INFINITY;
      delta = isExact ? chain.change.delta() : tryOnPlan(current, chain.change);
      return delta;
    },
    apply(current) {
      if (isExact) chain.change.apply(delta);
      else current.commit();
    },
    revert(current) {
      if (!isExact) current.rollback();
    },
  };
};

/** Which members of a part's team go with it: none, those beside it, or for the first part of the chain all of them. */
type Mates = 'none' | 'beside' | 'all';

/** Where teams recur, half of the chains are of single parts: the other moves know overlaps, but not the gaps that a rule requires. */
const drawMates = (recurs: boolean, random: Random): Mates => {
  const gathers = random.below(2) === 0;
  if (recurs && random.below(2) === 0) return 'none';
  return gathers ? 'all' : 'beside';
};

const tryOnPlan = (plan: Plan, { parts, destinations, length }: JointChange): number => {
  const before = plan.cost;
  plan.begin();
  for (let q = 0; q < length; q++) plan.move(parts[q], -1);
  for (let q = 0; q < length; q++) plan.move(parts[q], destinations[q]);
  return plan.cost - before;
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
  readonly change: JointChange;
  private readonly plan: Plan;
  private readonly team: Int32Array;
  /** The parts of each team. */
  private readonly members: ReadonlyMap<number, readonly number[]>;

  constructor(plan: Plan, team: Int32Array, grouped: Int32Array) {
    this.plan = plan;
    this.change = new JointChange(plan);
    this.team = team;
    this.members = Map.groupBy(grouped, (part) => team[part]);
  }

  /** Collects the chain of `first` between its resource and another; returns false when it is too long or a part of it may not change places. */
  collect(first: number, target: number, mates: Mates): boolean {
    const { change, plan, team } = this;
    const { instance, placement } = plan;
    const own = placement[first];
    change.clear();
    change.add(first, target);
    for (let q = 0; q < change.length; q++) {
      const part = change.parts[q];
      const destination = change.destinations[q];
      const arc = destination < 0 ? -1 : findArc(instance, part, destination);
      if (change.length > MOST_PARTS || instance.pinned[part] !== NOT_PINNED || (arc < 0 && destination >= 0))
        return false;
      if (mates !== 'none') this.addMates(part, destination, mates === 'all' && team[part] === team[first]);
      plan.findConflicting(part, destination);
      change.count(part, arc);
      for (let k = 0; k < plan.partnerCount; k++) {
        const other = plan.partners[k];
        if (!change.has(other) && placement[other] === destination)
          change.add(other, destination === own ? target : own);
      }
    }
    return true;
  }

  /** How the number of parts that changed or lost their current place would change. */
  reassignments(): number {
    const { change, plan } = this;
    let sum = 0;
    for (let q = 0; q < change.length; q++) sum += plan.reassignmentDelta(change.parts[q], change.destinations[q]);
    return sum;
  }

  /** Adds the members of the part's team that may go with it: those beside it, or all of them. */
  private addMates(part: number, destination: number, all: boolean): void {
    const { change, team } = this;
    const { instance, placement } = this.plan;
    for (const mate of this.members.get(team[part]) ?? []) {
      if (change.has(mate) || (placement[mate] !== placement[part] && !all)) continue;
      if (placement[mate] === destination || (destination >= 0 && findArc(instance, mate, destination) < 0)) continue;
      change.add(mate, destination);
    }
  }
}
