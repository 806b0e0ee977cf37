import { expect, test } from 'vitest';
import { Plan } from '../../engine/board/plan.ts';
import { compile } from '../../engine/instance/compile.ts';
import { createRandom } from '../../engine/random.ts';
import { randomDocument, randomPlacement } from '../../engine/testing/randomInstance.ts';
import { auto } from '../auto/auto.ts';
import { initialSolution } from '../initialSolution.ts';
import { wholeExtent } from '../model/relaxation.ts';
import type { PieceAnswer, PieceMethod, Run } from '../solver.ts';
import { PieceRun, solvePiece } from './piece.ts';
import { answerTo, portable } from './pieceOrder.ts';
import type { Piece } from './pieces.ts';
import { slice } from './slice.ts';
import { solveOrder } from './solveOrder.ts';

const REFERENCE = { referenceTime: '2026-06-01T00:00:00Z' };
/** More than solving a block alone takes. */
const MOST_STEPS = 1000;
const PARAMETERS = { gap: 0, seed: 1, stepLimit: MOST_STEPS, timeLimitSeconds: 1e9, threads: 1 };
const UNTIMED = { stop: () => false, elapsedSeconds: () => 0 };
const METHOD: PieceMethod = auto.pieces!;

/** A random instance with every kind of rule, and a piece of it: a block for even seeds, else a region of a random plan. */
const randomPiece = (seed: number): Piece => {
  const random = createRandom(seed);
  const { parameters, ...document } = randomDocument(seed, { operations: 14, resources: 5 });
  const { maxReassignments: _, ...others } = parameters ?? {};
  const instance = compile({ ...document, parameters: others }, REFERENCE);
  const movable = wholeExtent(instance).parts;
  const from = random.below(movable.length);
  const free = movable.slice(from, from + 1 + random.below(6));
  if (seed % 2 === 0) {
    const { instance: part } = slice(instance, free, wholeExtent(instance).others.placement, null);
    const isSketch = seed % 4 === 0;
    return { kind: 'block', instance: part, usageShare: 0.5, isSketch, seconds: Number.POSITIVE_INFINITY, kept: null };
  }
  const whole = new Plan(instance, initialSolution(instance, randomPlacement(instance, random)).placement);
  const { instance: part, placement } = slice(instance, free, whole.placement, null);
  return {
    kind: 'region',
    instance: part,
    placement,
    prices: new Float64Array(free.length),
    priceUnit: 1,
    mayDive: true,
  };
};

const solvedHere = (piece: Piece, seed: number): PieceAnswer => {
  const run: Run = {
    random: createRandom(seed),
    initial: initialSolution(piece.instance, null),
    parameters: PARAMETERS,
    exchange: null,
    step: () => {},
    report: () => {},
    ...UNTIMED,
  };
  const own = new PieceRun(run, seed, MOST_STEPS);
  let bound = Number.NEGATIVE_INFINITY;
  const outcome = solvePiece(piece, own.run, METHOD.search, (proven) => {
    bound = Math.max(bound, proven);
  });
  return { outcome, bound, steps: own.spent };
};

// Guarantee: under a step limit it does not matter which process solves a piece, whatever the rules.
test('a piece that is sent elsewhere has the answer that it has here', async () => {
  await auto.prepare?.();
  let moved = 0;
  for (let seed = 1; seed <= 160; seed++) {
    const piece = randomPiece(seed);
    const order = portable({ piece, parameters: PARAMETERS, seed, mostSteps: MOST_STEPS });
    const answer = answerTo(piece, solveOrder(order, METHOD, UNTIMED));
    expect(answer, `seed ${seed}`).toEqual(solvedHere(piece, seed));
    if (answer?.outcome?.places?.some((place) => place >= 0) === true) moved++;
  }
  expect(moved).toBeGreaterThan(60);
});

test('a search that is stopped, or has no time left, has no answer', () => {
  const piece = randomPiece(2);
  const order = portable({ piece, parameters: { ...PARAMETERS, timeLimitSeconds: 5 }, seed: 1, mostSteps: MOST_STEPS });
  expect(solveOrder(order, METHOD, { ...UNTIMED, stop: () => true })).toBeNull();
  expect(solveOrder(order, METHOD, { ...UNTIMED, elapsedSeconds: () => 6 })).toBeNull();
  expect(solveOrder(order, METHOD, UNTIMED)).not.toBeNull();
});

test('what is no answer to the piece is refused', () => {
  const [block, region] = [2, 3].map(randomPiece);
  const [ofBlock, ofRegion] = [block, region].map((piece) => solvedHere(piece, 1));
  const { steps, bound } = ofBlock;
  const outcome = ofBlock.outcome!;
  const { block: found, places } = outcome;
  const parts = block.instance.pinned.length;
  const read = (answer: unknown, piece = block): unknown => answerTo(piece, answer);
  expect(read(ofBlock)).toEqual(ofBlock);
  expect(read(ofRegion, region)).toEqual(ofRegion);
  const refused: Record<string, unknown> = {
    nothing: null,
    'a bound of the block that is infinite': { outcome, steps, bound: Number.POSITIVE_INFINITY },
    'steps below 0': { outcome, steps: -1, bound },
    'steps without end': { outcome, steps: Number.POSITIVE_INFINITY, bound },
    'a block without places': { outcome: { ...outcome, places: null }, steps, bound },
    'too few places': { outcome: { ...outcome, places: places!.subarray(1) }, steps, bound },
    'a resource that is not allowed': { outcome: { ...outcome, places: places!.map(() => 4711) }, steps, bound },
    'no block': { outcome: { ...outcome, block: null }, steps, bound },
    'a bound that is no number': { outcome: { ...outcome, block: { ...found, bound: Number.NaN } }, steps, bound },
    'a plan below its bound': { outcome: { ...outcome, block: { ...found, gap: -1000 } }, steps, bound },
    'a price that is no number': {
      outcome: { ...outcome, block: { ...found, prices: found!.prices.map(() => Number.NaN) } },
      steps,
    },
    'too many prices': {
      outcome: { ...outcome, block: { ...found, prices: new Float64Array(parts + 1) } },
      steps,
      bound,
    },
    'no price unit': { outcome: { ...outcome, block: { ...found, priceUnit: 0 } }, steps, bound },
    'an arc that does not exist': {
      outcome: { ...outcome, block: { ...found, arcs: Int32Array.of(1 << 30) } },
      steps,
      bound,
    },
  };
  for (const [what, answer] of Object.entries(refused)) expect(read(answer), what).toBeNull();
  expect(read(ofBlock, region)).toBeNull();
});
