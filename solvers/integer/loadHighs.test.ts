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

// Guarantee: HiGHS ends when it is told to, wherever it is, and its next program has all its time.
test('a program that is told to end calls that its time limit', () => {
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

// Guarantee: a run does not fail because a program that was to end did so with an error; no other error is hidden.
test('a program that breaks off is one that was not solved', () => {
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
