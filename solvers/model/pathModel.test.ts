import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../engine/random.ts';
import {
  backward,
  boundOf,
  type GapCosts,
  gapCost,
  minMarginals,
  type PathModel,
  restriction,
  tracePath,
  rowScratch,
} from './pathModel.ts';

/** Makes a few rows of random intervals with usage costs, and with priced overlaps when `overlapCost` is finite. */
const randomModel = (random: Random, overlapCost: number): PathModel => {
  const partCount = 1 + random.below(7);
  const start = Array.from({ length: partCount }, () => random.below(20)).sort((a, b) => a - b);
  const end = start.map((from) => from + 1 + random.below(8));
  const rowCount = 1 + random.below(3);
  const rowStart = [0];
  const part: number[] = [];
  const next: number[] = [];
  for (let row = 0; row < rowCount; row++) {
    const first = part.length;
    for (let i = 0; i < partCount; i++) if (random.below(4) > 0) part.push(i);
    const sentinel = part.length;
    for (let k = first; k < sentinel; k++) {
      let after = k + 1;
      while (after < sentinel && start[part[after]] < end[part[k]]) after++;
      next.push(after);
    }
    part.push(-1);
    next.push(sentinel);
    rowStart.push(part.length);
  }
  return {
    partCount,
    rowCount,
    rowStart: Int32Array.from(rowStart),
    part: Int32Array.from(part),
    cost: Float64Array.from(part, () => random.below(40) - 10),
    next: Int32Array.from(next),
    usage: Float64Array.from({ length: rowCount }, () => random.below(3) * 5),
    leaveOut: Float64Array.from({ length: partCount }, () => random.below(60)),
    overlapCost,
    gapCosts: random.below(2) === 0 ? null : randomGapCosts(random, rowStart, next),
  };
};

const randomGapCosts = (random: Random, rowStart: readonly number[], next: readonly number[]): GapCosts => {
  const [mid, clear] = [[...next], [...next]];
  for (let row = 0; row + 1 < rowStart.length; row++) {
    const sentinel = rowStart[row + 1] - 1;
    for (let k = rowStart[row]; k < sentinel; k++) {
      mid[k] = next[k] + random.below(sentinel - next[k] + 1);
      clear[k] = mid[k] + random.below(sentinel - mid[k] + 1);
    }
  }
  const far = Float64Array.from(next, () => random.below(6));
  return {
    near: far.map((cost, k) => cost + (mid[k] > next[k] ? random.below(6) : 0)),
    mid: Int32Array.from(mid),
    far,
    clear: Int32Array.from(clear),
  };
};

/** Returns the gap cost of position k after `before`. */
const gapAfter = ({ gapCosts, next }: PathModel, before: number | undefined, k: number): number =>
  gapCosts === null || before === undefined || next[before] > k ? 0 : gapCost(gapCosts, before, k);

/** Returns the cost of a row's cheapest set of parts by trying every set; `must` is a position that the set has to contain. */
const cheapest = (model: PathModel, row: number, prices: Float64Array, must = -1): number => {
  const from = model.rowStart[row];
  const count = model.rowStart[row + 1] - 1 - from;
  let best = must < 0 ? 0 : Number.POSITIVE_INFINITY;
  for (let set = 1; set < 1 << count; set++) {
    const chosen = Array.from({ length: count }, (_, q) => from + q).filter((k) => (set >> (k - from)) & 1);
    if (must >= 0 && !chosen.includes(must)) continue;
    let cost = model.usage[row];
    chosen.forEach((k, at) => {
      cost += model.cost[k] - prices[model.part[k]];
      for (const other of chosen.slice(0, at)) if (model.next[other] > k) cost += model.overlapCost;
      cost += gapAfter(model, chosen[at - 1], k);
    });
    best = Math.min(best, cost);
  }
  return best;
};

const cases = Array.from({ length: 400 }, (_, seed) => {
  const random = createRandom(seed);
  const model = randomModel(random, seed % 2 === 0 ? Number.POSITIVE_INFINITY : random.below(15));
  const prices = Float64Array.from({ length: model.partCount }, () => random.below(50) - 5);
  return { model, prices, scratch: () => rowScratch(model) };
});

