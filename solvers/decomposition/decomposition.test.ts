import highsPackage, { type Highs } from 'highs';
import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { evaluate } from '../../engine/objective/evaluate.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/objective/plan.ts';
import { createRandom } from '../../engine/random.ts';
import { randomDocument, randomPlacement } from '../../engine/testing/randomInstance.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { createAuto } from '../auto/auto.ts';
import { buildCore, type RowClasses } from '../paths/core.ts';
import { Blackboard, createExchangeBuffer } from '../exchange.ts';
import { initialSolution } from '../initialSolution.ts';
import { boundOf } from '../paths/paths.ts';
import { relax, wholeScope } from '../paths/relaxation.ts';
import { LagrangianSearch } from '../lagrangian/search.ts';
import type { Run } from '../solver.ts';
import { exhaustiveCost, planCount } from '../testing/exhaustive.ts';
import { runAlone } from '../testing/runAlone.ts';
import { BlockPhase } from './blockPhase.ts';
import { divide, reasonToStayWhole } from './blocks.ts';
import { certify } from './certify.ts';

const REFERENCE = { referenceTime: '2026-06-01T00:00:00Z' };
const TINY = { fewestParts: 0, wantedParts: 2 };

const randomInstance = (seed: number, operations = 9, resources = 5) => {
  const document = randomDocument(seed, { operations, resources });
  const { maxReassignments: _, ...parameters } = document.parameters ?? {};
  return compile({ ...document, parameters }, REFERENCE);
};

/** Goes through the blocks, the whole horizon and an ascent on what is left of it, whatever the gap; what was claimed on the way. */
const claimedBy = (instance: Instance, seed: number, steps: number): number => {
  const exchange = { role: 0, threads: 1, shared: createExchangeBuffer(instance) };
  let spent = 0;
  const run: Run = {
    random: createRandom(seed),
    initial: initialSolution(instance, null),
    parameters: { gap: 0, seed, stepLimit: steps, timeLimitSeconds: 1e9, threads: 1 },
    exchange,
    stop: () => spent >= steps,
    step: (n) => {
      spent += n;
    },
    elapsedSeconds: () => 0,
    report: () => {},
  };
  const plan = new Plan(instance, run.initial.placement);
  const phase = new BlockPhase(instance, divide(instance, TINY), run, plan, run.initial);
  if (phase.solve()) {
    const { relaxation } = phase.refine(phase.stitch(), 20);
    new LagrangianSearch(relaxation, run).begin();
  }
  return new Blackboard(exchange, instance.partCount).raiseBound(Number.NEGATIVE_INFINITY);
};

// Guarantee: cut into blocks of a few operations, every rule kind and adversarial weights, no bound passes the best plan there is.
test('the bound of blocks put together never passes the best plan', () => {
  let tried = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const instance = randomInstance(seed, 4 + (seed % 6), 2 + (seed % 4));
    if (planCount(instance) > 3000 || reasonToStayWhole(instance, TINY) !== null || divide(instance, TINY).length < 2)
      continue;
    tried++;
    const claimed = claimedBy(instance, seed, seed % 3 === 0 ? 300 : 3000);
    expect(claimed, `seed ${seed}`).toBeLessThanOrEqual(exhaustiveCost(instance));
  }
  expect(tried).toBeGreaterThan(60);
});

test('every movable part is in one block, and only a long horizon without a count of changes is divided', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const instance = randomInstance(seed, 20, 6);
    const parts = divide(instance, { fewestParts: 0, wantedParts: 1 + (seed % 7) }).flatMap((block) => [...block]);
    const movable = [...wholeScope(instance).parts];
    expect(
      parts.toSorted((a, b) => a - b),
      `seed ${seed}`,
    ).toEqual(movable);
  }
  const limited = compile({ ...randomDocument(3, { operations: 20 }), parameters: { maxReassignments: 2 } }, REFERENCE);
  expect(reasonToStayWhole(limited, TINY)).toContain('maxReassignments');
  expect(reasonToStayWhole(limited, { fewestParts: 1000, wantedParts: 2 })).toContain('too few');
});

test('the bound of any prices, a few resources at a time, is that of the whole model, and lies below any plan', () => {
  const random = createRandom(5);
  for (let seed = 1; seed <= 300; seed++) {
    const instance = randomInstance(seed, 12, 6);
    const scope = wholeScope(instance);
    const { model, constant } = relax(instance);
    const prices = model.leaveOut.map((cost) => cost * (1.2 * random.next() - 0.1));
    const certificate = certify(scope, prices, 5, () => false, 30)!;
    const whole = boundOf(model, prices, new Float64Array(model.part.length));
    if (model.overlapCost === Number.POSITIVE_INFINITY) expect(certificate.bound, `seed ${seed}`).toBeCloseTo(whole, 6);
    const plan = evaluate(instance, randomPlacement(instance, random));
    expect(constant + 100 * certificate.bound, `seed ${seed}`).toBeLessThanOrEqual(plan.total + 1e-3);
  }
});

// Guarantee: on several days, larger than can be tried, HiGHS knows no plan below the bound.
test('agrees with HiGHS on days cut apart', async () => {
  const highs = await (highsPackage as unknown as () => Promise<Highs>)();
  const solver = createAuto({ fewestParts: 0, wantedParts: 18 });
  await solver.prepare?.();
  for (let seed = 1; seed <= 6; seed++) {
    const instance = compile(generatePlan({ operations: 70, resources: 7, days: 3, seed, disrupted: seed % 2 === 0 }));
    const optimum = optimumOf(highs, instance);
    const { result } = runAlone(solver, instance, { seed, steps: 30_000 });
    expect(result.bound, `seed ${seed}`).toBeLessThanOrEqual(optimum);
    expect(result.solution.cost, `seed ${seed}`).toBeGreaterThanOrEqual(optimum);
    if (result.status === 'optimal') expect(result.solution.cost, `seed ${seed}`).toBe(optimum);
  }
});

test('repeats exactly under one seed and step limit', () => {
  const solver = createAuto({ fewestParts: 0, wantedParts: 12 });
  for (let seed = 1; seed <= 6; seed++) {
    const instance = compile(generatePlan({ operations: 60, resources: 8, days: 3, seed, disrupted: true }));
    const [one, two] = [1, 2].map(() => runAlone(solver, instance, { seed, steps: 6000 }).result);
    expect(two.solution.placement).toEqual(one.solution.placement);
    expect([two.bound, two.iterations]).toEqual([one.bound, one.iterations]);
  }
});

const optimumOf = (highs: Highs, instance: ReturnType<typeof compile>): number => {
  const { model, constant } = relax(instance);
  const singles: RowClasses = { members: Array.from({ length: model.rowCount }, (_, row) => [row]) };
  const all = () => true;
  const core = buildCore(model, singles, all, all)!;
  const matrix = {
    format: 'csr' as const,
    numRows: core.rowCount,
    numCols: core.columnCount,
    starts: core.starts,
    indices: core.indices,
    values: core.values,
  };
  const program = {
    numCols: core.columnCount,
    numRows: core.rowCount,
    colCost: core.cost,
    colLower: new Float64Array(core.columnCount),
    colUpper: core.upper,
    rowLower: core.rowLower,
    rowUpper: core.rowUpper,
    matrix,
    integrality: new Int32Array(core.columnCount).fill(1),
  };
  return highs.withModel(program, (solver) => {
    solver.options.set({ output_flag: false, mip_rel_gap: 0 });
    solver.run();
    return constant + Math.round(100 * solver.getObjectiveValue());
  });
};
