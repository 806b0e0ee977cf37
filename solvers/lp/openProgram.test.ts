import { expect, test } from 'vitest';
import { present } from '../../engine/present.ts';
import { compile } from '../../engine/instance/compile.ts';
import { loadedHighs, prepareHighs } from '../integer/loadHighs.ts';
import { solveOpen } from './openProgram.ts';
import { pathProblem } from './pathProblem.ts';

// Guarantee: a limit on changes that only overlaps can keep has a plan, and the bound does not exceed its cost.
test('the bound allows for overlaps where the limit on changes asks for them', async () => {
  await prepareHighs();
  const task = (clock: string) => ({ taskName: 't', expectedTime: `2026-11-20T${clock}:00Z` });
  const instance = compile({
    format: 'tidegate/planning@1',
    planning: { name: 'Two at once', weights: { conflict: 2000, unassigned: 0, reassigned: 0 } },
    locations: [{ id: 'l', name: 'l' }],
    tags: [],
    resources: [{ id: 'r', name: 'r', location: 'l' }],
    groups: [],
    operations: ['a', 'b'].map((id) => ({ id, inboundTask: task('10:00'), outboundTask: task('11:00') })),
    rules: [],
    assignments: ['a', 'b'].map((operation) => ({ operation, resource: 'r' })),
  });
  // With no change allowed, both stay, for 2000. The best price of a change is 2000, too: then an overlap is worth no more than it costs.
  const good = [{ prices: Float64Array.of(2000, 2000), changePrice: 2000, bound: 2000 }];
  const limits = { limit: 0, width: 5, grain: 0.01, mostColumns: 100, nodeLimit: 100, limitSeconds: null };
  const bound = solveOpen(present(loadedHighs()), pathProblem(instance, true), {
    ...limits,
    good,
    stop: () => false,
    onPlan: () => undefined,
  });
  expect(bound).toBe(2000);
});
