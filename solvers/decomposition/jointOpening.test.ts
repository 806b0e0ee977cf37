import { beforeAll, describe, expect, test } from 'vitest';
import { check } from '../../engine/check.ts';
import { Plan } from '../../engine/board/plan.ts';
import { compile } from '../../engine/instance/compile.ts';
import { type Instance, NOT_PINNED } from '../../engine/instance/instance.ts';
import type { DocumentRule } from '../../engine/instance/planningDocument.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { Blackboard, createExchangeBuffer } from '../exchange/exchange.ts';
import { firstPlan } from '../insertion/firstPlan.ts';
import { prepareHighs } from '../integer/loadHighs.ts';
import { boundOf, rowScratch } from '../model/pathModel.ts';
import { relax, wholeExtent } from '../model/relaxation.ts';
import { Ascent } from '../prices/ascent.ts';
import type { Run } from '../solver.ts';
import { countedRun } from '../testing/countedRun.ts';
import {
  CUT_REACH,
  cutsOf,
  type JointOpening,
  openJointly,
  type OpeningBlocks,
  openingBlocksOf,
} from './jointOpening.ts';

beforeAll(prepareHighs);

/** Two tasks on one resource are ten minutes apart, and should be 25 apart. */
const BUFFERS = [
  { id: 'gap', name: 'Gap', kind: 'buffer', hard: true, weight: 0, parameters: { seconds: 600 } },
  { id: 'wish', name: 'Longer gap', kind: 'buffer', weight: 4, parameters: { seconds: 1500 } },
] as const satisfies readonly DocumentRule[];

/** Two tasks on one resource are two hours apart, longer than most tasks take. */
const REST = [
  { id: 'rest', name: 'Rest', kind: 'buffer', hard: true, weight: 0, parameters: { seconds: 7200 } },
] as const satisfies readonly DocumentRule[];

/** Each resource that is used at all costs as much as an operation without a place. */
const USAGE = [
  { id: 'use', name: 'Use', kind: 'usage', weight: 1000, parameters: {} },
] as const satisfies readonly DocumentRule[];

const week = (seed: number, rules: readonly DocumentRule[] = []): Instance => {
  const document = generatePlan({ operations: 1000, resources: 30, days: 5, seed, disrupted: true });
  return compile({
    ...document,
    assignments: rules.length > 0 ? [] : document.assignments,
    rules: [...document.rules, ...rules],
  });
};

/** A run without a limit of steps, whose clock counts its steps. */
const runOf = (instance: Instance, changes: Partial<Run> = {}): Run => ({
  ...countedRun(),
  initial: new Plan(instance, instance.placed).snapshot(),
  parameters: { gap: 0, seed: 1, stepLimit: null, timeLimitSeconds: 1e6, threads: 2 },
  exchange: { role: 0, threads: 2, shared: createExchangeBuffer(instance) },
  ...changes,
});

const divided = (instance: Instance, { exchange }: Run, count: number, margin = 120): OpeningBlocks => {
  const extent = wholeExtent(instance);
  return { exchange: exchange!, extent, cuts: cutsOf(extent, count, CUT_REACH), margin };
};

const open = (instance: Instance, run: Run, blocks: OpeningBlocks) => {
  const plan = new Plan(instance, instance.placed);
  firstPlan(plan, () => false);
  const first = plan.snapshot();
  return { first, plan, opening: openJointly(blocks, run, plan, first) };
};

