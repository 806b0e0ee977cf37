import { beforeAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
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