// Guarantee: the pass finds the cheapest path; with priced overlaps, its cost never exceeds that of any set of parts.
test('the cheapest path is the cheapest of all sets of parts', () => {
  for (const { model, prices, scratch } of cases) {
    for (let row = 0; row < model.rowCount; row++) {
      const found = backward(model, row, prices, scratch());
      const best = cheapest(model, row, prices);
      if (model.overlapCost === Number.POSITIVE_INFINITY) expect(found).toBeCloseTo(best, 9);
      else expect(found).toBeLessThanOrEqual(best + 1e-9);
    }
  }
});

test('the traced path has the cost that the pass returns, and no overlaps', () => {
  for (const { model, prices, scratch } of cases) {
    if (model.overlapCost < Number.POSITIVE_INFINITY) continue;
    for (let row = 0; row < model.rowCount; row++) {
      const best = scratch();
      const cost = backward(model, row, prices, best);
      const out = new Int32Array(model.partCount);
      const length = tracePath(model, row, best, out);
      const chosen = Array.from(out.subarray(0, length), (i) => model.part.indexOf(i, model.rowStart[row]));
      const sum = chosen.reduce(
        (total, k, at) => total + model.cost[k] - prices[model.part[k]] + gapAfter(model, chosen[at - 1], k),
        length > 0 ? model.usage[row] : 0,
      );
      expect(sum).toBeCloseTo(cost, 9);
      chosen.slice(1).forEach((k, at) => expect(model.next[chosen[at]]).toBeLessThanOrEqual(k));
    }
  }
});

test('a min-marginal never exceeds the extra cost of forcing its position', () => {
  for (const { model, prices, scratch } of cases) {
    const out = new Float64Array(model.part.length);
    minMarginals(model, prices, scratch(), out, out);
    for (let row = 0; row < model.rowCount; row++) {
      const free = backward(model, row, prices, scratch());
      for (let k = model.rowStart[row]; k < model.rowStart[row + 1] - 1; k++) {
        const forced = cheapest(model, row, prices, k) - free;
        if (model.overlapCost === Number.POSITIVE_INFINITY) expect(out[k]).toBeCloseTo(forced, 9);
        else expect(out[k]).toBeLessThanOrEqual(forced + 1e-9);
      }
    }
  }
});

test('restricting to all positions keeps the bound, and restricting to fewer never lowers it', () => {
  for (const { model, prices, scratch } of cases) {
    const bound = boundOf(model, prices, scratch());
    expect(boundOf(restriction(model, new Uint8Array(model.part.length).fill(1)).model, prices, scratch())).toBeCloseTo(
      bound,
      9,
    );
    const some = Uint8Array.from(model.part, (_, k) => k % 2);
    expect(boundOf(restriction(model, some).model, prices, scratch())).toBeGreaterThanOrEqual(bound - 1e-9);
  }
});

// Guarantee: a restriction has the marked positions of each row in order, each with what it had, and what follows is the first marked position that may follow.
test('each position of a restriction is one of the whole model, and continues where that one may', () => {
  const random = createRandom(5);
  for (const { model } of cases) {
    const keep = Uint8Array.from(model.part, () => random.below(2));
    const { model: some, origin } = restriction(model, keep);
    expect(origin.length).toBe(some.part.length);
    for (let row = 0; row < model.rowCount; row++) {
      const whole = Array.from(
        { length: model.rowStart[row + 1] - model.rowStart[row] },
        (_, q) => model.rowStart[row] + q,
      );
      const marked = whole.filter((k) => keep[k] === 1 || model.part[k] < 0);
      expect([...origin.subarray(some.rowStart[row], some.rowStart[row + 1])]).toEqual(marked);
      for (let at = some.rowStart[row]; at < some.rowStart[row + 1]; at++) {
        expect(some.part[at]).toBe(model.part[origin[at]]);
        if (some.part[at] < 0) continue;
        expect(some.cost[at]).toBe(model.cost[origin[at]]);
        const follow = (after: number): number | undefined => marked.find((k) => k >= after);
        expect(origin[some.next[at]]).toBe(follow(model.next[origin[at]]));
        if (model.gapCosts === null || some.gapCosts === null) continue;
        expect(some.gapCosts.near[at]).toBe(model.gapCosts.near[origin[at]]);
        expect(origin[some.gapCosts.mid[at]]).toBe(follow(model.gapCosts.mid[origin[at]]));
        expect(some.gapCosts.far[at]).toBe(model.gapCosts.far[origin[at]]);
        expect(origin[some.gapCosts.clear[at]]).toBe(follow(model.gapCosts.clear[origin[at]]));
      }
    }
  }
});
