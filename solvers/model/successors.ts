import type { Instance } from '../../engine/instance/instance.ts';
import { isBuffered } from '../../engine/objective/pairs/buffers.ts';
import { isPair } from '../../engine/objective/pairs/pair.ts';
import { lowerBound } from '../../engine/binarySearch.ts';
import { RiskCosts } from '../../engine/objective/pairs/risk.ts';
import { emptyGapCosts, type GapCosts } from './pathModel.ts';

/**
 * Computes `next` of every position: the first later one that is not certainly in conflict with it. `captured` tells whether no pair from `next` on
 * has a cost, hard or soft.
 */
export const successors = (
  instance: Instance,
  partOf: Int32Array,
  rowStart: Int32Array,
  part: Int32Array,
): { next: Int32Array; captured: boolean } => {
  const { start, end, operation } = instance;
  const siblings = siblingsOf(instance, partOf);
  // For each part of the model, the first part that starts at or after its end.
  const starts = Int32Array.from(partOf, (p) => start[p]);
  const after = Int32Array.from(partOf, (p) => lowerBound(starts, end[p]));
  if (instance.maxGapSeconds <= 0 && !siblings.includes(2))
    return { next: firstAfterEnd(rowStart, part, after), captured: true };
  const pairs = new PositionPairs(instance, partOf, part);
  const next = new Int32Array(part.length);
  const firstFrom = new Int32Array(partOf.length + 1);
  const risk = instance.terms.risk === null ? 0 : instance.maxGapSeconds;
  const costly = instance.terms.buffers.filter(({ hard, cost }) => hard || cost > 0);
  const common = costly.filter((buffer) => buffer.hard && concernsAllNext(buffer, partOf));
  let captured = true;
  for (let row = 0; row + 1 < rowStart.length; row++) {
    const sentinel = rowStart[row + 1] - 1;
    findFirstFrom(firstFrom, part, rowStart[row], sentinel);
    const here = costly.filter(({ resources }) => resources[row] === 1);
    const certain = common.filter(({ resources }) => resources[row] === 1);
    for (let k = rowStart[row]; k < sentinel; k++) {
      const p = partOf[part[k]];
      const reach = Math.max(risk, longestAfter(here, p));
      if (siblings[operation[p]] < 2) {
        const gap = longestAfter(certain, p);
        const first = firstFrom[gap > 0 ? lowerBound(starts, end[p] + gap) : after[part[k]]];
        next[k] = pairs.firstWithout(k, first, sentinel, row, reach);
      } else next[k] = pairs.firstWithout(k, k + 1, sentinel, row, Number.POSITIVE_INFINITY);
      captured &&= !pairs.costAnything(k, next[k], sentinel, row, reach);
    }
    next[sentinel] = sentinel;
  }
  return { next, captured };
};

/** The number of parts of each operation in the model, 2 standing for all higher ones. */
const siblingsOf = ({ operation, operationCount }: Instance, partOf: Int32Array): Uint8Array => {
  const siblings = new Uint8Array(operationCount);
  for (const p of partOf) siblings[operation[p]] = Math.min(2, siblings[operation[p]] + 1);
  return siblings;
};

/** Computes `next` where only overlaps have a cost: after[i] is the first part that starts at or after the end of part i. */
const firstAfterEnd = (rowStart: Int32Array, part: Int32Array, after: Int32Array): Int32Array => {
  const next = new Int32Array(part.length);
  const firstFrom = new Int32Array(after.length + 1);
  const findNext = (first: number, sentinel: number): void => {
    findFirstFrom(firstFrom, part, first, sentinel);
    for (let k = first; k < sentinel; k++) next[k] = firstFrom[after[part[k]]];
    next[sentinel] = sentinel;
  };
  for (let row = 0; row + 1 < rowStart.length; row++) findNext(rowStart[row], rowStart[row + 1] - 1);
  return next;
};

/** Writes, for each part of the model, the row's first position whose part is this one or a later one. */
const findFirstFrom = (firstFrom: Int32Array, part: Int32Array, first: number, sentinel: number): void => {
  let i = 0;
  for (let k = first; k < sentinel; k++) while (i <= part[k]) firstFrom[i++] = k;
  while (i < firstFrom.length) firstFrom[i++] = sentinel;
};