describe('an opening in blocks', () => {
  // Guarantee: the joined prices prove nearly what an ascent on the whole proves, and the joined plan is near that bound.
  test.each([2, 3])('of %i blocks finds prices and a plan as good as those of the whole', (count) => {
    let [bounds, plans, wholes] = [0, 0, 0];
    for (let seed = 1; seed <= 4; seed++) {
      const instance = week(seed);
      const run = runOf(instance);
      const { first, plan, opening } = open(instance, run, divided(instance, run, count));
      const { prices, solution } = opening;
      expect(check(instance, solution.placement)).toMatchObject({ feasible: true, levels: { total: solution.cost } });
      expect(solution.cost).toBeLessThan(first.cost);
      expect(plan.snapshot()).toEqual(solution);
      const relaxation = relax(instance);
      const own = Float64Array.from(relaxation.partOf, (part) => prices![part]);
      const ascent = new Ascent(relaxation, countedRun(), () => {});
      ascent.climb(600);
      bounds += boundOf(relaxation.model, own, rowScratch(relaxation.model)) + relaxation.constant / 100;
      wholes += ascent.bound + relaxation.constant / 100;
      plans += solution.cost / 100;
    }
    expect(bounds / wholes).toBeGreaterThan(0.99);
    expect(plans / wholes).toBeLessThan(1.05);
  });

  test('pays for a resource once, and not in each block', () => {
    let [plans, bounds] = [0, 0];
    for (let seed = 35; seed <= 37; seed++) {
      const instance = week(seed, USAGE);
      const run = runOf(instance);
      plans += open(instance, run, divided(instance, run, 2)).opening.solution.cost / 100;
      const relaxation = relax(instance);
      const ascent = new Ascent(relaxation, countedRun(), () => {});
      ascent.climb(600);
      bounds += ascent.bound + relaxation.constant / 100;
    }
    expect(plans / bounds).toBeLessThan(1.012);
  });

  test('joins plans without conflicts where tasks of one resource keep a distance, and its plan is never worse than the first one', () => {
    for (let seed = 11; seed <= 14; seed++) {
      const instance = week(seed, BUFFERS);
      const run = runOf(instance);
      // With so narrow margins, the plans of the blocks disagree about what is under way at the cuts.
      const { first, opening } = open(instance, run, divided(instance, run, 3, 8));
      const verdict = check(instance, opening.solution.placement);
      expect(verdict).toMatchObject({ violations: [], conflicts: 0 });
      expect(verdict.levels?.total).toBe(opening.solution.cost);
      expect(opening.solution.cost).toBeLessThanOrEqual(first.cost);
    }
  });

  // Guarantee: what ended before a cut, but not long enough before, does not make the joined plan worthless.
  test('joins plans where tasks of one resource keep a distance that is longer than what is placed anew', () => {
    for (let seed = 11; seed <= 13; seed++) {
      const instance = week(seed, REST);
      const run = runOf(instance);
      const { first, opening } = open(instance, run, divided(instance, run, 3, 8));
      expect(check(instance, opening.solution.placement)).toMatchObject({ feasible: true, conflicts: 0 });
      expect(opening.solution.cost).toBeLessThan(first.cost);
    }
  });

  test('leaves what may not move where it is, and knows no price of it', () => {
    const instance = week(5);
    const pinned = instance.placed.map((place, part) => (place >= 0 && part % 7 === 0 ? place : NOT_PINNED));
    const held = { ...instance, pinned };
    const run = runOf(held);
    const { prices, solution } = open(held, run, divided(held, run, 2)).opening;
    const isHeld = [...pinned].map((place) => place !== NOT_PINNED);
    expect(isHeld).toContain(true);
    expect([...prices!].map(Number.isNaN)).toEqual(isHeld);
    pinned.forEach((place, part) => place !== NOT_PINNED && expect(solution.placement[part]).toBe(place));
  });

  test('leaves time for a model of what may move, and not of the rest', () => {
    // After one dive, the plan of the last of these still leaves out a part too many.
    for (let seed = 10; seed <= 12; seed++) {
      const instance = week(seed);
      const pinned = instance.placed.map((_, part) => (part < 300 ? NOT_PINNED : -1));
      const held = { ...instance, pinned, placed: pinned.map(() => -1) };
      const within = (timeLimitSeconds: number) => {
        // Making the first model takes ten seconds, and all else none.
        let asked = 0;
        const elapsedSeconds = (): number => (asked++ === 0 ? 0 : 10);
        const parameters = { gap: 0, seed: 1, stepLimit: null, timeLimitSeconds, threads: 2 };
        const run = runOf(held, { elapsedSeconds, parameters });
        return open(held, run, divided(held, run, 1)).opening;
      };
      expect(within(30)).toEqual(within(1e6));
    }
  });

  test('gives a thread that comes late the prices, and the plan on the board', () => {
    const instance = week(3);
    const run = runOf(instance);
    const { opening } = open(instance, run, divided(instance, run, 2));
    const late = runOf(instance, { exchange: { ...run.exchange!, role: 1 } });
    const { first, opening: taken } = open(instance, late, divided(instance, late, 2));
    expect(taken).toEqual({ prices: opening.prices, solution: first, mayContinue: true });
    const placement = new Int32Array(instance.partCount);
    const cost = new Blackboard(run.exchange!, instance).takePlan(Number.POSITIVE_INFINITY, placement);
    expect(opening.solution).toMatchObject({ cost, placement });
  });

  // Guarantee: after many changes, the prices that an earlier search kept lead to a plan in a few iterations, and to nothing that is not one.
  test('begins at kept prices after many changes', () => {
    let [plans, wholes] = [0, 0];
    for (let seed = 1; seed <= 3; seed++) {
      const instance = week(seed);
      const run = runOf(instance);
      const { opening: before } = open(instance, run, divided(instance, run, 2));
      const kept = {
        prices: before.prices!.map((price, part) => (part % 8 === 0 ? Number.NaN : price)),
        placement: before.solution.placement,
      };
      const again = runOf(instance, { kept });
      const { first, opening } = open(instance, again, divided(instance, again, 2));
      const { solution } = opening;
      expect(check(instance, solution.placement)).toMatchObject({ feasible: true, levels: { total: solution.cost } });
      expect(solution.cost).toBeLessThan(first.cost);
      plans += solution.cost;
      wholes += before.solution.cost;
    }
    expect(plans / wholes).toBeLessThan(1.02);
  });

  // Guarantee: the first plan is there as soon as kept prices allow, and the last one is as good as from nothing if there is time for that.
  test('begins anew after the plan from kept prices, if there is time', () => {
    const [costs, anew]: [number[], number[]] = [[], []];
    for (let seed = 1; seed <= 3; seed++) {
      const instance = week(seed);
      const before = runOf(instance);
      const { opening: known } = open(instance, before, divided(instance, before, 2));
      const kept = {
        prices: known.prices!.map((price, part) => (part % 3 === 0 ? Number.NaN : 0.8 * price)),
        placement: new Int32Array(instance.partCount).fill(-1),
      };
      for (const [timeLimitSeconds, ends] of [
        [100, costs],
        [1e6, anew],
      ] as const) {
        // Making the first model takes ten seconds, and all else none.
        let asked = 0;
        const reported: number[] = [];
        const run = runOf(instance, {
          kept,
          elapsedSeconds: () => (asked++ === 0 ? 0 : 10),
          parameters: { ...before.parameters, timeLimitSeconds },
          report: (event) => event.kind === 'incumbent' && reported.push(event.solution.cost),
        });
        const { opening } = open(instance, run, divided(instance, run, 2));
        expect(reported.at(-1)).toBe(opening.solution.cost);
        expect(reported[0]).toBe(timeLimitSeconds === 100 ? opening.solution.cost : costs[anew.length]);
        ends.push(opening.solution.cost);
        const late = runOf(instance, { kept, exchange: { ...run.exchange!, role: 1 } });
        expect(open(instance, late, divided(instance, late, 2)).opening.prices).toEqual(opening.prices);
      }
      expect(anew.at(-1)! / known.solution.cost).toBeLessThan(1.01);
    }
    expect(anew.every((cost, i) => cost < costs[i])).toBe(true);
  });

  // Guarantee: what blocks find in a short time is not lost.
  test('keeps the first plan where a block finds none in time', () => {
    const instance = week(6);
    const costs = new Set<number>();
    for (let timeLimitSeconds = 1; timeLimitSeconds <= 8; timeLimitSeconds++) {
      const parameters = { gap: 0, seed: 1, stepLimit: null, timeLimitSeconds, threads: 2 };
      const run = runOf(instance, { parameters });
      const { first, opening } = open(instance, run, divided(instance, run, 2));
      const { solution } = opening;
      expect(check(instance, solution.placement)).toMatchObject({ feasible: true, levels: { total: solution.cost } });
      expect(solution.cost).toBeLessThanOrEqual(first.cost);
      if (solution.cost < first.cost) costs.add(Math.round((10 * (first.cost - solution.cost)) / first.cost));
    }
    // Tenths of what the first plan costs that are saved: some plans have one block, and others both.
    expect(costs.size).toBeGreaterThan(1);
  });

  // Guarantee: under a step limit, a run repeats, whatever the clock says, and whoever solves a block.
  test('depends on nothing but its steps under a step limit, and finds a better plan with more of them', () => {
    const instance = week(7);
    const withinSteps = (stepLimit: number, isByOther: boolean): JointOpening => {
      const shared = createExchangeBuffer(instance);
      let steps = 0;
      const limited = (role: number, changes: Partial<Run>): Run =>
        runOf(instance, {
          exchange: { role, threads: 2, shared },
          parameters: { gap: 0, seed: 1, stepLimit, timeLimitSeconds: 1, threads: 2 },
          elapsedSeconds: () => (isByOther ? 1000 : 0),
          ...changes,
        });
      const own = limited(0, { stop: () => steps >= stepLimit, step: (n) => (steps += n) });
      const blocks = divided(instance, own, 2);
      // A further thread has solved the blocks before the first one begins.
      if (isByOther) open(instance, limited(1, {}), blocks);
      return open(instance, own, blocks).opening;
    };
    const costs = [60, 400, 4000].map((stepLimit) => {
      const opening = withinSteps(stepLimit, false);
      expect(opening.prices).not.toBeNull();
      expect(withinSteps(stepLimit, true)).toEqual(opening);
      return opening.solution.cost;
    });
    // What a block finds in a few steps may be worse than the first plan.
    expect(costs[2]).toBeLessThan(Math.min(costs[0], costs[1]));
  });

  test('ends at once when its run stops, with the first plan', () => {
    const instance = week(2);
    for (const stopAt of [0, 1, 40, 400]) {
      let asked = 0;
      const run = runOf(instance, { stop: () => asked++ >= stopAt });
      const { first, opening } = open(instance, run, divided(instance, run, 2));
      expect(opening).toEqual({ prices: null, solution: first, mayContinue: false });
      expect(asked).toBeLessThan(stopAt + 400);
    }
  });
});

