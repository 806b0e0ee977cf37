import * as fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { placementOf } from '../instance/assignments.ts';
import { compile } from '../instance/compile.ts';
import type { PlanningDocument } from '../instance/planningDocument.ts';
import { check } from '../check.ts';
import { evaluate } from '../objective/evaluate.ts';
import { Plan } from '../board/plan.ts';
import { toScore } from '../objective/score.ts';
import { createRandom } from '../random.ts';
import { randomInstance, randomPlacement } from '../testing/randomInstance.ts';
import { candidates } from './candidates.ts';
import { planningMetrics } from './planningMetrics.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

test('a candidate reports the score that the move really gives, for every resource', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const instance = randomInstance(seed, { operations: 8, resources: 4 });
      const placement = randomPlacement(instance, createRandom(seed));
      const plan = new Plan(instance, placement);
      for (let part = 0; part < instance.partCount; part++) {
        const found = candidates(plan, part);
        expect(found).toHaveLength(instance.resourceCount);
        for (const { resource, score, current, feasible, blockedBy } of found) {
          const index = instance.names.resources.indexOf(resource);
          const moved = placement.slice();
          moved[part] = index;
          expect(score.after).toEqual(toScore(evaluate(instance, moved)));
          expect(score.before).toEqual(toScore(evaluate(instance, placement)));
          expect(current).toBe(placement[part] === index);
          if (feasible) expect(blockedBy).toEqual([]);
        }
      }
      expect(plan.placement).toEqual(placement);
    }),
  );
});

// Guarantee: a broken hard rule is counted also where conflicts cost nothing.
test('the penalties and violations of rules are those that the judge finds', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const instance = randomInstance(seed, { operations: 10, resources: 4 });
      const placement = randomPlacement(instance, createRandom(seed));
      const verdict = check(instance, placement);
      const rules = planningMetrics(instance, placement).rules.map(({ penalty, violations }, rule) => ({
        rule,
        cost: Math.round(100 * penalty),
        violations,
      }));
      // The judge charges a balance rule part by part, the metrics count resources.
      const isCountedAlike = ({ rule }: { readonly rule: number }): boolean =>
        instance.names.rules[rule].kind !== 'balance';
      expect(rules.filter(isCountedAlike)).toEqual(verdict.rules.filter(isCountedAlike));
    }),
  );
});

const at = (clock: string): string => `2026-11-20T${clock}:00Z`;

test('the metrics and candidates of a small day agree with a calculation by hand', () => {
  const stay = (id: string, from: string, to: string, tags: readonly string[] = []) => ({
    id,
    tags,
    inboundTask: { taskName: `${id} in`, expectedTime: at(from) },
    outboundTask: { taskName: `${id} out`, expectedTime: at(to) },
  });
  const document: PlanningDocument = {
    format: 'tidegate/planning@1',
    planning: { id: 'day', name: 'Day' },
    locations: [{ id: 'l', name: 'l' }],
    tags: ['far', 'wide'].map((value) => ({ uuid: value, category: 'is', value })),
    resources: [
      { id: 'r1', name: 'Stand 1', location: 'l', tags: ['far'] },
      { id: 'r2', name: 'Stand 2', location: 'l' },
    ],
    groups: [],
    operations: [
      stay('a', '10:00', '11:00'),
      stay('b', '10:45', '12:00', ['wide']),
      stay('c', '12:05', '13:00'),
      stay('d', '10:00', '14:00'),
      { ...stay('e', '13:00', '14:00'), isBlocker: true },
    ],
    rules: [
      { id: 'far', name: 'Far', kind: 'match', weight: 20, resourceTags: ['far'] },
      { id: 'gap', name: 'Gap', kind: 'buffer', weight: 7.5, parameters: { seconds: 600 } },
      { id: 'wide', name: 'Wide', kind: 'match', weight: -3, operationTags: ['wide'], parameters: { perHour: true } },
      { id: 'use', name: 'Use', kind: 'usage', weight: 4 },
    ],
    assignments: ['a', 'b', 'c', 'e'].map((operation) => ({ operation, resource: 'r1' })),
  };
  const instance = compile(document);
  const metrics = planningMetrics(instance, placementOf(instance));
  // One overlap; d without a resource; three times 20 (not the blocker), gaps b-c and c-e, -3 for 1.25 hours, one resource used.
  expect(metrics.score).toEqual({
    total: 2000 + 1000 + 60 + 15 - 3.75 + 4,
    conflicts: 2000,
    unassigned: 1000,
    reassigned: 0,
    delay: 0,
    rules: 75.25,
  });
  expect(metrics).toMatchObject({
    operations: 4,
    assigned: 3,
    unassigned: 1,
    blockers: 1,
    conflicts: { pairs: 1, operations: 2, overlapSeconds: 900, expectedPairs: 1 },
    timesCrossed: 0,
    reassignments: 0,
    rules: [
      { id: 'far', violations: 3, penalty: 60 },
      { id: 'gap', violations: 2, penalty: 15 },
      { id: 'use', violations: 1, penalty: 4 },
      { id: 'wide', violations: 0, penalty: -3.75 },
    ],
  });
  expect(metrics.utilization).toEqual([
    { resource: 'r1', occupiedSeconds: 7200 + 3300, operations: 3, ratio: 0.7292 },
    { resource: 'r2', occupiedSeconds: 0, operations: 0, ratio: 0 },
  ]);
  const [best] = candidates(new Plan(instance, placementOf(instance)), instance.names.parts.indexOf('b/0'));
  expect(best).toMatchObject({ resource: 'r2', feasible: true, current: false, blockedBy: [], breaks: [] });
  // No overlap any more, but a reassignment, 20 less, one gap less, and one resource more.
  expect(best.score.delta).toBe(-2000 + 10 - 20 - 7.5 + 4);
});
