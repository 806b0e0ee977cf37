/** Guarantee: the program by flows has the optimum of the one with a sum for each moment, whatever is placed already. */
import { beforeAll, expect, test } from 'vitest';
import { Plan } from '../../engine/board/plan.ts';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { firstPlan } from '../insertion/firstPlan.ts';
import { initialSolution } from '../initialSolution.ts';
import type { PathModel } from '../model/pathModel.ts';
import { relax } from '../model/relaxation.ts';
import { classOfRows, rowsOfEqualOrder } from '../model/rowClasses.ts';
import { buildClassFlow, cheapestBasis, presentBasis } from './classFlow.ts';
import { buildCore, type LinearProgram } from './coreProgram.ts';
import { solveLinear } from './solveLinear.ts';
import { loadedHighs, prepareHighs } from './loadHighs.ts';

beforeAll(() => prepareHighs());

const RUNS = 150;
const LIMITS = { stop: () => false, limitSeconds: null, method: 'simplex' } as const;

const costIn = ({ cost }: LinearProgram, solution: ReturnType<typeof solveLinear>): number => {
  if (solution === null || solution === 'infeasible') throw new Error('The program has an optimum.');
  return cost.reduce((sum, own, column) => sum + own * solution.colValue[column], 0);
};

/** The class of each part in a plan by insertion; −1: none. */
const placedIn = ({ instance, partOf, model }: ReturnType<typeof relax>): Int32Array => {
  const plan = new Plan(instance, initialSolution(instance, null).placement);
  firstPlan(plan, () => false);
  const classOf = classOfRows(rowsOfEqualOrder(model));
  return partOf.map((part) => (plan.placement[part] < 0 ? -1 : classOf[plan.placement[part]]));
};

test('the optimum is that of the program of cliques, also between parts that stay where they are', () => {
  const random = createRandom(11);
  const highs = loadedHighs()!;
  let [between, crowded] = [0, 0];
  for (let seed = 1; seed <= RUNS; seed++) {
    const options = { operations: 30 + random.below(90), resources: 4 + random.below(10), days: 1, disrupted: true };
    const relaxation = relax(compile(generatePlan({ ...options, seed })));
    const { model: free } = relaxation;
    const n = free.partCount;
    const isWhole = random.below(2) === 0;
    const from = isWhole ? 0 : random.below(n - 10);
    const to = isWhole ? n : from + 1 + random.below(n - from);
    const model: PathModel = { ...free, usage: free.usage.map(() => (isWhole ? 20 * random.below(3) : 0)) };
    const classes = rowsOfEqualOrder(model);
    const present = placedIn(relaxation);
    const flow = buildClassFlow(model, classes, {
      from,
      to,
      costOf: (k) => model.cost[k],
      present,
      extraOf: null,
    });
    const isFree = (part: number): boolean => part >= from && part < to;
    const firsts = new Set(classes.map(([row]) => row));
    const onRow = (k: number): number => relaxation.columns.row[k];
    const classOf = classOfRows(classes);
    const core = buildCore(
      model,
      classes,
      (k) => firsts.has(onRow(k)) && (isFree(model.part[k]) || present[model.part[k]] === classOf[onRow(k)]),
      (part) => isFree(part) || present[part] < 0,
    )!;
    const others = core.cost.reduce((sum, cost, j) => sum + (core.part[j] < 0 || isFree(core.part[j]) ? 0 : cost), 0);
    const expected = costIn(core, solveLinear(highs, core, LIMITS)) - others;
    for (const [start, method] of [
      [cheapestBasis(highs, flow), 'simplex'],
      [presentBasis(highs, flow, present), 'primal simplex'],
    ] as const)
      expect(costIn(flow, solveLinear(highs, flow, { ...LIMITS, start, method })), `seed ${seed}`).toBeCloseTo(
        expected,
        4,
      );
    if (!isWhole && flow.rowCount > to - from) between++;
    if (expected > 1000) crowded++;
  }
  expect(between).toBeGreaterThan(RUNS / 4);
  expect(crowded).toBeGreaterThan(RUNS / 4);
});
