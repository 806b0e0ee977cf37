import * as fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { check } from '../check.ts';
import { placementOf } from '../instance/assignments.ts';
import { compile } from '../instance/compile.ts';
import { createRandom } from '../random.ts';
import { randomInstance, randomPlacement } from '../testing/randomInstance.ts';
import { type CostRecord, type CostsOf, planCosts } from './planCosts.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
/** Seeds of instances that, together, cost something by every kind of rule; some kinds cost something in one of fifty. */
const WITH_RARE_KINDS = [2, 5, 8, 9, 12, 19, 33, 49];
const LEVELS = ['conflicts', 'unassigned', 'reassigned', 'rules'] as const;
const hundredths = (costs: readonly { readonly cost: number }[]): number =>
  costs.reduce((sum, { cost }) => sum + Math.round(100 * cost), 0);

test('costs by rule, by operation and by resource agree with the judge in total, by level, and for every kind of rule', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(seeds, (seed) => {
      const instance = randomInstance(seed);
      const placement = randomPlacement(instance, createRandom(seed));
      const { levels } = check(instance, placement);
      const { rules, operations, resources } = planCosts(instance, placement);
      const owners: readonly CostsOf[] = [...operations, ...resources];
      const shared = owners.flatMap(({ terms }) => terms);
      const same = (one: CostRecord, other: CostRecord): boolean =>
        one.level === other.level && one.kind === other.kind && one.rule === other.rule;
      const levelsOf = (terms: readonly CostRecord[]): number[] =>
        LEVELS.map((level) => hundredths(terms.filter((term) => term.level === level)));
      const judged = LEVELS.map((level) => levels![level]);
      expect({
        totals: [hundredths(rules), hundredths(owners)],
        levels: [levelsOf(rules), levelsOf(shared)],
        owners: owners.map(({ terms }) => hundredths(terms)),
        rules: rules.map((rule) => hundredths(shared.filter((term) => same(term, rule)))),
      }).toEqual({
        totals: [levels!.total, levels!.total],
        levels: [judged, judged],
        owners: owners.map(({ cost }) => Math.round(100 * cost)),
        rules: rules.map(({ cost }) => Math.round(100 * cost)),
      });
      for (const { kind, cost } of rules) if (cost !== 0) seen.add(kind);
    }),
    { numRuns: 300, examples: WITH_RARE_KINDS.map((seed) => [seed]) },
  );
  const kinds = ['overlap', 'unassigned', 'reassigned', 'match', 'mismatch', 'buffer', 'adjacency', 'group', 'usage'];
  expect([...seen]).toEqual(expect.arrayContaining([...kinds, 'risk']));
});

test('the operations of a pair bear half of its cost each, the earlier one the odd hundredth; a resource keeps its own cost', () => {
  const at = (clock: string): string => `2026-11-20T${clock}:00Z`;
  const stay = (id: string, from: string, to: string) => ({
    id,
    inboundTask: { taskName: id, expectedTime: at(from) },
    outboundTask: { taskName: id, expectedTime: at(to) },
  });
  const instance = compile({
    format: 'tidegate/planning@1',
    planning: { name: 'Day' },
    locations: [{ id: 'l', name: 'l' }],
    tags: [],
    resources: [{ id: 'r', name: 'Stand', location: 'l' }],
    groups: [],
    operations: [stay('late', '11:05', '12:00'), stay('early', '10:00', '11:00')],
    rules: [
      { id: 'gap', name: 'Gap', kind: 'buffer', weight: 7.35, parameters: { seconds: 600 } },
      { id: 'use', name: 'Use', kind: 'usage', weight: 4 },
    ],
    assignments: ['late', 'early'].map((operation) => ({ operation, resource: 'r' })),
  });
  const { operations, resources } = planCosts(instance, placementOf(instance));
  const gap = { level: 'rules', kind: 'buffer', rule: 'gap', count: 1 };
  expect(operations).toEqual([
    { operation: 'early', cost: 3.68, terms: [{ ...gap, cost: 3.68 }] },
    { operation: 'late', cost: 3.67, terms: [{ ...gap, cost: 3.67 }] },
  ]);
  expect(resources).toMatchObject([{ resource: 'r', cost: 4, terms: [{ kind: 'usage', rule: 'use', count: 1 }] }]);
});
