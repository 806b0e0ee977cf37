import { beforeAll, expect, test } from 'vitest';
import { Plan } from '../../engine/board/plan.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { Solution } from '../../engine/objective/score.ts';
import { present } from '../../engine/present.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { initialSolution } from '../initialSolution.ts';
import type { Job, RunMessage } from '../pool/protocol.ts';
import { Session } from '../pool/session.ts';
import type { Run } from '../solver.ts';
import { countedRun } from '../testing/countedRun.ts';
import { runAlone } from '../testing/runAlone.ts';
import { auto } from './auto.ts';

beforeAll(() => auto.prepare?.());

// Guarantee: who follows a run sees its iterations rise up to the step limit, whichever of its methods has its turn.
test('a run that ends at its step limit reports as many iterations, in all methods of the portfolio', () => {
  const STEPS = 10_000;
  const document = randomDocument(500_003, { operations: 120, resources: 12 });
  const instance = compile(document, { referenceTime: '2026-06-01T00:00:00Z' });
  const posted: RunMessage[] = [];
  const job = {
    instance,
    flag: new Int32Array(1),
    exchange: null,
    helpers: null,
    kept: null,
    parameters: { gap: 0, seed: 1, stepLimit: STEPS, timeLimitSeconds: 1e9, threads: 1 },
  } as unknown as Job;
  const session = new Session(job, initialSolution(instance, null), (message) => posted.push(message));
  const phases = new Set<string>();
  let steps = 0;
  const result = auto.solve(instance, {
    ...session.run,
    step: (n) => {
      steps += n;
      session.run.step(n);
    },
    report: (event) => {
      if (event.kind === 'progress') phases.add(event.phase.split(' ')[0]);
      session.run.report(event);
    },
  });
  session.finish(result);
  expect(phases).toEqual(new Set(['local', 'bound', 'neighborhoods']));
  const counts = posted.flatMap((message) => ('iterations' in message ? [message.iterations] : []));
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(counts.at(-1)).toBe(Math.floor(steps));
  expect(steps).toBeGreaterThanOrEqual(STEPS);
  expect(steps).toBeLessThan(1.2 * STEPS);
});

// Guarantee: a piece of a long horizon whose plan leaves out more parts than it must is not left so by searches of a few rows at a time.
test('a search of a piece that may dive leaves out as few parts as a run on the whole', () => {
  const instance = compile(generatePlan({ operations: 400, resources: 60, days: 1, seed: 2, disrupted: true }));
  const { result, prices } = runAlone(auto, instance, { steps: 4000 });
  const leftOut = ({ placement }: Solution): number => placement.reduce((sum, place) => sum + (place < 0 ? 1 : 0), 0);
  const nothing = new Plan(instance, new Int32Array(instance.partCount).fill(-1)).snapshot();
  const searched = (mayDive: boolean): Solution => {
    const run = { ...countedRun(), initial: nothing, exchange: null } as unknown as Run;
    return present(auto.pieces).search(instance, run, { prices: present(prices), priceUnit: 1, mayDive });
  };
  expect(leftOut(searched(false))).toBeGreaterThan(leftOut(result.solution));
  expect(leftOut(searched(true))).toBe(leftOut(result.solution));
});
