import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { type Instance, NOT_PINNED } from '../../engine/instance/instance.ts';
import { Plan } from '../../engine/board/plan.ts';
import { createRandom } from '../../engine/random.ts';
import { randomDocument, randomPlacement } from '../../engine/testing/randomInstance.ts';
import { generateAirport } from '../../fixtures/generate/generateAirport.ts';
import { generateGates } from '../../fixtures/generate/generateGates.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { createAuto } from '../auto/auto.ts';
import { Blackboard, createExchangeBuffer } from '../exchange/exchange.ts';
import { initialSolution } from '../initialSolution.ts';
import { wholeExtent } from '../model/relaxation.ts';
import type { Run } from '../solver.ts';
import { exhaustiveCost, planCount } from '../testing/exhaustive.ts';
import { optimumByHighs } from '../testing/optimumByHighs.ts';
import { runAlone } from '../testing/runAlone.ts';
import { divide, reasonToStayWhole } from './blocks.ts';
import { slice } from './slice.ts';

const REFERENCE = { referenceTime: '2026-06-01T00:00:00Z' };
const TINY = { fewestParts: 0, fewestArcsWithPairs: 0, wantedParts: 2 };

const randomInstance = (seed: number, operations = 9, resources = 5) => {
  const document = randomDocument(seed, { operations, resources });
  const { maxReassignments: _, ...parameters } = document.parameters ?? {};
  return compile({ ...document, parameters }, REFERENCE);
};

/** The bound that the search by blocks and pieces claims, whatever the gap. Without a step limit, it makes sketches first. */
const claimedBy = (instance: Instance, seed: number, steps: number, isLimited: boolean): number => {
  const exchange = { role: 0, threads: 1, shared: createExchangeBuffer(instance) };
  let [spent, asked] = [0, 0];
  const run: Run = {
    random: createRandom(seed),
    initial: initialSolution(instance, null),
    parameters: { gap: 0, seed, stepLimit: isLimited ? steps : null, timeLimitSeconds: 1e9, threads: 1 },
    exchange,
    // A round that has nothing to do takes no step.
    stop: () => spent >= steps || ++asked > 100 * steps,
    step: (n) => {
      spent += n;
    },
    elapsedSeconds: () => 0,
    report: () => {},
  };
  createAuto(TINY).solve(instance, run);
  return new Blackboard(exchange, instance).raiseBound(Number.NEGATIVE_INFINITY);
};

// Guarantee: the bound never exceeds the cost of the best plan, with blocks of a few operations, every rule kind and adversarial weights.
test('the sum of the bounds of blocks never exceeds the cost of the best plan', () => {
  let tried = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const instance = randomInstance(seed, 4 + (seed % 6), 2 + (seed % 4));
    if (
      planCount(instance) > 3000 ||
      reasonToStayWhole(instance, TINY) !== null ||
      divide(instance, TINY).blocks.length < 2
    )
      continue;
    tried++;
    const least = exhaustiveCost(instance);
    for (const isLimited of seed % 3 === 0 ? [true, false] : [true])
      expect(claimedBy(instance, seed, seed % 3 === 0 ? 300 : 3000, isLimited), `seed ${seed}`).toBeLessThanOrEqual(
        least,
      );
  }
  expect(tried).toBeGreaterThan(60);
});

test('every movable part is in one block, and only a long horizon without a limit on changes is divided', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const instance = randomInstance(seed, 20, 6);
    const parts = divide(instance, {
      fewestParts: 0,
      fewestArcsWithPairs: 0,
      wantedParts: 1 + (seed % 7),
    }).blocks.flatMap((block) => [...block]);
    const movable = [...wholeExtent(instance).parts];
    expect(
      parts.toSorted((a, b) => a - b),
      `seed ${seed}`,
    ).toEqual(movable);
  }
  const limited = compile({ ...randomDocument(3, { operations: 20 }), parameters: { maxReassignments: 2 } }, REFERENCE);
  expect(reasonToStayWhole(limited, TINY)).toContain('maxReassignments');
  expect(reasonToStayWhole(limited, { ...TINY, fewestParts: 1000 })).toContain('too few');
  const gates = { flights: 60, gates: 5, days: 4, seed: 1 };
  for (const keptBy of ['group', 'continuity'] as const)
    expect(reasonToStayWhole(compile(generateGates({ ...gates, keptBy })), TINY)).toContain('move as a whole');
  expect(reasonToStayWhole(compile({ ...generateGates(gates), rules: [] }), TINY)).toBeNull();
  const airport = compile(generateAirport({ seed: 1, stands: 30, days: 2, disruption: 0.15 }));
  expect(reasonToStayWhole(airport, TINY)).toBeNull();
  expect(reasonToStayWhole(airport, { ...TINY, fewestArcsWithPairs: 1e6 })).toContain('different resources');
});

