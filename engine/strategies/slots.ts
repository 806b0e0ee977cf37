import { type Instance, PartFlag } from '../instance/instance.ts';
import type { Placement } from '../objective/score.ts';
import { Board } from '../board/board.ts';
import { partsBetween } from '../board/nearby.ts';

/** A query for places of a part that may start within a range; times are in seconds since the instance's origin. */
export interface SlotQuery {
  /** The first start, inclusive. */
  readonly from: number;
  /** The last start, inclusive. */
  readonly to: number;
  /** The largest number of slots to return. */
  readonly k: number;
}

/** A resource with a start; no start on it that is nearer to the present one costs as little or less. */
export interface Slot {
  readonly resource: number;
  readonly start: number;
  readonly end: number;
  /** The change of the plan's cost in hundredths: the place, its pairs, and each minute after the present start as a delay. */
  readonly delta: number;
  /** The number of conflicts that the part would be in. */
  readonly conflicts: number;
  /** The parts it would be in conflict with. */
  readonly blockedBy: readonly number[];
}

/**
 * The best k pairs (resource, start), ordered by cost, then nearness to the present start, then resource. The cost can only change
 * where the part becomes clear of another or comes into conflict with it, so only these starts are tried. This is exact without a risk
 * weight; with one, only the cost at the tried starts is exact. The part keeps its length; its present place is considered like any
 * other. Pinned parts can only stay where they are, and parts of which a task has happened only when they are. Throws RangeError for an empty range or k < 1.
 */
export const slots = (instance: Instance, placement: Placement, part: number, query: SlotQuery): readonly Slot[] => {
  if (!(query.from <= query.to) || query.k < 1) {
    throw new RangeError('A query for slots needs from ≤ to and a k of at least 1.');
  }
  const board = Board.movable(instance, placement);
  const here = placement[part];
  const start = instance.start[part];
  board.findPartners(part, here);
  const before =
    board.aloneCost(part, here) + (here < 0 ? 0 : board.softCost + instance.conflictCost * board.partnerCount);
  const found: Slot[] = [];
  for (let arc = instance.arcStart[part]; arc < instance.arcStart[part + 1]; arc++) {
    const resource = instance.arcResource[arc];
    for (const at of startsOn(board, part, resource, query)) {
      board.shift(part, at - start);
      board.findPartners(part, resource);
      const delay = at > start ? instance.delayCost * Math.ceil((at - start) / 60) : 0;
      const delta =
        instance.arcCost[arc] + board.softCost + instance.conflictCost * board.partnerCount + delay - before;
      const conflicts = board.partnerCount;
      const blockedBy = Array.from(board.partners.subarray(0, conflicts));
      found.push({ resource, start: at, end: board.instance.end[part], delta, conflicts, blockedBy });
      board.shift(part, start - at);
    }
  }
  return withoutDominated(found, start)
    .sort((x, y) => x.delta - y.delta || nearness(x, start) - nearness(y, start) || x.resource - y.resource)
    .slice(0, query.k);
};

const nearness = ({ start }: Slot, wanted: number): number => Math.abs(start - wanted);

/** Drops every slot for which a nearer start on the same resource costs as little or less. */
const withoutDominated = (found: readonly Slot[], wanted: number): Slot[] => {
  const cheapest = new Map<number, number>();
  return [...found]
    .sort((x, y) => nearness(x, wanted) - nearness(y, wanted) || x.delta - y.delta || x.start - y.start)
    .filter(({ resource, delta }) => {
      if (delta >= (cheapest.get(resource) ?? Number.POSITIVE_INFINITY)) return false;
      cheapest.set(resource, delta);
      return true;
    });
};

/** The starts at which the cost on the resource may change, and the first one. */
const startsOn = (board: Board, part: number, resource: number, query: SlotQuery): readonly number[] => {
  const { instance } = board;
  const { start, end, flags } = instance;
  if ((flags[part] & PartFlag.happened) !== 0) {
    return query.from <= start[part] && start[part] <= query.to ? [start[part]] : [];
  }
  const seconds = end[part] - start[part];
  const changes = new Set<number>([query.from, start[part]]);
  const from = query.from - instance.maxGapSeconds;
  const to = query.to + seconds + instance.maxGapSeconds;
  for (const other of partsBetween(board, part, resource, from, to)) {
    changes.add(end[other]);
    changes.add(start[other] - seconds + 1);
    for (const { seconds: gap } of instance.terms.buffers) {
      changes.add(end[other] + gap);
      changes.add(start[other] - seconds - gap + 1);
    }
  }
  return [...changes].filter((at) => query.from <= at && at <= query.to).sort((a, b) => a - b);
};