type Buffer = Instance['terms']['buffers'][number];

/** Whether the rule concerns every part of the model as the later one of two, so that only the earlier one and the gap decide whether it is broken. */
const concernsAllNext = ({ next }: Buffer, partOf: Int32Array): boolean => partOf.every((part) => next[part] === 1);

/** The longest gap in seconds that one of the rules requires after the part; 0 without one. */
const longestAfter = (buffers: readonly Buffer[], part: number): number => {
  let longest = 0;
  for (const { seconds, previous } of buffers) if (previous[part] === 1 && seconds > longest) longest = seconds;
  return longest;
};

/** What a position and later ones of its row cost together. */
class PositionPairs {
  private readonly instance: Instance;
  private readonly partOf: Int32Array;
  private readonly part: Int32Array;

  constructor(instance: Instance, partOf: Int32Array, part: Int32Array) {
    this.instance = instance;
    this.partOf = partOf;
    this.part = part;
  }

  /** The first position in [from, sentinel) that does not conflict with position k, or that is `reach` seconds or more behind it. */
  firstWithout(k: number, from: number, sentinel: number, row: number, reach: number): number {
    const { instance, partOf, part } = this;
    const p = partOf[part[k]];
    let at = from;
    for (; at < sentinel; at++) {
      const q = partOf[part[at]];
      const gap = instance.start[q] - instance.end[p];
      if (gap >= reach || !conflicts(instance, p, q, row, gap)) break;
    }
    return at;
  }

  /** Whether position k has a cost, hard or soft, with one in [from, sentinel) that is less than `reach` seconds behind it. */
  costAnything(k: number, from: number, sentinel: number, row: number, reach: number): boolean {
    const { instance, partOf, part } = this;
    const p = partOf[part[k]];
    for (let at = from; at < sentinel; at++) {
      const q = partOf[part[at]];
      const gap = instance.start[q] - instance.end[p];
      if (gap >= reach) return false;
      if (isPair(instance, p, q) && costsAnything(instance, p, q, row, gap)) return true;
    }
    return false;
  }
}

const conflicts = (instance: Instance, p: number, q: number, resource: number, gap: number): boolean =>
  isPair(instance, p, q) &&
  (gap < 0 ||
    instance.terms.buffers.some((buffer) => buffer.hard && gap < buffer.seconds && isBuffered(buffer, p, q, resource)));

const costsAnything = (instance: Instance, p: number, q: number, resource: number, gap: number): boolean =>
  gap < 0 ||
  instance.terms.risk !== null ||
  instance.terms.buffers.some(
    (buffer) => gap < buffer.seconds && (buffer.hard || buffer.cost > 0) && isBuffered(buffer, p, q, resource),
  );

/**
 * Computes what soft buffers and risk cost between a position and its successor, as step functions that only fall with time and are never more
 * than the cost; a cost that rises again counts as its least value before. Null when there is neither.
 */
export const gapCostsOf = (
  instance: Instance,
  partOf: Int32Array,
  rowStart: Int32Array,
  part: Int32Array,
  next: Int32Array,
): GapCosts | null => {
  const { start, end, operation, terms } = instance;
  const soft = terms.buffers.filter(({ hard, cost }) => !hard && cost > 0);
  const risk = terms.risk === null ? null : new RiskCosts(instance);
  if (soft.length === 0 && risk === null) return null;
  const most = Math.max(terms.risk?.horizonSeconds ?? 0, ...soft.map(({ seconds }) => seconds));
  const gapCosts = emptyGapCosts(part.length);
  const { mid, clear } = gapCosts;
  const costOf = (p: number, q: number, resource: number, gap: number): number => {
    if (gap < 0 || gap >= most || !isPair(instance, p, q)) return 0;
    let cost = risk === null ? 0 : risk.costOf(p, q, gap);
    for (const buffer of soft) if (gap < buffer.seconds && isBuffered(buffer, p, q, resource)) cost += buffer.cost;
    return cost;
  };
  // The costs of one position, from its `next` on: the least up to each later position.
  const least: number[] = [];
  const putLeast = (k: number, row: number, sentinel: number): void => {
    const p = partOf[part[k]];
    least.length = 0;
    for (let q = next[k]; q < sentinel; q++) {
      const other = partOf[part[q]];
      const cost = Math.min(costOf(p, other, row, start[other] - end[p]), least.at(-1) ?? Number.POSITIVE_INFINITY);
      if (cost <= (risk === null ? 0 : (least[0] ?? 0) * LEAST_SHARE)) break;
      least.push(cost);
    }
    putSteps(gapCosts, k, next[k], least, risk === null ? 1 : NEAR_SHARE);
  };
  const siblings = siblingsOf(instance, partOf);
  const isSteady = risk === null && soft.every((buffer) => concernsAllNext(buffer, partOf));
  const steps = isSteady ? new SteadySteps(instance, partOf, part) : null;
  for (let row = 0; row + 1 < rowStart.length; row++) {
    const sentinel = rowStart[row + 1] - 1;
    mid[sentinel] = sentinel;
    clear[sentinel] = sentinel;
    const here = soft.filter(({ resources }) => resources[row] === 1);
    steps?.beginRow(rowStart[row], sentinel);
    for (let k = rowStart[row]; k < sentinel; k++) {
      if (steps !== null && siblings[operation[partOf[part[k]]]] < 2) steps.put(gapCosts, k, next[k], here);
      else putLeast(k, row, sentinel);
    }
  }
  return gapCosts;
};

