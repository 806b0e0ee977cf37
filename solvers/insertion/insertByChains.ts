import { NOT_PINNED } from '../../engine/instance/instance.ts';
import type { Plan } from '../../engine/board/plan.ts';
import { isWithinLimit } from '../../engine/moves/move.ts';

/**
 * How many parts all searches together may examine for other places, as a share of the parts that have a place or need one. Each search may examine
 * an equal share of these, but always a few.
 */
const EXPANDED_SHARE = 0.125;
const FEW_EXPANDED = 20;
/** Where more parts than this are in the way, none is ejected. */
const MOST_IN_THE_WAY = 2;
const NONE = -1;

/** How a part lost its place in a search. Costs are in hundredths. */
interface Label {
  /** What the chain so far adds to the plan's cost, without what the part will cost. */
  readonly cost: number;
  /**
   * The part that takes its place, and the resource to which that goes, which is another one where rules forbid neighbors; NONE for the part with which
   * the search began.
   */
  readonly by: number;
  readonly byTo: number;
  /** A second part that gives way, by moving to the resource `asideTo`; NONE: none. */
  readonly aside: number;
  readonly asideTo: number;
}

/** A resource or NONE, and what the part costs there. */
interface Place {
  readonly resource: number;
  readonly cost: number;
}

/**
 * Finds room for parts that have no place though they are worth one, each by a cheap chain: a part takes the place of another one, this one that of a
 * third, until one finds room or is left out because that costs less. `prices` say what each part is worth, in weight units, NaN where that is not
 * known. Parts that are worth most come first; parts that cost as much with a place as without one are not tried. A search first examines parts that
 * are probably cheap to place elsewhere. Wrong prices cost quality, but the plan never becomes worse. Respects maxReassignments. Does nothing if more
 * than `mostMissing` parts have no place. Returns the number of parts that it examined for other places. Source: Kuhn, "The Hungarian method for the
 * assignment problem", Naval Research Logistics Quarterly 2 (1955), for shortest augmenting paths; Glover, "Ejection chains, reference structures and
 * alternating path methods for traveling salesman problems", Discrete Applied Mathematics 65 (1996).
 */
export const insertByChains = (
  plan: Plan,
  prices: Float64Array,
  stop: () => boolean,
  mostMissing = Number.POSITIVE_INFINITY,
): number => {
  let missing = missingParts(plan, prices);
  if (missing.length === 0 || missing.length > mostMissing) return 0;
  const placed = plan.placement.reduce((count, place) => (place < 0 ? count : count + 1), 0);
  const most = EXPANDED_SHARE * (placed + missing.length);
  const search = new ChainSearch(plan, prices, Math.max(FEW_EXPANDED, most / missing.length));
  for (let before = Number.POSITIVE_INFINITY; plan.cost < before && search.expanded < most; ) {
    before = plan.cost;
    for (const part of missing) {
      if (stop() || search.expanded >= most) break;
      search.insert(part);
    }
    missing = missing.filter((part) => plan.placement[part] < 0);
  }
  return search.expanded;
};

/** Like `insertByChains`, for these parts alone, which have no place. Each search looks at other places of at most `mostExpanded` parts. */
export const insertEachByChain = (
  plan: Plan,
  parts: readonly number[],
  prices: Float64Array,
  mostExpanded: number,
  stop: () => boolean,
): void => {
  if (parts.length === 0) return;
  const search = new ChainSearch(plan, prices, mostExpanded);
  for (const part of parts) if (!stop() && plan.placement[part] < 0) search.insert(part);
};

/** The parts without a place that are worth one, those first that are worth most. */
const missingParts = ({ instance, placement }: Plan, prices: Float64Array): number[] => {
  const { pinned, unassignedCost } = instance;
  const gain = (part: number): number => unassignedCost[part] - (Number.isNaN(prices[part]) ? 0 : 100 * prices[part]);
  const missing: number[] = [];
  for (let part = 0; part < placement.length; part++)
    if (placement[part] < 0 && pinned[part] === NOT_PINNED && gain(part) > 1) missing.push(part);
  return missing.sort((a, b) => gain(b) - gain(a) || a - b);
};

class ChainSearch {
  expanded = 0;
  private readonly plan: Plan;
  private readonly mostExpanded: number;
  private readonly prices: Float64Array;
  /** The estimates computed so far, by part. */
  private readonly estimates: Float64Array;
  private readonly least: Float64Array;
  private readonly labels = new Map<number, Label>();
  /** The parts with a label that are not expanded yet. */
  private readonly open = new Set<number>();
  /** The cheapest free place of parts in the present plan. */
  private readonly free = new Map<number, Place>();
  /** Cost of the cheapest chain found, and its last step: `last` goes to `lastTo` or is left out. */
  private best = 0;
  private last = NONE;
  private lastTo = NONE;

  constructor(plan: Plan, prices: Float64Array, mostExpanded: number) {
    this.plan = plan;
    this.mostExpanded = mostExpanded;
    this.prices = prices;
    this.estimates = new Float64Array(plan.instance.partCount).fill(Number.NaN);
    this.least = this.estimates.slice();
  }

  /** What the part will probably cost in the end if it has to leave its place. */
  private estimate(part: number): number {
    const known = this.estimates[part];
    if (!Number.isNaN(known)) return known;
    const without = this.plan.instance.unassignedCost[part];
    const least = this.leastCost(part);
    const price = 100 * this.prices[part];
    const estimate = price > least ? Math.min(price, without) : least;
    this.estimates[part] = estimate;
    return estimate;
  }

