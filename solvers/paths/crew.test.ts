import { beforeAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { createExchangeBuffer, crewMemoryOf } from '../exchange.ts';
import { tellingKinds } from './ascent.ts';
import { Crew } from './crew.ts';
import { Dual, kindsOf, overlapsOf } from './dual.ts';
import { endingWith, loadedHighs, prepareHighs } from './loadHighs.ts';
import { restrict } from './paths.ts';
import { relax } from './relaxation.ts';

const instance = compile(generatePlan({ operations: 90, resources: 14, days: 1, seed: 3, disrupted: true }));
const relaxation = relax(instance);
const { model, start, end } = relaxation;

const newCrew = (): Crew => {
  const shared = createExchangeBuffer(instance);
  return new Crew(crewMemoryOf({ role: 0, threads: 2, shared }, instance, model.partCount));
};

const ascend = (crew: Crew | null): Dual => {
  const dual = new Dual(model, overlapsOf(start, end), createRandom(5), kindsOf(model, start, end), crew);
  dual.kindWeight = 4;
  crew?.open(relaxation, null);
  for (let k = 0; k < 60; k++) dual.iterate(model, 100 / (1 + k));
  dual.evaluate();
  return dual;
};

// Guarantee: nothing depends on others being there.
test('a crew of one does what is done without a crew', () => {
  const alone = ascend(null);
  const led = ascend(newCrew());
  expect(led.bestBound).toBe(alone.bestBound);
  expect(led.bestPrices).toEqual(alone.bestPrices);
});

test('who helps with nothing is sent home', () => {
  const crew = newCrew();
  let asked = 0;
  crew.help(relaxation, ascend(null), () => ++asked > 2);
  expect(asked).toBe(3);
  crew.close();
  crew.help(relaxation, ascend(null), () => {
    throw new Error('There is nothing to wait for.');
  });
});

test('overlaps among some parts are those that a look at each pair finds', () => {
  const parts = Int32Array.from(start, (_, i) => i).filter((i) => i % 3 !== 1);
  const { byEnd, startRank, endRank } = overlapsOf(start, end, parts);
  expect([...byEnd].sort((a, b) => a - b)).toEqual([...parts]);
  parts.forEach((i, q) => {
    const before = [...parts].filter((other) => end[other] <= start[i]);
    expect(startRank[q]).toBe([...parts].filter((other) => start[other] < end[i]).length);
    expect([...byEnd.subarray(0, endRank[q])].sort((a, b) => a - b)).toEqual(before);
  });
});

test('kinds are the parts with the same rows', () => {
  const rowsOf = (i: number): string =>
    Array.from({ length: model.rowCount }, (_, row) => row)
      .filter((row) => model.part.subarray(model.rowStart[row], model.rowStart[row + 1] - 1).includes(i))
      .join(' ');
  const kinds = kindsOf(model, start, end);
  expect(kinds.length).toBeGreaterThan(1);
  expect(kinds.reduce((sum, { parts }) => sum + parts.length, 0)).toBe(model.partCount);
  for (const { parts } of kinds) expect(new Set([...parts].map(rowsOf)).size).toBe(1);
  expect(new Set(kinds.map(({ parts }) => rowsOf(parts[0]))).size).toBe(kinds.length);
});

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

// Guarantee: threads share prices only where the correction by kind makes up for what they take at once.
test('kinds tell nothing where every part has rows of its own, or there are few', () => {
  const day = relax(compile(generatePlan({ operations: 500, resources: 100, days: 1, seed: 3, disrupted: false })));
  expect(tellingKinds(day).length).toBeGreaterThan(1);
  const random = createRandom(1);
  const keep = Uint8Array.from(day.model.part, () => (random.next() < 0.9 ? 1 : 0));
  expect(tellingKinds({ ...day, model: restrict(day.model, keep) })).toEqual([]);
  expect(tellingKinds(relaxation)).toEqual([]);
});
