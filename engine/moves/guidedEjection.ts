import { type Instance, NOT_PINNED } from '../instance/instance.ts';
import type { Plan } from '../board/plan.ts';
import type { Random } from '../random.ts';
import { cheapestPlace, inTheWay, isWithinLimit, type Move, movableParts, TRIED_ON_PLAN } from './move.ts';

/** The largest number of ejections in one chain: initially, and after failed chains have doubled it. */
const FIRST_LENGTH = 32;
const LONGEST = 512;
const MOST_IN_THE_WAY = 6;
/** How many draws are skipped for each ejection of a failed chain, so that this move takes only a small share of a search's time. */
const REST = 2;

/**
 * Guided ejection: a part without a place takes the resource where the parts in its way (by overlap, hard buffer or hard adjacency)
 * have been the easiest to place so far; these look for places in turn until all have one. Each part counts how often it found none.
 * Meant for plans where leaving a part out costs far more than any detour. Source: Nagata, Bräysy, "A powerful route minimization
 * heuristic for the vehicle routing problem with time windows", Operations Research Letters 37 (2009).
 */
export const guidedEjection = (plan: Plan): Move => new GuidedEjection(plan);

class GuidedEjection implements Move {
  readonly id = 'guided-ejection';
  readonly apply = TRIED_ON_PLAN.apply;
  readonly revert = TRIED_ON_PLAN.revert;
  private readonly instance: Instance;
  /** The parts without a place that cost less at some place than without one. */
  private readonly parts: Int32Array;
  /** How often each part found no place, plus one. */
  private readonly failures: Float64Array;
  private readonly unplaced: number[] = [];
  private readonly blocking: number[] = [];
  private length = FIRST_LENGTH;
  private rest = 0;

  constructor(plan: Plan) {
    const { instance } = plan;
    this.instance = instance;
    this.parts = movableParts(plan).filter((part) => isBestPlaced(instance, part));
    this.failures = new Float64Array(instance.partCount).fill(1);
  }

  evaluate(plan: Plan, random: Random): number {
    if (this.parts.length === 0 || --this.rest > 0) return Number.POSITIVE_INFINITY;
    const first = this.draw(plan, random);
    if (first < 0) {
      this.rest = this.parts.length >> 5;
      return Number.POSITIVE_INFINITY;
    }
    const before = plan.cost;
    plan.begin();
    const ejections = this.eject(plan, first, random);
    const isAllowed = isWithinLimit(plan);
    if (isAllowed && plan.cost < before) {
      this.length = FIRST_LENGTH;
      return plan.cost - before;
    }
    this.length = Math.min(LONGEST, 2 * this.length);
    this.rest = REST * ejections;
    if (isAllowed) return plan.cost - before;
    plan.rollback();
    return Number.POSITIVE_INFINITY;
  }

  /** A part without a place; −1: each has one. */
  private draw(plan: Plan, random: Random): number {
    const { parts } = this;
    const from = random.below(parts.length);
    for (let i = 0; i < parts.length; i++) {
      const part = parts[from + i < parts.length ? from + i : from + i - parts.length];
      if (plan.placement[part] < 0) return part;
    }
    return -1;
  }

  /** Places parts until all have a place, or the chain is too long or too expensive. Returns the number of ejections. */
  private eject(plan: Plan, first: number, random: Random): number {
    const { unplaced, failures } = this;
    const { unassignedCost } = this.instance;
    const before = plan.cost;
    unplaced.length = 0;
    unplaced.push(first);
    /** The cost of the parts in `unplaced` having no place. */
    let out = unassignedCost[first];
    let ejections = 0;
    while (unplaced.length > 0 && ejections < this.length && plan.cost - out < before) {
      const part = unplaced.pop()!;
      let place = cheapestPlace(plan, part);
      if (place < 0) {
        ejections++;
        failures[part]++;
        place = this.easiest(plan, part, random);
        if (place < 0) return ejections;
        out += this.clear(plan, part, place);
      }
      out -= unassignedCost[part];
      plan.place(part, place);
    }
    return ejections;
  }

  /** Takes out the parts that are in the way of one on a resource. Returns what it costs that they have no place. */
  private clear(plan: Plan, part: number, resource: number): number {
    let out = 0;
    this.obstacles(plan, part, resource);
    for (const other of this.blocking) {
      plan.remove(other);
      this.unplaced.push(other);
      out += this.instance.unassignedCost[other];
    }
    return out;
  }

  /**
   * The resource whose parts in the way are the easiest to place, or −1. Each sum is multiplied by a random factor of up to 2, so that
   * chains do not repeat.
   */
  private easiest(plan: Plan, part: number, random: Random): number {
    const { arcStart, arcResource, arcCost, unassignedCost } = this.instance;
    let place = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
      if (arcCost[arc] >= unassignedCost[part]) continue;
      const sum = this.obstacles(plan, part, arcResource[arc]) * (1 + random.next());
      if (sum >= least) continue;
      least = sum;
      place = arcResource[arc];
    }
    return place;
  }

  /** Puts the parts in the way into `blocking`. Returns the sum of their failures; infinity when they are too many or one is pinned. */
  private obstacles(plan: Plan, part: number, resource: number): number {
    const { blocking, failures } = this;
    const { pinned } = this.instance;
    let sum = 0;
    inTheWay(plan, part, resource, blocking);
    for (const other of blocking) sum += pinned[other] === NOT_PINNED ? failures[other] : Number.POSITIVE_INFINITY;
    return blocking.length > MOST_IN_THE_WAY ? Number.POSITIVE_INFINITY : sum;
  }
}

/** Whether the part costs less at some place than without one, by the rules on one part. */
const isBestPlaced = ({ arcStart, arcCost, unassignedCost }: Instance, part: number): boolean => {
  for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) if (arcCost[arc] < unassignedCost[part]) return true;
  return false;
};