describe('the horizon', () => {
  const document = generatePlan({ operations: 3300, resources: 130, days: 4, seed: 1, disrupted: true });
  const large = compile(document);
  const withRules = (rules: readonly DocumentRule[]): Instance =>
    compile({ ...document, assignments: [], rules: [...document.rules, ...rules] });

  test('is divided among the threads of a run if it is long and the model is large', () => {
    const run = runOf(large);
    expect(openingBlocksOf(large, run)).toMatchObject({ margin: 520, cuts: [0, 1668, 3300] });
    // More blocks would be shorter than three margins.
    const many = runOf(large, { exchange: { ...run.exchange!, threads: 8 } });
    expect(openingBlocksOf(large, many)).toMatchObject({ cuts: [0, 1668, 3300] });
  });

  test('is divided alike for any number of threads under a step limit', () => {
    const run = runOf(large);
    const parameters = { ...run.parameters, stepLimit: 1000 };
    const exchanges = [null, ...[1, 2, 8].map((threads) => ({ ...run.exchange!, threads }))];
    for (const exchange of exchanges)
      expect(openingBlocksOf(large, { ...run, exchange, parameters })).toMatchObject({ cuts: [0, 1668, 3300] });
  });

  test('stays whole for one thread, under a limit of reassignments, if little changed since a kept search, and if the model is not large or leaves out terms', () => {
    const run = runOf(large);
    const kept = { prices: new Float64Array(large.partCount), placement: new Int32Array(large.partCount) };
    expect(openingBlocksOf(large, { ...run, exchange: null })).toBeNull();
    expect(openingBlocksOf(large, { ...run, exchange: { ...run.exchange!, threads: 1 } })).toBeNull();
    expect(openingBlocksOf(large, { ...run, kept })).toBeNull();
    const delayed = kept.prices.map((price, part) => (part % 8 === 0 ? Number.NaN : price));
    expect(openingBlocksOf(large, { ...run, kept: { ...kept, prices: delayed } })).not.toBeNull();
    expect(openingBlocksOf({ ...large, maxReassignments: 10 }, run)).toBeNull();
    expect(openingBlocksOf(withRules(BUFFERS.slice(0, 1)), run)).not.toBeNull();
    expect(openingBlocksOf(withRules(BUFFERS), run)).toBeNull();
    const small = week(1);
    expect(openingBlocksOf(small, runOf(small))).toBeNull();
  });

  test('stays whole if the model is not large because many parts may not move', () => {
    const instance = compile(generatePlan({ operations: 4000, resources: 100, days: 4, seed: 1, disrupted: true }));
    expect(openingBlocksOf(instance, runOf(instance))).not.toBeNull();
    const pinned = instance.placed.map((place, part) => (part % 5 === 0 ? place : NOT_PINNED));
    const held = { ...instance, pinned };
    expect(openingBlocksOf(held, runOf(held))).toBeNull();
  });
});
