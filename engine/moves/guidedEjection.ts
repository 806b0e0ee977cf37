import { NOT_PINNED } from '../instance/instance.ts';
import type { Plan } from '../board/plan.ts';
import type { Random } from '../random.ts';
import { cheapestPlace, inTheWay, isWithinLimit, type Move, movableParts, TRIED_ON_PLAN } from './move.ts';

/** Ejections of a chain: at first, and at most, after chains in vain. */
const FIRST_LENGTH = 32;
const LONGEST = 512;
const MOST_IN_THE_WAY = 6;
/** Draws passed over for each ejection in vain, so that it stays a small share of a search's time. */
const REST = 2;

/**
 * Guided ejection: a part without a place takes the resource where those in its way (by overlap, hard buffer or hard adjacency)
 * have been the easiest to place so far; they look for a place in turn, until all have one. Each part counts how often it
 * found none. It is for plans where leaving a part out costs far more than any detour.
 * Source: Nagata, Bräysy, "A powerful route minimization heuristic for the vehicle routing problem with time windows",
 * Operations Research Letters 37 (2009).
 */
export const guidedEjection = (plan: Plan): Move => {
  const { instance } = plan;
  const { arcStart, arcResource, arcCost, unassignedCost, pinned } = instance;
  const parts = movableParts(plan).filter((part) => {
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++)
      if (arcCost[arc] < unassignedCost[part]) return true;
    return false;
  });
  const failures = new Float64Array(instance.partCount).fill(1);
  const unplaced: number[] = [];
  const blocking: number[] = [];
  let length = FIRST_LENGTH;
  let rest = 0;

  const draw = (current: Plan, random: Random): number => {
    const from = random.below(parts.length);
    for (let i = 0; i < parts.length; i++) {
      const part = parts[from + i < parts.length ? from + i : from + i - parts.length];
      if (current.placement[part] < 0) return part;
    }
    return -1;
  };

  /** Who is in the way, into `blocking`, and the sum of their failures; infinity: too many, or one that is pinned. */
  const obstacles = (current: Plan, part: number, resource: number): number => {
    let sum = 0;
    inTheWay(current, part, resource, blocking);
    for (const other of blocking) sum += pinned[other] === NOT_PINNED ? failures[other] : Number.POSITIVE_INFINITY;
    return blocking.length > MOST_IN_THE_WAY ? Number.POSITIVE_INFINITY : sum;
  };

  /**
   * The resource whose parts in the way are the easiest to place, by sums that chance up to doubles, so that no chain repeats
   * another; −1: none.
   */
  const easiest = (current: Plan, part: number, random: Random): number => {
    let place = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
      if (arcCost[arc] >= unassignedCost[part]) continue;
      const sum = obstacles(current, part, arcResource[arc]) * (1 + random.next());
      if (sum >= least) continue;
      least = sum;
      place = arcResource[arc];
    }
    return place;
  };

  /** The ejections it took; those still without a place are left in `unplaced`. */
  const eject = (current: Plan, first: number, random: Random): number => {
    const before = current.cost;
    unplaced.length = 0;
    unplaced.push(first);
    /** What it costs that these have no place. */
    let out = unassignedCost[first];
    let ejections = 0;
    while (unplaced.length > 0 && ejections < length && current.cost - out < before) {
      const part = unplaced.pop()!;
      let place = cheapestPlace(current, part);
      if (place < 0) {
        ejections++;
        failures[part]++;
        place = easiest(current, part, random);
        if (place < 0) {
          unplaced.push(part);
          return ejections;
        }
        obstacles(current, part, place);
        for (const other of blocking) {
          current.remove(other);
          unplaced.push(other);
          out += unassignedCost[other];
        }
      }
      out -= unassignedCost[part];
      current.place(part, place);
    }
    return ejections;
  };

  return {
    id: 'guided-ejection',
    evaluate(current, random) {
      if (parts.length === 0 || --rest > 0) return Number.POSITIVE_INFINITY;
      const first = draw(current, random);
      if (first < 0) {
        rest = parts.length >> 5;
        return Number.POSITIVE_INFINITY;
      }
      const before = current.cost;
      current.begin();
      const ejections = eject(current, first, random);
      const isAllowed = isWithinLimit(current);
      if (isAllowed && current.cost < before) {
        length = FIRST_LENGTH;
        return current.cost - before;
      }
      length = Math.min(LONGEST, 2 * length);
      rest = REST * ejections;
      if (isAllowed) return current.cost - before;
      current.rollback();
      return Number.POSITIVE_INFINITY;
    },
    ...TRIED_ON_PLAN,
  };
};
