import type { Highs } from 'highs';
import { type Amounts, type Choice, preferredPlace } from './choiceModel.ts';

/** A weight that the program may change, within bounds of the change. */
export interface FreeWeight {
  readonly amounts: Amounts;
  readonly least: number;
  readonly most: number;
  /** What a weight unit of change costs, in slack of choices. */
  readonly price: number;
}

/** `preferred` should cost less than each rival, by the margin; the slack of the worst rival counts `share` times. */
interface Comparison {
  readonly choice: number;
  readonly preferred: number;
  /** One rival, or −1: every other place. */
  readonly rival: number;
  readonly margin: number;
  readonly share: number;
}

interface Row {
  readonly comparison: number;
  readonly rival: number;
}

/** Programs that are solved, each with the most violated rivals of the one before. */
const MOST_ROUNDS = 30;
const TOLERANCE = 1e-6;

/**
 * Inverse optimization: the least change of weights under which the chosen places cost no more than the others, and less than those that the person
 * decided against. What no change can explain is slack; the sum of slack and priced change is least. A linear program, solved by HiGHS on the rivals
 * that matter: those most violated are added until none is.
 * Source: Ahuja, Orlin, "Inverse optimization", Operations Research 49 (2001); with slack and most violated constraints as Tsochantaridis, Joachims,
 * Hofmann, Altun, "Large margin methods for structured and interdependent output variables", JMLR 6 (2005).
 * Returns the change of each weight and the least sum. `isCounted` says which choices are learned from.
 */
export const inverseProgram = (
  highs: Highs,
  choices: readonly Choice[],
  free: readonly FreeWeight[],
  margin: number,
  isCounted: (index: number) => boolean,
): { readonly changes: readonly number[]; readonly objective: number } => {
  const comparisons = comparisonsOf(choices, free, margin, isCounted);
  const rows: Row[] = [];
  const isKnown = new Set<string>();
  let changes: readonly number[] = free.map(() => 0);
  let slack = new Float64Array(comparisons.length);
  let objective = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let added = 0;
    comparisons.forEach((comparison, index) => {
      const rival = worstRival(choices, free, changes, comparison);
      const key = `${index} ${rival}`;
      if (rival < 0 || isKnown.has(key)) return;
      if (violation(choices, free, changes, comparison, rival) <= slack[index] + TOLERANCE) return;
      isKnown.add(key);
      rows.push({ comparison: index, rival });
      added++;
    });
    if (added === 0) break;
    ({ changes, slack, objective } = solve(highs, choices, free, comparisons, rows));
  }
  return { changes, objective };
};

/** The comparisons that the weights can decide. */
const comparisonsOf = (
  choices: readonly Choice[],
  free: readonly FreeWeight[],
  margin: number,
  isCounted: (index: number) => boolean,
): readonly Comparison[] =>
  choices.flatMap(({ recorded, cost }, choice) => {
    if (!isCounted(choice) || free.every(({ amounts }) => amounts[choice] === null)) return [];
    const { chosen, rejected, share } = recorded;
    const preferred = preferredPlace(recorded, cost);
    const all: Comparison[] = [];
    if (rejected >= 0) all.push({ choice, preferred, rival: rejected, margin, share });
    if (chosen >= 0) all.push({ choice, preferred, rival: -1, margin: 0, share });
    return all;
  });

/** By how much the preferred place is too expensive beside the rival. */
const violation = (
  choices: readonly Choice[],
  free: readonly FreeWeight[],
  changes: readonly number[],
  { choice, preferred, margin }: Comparison,
  rival: number,
): number => {
  const { cost } = choices[choice];
  let difference = cost[rival] - cost[preferred];
  free.forEach(({ amounts }, f) => {
    const own = amounts[choice];
    if (own !== null) difference += changes[f] * (own[rival] - own[preferred]);
  });
  return margin - difference;
};

const worstRival = (
  choices: readonly Choice[],
  free: readonly FreeWeight[],
  changes: readonly number[],
  comparison: Comparison,
): number => {
  if (comparison.rival >= 0) return comparison.rival;
  let [worst, most] = [-1, Number.NEGATIVE_INFINITY];
  for (let place = 0; place < choices[comparison.choice].cost.length; place++) {
    if (place === comparison.preferred) continue;
    const own = violation(choices, free, changes, comparison, place);
    if (own > most) [worst, most] = [place, own];
  }
  return worst;
};

/** Columns: for each weight how much it rises and how much it falls, then the slack of each comparison. */
const solve = (
  highs: Highs,
  choices: readonly Choice[],
  free: readonly FreeWeight[],
  comparisons: readonly Comparison[],
  rows: readonly Row[],
) => {
  const count = 2 * free.length + comparisons.length;
  const starts = new Int32Array(rows.length + 1);
  const indices: number[] = [];
  const values: number[] = [];
  const rowLower = new Float64Array(rows.length);
  rows.forEach(({ comparison, rival }, row) => {
    const { choice, preferred, margin } = comparisons[comparison];
    const { cost } = choices[choice];
    free.forEach(({ amounts }, f) => {
      const own = amounts[choice];
      const difference = own === null ? 0 : own[rival] - own[preferred];
      if (difference === 0) return;
      indices.push(2 * f, 2 * f + 1);
      values.push(difference, -difference);
    });
    indices.push(2 * free.length + comparison);
    values.push(1);
    rowLower[row] = margin - (cost[rival] - cost[preferred]);
    starts[row + 1] = indices.length;
  });
  const data = {
    numCols: count,
    numRows: rows.length,
    colCost: Float64Array.from({ length: count }, (_, j) =>
      j < 2 * free.length ? free[j >> 1].price : comparisons[j - 2 * free.length].share,
    ),
    colLower: new Float64Array(count),
    colUpper: Float64Array.from({ length: count }, (_, j) =>
      j >= 2 * free.length ? Number.POSITIVE_INFINITY : j % 2 === 0 ? free[j >> 1].most : -free[j >> 1].least,
    ),
    rowLower,
    rowUpper: new Float64Array(rows.length).fill(Number.POSITIVE_INFINITY),
    matrix: {
      format: 'csr' as const,
      numRows: rows.length,
      numCols: count,
      starts,
      indices: Int32Array.from(indices),
      values: Float64Array.from(values),
    },
  };
  return highs.withModel(data, (program) => {
    program.options.set({ output_flag: false, random_seed: 1 });
    program.run();
    const { colValue } = program.getSolution();
    return {
      changes: free.map((_, f) => colValue[2 * f] - colValue[2 * f + 1]),
      slack: Float64Array.from(colValue.subarray(2 * free.length)),
      objective: data.colCost.reduce((sum, cost, j) => sum + cost * colValue[j], 0),
    };
  });
};
