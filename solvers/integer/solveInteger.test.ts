/** Guarantee: a limit on the cost loses no solution that costs less, and no bound exceeds what such a solution costs. */
import { beforeAll, expect, test } from 'vitest';
import { createRandom, type Random } from '../../engine/random.ts';
import { loadedHighs, prepareHighs } from './loadHighs.ts';
import { solveInteger } from './solveInteger.ts';

const COLUMNS = 8;
const ROWS = 6;
const GRAIN = 0.01;

beforeAll(() => prepareHighs());

/** A set covering program, and the least cost of its solutions in grains, by trying all of them. */
const drawProgram = (random: Random) => {
  const grains = Array.from({ length: COLUMNS }, () => 1 + random.below(500));
  const sets = Array.from({ length: ROWS }, () => {
    const set = [...grains.keys()].filter(() => random.below(5) < 2);
    return [...set, random.below(COLUMNS)].filter((column, i, all) => all.indexOf(column) === i);
  });
  let least = Number.POSITIVE_INFINITY;
  for (let chosen = 0; chosen < 1 << COLUMNS; chosen++) {
    const isIn = (column: number): boolean => ((chosen >> column) & 1) === 1;
    if (!sets.every((set) => set.some(isIn))) continue;
    least = Math.min(
      least,
      grains.reduce((sum, cost, column) => sum + (isIn(column) ? cost : 0), 0),
    );
  }
  const starts = new Int32Array(ROWS + 1);
  sets.forEach((set, row) => (starts[row + 1] = starts[row] + set.length));
  const data = {
    numCols: COLUMNS,
    numRows: ROWS,
    colCost: Float64Array.from(grains, (cost) => GRAIN * cost),
    colLower: new Float64Array(COLUMNS),
    colUpper: new Float64Array(COLUMNS).fill(1),
    rowLower: new Float64Array(ROWS).fill(1),
    rowUpper: new Float64Array(ROWS).fill(Number.POSITIVE_INFINITY),
    integrality: new Int32Array(COLUMNS).fill(1),
    matrix: {
      format: 'csr' as const,
      numRows: ROWS,
      numCols: COLUMNS,
      starts,
      indices: Int32Array.from(sets.flat()),
      values: new Float64Array(starts[ROWS]).fill(1),
    },
  };
  return { data, grains, least };
};

test('with a limit on the cost, the best solution below it is found, or none is claimed', () => {
  const random = createRandom(1);
  for (let seed = 0; seed < 60; seed++) {
    const { data, grains, least } = drawProgram(random);
    for (const above of [-20, 0, 1, 20]) {
      let found = Number.POSITIVE_INFINITY;
      const below = GRAIN * (least + above);
      const limits = { grain: GRAIN, nodeLimit: null, limitSeconds: null, below, stop: () => false };
      const { bound, solved } = solveInteger(loadedHighs()!, data, limits, (values) => {
        found = grains.reduce((sum, cost, column) => sum + (values[column] > 0.5 ? cost : 0), 0);
      });
      expect(solved, `seed ${seed}`).toBe(true);
      if (above > 0) expect(found, `seed ${seed}`).toBe(least);
      if (above > 0) expect(bound, `seed ${seed}`).toBeLessThanOrEqual(GRAIN * least);
      else expect(bound, `seed ${seed}`).toBeGreaterThanOrEqual(below - 1e-4);
    }
  }
});
