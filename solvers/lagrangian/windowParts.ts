import type { Random } from '../../engine/random.ts';
import type { Placement } from '../../engine/objective/score.ts';
import type { Relaxation } from '../model/relaxation.ts';

/** Number of windows of time drawn, of which one is searched. */
const TRIES = 3;
/** What a row counts beside what its parts cost above the bound, in price units, so that any row may be drawn. */
const ANY_ROW = 0.02;
/** For the choice of windows, a part costs at most this many price units above the bound. */
const MOST_EXCESS = 1e6;

/** A plan, and how far above the bound every plan costs at least that has a position or leaves a part out. */
export interface PricedPlan {
  readonly relaxation: Relaxation;
  readonly placement: Placement;
  readonly marginals: Float64Array;
  readonly outMarginals: Float64Array;
  readonly random: Random;
}

/** Draws `tries` windows of some hours, and returns the parts in the one whose parts cost most above the bound, by `excessOf`; ascending. */
export const worstHours = (
  { start, end }: Pick<Relaxation, 'start' | 'end'>,
  random: Random,
  hours: number,
  tries: number,
  excessOf: (i: number) => number,
): Int32Array => {
  let chosen: number[] = [];
  let worst = Number.NEGATIVE_INFINITY;
  for (let t = 0; t < tries; t++) {
    const from = start[random.below(start.length)] - random.below(Math.ceil(hours * 1800));
    const until = from + hours * 3600;
    const parts: number[] = [];
    let sum = 0;
    for (let i = 0; i < start.length; i++) {
      if (start[i] >= until || end[i] <= from) continue;
      parts.push(i);
      sum += excessOf(i);
    }
    if (sum <= worst) continue;
    worst = sum;
    chosen = parts;
  }
  return Int32Array.from(chosen);
};

/** The parts of some hours, of those drawn the hours whose parts cost most above the bound. */
export const drawHours = (plan: PricedPlan, hours: number): Int32Array =>
  worstHours(plan.relaxation, plan.random, hours, TRIES, (i) => excessOf(plan, i));

/**
 * The parts on some rows, over the whole horizon: the first row is drawn by what its parts cost above the bound, each further one by how many parts of the rows
 * so far could go there.
 */
export const drawRows = (plan: PricedPlan, size: number, width: number): Int32Array => {
  const { relaxation, placement, marginals, random } = plan;
  const { model, partOf, columns, priceUnit } = relaxation;
  const on: number[][] = Array.from({ length: model.rowCount }, () => []);
  const weights = new Float64Array(model.rowCount).fill(ANY_ROW * priceUnit);
  partOf.forEach((part, i) => {
    const row = placement[part];
    if (row < 0) return;
    on[row].push(i);
    weights[row] += excessOf(plan, i);
  });
  const parts: number[] = [];
  const links = new Float64Array(model.rowCount);
  let next = drawWeighted(weights, random);
  for (let rows = 1; next >= 0; rows++) {
    for (const i of on[next]) {
      parts.push(i);
      for (let a = columns.columnStart[i]; a < columns.columnStart[i + 1]; a++)
        if (marginals[columns.column[a]] <= width) links[columns.row[a]]++;
    }
    links[next] = Number.NEGATIVE_INFINITY;
    next = rows < size ? mostLinked(links, random) : -1;
  }
  return Int32Array.from(parts).sort();
};

const drawWeighted = (weights: Float64Array, random: Random): number => {
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  const drawn = weights.findIndex((weight) => (left -= weight) < 0);
  return drawn < 0 ? weights.length - 1 : drawn;
};

/** The row with the highest count times a random factor; −1: none has any. */
const mostLinked = (links: Float64Array, random: Random): number => {
  let [row, most] = [-1, 0];
  links.forEach((count, other) => {
    if (count <= 0) return;
    const value = count * (0.5 + random.next());
    if (value > most) [row, most] = [other, value];
  });
  return row;
};

/** How far above the bound every plan costs at least that has the part where the plan has it. */
const excessOf = (
  { relaxation: { columns, partOf }, placement, marginals, outMarginals }: PricedPlan,
  i: number,
): number => {
  const { columnStart, column, row } = columns;
  const resource = placement[partOf[i]];
  if (resource < 0) return outMarginals[i];
  for (let a = columnStart[i]; a < columnStart[i + 1]; a++)
    if (row[column[a]] === resource) return Math.min(marginals[column[a]], MOST_EXCESS);
  return 0;
};
