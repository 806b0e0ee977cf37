import { beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../engine/random.ts';
import { endingWith, loadedHighs, prepareHighs } from './loadHighs.ts';

beforeAll(prepareHighs);

/** A knapsack with many constraints, hard enough to be branched on. */
const program = () => {
  const [columns, rows] = [120, 30];
  const random = createRandom(9);
  const full = (size: number, value: () => number): Float64Array => Float64Array.from({ length: size }, value);
  return {
    numCols: columns,
    numRows: rows,
    colCost: full(columns, () => -1 - random.next()),
    colLower: new Float64Array(columns),
    colUpper: full(columns, () => 1),
    rowLower: full(rows, () => Number.NEGATIVE_INFINITY),
    rowUpper: full(rows, () => columns / 8),
    matrix: {
      format: 'csr' as const,
      numRows: rows,
      numCols: columns,
      starts: Int32Array.from({ length: rows + 1 }, (_, row) => row * columns),
      indices: Int32Array.from({ length: rows * columns }, (_, at) => at % columns),
      values: full(rows * columns, () => random.next()),
    },
    integrality: new Int32Array(columns).fill(1),
  };
};

// Guarantee: HiGHS ends on request, at any point of its work, and its next program has its full time.
test('a program that is asked to end reports that it reached its time limit', () => {
  const solver = loadedHighs()!;
  const { timeLimit, optimal } = solver.constants.modelStatus;
  let asked = 0;
  const stopped = solver.withModel(program(), (model) => {
    model.options.set({ output_flag: false, time_limit: 1000 });
    endingWith(
      () => ++asked > 50,
      () => void model.run(),
    );
    return model.getModelStatus();
  });
  expect(stopped).toBe(timeLimit);
  const small = { ...program(), rowUpper: new Float64Array(30).fill(1000) };
  const ended = solver.withModel(small, (model) => {
    model.options.set({ output_flag: false, time_limit: 1000 });
    endingWith(
      () => false,
      () => void model.run(),
    );
    return model.getModelStatus();
  });
  expect(ended).toBe(optimal);
});

// Guarantee: a run does not fail when a program that was asked to end does so with an error; any other error is thrown.
test('a program that ends with an error after it was asked to end counts as not solved', () => {
  const { HighsError } = loadedHighs()!.errors;
  const failing = (operation: string) => (): void => {
    throw new HighsError('failed', operation);
  };
  const never = (): boolean => false;
  expect(endingWith(never, () => {})).toBe(true);
  expect(endingWith(never, failing('run'))).toBe(false);
  expect(() => endingWith(never, failing('passModel'))).toThrow(HighsError);
  expect(() => endingWith(null, failing('run'))).toThrow(HighsError);
});