  /** What the part costs at its cheapest place if that is free, or without a place if that is less. */
  private leastCost(part: number): number {
    const known = this.least[part];
    if (!Number.isNaN(known)) return known;
    const { arcStart, arcCost, unassignedCost } = this.plan.instance;
    let least = unassignedCost[part];
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) if (arcCost[arc] < least) least = arcCost[arc];
    this.least[part] = least;
    return least;
  }

  /** Searches a chain that finds room for the part, or lets a cheaper one be left out, and makes its moves. */
  insert(part: number): void {
    const { labels, open } = this;
    labels.clear();
    open.clear();
    labels.set(part, { cost: 0, by: NONE, byTo: NONE, aside: NONE, asideTo: NONE });
    open.add(part);
    this.best = this.plan.instance.unassignedCost[part];
    this.last = NONE;
    for (let count = 0; count < this.mostExpanded; count++) {
      const next = this.mostPromising();
      if (next === NONE) break;
      open.delete(next);
      this.expand(next);
      this.expanded++;
    }
    if (this.last !== NONE) this.apply();
  }

  /** The open part with the lowest estimate of its chain's cost; NONE when no estimate is below the best cost. */
  private mostPromising(): number {
    let chosen = NONE;
    let lowest = this.best;
    for (const part of this.open) {
      const cost = this.labels.get(part)!.cost + this.estimate(part);
      if (cost < lowest) {
        lowest = cost;
        chosen = part;
      }
    }
    return chosen;
  }

  private expand(part: number): void {
    const { plan } = this;
    const { arcStart, arcResource, arcCost, unassignedCost } = plan.instance;
    const { cost: spent } = this.labels.get(part)!;
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
      const resource = arcResource[arc];
      const cost = spent + arcCost[arc];
      if (resource === plan.placement[part] || cost >= this.best) continue;
      plan.findConflicting(part, resource);
      if (plan.partnerCount > MOST_IN_THE_WAY) continue;
      if (plan.partnerCount === 0) this.end(part, resource, spent + plan.addArcDelta(part, arc) + unassignedCost[part]);
      else {
        const [one, other] = plan.partners;
        const taken = { by: part, byTo: resource, cost };
        this.eject(one, taken, plan.partnerCount === 1 ? NONE : other);
        if (plan.partnerCount === 2) this.eject(other, taken, one);
      }
    }
  }

  private end(part: number, resource: number, cost: number): void {
    if (cost >= this.best) return;
    this.best = cost;
    this.last = part;
    this.lastTo = resource;
  }

  /** Labels `part`, whose place another one takes; `cost` is that of the chain with this step. `aside` moves to its cheapest free place. */
  private eject(part: number, { by, byTo, cost }: Pick<Label, 'by' | 'byTo' | 'cost'>, aside: number): void {
    const { plan, labels, open } = this;
    const { unassignedCost } = plan.instance;
    if (!this.mayMove(part, aside)) return;
    const known = labels.get(part);
    const most = Math.min(this.best - this.estimate(part), known?.cost ?? Number.POSITIVE_INFINITY);
    const spent = cost - this.costOf(part) - (aside === NONE ? 0 : this.costOf(aside));
    // A search for a free place takes long, and is useless if even the cheapest place would cost too much.
    if (spent + (aside === NONE ? 0 : this.leastCost(aside)) >= most) return;
    const place = aside === NONE ? null : this.freePlace(aside);
    const total = spent + (place === null ? 0 : place.cost);
    if (total >= most) return;
    labels.set(part, { cost: total, by, byTo, aside, asideTo: place?.resource ?? NONE });
    open.add(part);
    this.end(part, NONE, total + unassignedCost[part]);
  }

  /** Whether `part` may still be labeled, and `aside` may step aside for the chain. */
  private mayMove(part: number, aside: number): boolean {
    const { plan, labels, open } = this;
    const { pinned } = plan.instance;
    if (pinned[part] !== NOT_PINNED || (labels.has(part) && !open.has(part))) return false;
    return aside === NONE || (pinned[aside] === NOT_PINNED && !labels.has(aside));
  }

  private costOf(part: number): number {
    return this.plan.instance.unassignedCost[part] - this.plan.removeDelta(part);
  }

  private freePlace(part: number): Place {
    const known = this.free.get(part);
    if (known !== undefined) return known;
    const { plan } = this;
    const { arcStart, arcResource, arcCost, unassignedCost } = plan.instance;
    const without = unassignedCost[part];
    let place: Place = { resource: NONE, cost: without };
    for (let arc = arcStart[part]; arc < arcStart[part + 1]; arc++) {
      const resource = arcResource[arc];
      if (arcCost[arc] >= place.cost || resource === plan.placement[part]) continue;
      const cost = plan.addArcDelta(part, arc, place.cost - without) + without;
      if (cost < place.cost) place = { resource, cost };
    }
    this.free.set(part, place);
    return place;
  }

  /** Makes the moves of the best chain, unless two of them want the same room or too many places change. */
  private apply(): void {
    const { plan, labels } = this;
    const moves: [part: number, to: number][] = [];
    for (let part = this.last, to = this.lastTo; part !== NONE; ) {
      const { by, byTo, aside, asideTo } = labels.get(part)!;
      moves.push([part, to]);
      if (aside !== NONE) moves.push([aside, asideTo]);
      to = byTo;
      part = by;
    }
    const before = plan.cost;
    plan.begin();
    for (const [part] of moves) plan.move(part, NONE);
    for (const [part, to] of moves) plan.move(part, to);
    if (plan.cost >= before || !isWithinLimit(plan)) plan.rollback();
    else {
      plan.commit();
      this.free.clear();
    }
  }
}
