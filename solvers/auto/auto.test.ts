import { beforeAll, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { runAlone } from '../testing/runAlone.ts';
import { auto } from './auto.ts';

beforeAll(() => auto.prepare?.());

// Guarantee: who follows a run sees its iterations rise, whichever of its methods has its turn.
test('the iterations that a run reports count all methods of the portfolio', () => {
  const document = randomDocument(500_003, { operations: 120, resources: 12 });
  const instance = compile(document, { referenceTime: '2026-06-01T00:00:00Z' });
  const { result, events } = runAlone(auto, instance, { steps: 30_000 });
  const told = events.flatMap((event) =>
    event.kind === 'progress' && event.phase !== 'bound'
      ? [[event.phase.split(' ')[0], event.iterations] as const]
      : [],
  );
  expect(new Set(told.map(([phase]) => phase))).toEqual(new Set(['local', 'neighborhoods']));
  const counts = told.map(([, iterations]) => iterations);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(result.iterations).toBeGreaterThanOrEqual(counts.at(-1)!);
});
