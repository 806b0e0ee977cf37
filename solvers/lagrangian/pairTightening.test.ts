import { beforeAll, expect, test } from 'vitest';
import { check } from '../../engine/check.ts';
import { compile } from '../../engine/instance/compile.ts';
import { generateGates } from '../../fixtures/generate/generateGates.ts';
import { auto } from '../auto/auto.ts';
import { runAlone } from '../testing/runAlone.ts';

beforeAll(() => auto.prepare?.());

// Guarantee: equal gates do not hide what it costs to keep each flight number at one gate. Prices of pairs alone leave a gap here, and local search that moves
// few groups a plan that costs a tenth more.
test('proves a plan of several days on which flight numbers keep their gate', () => {
  const instance = compile(generateGates({ flights: 120, gates: 10, days: 4, seed: 1 }));
  const { result } = runAlone(auto, instance, { seed: 1, steps: 30_000 });
  expect(result.status).toBe('optimal');
  expect(check(instance, result.solution.placement).levels?.total).toBe(result.bound);
});
