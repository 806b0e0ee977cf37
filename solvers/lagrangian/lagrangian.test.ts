import { beforeAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { gapOf } from '../../engine/objective/score.ts';
import { present } from '../../engine/present.ts';
import { Blackboard, createExchangeBuffer } from '../exchange/exchange.ts';
import { SolverPool } from '../pool/pool.ts';
import { optimumByHighs } from '../testing/optimumByHighs.ts';
import { runAlone } from '../testing/runAlone.ts';
import { boundOfDuals, buildCore } from '../integer/coreProgram.ts';
import type { Solver } from '../solver.ts';
import { lagrangian } from './lagrangian.ts';
import { LagrangianSearch, COMPONENTS } from './search.ts';
import { relax } from '../model/relaxation.ts';
import { rowsOfEqualPaths } from '../model/rowClasses.ts';

beforeAll(() => lagrangian.prepare?.());

const instances = Array.from({ length: 12 }, (_, seed) =>
  compile(generatePlan({ operations: 60, resources: 10, days: 1, seed, disrupted: seed % 2 === 0 })),
);

// Guarantee: on instances too large to try every plan, the bound never exceeds the optimum, and a result with status `optimal` is optimal.
test('agrees with an independent solver', () => {
  for (const [seed, instance] of instances.entries()) {
    const optimum = optimumByHighs(instance, false);
    const { result } = runAlone(lagrangian, instance, { seed, steps: 20_000 });
    expect(result.bound, `seed ${seed}`).toBeLessThanOrEqual(optimum);
    expect(result.solution.cost, `seed ${seed}`).toBeGreaterThanOrEqual(optimum);
    if (result.status === 'optimal') expect(result.solution.cost, `seed ${seed}`).toBe(optimum);
  }
});

// Guarantee: the bound is valid although threads share prices without waiting for one another.
test('two threads agree with an independent solver', async () => {
  const pool = new SolverPool({ threads: 2 });
  try {
    for (const [seed, instance] of instances.slice(0, 6).entries()) {
      const optimum = optimumByHighs(instance, false);
      const { solution, bound, status } = await pool.run({
        instance,
        solver: 'lagrangian',
        parameters: { seed, threads: 2, timeLimitSeconds: 2 },
      });
      expect(bound, `seed ${seed}`).toBeLessThanOrEqual(optimum);
      expect(solution.cost, `seed ${seed}`).toBeGreaterThanOrEqual(optimum);
      if (status === 'optimal') expect(solution.cost, `seed ${seed}`).toBe(optimum);
    }
  } finally {
    await pool.close();
  }
});

// Guarantee: the components of a round do not depend on one another; without any of them there is still a plan and a valid bound.
test.each([...COMPONENTS.map(({ id }) => [id]), COMPONENTS.map(({ id }) => id)].map((ids) => ({ ids })))(
  'agrees with an independent solver without $ids',
  ({ ids }) => {
    const composed: Solver = {
      ...lagrangian,
      solve: (instance, run) => {
        const search = new LagrangianSearch(
          relax(instance),
          run,
          COMPONENTS.filter(({ id }) => !ids.includes(id)),
        );
        search.begin();
        for (let round = 0; round < 4 && !search.isDone(); round++) search.round();
        return search.result();
      },
    };
    for (const [seed, instance] of instances.slice(0, 4).entries()) {
      const optimum = optimumByHighs(instance, true);
      const { result } = runAlone(composed, instance, { seed, steps: 20_000 });
      expect(result.bound, `seed ${seed}`).toBeLessThanOrEqual(optimum);
      expect(result.solution.cost, `seed ${seed}`).toBeGreaterThanOrEqual(optimum);
    }
  },
);

test('merging interchangeable resources does not change the optimum', () => {
  for (const instance of instances.slice(0, 6))
    expect(optimumByHighs(instance, true)).toBe(optimumByHighs(instance, false));
});

test('any row duals prove a bound', () => {
  const [instance] = instances;
  const { model, constant } = relax(instance);
  const core = buildCore(
    model,
    rowsOfEqualPaths(model),
    () => true,
    () => true,
  )!;
  const optimum = optimumByHighs(instance, true);
  for (const scale of [0, 1, 7, 100, -50]) {
    const duals = Float64Array.from({ length: core.rowCount }, (_, r) => scale * Math.sin(r));
    expect(constant + 100 * boundOfDuals(core, duals).bound).toBeLessThanOrEqual(optimum);
  }
});

const small = (seed: number) =>
  compile(generatePlan({ operations: 300, resources: 50, days: 1, seed, disrupted: false }));

// An ascent from above ends hundreds of units below the optimum of these days within so few steps.
test.each([1101, 1116, 1119, 1123])('a small crowded day is proven in few steps (seed %i)', (seed) => {
  const { result } = runAlone(lagrangian, small(seed), { seed, steps: 1500 });
  expect(result.status).toBe('optimal');
});

test.each([1102, 1109])('a first thread whose others wait does what a single one does (seed %i)', (seed) => {
  const instance = small(seed);
  const steps = [false, true].map((isShared) => {
    const exchange = { role: 0, threads: 2, shared: createExchangeBuffer(instance) };
    const shared: Solver = {
      ...lagrangian,
      solve: (own, run) => lagrangian.solve(own, isShared ? { ...run, exchange } : run),
    };
    return runAlone(shared, instance, { seed, steps: 2500 }).steps;
  });
  expect(steps[1]).toBe(steps[0]);
});

test('a further thread of a small day does nothing before the first one needs it, and nothing at all after its end', () => {
  const instance = small(1102);
  const shared = createExchangeBuffer(instance);
  const first = new Blackboard({ role: 0, threads: 2, shared }, instance);
  const further = (isLeft: () => boolean, isRepeatable = false) => {
    const solver: Solver = {
      ...lagrangian,
      solve: (own, run) => {
        const exchange = { role: 1, threads: 2, shared };
        const parameters = { ...run.parameters, stepLimit: isRepeatable ? run.parameters.stepLimit : null };
        const stop = () => first.leaderDone || !isLeft() || run.stop();
        return lagrangian.solve(own, { ...run, exchange, parameters, stop });
      },
    };
    return runAlone(solver, instance, { steps: 100 });
  };
  let asked = 0;
  const { events } = further(() => ++asked < 3);
  expect(events.some(({ kind }) => kind !== 'incumbent')).toBe(false);
  first.release();
  expect(further(() => true).steps).toBeGreaterThan(0);
  // Under a step limit, the first thread does everything.
  expect(further(() => true, true).steps).toBe(0);
  first.endLeader();
  expect(further(() => true).steps).toBe(0);
});

// Guarantee: a run that ends because another thread's plan and bound are near enough has both, even if that thread is busy then and does not post them.
test('the first thread ends with the best plan and the best bound of all threads', () => {
  const instance = small(1102);
  const { result: known } = runAlone(lagrangian, instance, { steps: 2500 });
  const exchange = { role: 0, threads: 2, shared: createExchangeBuffer(instance) };
  const other = new Blackboard({ ...exchange, role: 1 }, instance);
  const ended: Solver = {
    ...lagrangian,
    solve: (own, run) => {
      const search = new LagrangianSearch(relax(own), { ...run, exchange });
      other.publishPlan(known.solution.placement, known.solution.cost);
      other.raiseBound(known.bound!);
      return search.result();
    },
  };
  const { result } = runAlone(ended, instance);
  expect([result.solution.cost, result.bound]).toEqual([known.solution.cost, known.bound]);
  expect(result.solution.placement).toEqual(known.solution.placement);
});

// Guarantee: a plan does not wait until prices are fine. Half of the iterations that this takes are enough.
test.each([1, 2, 3, 4])('a day has a plan near the bound before its prices are fine (seed %i)', (seed) => {
  const instance = compile(generatePlan({ operations: 600, resources: 120, days: 1, disrupted: true, seed }));
  const { result } = runAlone(lagrangian, instance, { steps: 400 });
  expect(gapOf(result.solution.cost, present(result.bound))).toBeLessThan(0.005);
});
