import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { formatInstant, parseInstant } from '../../engine/instance/instant.ts';
import type { DocumentTask, PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { createRandom, type Random } from '../../engine/random.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { groupBundlesOf } from '../model/groupBundles.ts';
import { relax } from '../model/relaxation.ts';
import { exhaustiveCost, planCount } from '../testing/exhaustive.ts';
import { GroupAscent } from './groupAscent.ts';

const DAY_MS = 86_400_000;
const MOST_PLANS = 5000;
const SMALL = { operations: 7, resources: 2 };
const run = { stop: () => false, step: () => {} };

const later = (time: string, ms: number): string => formatInstant(parseInstant(time) + ms);

const laterTask = (task: DocumentTask | null | undefined, ms: number): DocumentTask | null =>
  task
    ? {
        ...task,
        expectedTime: later(task.expectedTime, ms),
        ...(task.scheduledTime ? { scheduledTime: later(task.scheduledTime, ms) } : {}),
        ...(task.actualTime ? { actualTime: later(task.actualTime, ms) } : {}),
      }
    : null;

/** Spreads the operations over two days, and keeps groups on one resource by a rule. */
const overDays = (document: PlanningDocument, random: Random): PlanningDocument => {
  const shifts = new Map(document.operations.map(({ id }) => [id, DAY_MS * random.below(2)]));
  const weight = 1 + random.below(60);
  const weights = { ...document.planning.weights, conflict: random.below(4) === 0 ? 50 : 100_000 };
  return {
    ...document,
    planning: { ...document.planning, weights },
    operations: document.operations.map((operation) => ({
      ...operation,
      group: random.below(5) === 0 ? null : random.below(2) === 0 ? 'g' : 'h',
      inboundTask: laterTask(operation.inboundTask, shifts.get(operation.id)!),
      outboundTask: laterTask(operation.outboundTask, shifts.get(operation.id)!),
    })),
    assignments: document.assignments.filter((assignment) => !('parts' in assignment)),
    rules: [
      ...document.rules.filter(({ kind }) => random.below(2) === 0 || kind === 'buffer'),
      { id: 'together', name: 'Together', kind: 'group', weight, parameters: { scope: 'resource' } },
    ],
  };
};

// Guarantee: the bound never exceeds the cost of any plan, whatever the initial prices and the number of iterations.
test('the bound of paths over several days never exceeds the cost of the best plan', () => {
  const random = createRandom(1);
  let [tried, higher, tight] = [0, 0, 0];
  for (let seed = 0; seed < 3000; seed++) {
    const instance = compile(overDays(randomDocument(seed, SMALL), random), { referenceTime: '2026-06-01T00:00:00Z' });
    if (planCount(instance) > MOST_PLANS) continue;
    const relaxation = relax(instance);
    const bundles = groupBundlesOf(relaxation);
    if (bundles === null) continue;
    const { model, constant } = relaxation;
    const prices = model.leaveOut.map((out) => out * random.next());
    const ascent = new GroupAscent(relaxation, bundles, prices, random.split());
    const best = exhaustiveCost({ ...instance, maxReassignments: -1 });
    let [before, plain] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let round = 0; round < 4; round++) {
      ascent.advance(60, run);
      const claimed = constant + 100 * ascent.bound;
      expect(claimed, `seed ${seed}`).toBeLessThanOrEqual(best + 1e-3);
      expect(ascent.bound).toBeGreaterThanOrEqual(before);
      before = ascent.bound;
      if (round === 1) plain = before;
    }
    tried++;
    if (before > plain + 0.05) higher++;
    if (constant + 100 * before > best - 1) tight++;
  }
  expect(tried).toBeGreaterThan(100);
  expect(higher).toBeGreaterThan(25);
  expect(tight).toBeGreaterThan(10);
});
