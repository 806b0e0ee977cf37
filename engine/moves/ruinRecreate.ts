import { NOT_PINNED } from '../instance/instance.ts';
import type { Plan } from '../board/plan.ts';
import type { Random } from '../random.ts';
import { drawUnplaced, isWithinLimit, type Move, movableParts, TRIED_ON_PLAN } from './move.ts';

/** Parts taken out at most. */
const MOST_PARTS = 24;
/** Resources they are taken from at most, their relatives apart. */
const MOST_RESOURCES = 4;
/** Draws that look for a part without a place. */
const DRAWS = 4;
/** How often a place is passed over, so that another one is tried. */
const BLINK = 0.01;
/** Resources are drawn from the part's own, cheapest first: the higher, the more often one of the first. */
const BIAS = 4;

/**
 * Ruin and recreate: what is on a few resources and on those that rules relate to them, around the time of one part, comes
 * out; each part then takes the cheapest place left, in an order drawn anew. It changes what smaller moves cannot: a set of
 * related resources that must agree. Source: Christiaens, Vanden Berghe, "Slack induction by string removals for vehicle
 * routing problems", Transportation Science 54 (2020).
 */
export const ruinRecreate = (plan: Plan): Move => {
  const { instance } = plan;
  const { arcStart, arcResource, arcCost, start, end, pinned } = instance;
  const parts = movableParts(plan);
  const found = new Int32Array(instance.partCount);
  const out: number[] = [];
  const keys = new Float64Array(instance.partCount);
  /** Arcs of each part, cheapest first; made when first asked for. */
  const cheapest: (Int32Array | undefined)[] = [];

  const arcsOf = (part: number): Int32Array => {
    let arcs = cheapest[part];
    if (arcs === undefined) {
      arcs = Int32Array.from({ length: arcStart[part + 1] - arcStart[part] }, (_, i) => arcStart[part] + i);
      // Equal ones in an order of the part's own.
      arcs.sort((a, b) => arcCost[a] - arcCost[b] || (Math.imul(a, SCATTER) >>> 0) - (Math.imul(b, SCATTER) >>> 0));
      cheapest[part] = arcs;
    }
    return arcs;
  };

  const takeOut = (current: Plan, part: number): void => {
    out.push(part);
    if (current.placement[part] >= 0) current.remove(part);
  };

  const clear = (current: Plan, resource: number, from: number, to: number): void => {
    const count = current.overlapping(resource, from, to, found);
    for (let k = 0; k < count && out.length < MOST_PARTS; k++) {
      if (pinned[found[k]] === NOT_PINNED && arcStart[found[k] + 1] > arcStart[found[k]]) takeOut(current, found[k]);
    }
  };

  const ruin = (current: Plan, random: Random): void => {
    const seed = drawUnplaced(current, parts, DRAWS, random);
    const stretch = random.below(3) * Math.floor((end[seed] - start[seed]) / 2);
    const [from, to] = [start[seed] - stretch, end[seed] + stretch];
    const own = current.placement[seed];
    takeOut(current, seed);
    const count = 1 + random.below(MOST_RESOURCES);
    const withRelatives = random.below(2) === 0;
    for (let n = 0; n < count && out.length < MOST_PARTS; n++) {
      const arcs = arcsOf(seed);
      const resource = n === 0 && own >= 0 ? own : arcResource[arcs[Math.floor(arcs.length * random.next() ** BIAS)]];
      clear(current, resource, from, to);
      if (withRelatives)
        for (const there of current.sharing(resource)) if (there !== resource) clear(current, there, from, to);
    }
  };

  const sortOut = (random: Random): void => {
    const order = random.below(4);
    for (const part of out) {
      if (order === 0) keys[part] = start[part];
      else if (order === 1) keys[part] = start[part] - end[part];
      else if (order === 2) keys[part] = arcStart[part + 1] - arcStart[part];
      else keys[part] = random.next();
    }
    out.sort((a, b) => keys[a] - keys[b] || a - b);
  };

  /** Shared costs are never negative, so a place whose own cost is no better than the best found ends the search. */
  const insert = (current: Plan, part: number, random: Random): void => {
    const arcs = arcsOf(part);
    let least = 0;
    let place = -1;
    for (let i = 0; i < arcs.length; i++) {
      const arc = arcs[i];
      if (arcCost[arc] - instance.unassignedCost[part] >= least) break;
      if (random.next() < BLINK) continue;
      const delta = current.addArcDelta(part, arc);
      if (delta >= least) continue;
      least = delta;
      place = arcResource[arc];
    }
    if (place >= 0) current.place(part, place);
  };

  return {
    id: 'ruin-recreate',
    evaluate(current, random) {
      if (parts.length === 0) return Number.POSITIVE_INFINITY;
      out.length = 0;
      const before = current.cost;
      current.begin();
      ruin(current, random);
      sortOut(random);
      for (const part of out) insert(current, part, random);
      if (isWithinLimit(current)) return current.cost - before;
      current.rollback();
      return Number.POSITIVE_INFINITY;
    },
    ...TRIED_ON_PLAN,
  };
};

/** Knuth's multiplicative hash. */
const SCATTER = 0x9e3779b1;
