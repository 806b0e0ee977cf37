import { afterAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { formatInstant } from '../../engine/instance/instant.ts';
import type { DocumentRule } from '../../engine/instance/planningDocument.ts';
import { createRandom } from '../../engine/random.ts';
import { SolverPool } from './pool.ts';

const MINUTE = 60_000;
const ORIGIN = Date.parse('2026-06-01T00:00:00Z');

const pool = new SolverPool({ threads: 1 });
afterAll(() => pool.close());

/** A week of 3,000 operations of one group on 60 resources with one parent. */
const week = (rule: Pick<DocumentRule, 'kind' | 'parameters'>) => {
  const random = createRandom(1);
  const at = (minutes: number) => ({ taskName: 'T', expectedTime: formatInstant(ORIGIN + minutes * MINUTE) });
  return compile({
    format: 'tidegate/planning@1',
    planning: { id: 'week', name: 'Week' },
    locations: [{ id: 'apron', name: 'Apron' }],
    tags: [],
    resources: Array.from({ length: 60 }, (_, i) => ({
      id: `r${i}`,
      name: `${i}`,
      location: 'apron',
      parent: i > 0 ? 'r0' : null,
    })),
    groups: [{ id: 'all', name: 'All' }],
    operations: Array.from({ length: 3000 }, (_, i) => {
      const from = random.below(7 * 1440);
      return { id: `${i}`, group: 'all', inboundTask: at(from), outboundTask: at(from + 30 + random.below(150)) };
    }),
    assignments: [],
    rules: [{ id: 'rule', name: 'Rule', weight: 1, ...rule }],
  });
};

const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

// Guarantee: a rule that ties everything to everything does not keep a thread beyond its time limit.
test.each([
  { kind: 'buffer', parameters: { seconds: 31_536_000 } },
  { kind: 'group', parameters: { scope: 'resource' } },
  { kind: 'adjacency', parameters: { relation: 'sibling' } },
])('a run under one $kind rule for all operations leaves its thread soon after its limit', async (rule) => {
  await pool.run({ instance: week(rule), solver: 'auto', parameters: { timeLimitSeconds: 0.5 } });
  const since = processorSeconds();
  await expect.poll(() => pool.busyThreads).toBe(0);
  expect(processorSeconds() - since).toBeLessThan(1);
});
