/** Guarantee: a linear program ends at its optimum whatever prices its starting basis comes from. */
import { beforeAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { minMarginals, type PathModel, rowScratch } from '../model/pathModel.ts';
import { relax } from '../model/relaxation.ts';
import { rowsOfEqualPaths } from '../model/rowClasses.ts';
import { buildCore, type CoreProgram } from './coreProgram.ts';
import { solveLinear } from './solveLinear.ts';
import { loadedHighs, prepareHighs } from './loadHighs.ts';
import { startingBasis } from './startingBasis.ts';

beforeAll(() => prepareHighs());

const RUNS = 120;
const LIMITS = { stop: () => false, limitSeconds: null, method: 'simplex' } as const;

const marginalsAt = (model: PathModel, prices: Float64Array): Float64Array => {
  const marginals = new Float64Array(model.part.length);
  minMarginals(model, prices, rowScratch(model), marginals, marginals);
  return marginals;
};

test('the optimum is that from the slack basis, for any prices, widths and costs of use', () => {
  const random = createRandom(7);
  const highs = loadedHighs()!;
  let [compared, started] = [0, 0];
  for (let run = 0; run < RUNS; run++) {
    const options = { operations: 30 + random.below(60), resources: 4 + random.below(10), days: 1, disrupted: false };
    const { model: free, priceUnit } = relax(compile(generatePlan({ ...options, seed: run })));
    const paid = random.below(3) === 0 ? 20 : 0;
    const model = { ...free, usage: free.usage.map(() => paid) };
    const height = random.below(2) === 0 ? 30 : 1000;
    const prices = model.leaveOut.slice(0, model.partCount).map((most) => Math.min(most, height * random.next()));
    const marginals = marginalsAt(model, prices);
    const outMarginals = model.leaveOut.map((out, i) => out - Math.min(out, prices[i]));
    const width = random.below(3) === 0 ? Number.POSITIVE_INFINITY : height * random.next();
    const classes = rowsOfEqualPaths(model);
    const core = buildCore(
      model,
      classes,
      (k) => marginals[k] <= width,
      (i) => random.below(2) === 0 || outMarginals[i] <= width,
    );
    if (core === null) continue;
    const costOf = (solution: ReturnType<typeof solveLinear>): number | string =>
      solution === null || solution === 'infeasible' ? String(solution) : costIn(core, solution.colValue);
    const start = startingBasis(highs, model, classes, core, { prices, priceUnit, marginals, outMarginals });
    const [plain, near] = [
      costOf(solveLinear(highs, core, LIMITS)),
      costOf(solveLinear(highs, core, { ...LIMITS, start })),
    ];
    compared++;
    if (start.rowStatus.includes(highs.constants.basisStatus.upper)) started++;
    if (typeof plain === 'string') expect(near, `run ${run}`).toBe(plain);
    else expect(near, `run ${run}`).toBeCloseTo(plain, 4);
  }
  expect(compared).toBeGreaterThan(RUNS / 3);
  expect(started).toBeGreaterThan(RUNS / 6);
});

const costIn = ({ cost }: CoreProgram, values: Float64Array): number =>
  cost.reduce((sum, each, column) => sum + each * values[column], 0);
