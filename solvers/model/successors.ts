import type { Instance } from '../../engine/instance/instance.ts';
import { isBuffered } from '../../engine/objective/pairs/buffers.ts';
import { isPair } from '../../engine/objective/pairs/pair.ts';
import { RiskCosts } from '../../engine/objective/pairs/risk.ts';
import { emptyGapCosts, type GapCosts } from './pathModel.ts';

/** Returns the first index in [from, to) whose value is at least `wanted`; values are in ascending order. */
export const lowerBound = (values: Int32Array, from: number, to: number, wanted: number): number => {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
};

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
  const { buffers } = instance.terms;
  const rows = rowStart.length - 1;
  const siblings = new Uint8Array(instance.operationCount);
  for (const p of partOf) siblings[operation[p]] = Math.min(2, siblings[operation[p]] + 1);
  // For each part of the model, the first part that starts at or after its end.
  const starts = Int32Array.from(partOf, (p) => start[p]);
  const after = Int32Array.from(partOf, (p) => lowerBound(starts, 0, starts.length, end[p]));
  if (instance.maxGapSeconds <= 0 && !siblings.includes(2))
    return { next: firstAfterEnd(rowStart, part, after), captured: true };
  const next = new Int32Array(part.length);
  let captured = true;
  const conflicts = (p: number, q: number, resource: number, gap: number): boolean => {
    if (!isPair(instance, p, q)) return false;
    if (gap < 0) return true;
    return buffers.some((buffer) => buffer.hard && gap < buffer.seconds && isBuffered(buffer, p, q, resource));
  };
  // In each row, the first position from a part on.
  const firstFrom = new Int32Array(partOf.length + 1);
  for (let row = 0; row < rows; row++) {
    const sentinel = rowStart[row + 1] - 1;
    for (let i = 0, k = rowStart[row]; i <= partOf.length; i++) {
      while (k < sentinel && part[k] < i) k++;
      firstFrom[i] = k;
    }
    for (let k = rowStart[row]; k < sentinel; k++) {
      const p = partOf[part[k]];
      const isAlone = siblings[operation[p]] < 2;
      let at = isAlone ? firstFrom[after[part[k]]] : k + 1;
      if (isAlone && instance.maxGapSeconds <= 0) {
        next[k] = at;
        continue;
      }
      const gapTo = (position: number): number => start[partOf[part[position]]] - end[p];
      while (at < sentinel && gapTo(at) < instance.maxGapSeconds && conflicts(p, partOf[part[at]], row, gapTo(at)))
        at++;
      if (!isAlone) {
        while (at < sentinel && conflicts(p, partOf[part[at]], row, gapTo(at))) at++;
      }
      next[k] = at;
      for (let q = at; captured && q < sentinel && gapTo(q) < Math.max(0, instance.maxGapSeconds); q++) {
        captured = !isPair(instance, p, partOf[part[q]]) || !costsAnything(instance, p, partOf[part[q]], row, gapTo(q));
      }
    }
    next[sentinel] = sentinel;
  }
  return { next, captured };
};

/** Computes `next` where only overlaps have a cost: after[i] is the first part that starts at or after the end of part i. */
const firstAfterEnd = (rowStart: Int32Array, part: Int32Array, after: Int32Array): Int32Array => {
  const next = new Int32Array(part.length);
  const firstFrom = new Int32Array(after.length + 1);
  for (let row = 0; row + 1 < rowStart.length; row++) {
    const first = rowStart[row];
    const sentinel = rowStart[row + 1] - 1;
    let i = 0;
    for (let k = first; k < sentinel; k++) while (i <= part[k]) firstFrom[i++] = k;
    while (i < firstFrom.length) firstFrom[i++] = sentinel;
    for (let k = first; k < sentinel; k++) next[k] = firstFrom[after[part[k]]]!;
    next[sentinel] = sentinel;
  }
  return next;
};

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
  const { start, end, terms } = instance;
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
  for (let row = 0; row + 1 < rowStart.length; row++) {
    const sentinel = rowStart[row + 1] - 1;
    mid[sentinel] = sentinel;
    clear[sentinel] = sentinel;
    for (let k = rowStart[row]; k < sentinel; k++) {
      const p = partOf[part[k]];
      least.length = 0;
      for (let q = next[k]; q < sentinel; q++) {
        const other = partOf[part[q]];
        const cost = Math.min(costOf(p, other, row, start[other] - end[p]), least.at(-1) ?? Number.POSITIVE_INFINITY);
        if (cost <= (risk === null ? 0 : (least[0] ?? 0) * LEAST_SHARE)) break;
        least.push(cost);
      }
      putSteps(gapCosts, k, next[k], least, risk === null ? 1 : NEAR_SHARE);
    }
  }
  return gapCosts;
};

/** Of a cost that falls gradually, the part below this share of its first value is left out. */
const LEAST_SHARE = 0.15;
/** Where a cost that falls gradually takes its step. */
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
