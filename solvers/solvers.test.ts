import { beforeAll, describe, expect, test } from 'vitest';
import { check } from '../engine/check.ts';
import { compile } from '../engine/instance/compile.ts';
import { randomDocument } from '../engine/testing/randomInstance.ts';
import { leastCosts } from './model/pathModel.ts';
import { peakFloor } from './model/peakFloor.ts';
import { relax } from './model/relaxation.ts';
import { solvers } from './registry.ts';
import { exhaustiveCost, planCount } from './testing/exhaustive.ts';
import { runAlone } from './testing/runAlone.ts';

const SMALL = { operations: 5, resources: 3 };
const REFERENCE = { referenceTime: '2026-06-01T00:00:00Z' };

describe.each(solvers)('solver $id', (solver) => {
  beforeAll(async () => {
    await solver.prepare?.();
  });

  // Guarantee: whatever the rules, the plan is feasible and its cost is the cost stated.
  test('returns a feasible plan whose stated score is its true score and no worse than that of the first plan', () => {
    for (let seed = 1; seed <= 120; seed++) {
      const instance = compile(randomDocument(seed), REFERENCE);
      expect(solver.supports(instance)).toBeNull();
      const { result, initialCost } = runAlone(solver, instance, { seed, steps: 200 });
      const verdict = check(instance, result.solution.placement);
      expect(verdict.violations, `seed ${seed}`).toEqual([]);
      expect(result.solution.cost, `seed ${seed}`).toBe(verdict.levels?.total);
      expect(result.solution.cost, `seed ${seed}`).toBeLessThanOrEqual(initialCost);
    }
  });

  test('never claims a bound above the cost of the best plan', () => {
    let tried = 0;
    // The portfolio takes its bound from the Lagrangian method, so that one is tried most.
    const seeds = solver.id === 'lagrangian' ? 3000 : 300;
    for (let seed = 1000; seed < 1000 + seeds; seed++) {
      const instance = compile(randomDocument(seed, SMALL), REFERENCE);
      if (planCount(instance) > 5000) continue;
      const { result } = runAlone(solver, instance, { seed, steps: 400 });
      if (result.bound === null) continue;
      tried++;
      const best = exhaustiveCost(instance);
      expect(result.bound, `seed ${seed}`).toBeLessThanOrEqual(best);
      expect(result.solution.cost, `seed ${seed}`).toBeGreaterThanOrEqual(best);
      if (result.status === 'optimal') expect(result.solution.cost, `seed ${seed}`).toBe(best);
    }
    expect(tried > 0).toBe(solver.provesBound);
  });

  test('proves at least what the busiest moments alone prove, however soon it ends', () => {
    let tried = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const instance = compile(randomDocument(seed, { operations: 14, resources: 3 }), REFERENCE);
      if (!solver.provesBound) continue;
      const relaxation = relax(instance);
      const floor = peakFloor(relaxation, leastCosts(relaxation.model));
      if (floor === null) continue;
      tried++;
      const { result } = runAlone(solver, instance, { seed, steps: 40 });
      const least = Math.min(relaxation.constant + 100 * floor.bound, result.solution.cost);
      expect(result.bound, `seed ${seed}`).toBeGreaterThanOrEqual(least - 1);
    }
    expect(tried > 25).toBe(solver.provesBound);
  });

  test.each(['operations', 'resources'] as const)('supports a planning without %s', (absent) => {
    const { operations, parameters: _parameters, ...rest } = randomDocument(3);
    const free = operations.map((operation) => ({ ...operation, isFixedToResource: false, isBlocker: false }));
    const document = { ...rest, operations: free, assignments: [], rules: [], [absent]: [] };
    const instance = compile(document, REFERENCE);
    expect(solver.supports(instance)).toBeNull();
    const { result } = runAlone(solver, instance, { seed: 1, steps: 400 });
    expect(check(instance, result.solution.placement)).toMatchObject({ feasible: true, conflicts: 0 });
    expect(result.solution.placement.every((place) => place === -1)).toBe(true);
    if (solver.provesBound) expect(result.status).toBe('optimal');
  });

  test('two runs with the same seed and step limit are identical, whatever the order of the document', () => {
    for (let seed = 1; seed <= 25; seed++) {
      const document = randomDocument(seed, { operations: 14, resources: 4 });
      const turned = {
        ...document,
        resources: document.resources.toReversed(),
        operations: document.operations.toReversed(),
        rules: document.rules.toReversed(),
        assignments: document.assignments.toReversed(),
        tags: document.tags.toReversed(),
      };
      const one = runAlone(solver, compile(document, REFERENCE), { seed, steps: 700 });
      const two = runAlone(solver, compile(turned, REFERENCE), { seed, steps: 700 });
      expect(two.result.solution.placement, `seed ${seed}`).toEqual(one.result.solution.placement);
      expect(two.result.bound, `seed ${seed}`).toBe(one.result.bound);
      expect(two.steps, `seed ${seed}`).toBe(one.steps);
    }
  });
});
