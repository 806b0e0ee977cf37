import { beforeAll, expect, test } from 'vitest';
import { check } from '../../engine/check.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import type { FrontierPoint } from '../solver.ts';
import { exhaustiveCost, planCount } from '../testing/exhaustive.ts';
import { runAlone } from '../testing/runAlone.ts';
import { lp } from './lp.ts';

const REFERENCE = { referenceTime: '2026-06-01T00:00:00Z' };
const LIMITS = [0, 1, 2, 3, null];

beforeAll(async () => {
  await lp.prepare?.();
});

const capped = (instance: Instance, allowed: number): Instance => ({
  ...instance,
  maxReassignments: Number.isFinite(allowed) ? allowed : -1,
});

/** Returns the frontier reported last. Throws when a plan does not match its figures, or when allowing more changes makes the score worse. */
const frontierOf = (instance: Instance, seed: number, steps: number, limits = LIMITS): readonly FrontierPoint[] => {
  const { events } = runAlone(lp, instance, { seed, steps, frontier: limits });
  const points = events.flatMap((event) => (event.kind === 'frontier' ? [event.points] : [])).at(-1) ?? [];
  expect(points.map(({ limit }) => limit)).toEqual(limits);
  let before = Number.POSITIVE_INFINITY;
  for (const { allowed, solution, reassigned, bound } of points) {
    const verdict = check(capped(instance, allowed), solution.placement);
    expect(verdict.violations, `seed ${seed}`).toEqual([]);
    expect(verdict.levels?.total, `seed ${seed}`).toBe(solution.cost);
    expect(verdict.reassignments, `seed ${seed}`).toBe(reassigned);
    expect(solution.cost, `seed ${seed}`).toBeLessThanOrEqual(before);
    expect(bound ?? Number.NEGATIVE_INFINITY, `seed ${seed}`).toBeLessThanOrEqual(solution.cost);
    before = solution.cost;
  }
  return points;
};

// Guarantee: each point's plan respects its limit and has the stated cost, each bound holds, and nearly all plans are optimal.
test('the frontier agrees with an exhaustive search', () => {
  let tried = 0;
  let best = 0;
  for (let seed = 5000; seed < 5060; seed++) {
    const instance = compile(randomDocument(seed, { operations: 5, resources: 3 }), REFERENCE);
    if (planCount(instance) > 3000) continue;
    for (const { allowed, solution, bound } of frontierOf(instance, seed, 1000)) {
      const optimum = exhaustiveCost(capped(instance, allowed));
      tried++;
      if (solution.cost === optimum) best++;
      expect(solution.cost, `seed ${seed}, ${allowed}`).toBeGreaterThanOrEqual(optimum);
      if (bound !== null) expect(bound, `seed ${seed}, ${allowed}`).toBeLessThanOrEqual(optimum);
    }
  }
  expect(tried).toBeGreaterThan(150);
  expect(best / tried).toBeGreaterThan(0.97);
});

// Guarantee: when the model leaves out no soft term, the best plan is proven for any number of changes.
test('every point of the frontier of a disrupted day is proven optimal', () => {
  const instance = compile(generatePlan({ operations: 40, resources: 9, days: 1, seed: 3, disrupted: true }));
  const points = frontierOf(instance, 3, 60_000, [0, 1, 2, 5, 10, null]);
  expect(points.map(({ bound }) => bound)).toEqual(points.map(({ solution }) => solution.cost));
  expect(points.at(-1)?.solution.cost).toBeLessThan(points[0].solution.cost);
});

test('two runs with the same step limit report the same frontier', () => {
  const instance = compile(randomDocument(77, { operations: 20, resources: 5 }), REFERENCE);
  const [one, two] = [1, 2].map(() => frontierOf(instance, 9, 4000));
  expect(two).toEqual(one);
});

test('gives the reason why it does not support an instance', () => {
  const day = compile(generatePlan({ operations: 3200, resources: 20, days: 4, seed: 1, disrupted: false }));
  expect(lp.supports(day)).toMatch(/^3200 parts may move/);
});