/** Writes the steps of positions whose later ones are concerned by the same rules, so that the cost of each rule ends at its gap. */
class SteadySteps {
  private readonly instance: Instance;
  private readonly partOf: Int32Array;
  private readonly part: Int32Array;
  private readonly starts: Int32Array;
  /** For each part, the present row's first position whose part is this one or a later one. */
  private readonly firstFrom: Int32Array;

  constructor(instance: Instance, partOf: Int32Array, part: Int32Array) {
    this.instance = instance;
    this.partOf = partOf;
    this.part = part;
    this.starts = Int32Array.from(partOf, (p) => instance.start[p]);
    this.firstFrom = new Int32Array(partOf.length + 1);
  }

  beginRow(first: number, sentinel: number): void {
    findFirstFrom(this.firstFrom, this.part, first, sentinel);
  }

  put({ near, mid, far, clear }: GapCosts, k: number, next: number, buffers: readonly Buffer[]): void {
    const { starts, firstFrom } = this;
    const p = this.partOf[this.part[k]];
    const until = this.instance.end[p];
    let [first, last] = [Number.POSITIVE_INFINITY, next];
    for (const { seconds, previous } of buffers) {
      if (previous[p] === 0) continue;
      const at = firstFrom[lowerBound(starts, until + seconds)];
      if (at <= next) continue;
      if (at < first) first = at;
      if (at > last) last = at;
    }
    clear[k] = last;
    mid[k] = first < last ? first : next;
    if (last === next) return;
    near[k] = this.costOf(p, next, buffers) / 100;
    far[k] = first < last ? this.costOf(p, last - 1, buffers) / 100 : near[k];
  }

  private costOf(p: number, position: number, buffers: readonly Buffer[]): number {
    const { start, end } = this.instance;
    const gap = start[this.partOf[this.part[position]]] - end[p];
    let sum = 0;
    for (const { seconds, previous, cost } of buffers) if (previous[p] === 1 && gap < seconds) sum += cost;
    return sum;
  }
}

/** The tail of a cost that falls gradually is left out where it is below this share of its first value. */
const LEAST_SHARE = 0.15;
/** A cost that falls gradually takes its step where it falls below this share of its first value. */
const NEAR_SHARE = 0.55;

/**
 * Writes two steps below costs that only fall: the first one as long as at least `share` of the first cost is left, the second one to the end.
 */
const putSteps = (
  { near, mid, far, clear }: GapCosts,
  k: number,
  next: number,
  costs: readonly number[],
  share: number,
): void => {
  mid[k] = next;
  clear[k] = next + costs.length;
  if (costs.length === 0) return;
  const step = costs.findIndex((cost) => cost < share * costs[0]);
  near[k] = costs[step < 0 ? costs.length - 1 : step - 1] / 100;
  far[k] = costs[costs.length - 1] / 100;
  // Without a step, `far` equals `near`.
  if (step >= 0) mid[k] = next + step;
};
