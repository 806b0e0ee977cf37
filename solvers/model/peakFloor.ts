import { lowerBound } from '../../engine/binarySearch.ts';
import { ActiveMatching } from '../../engine/activeMatching.ts';
import { orderByEnd } from './orderByEnd.ts';
import type { Relaxation } from './relaxation.ts';

/** A bound in weight units that the busiest moments alone prove, and prices of each part that prove nearly as much. */
export interface PeakFloor {
  readonly bound: number;
  readonly prices: Float64Array;
}

export const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** The bound of the busiest moments; without one that is crowded, the sum of the cheapest places. */
export const floorOf = (relaxation: Relaxation, least: Float64Array): number =>
  peakFloor(relaxation, least)?.bound ?? sumOf(least);

/**
 * Computes a lower bound from moments at which more parts are present than rows can take. At one moment, each part occupies a row of
 * its own, is left out or, where overlaps are allowed at a price, pays for one. The parts beyond a maximum matching are left out, each at the cost above
 * that of its cheapest place, or overlap with another part, and each of the others pays for the use of a row. Those that are left out are among the
 * parts that alternating ways connect with an unmatched one, which compete for fewer rows than they are. When the use of rows is free, the bounds of
 * moments at which other parts compete add up. `least` is the cost of each part's cheapest place. Returns null when there is no such moment.
 * Prices converge slowly when leaving a part out costs thousands of times more than the differences between places; this bound is
 * immediate.
 * Source: Berge, "Two theorems in graph theory", PNAS 43 (1957), for the matching; Dulmage, Mendelsohn, "Coverings of bipartite graphs", Canadian Journal of
 * Mathematics 10 (1958), for those that compete; cliques of intervals as in Krishnamoorthy, Ernst,
 * Baatar, "Algorithms for large-scale shift minimisation personnel task scheduling problems", EJOR 219 (2012).
 */
export const peakFloor = (relaxation: Relaxation, least: Float64Array): PeakFloor | null => {
  const { model, start, end } = relaxation;
  const usage = model.usage.slice().sort();
  const peaks = findPeaks(relaxation, usage, least);
  const chosen = usage.at(-1) === 0 ? mostThatShareNone(peaks) : costliestOf(peaks);
  if (chosen.length === 0) return null;
  const prices = least.slice(0, model.partCount);
  for (const { crowd, first, at, level } of chosen) {
    for (let part = first; part < model.partCount && start[part] <= at; part++) {
      if (end[part] > at && crowd?.has(part) !== false)
        prices[part] = Math.min(model.leaveOut[part], least[part] + level);
    }
  }
  const extra = chosen.reduce((sum, peak) => sum + peak.extra, 0);
  return { bound: least.reduce((sum, cost) => sum + cost, extra), prices };
};

interface Peak {
  /** Start of the latest part present. */
  readonly at: number;
  /** The parts that compete for too few rows; null: all that are present. */
  readonly crowd: ReadonlySet<number> | null;
  /** The first of these parts, and its start. */
  readonly first: number;
  readonly since: number;
  /** Least cost of these parts above that of their cheapest places, in weight units. */
  readonly extra: number;
  /** Price of a row at that moment, for these parts. */
  readonly level: number;
}

/** Finds, in order of time, the moments just before a part ends at which the present parts must cost more than their cheapest places. */
const findPeaks = (
  { model, columns, start, end }: Relaxation,
  usage: Float64Array,
  least: Float64Array,
): readonly Peak[] => {
  const { partCount, rowCount, leaveOut, overlapCost } = model;
  const rows = columns.column.map((k) => columns.row[k]);
  const matching = new ActiveMatching(columns.columnStart, rows, rowCount);
  const byEnd = orderByEnd(end);
  const peaks: Peak[] = [];
  let ended = 0;
  for (let part = 0; part < partCount; part++) {
    while (end[byEnd[ended]] <= start[part]) matching.leave(byEnd[ended++]);
    matching.arrive(part);
    const isLastToCome = part + 1 === partCount || end[byEnd[ended]] <= start[part + 1];
    if (!isLastToCome || (matching.unmatched === 0 && usage.at(-1) === 0)) continue;
    const present = matching.activeParts();
    // Where the use of rows costs nothing, only those count that compete for too few rows: one of them is left out.
    const competing = usage.at(-1) === 0 ? matching.crowd() : present;
    const regrets = Float64Array.from(competing, (i) => Math.min(leaveOut[i] - least[i], overlapCost)).sort();
    const { extra, level } = cheapest(regrets, usage, matching.unmatched);
    if (extra <= 0) continue;
    const crowd = competing.length < present.length ? new Set(competing) : null;
    const first = Math.min(...competing);
    peaks.push({ at: start[part], crowd, first, since: start[first], extra, level });
  }
  return peaks;
};

/**
 * Returns the least cost of leaving out at least `unmatched` parts and of the rows of the others; `regrets` and `usage` are in
 * ascending order.
 */
const cheapest = (
  regrets: Float64Array,
  usage: Float64Array,
  unmatched: number,
): { readonly extra: number; readonly level: number } => {
  const rows = usage.subarray(0, regrets.length - unmatched);
  let extra = regrets.subarray(0, unmatched).reduce((sum, cost) => sum + cost, 0);
  extra = rows.reduce((sum, cost) => sum + cost, extra);
  let out = unmatched;
  for (; out < regrets.length && regrets[out] < usage[regrets.length - out - 1]; out++) {
    extra += regrets[out] - usage[regrets.length - out - 1];
  }
  const lastRow = regrets.length - out - 1;
  return { extra, level: Math.max(out > 0 ? regrets[out - 1] : 0, lastRow >= 0 ? usage[lastRow] : 0) };
};

const costliestOf = (peaks: readonly Peak[]): readonly Peak[] => {
  const most = Math.max(...peaks.map(({ extra }) => extra));
  return peaks.filter(({ extra }) => extra === most).slice(0, 1);
};

/** Chooses peaks of which no two share a competing part, with the largest total, by weighted interval scheduling. */
const mostThatShareNone = (peaks: readonly Peak[]): readonly Peak[] => {
  const best = new Float64Array(peaks.length + 1);
  const times = Int32Array.from(peaks, ({ at }) => at);
  const before = peaks.map(({ since }) => lowerBound(times, since));
  for (let i = 0; i < peaks.length; i++) best[i + 1] = Math.max(best[i], best[before[i]] + peaks[i].extra);
  const chosen: Peak[] = [];
  for (let i = peaks.length; i > 0; ) {
    if (best[i] === best[i - 1]) i--;
    else {
      chosen.push(peaks[i - 1]);
      i = before[i - 1];
    }
  }
  return chosen.reverse();
};
