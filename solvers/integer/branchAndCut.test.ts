/** Guarantees: a cut holds for every whole solution, whatever the weights; branch and cut returns the cost of the best whole solution. */
import { beforeAll, expect, test } from 'vitest';
import { createRandom, type Random } from '../../engine/random.ts';
import { branchAndCut } from './branchAndCut.ts';
import type { CoreProgram } from './coreProgram.ts';
import { solveLinear } from './solveLinear.ts';
import { loadedHighs, prepareHighs } from './loadHighs.ts';
import { RoundedCuts } from './roundedCuts.ts';

beforeAll(() => prepareHighs());

const ROUNDING_RUNS = 3000;
const SEARCH_RUNS = 1500;

/** A random program with costs and factors that are small integers, some rows of which are equations. */
const randomProgram = (random: Random, columnCount: number, rowCount: number): CoreProgram => {
  const rows = Array.from({ length: rowCount }, () =>
    Array.from(
      { length: columnCount },
      (_, j) => [j, random.below(3) - (random.below(4) === 0 ? 1 : 0)] as const,
    ).filter(([, value]) => value !== 0),
  );
  const isEquation = rows.map(() => random.below(4) === 0);
  const rowUpper = Float64Array.from(rows, (row) => random.below(1 + (row.length >> 1)) + 1);
  const starts = new Int32Array(rowCount + 1);
  rows.forEach((row, r) => (starts[r + 1] = starts[r] + row.length));
  const ids = Int32Array.from({ length: columnCount }, (_, j) => j);
  return {
    columnCount,
    part: ids,
    position: ids,
    classOf: ids,
    cost: Float64Array.from(ids, () => random.below(20) - 12),
    upper: Float64Array.from(ids, () => (random.below(5) === 0 ? 2 : 1)),
    rowCount,
    rowLower: rowUpper.map((value, r) => (isEquation[r] ? value : Number.NEGATIVE_INFINITY)),
    rowUpper,
    starts,
    indices: Int32Array.from(rows.flatMap((row) => row.map(([j]) => j))),
    values: Float64Array.from(rows.flatMap((row) => row.map(([, value]) => value))),
  };
};

const activityOf = ({ starts, indices, values }: CoreProgram, row: number, solution: readonly number[]): number => {
  let sum = 0;
  for (let q = starts[row]; q < starts[row + 1]; q++) sum += values[q] * solution[indices[q]];
  return sum;
};

/** Every whole solution of a program. */
const solutionsOf = (program: CoreProgram): readonly (readonly number[])[] => {
  let points: number[][] = [[]];
  for (const most of program.upper)
    points = points.flatMap((point) => Array.from({ length: most + 1 }, (_, value) => [...point, value]));
  const rows = [...program.rowUpper.keys()];
  return points.filter((point) =>
    rows.every((row) => {
      const activity = activityOf(program, row, point);
      return activity <= program.rowUpper[row] && activity >= program.rowLower[row];
    }),
  );
};

test('every whole solution satisfies every cut, for any weights and any solution that is to be cut off', () => {
  const random = createRandom(1);
  let found = 0;
  for (let run = 0; run < ROUNDING_RUNS; run++) {
    const program = randomProgram(random, 6, 4);
    const denominator = 1 + random.below(9);
    const weights = program.rowUpper.map(() => (random.below(40) - 20) / denominator + (random.next() - 0.5) * 1e-6);
    const values = program.upper.map((most) => most * random.next());
    const rows = Int32Array.from(weights.keys());
    const atUpper = (column: number): boolean => values[column] > 0.7;
    const cuts = new RoundedCuts(program.upper).separate(program, [{ rows, weights }], values, atUpper, 5);
    found += cuts.length;
    for (const { columns, factors, most } of cuts) {
      const sumOf = (point: ArrayLike<number>): number =>
        columns.reduce((sum, column, q) => sum + factors[q] * point[column], 0);
      expect(sumOf(values)).toBeGreaterThan(most);
      for (const solution of solutionsOf(program)) expect(sumOf(solution), `run ${run}`).toBeLessThanOrEqual(most);
    }
  }
  expect(found).toBeGreaterThan(ROUNDING_RUNS / 10);
});

test('branch and cut returns the best whole solution that costs at most the target, or proves that there is none', () => {
  const random = createRandom(2);
  const highs = loadedHighs()!;
  const limits = { grain: 1, nodeLimit: null, limitSeconds: null, stop: () => false };
  let [fractional, none] = [0, 0];
  for (let run = 0; run < SEARCH_RUNS; run++) {
    const program = randomProgram(random, 7 + random.below(3), 4 + random.below(4));
    const linear = solveLinear(highs, program, { ...limits, method: 'simplex' });
    if (linear === null || linear === 'infeasible') continue;
    const costOf = (solution: ArrayLike<number>): number =>
      program.cost.reduce((sum, cost, j) => sum + cost * solution[j], 0);
    const upper = program.upper.map((most, j) => (linear.colValue[j] === 0 && random.below(4) === 0 ? 0 : most));
    const best = Math.min(...solutionsOf({ ...program, upper }).map(costOf));
    const target = random.below(3) === 0 ? 1000 : best - 1 + random.below(4) + 1e-6;
    if (target === Number.POSITIVE_INFINITY) continue;
    const received: number[] = [];
    const { bound, solved } = branchAndCut(
      highs,
      program,
      upper,
      { ...limits, basis: linear.basis, target },
      (values) => received.push(costOf(values)),
    );
    const wanted = best <= target ? best : Number.POSITIVE_INFINITY;
    expect(solved).toBe(true);
    if (wanted === Number.POSITIVE_INFINITY) {
      none++;
      expect(received, `run ${run}`).toEqual([]);
      expect(bound, `run ${run}`).toBe(wanted);
    } else {
      expect(received.at(-1), `run ${run}`).toBe(best);
      expect(bound, `run ${run}`).toBeCloseTo(best, 4);
    }
    if (costOf(linear.colValue) < best - 0.01) fractional++;
  }
  expect(fractional).toBeGreaterThan(SEARCH_RUNS / 5);
  expect(none).toBeGreaterThan(SEARCH_RUNS / 20);
});
