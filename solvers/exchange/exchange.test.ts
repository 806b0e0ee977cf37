/** Tests the exchange between the threads of one run, with two exchanges on one buffer. */
import { beforeEach, expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { Blackboard, createExchangeBuffer, MOST_BLOCKS, sweepMemoryOf, workMemoryOf } from './exchange.ts';

const instance = compile(generatePlan({ operations: 12, resources: 4, days: 1, seed: 1, disrupted: false }));
const { partCount } = instance;

let shared: SharedArrayBuffer;
let leader: Blackboard;
let other: Blackboard;

beforeEach(() => {
  shared = createExchangeBuffer(instance);
  [leader, other] = [0, 1].map((role) => new Blackboard({ role, threads: 2, shared }, instance)) as [
    Blackboard,
    Blackboard,
  ];
});

const plan = (resource: number) => new Int32Array(partCount).fill(resource);

test('a plan replaces the shared one only when it costs less; the version counts those that did', () => {
  expect([leader.publishPlan(plan(1), 500), other.publishPlan(plan(2), 500), other.publishPlan(plan(3), 400)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(leader.planVersion).toBe(2);
});

test('a thread copies the shared plan only when it is better than its own, which otherwise stays unchanged', () => {
  const mine = plan(0);
  expect(leader.takePlan(900, mine)).toBe(900);
  other.publishPlan(plan(2), 500);
  expect(leader.takePlan(500, mine)).toBe(500);
  expect([...mine]).toEqual([...plan(0)]);
  expect(leader.takePlan(501, mine)).toBe(500);
  expect([...mine]).toEqual([...plan(2)]);
});

test('publishing copies: the publisher may go on changing its own arrays', () => {
  const mine = plan(1);
  leader.publishPlan(mine, 500);
  mine.fill(3);
  const taken = plan(0);
  other.takePlan(600, taken);
  expect([...taken]).toEqual([...plan(1)]);
});

test('the bound of the run is the best that any thread has proven, and never falls', () => {
  expect(leader.raiseBound(Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY);
  expect([leader.raiseBound(10), other.raiseBound(30), leader.raiseBound(20)]).toEqual([10, 30, 30]);
});

test('the prices read are the latest ones published, for all parts or for a block alone', () => {
  leader.publishPrices(new Float64Array(partCount).fill(1));
  other.finishBlock(Int32Array.of(0, 2), Float64Array.of(7, 8));
  const prices = new Float64Array(partCount);
  leader.takePrices(prices);
  expect([...prices.subarray(0, 4)]).toEqual([7, 1, 8, 1]);
  // A block's prices are read together with its bound; only prices of the whole have a version.
  expect(other.priceVersion).toBe(1);
});

test('a block has no bound until a thread publishes one, and then both figures at once', () => {
  expect(other.blockBound(MOST_BLOCKS - 1)).toBeNull();
  const known = { bound: -3.5, gap: 0.25 };
  leader.setBlockBound(MOST_BLOCKS - 1, known);
  expect(other.blockBound(MOST_BLOCKS - 1)).toEqual(known);
  expect(other.blockBound(MOST_BLOCKS - 2)).toBeNull();
});

test('the other threads see that the thread whose result counts has ended', () => {
  expect(other.leaderDone).toBe(false);
  leader.endLeader();
  expect(other.leaderDone).toBe(true);
});

test('a waiting thread goes on when the first one lets it begin, has ended, or the run is to stop', () => {
  const waits = (isEnough: (asked: number) => boolean): number => {
    let asked = 0;
    other.awaitRelease(() => isEnough(++asked));
    return asked;
  };
  expect(other.isReleased).toBe(false);
  expect(waits((asked) => asked === 3)).toBe(3);
  const release = (asked: number): false => {
    if (asked === 2) leader.release();
    return false;
  };
  expect([waits(release), waits(release)]).toEqual([2, 0]);
  expect(other.isReleased).toBe(true);
});

test('the end of the first thread lets the others go on', () => {
  leader.endLeader();
  other.awaitRelease(() => {
    throw new Error('It still waits.');
  });
});

test('plans, sweeps and divided work do not overlap on the buffer', () => {
  const sweep = sweepMemoryOf({ role: 0, threads: 2, shared }, instance, partCount);
  const work = workMemoryOf(shared, instance);
  leader.publishPlan(plan(1), 500);
  leader.publishPrices(new Float64Array(partCount).fill(2));
  for (const array of [
    sweep.control,
    sweep.steps,
    sweep.order,
    sweep.prices,
    sweep.units,
    sweep.count,
    work.cells,
    work.scale,
    work.places,
  ]) {
    array.fill(9);
  }
  const [taken, prices] = [plan(0), new Float64Array(partCount)];
  expect(other.takePlan(501, taken)).toBe(500);
  other.takePrices(prices);
  expect([new Set(taken), new Set(prices)]).toEqual([new Set([1]), new Set([2])]);
  expect(other.raiseBound(0)).toBe(0);
});