test('no two parts from different pieces of one round can overlap on a shared resource', () => {
  const resourcesOf = ({ arcStart, arcResource }: Instance, part: number): Set<number> =>
    new Set(arcResource.subarray(arcStart[part], arcStart[part + 1]));
  for (let seed = 1; seed <= 100; seed++) {
    const instance = randomInstance(seed, 24, 6);
    const { insides, seams } = divide(instance, {
      fewestParts: 0,
      fewestArcsWithPairs: 0,
      wantedParts: 2 + (seed % 5),
    });
    for (const pieces of [insides, seams]) {
      const pieceOf = new Map(pieces.flatMap((piece, k) => [...piece].map((part) => [part, k] as const)));
      for (const [a, k] of pieceOf) {
        for (const [b, other] of pieceOf) {
          if (k >= other || instance.start[a] >= instance.end[b] || instance.start[b] >= instance.end[a]) continue;
          const others = resourcesOf(instance, b);
          expect(
            [...resourcesOf(instance, a)].filter((r) => others.has(r)),
            `seed ${seed}`,
          ).toEqual([]);
        }
      }
    }
  }
});

// Guarantee: for every rule kind, a change in a slice changes the cost of the whole by the same amount.
test('a change in a slice changes its cost by as much as that of the whole', () => {
  const random = createRandom(11);
  let changed = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const instance = randomInstance(seed, 14, 5);
    const whole = new Plan(instance, randomPlacement(instance, random));
    const movable = wholeExtent(instance).parts;
    const from = random.below(movable.length);
    const free = movable.slice(from, from + 1 + random.below(5));
    const all = new Uint8Array(instance.arcResource.length).fill(1);
    const piece = slice(instance, free, whole.placement, all);
    const part = new Plan(piece.instance, piece.placement);
    expect(
      [...piece.partOf].filter((_, i) => piece.instance.pinned[i] === NOT_PINNED),
      `seed ${seed}`,
    ).toEqual([...free]);
    for (let move = 0; move < 12; move++) {
      const i = piece.partOf.indexOf(free[random.below(free.length)]);
      const { arcStart, arcResource } = piece.instance;
      const arcs = arcStart[i + 1] - arcStart[i];
      const to = arcs === 0 || random.below(4) === 0 ? -1 : arcResource[arcStart[i] + random.below(arcs)];
      const delta = whole.move(piece.partOf[i], to);
      if (delta !== 0) changed++;
      expect(part.move(i, to), `seed ${seed}`).toBe(delta);
    }
  }
  expect(changed).toBeGreaterThan(1000);
});

// Guarantee: on several days, too large to try every plan, HiGHS finds no plan that costs less than the bound.
test.each([1, 2, 3, 4, 5, 6])('agrees with HiGHS on a horizon divided into days, seed %i', async (seed) => {
  const solver = createAuto({ fewestParts: 0, fewestArcsWithPairs: 0, wantedParts: 18 });
  await solver.prepare?.();
  const instance = compile(generatePlan({ operations: 70, resources: 7, days: 3, seed, disrupted: seed % 2 === 0 }));
  const optimum = optimumByHighs(instance, false);
  const { result } = runAlone(solver, instance, { seed, steps: 10_000 });
  expect(result.bound).toBeLessThanOrEqual(optimum);
  expect(result.solution.cost).toBeGreaterThanOrEqual(optimum);
  if (result.status === 'optimal') expect(result.solution.cost).toBe(optimum);
});

// Guarantee: as above, where resources are interchangeable, so that blocks are rounded on classes of them; the plan is nearly as good as the best.
test.each([1, 2])('comes close to HiGHS on days with interchangeable resources, seed %i', async (seed) => {
  const solver = createAuto({ fewestParts: 0, fewestArcsWithPairs: 0, wantedParts: 60 });
  await solver.prepare?.();
  const instance = compile(generatePlan({ operations: 200, resources: 40, days: 3, seed, disrupted: false }));
  const optimum = optimumByHighs(instance, true);
  const { result } = runAlone(solver, instance, { seed, steps: 6000 });
  expect(result.bound).toBeLessThanOrEqual(optimum);
  expect(result.solution.cost).toBeGreaterThanOrEqual(optimum);
  expect(result.solution.cost).toBeLessThan(1.02 * optimum);
});

test('two runs with the same seed and step limit are identical', () => {
  const solver = createAuto({ fewestParts: 0, fewestArcsWithPairs: 0, wantedParts: 12 });
  for (let seed = 1; seed <= 6; seed++) {
    const instance = compile(generatePlan({ operations: 60, resources: 8, days: 3, seed, disrupted: true }));
    const [one, two] = [1, 2].map(() => runAlone(solver, instance, { seed, steps: 6000 }));
    expect(two.result.solution.placement).toEqual(one.result.solution.placement);
    expect([two.result.bound, two.steps]).toEqual([one.result.bound, one.steps]);
  }
});
