/** Guarantee: two rows are in one class exactly where a plain comparison of the two finds no difference. */
import { expect, test } from 'vitest';
import { createRandom, pick, type Random } from '../../engine/random.ts';
import type { PathModel } from './pathModel.ts';
import { type RowClasses, rowsOfEqualArcs, rowsOfEqualOrder, rowsOfEqualPaths } from './rowClasses.ts';

/** Puts each row into the class of the first one that has the same text. */
const pairwise = (rowCount: number, textOf: (row: number) => string): RowClasses => {
  const members: number[][] = [];
  for (let row = 0; row < rowCount; row++) {
    const own = members.find(([first]) => textOf(first) === textOf(row));
    if (own === undefined) members.push([row]);
    else own.push(row);
  }
  return members;
};

/** Rows that differ in few things or in none. Parts and costs are such that the hashes of different rows are often equal. */
const randomModel = (random: Random): PathModel => {
  const rows = Array.from({ length: 8 }, () => [0, 1, 2, 33].filter(() => random.below(3) > 0));
  const rowStart = [0];
  for (const own of rows) rowStart.push(rowStart.at(-1)! + own.length + 1);
  const part = rows.flatMap((own) => [...own, -1]);
  /** For each position a later one of its row, mostly the next. */
  const later = (): Int32Array =>
    Int32Array.from(
      rows.flatMap((own, row) =>
        [...own, -1].map((_, q) => rowStart[row] + Math.min(own.length, q + pick(random, [1, 1, 1, 1, 1, 1, 1, 2]))),
      ),
    );
  const gap = (): Float64Array => Float64Array.from(part, () => pick(random, [0, 0, 0, 0, 0, 0, 0, 1]));
  return {
    partCount: 34,
    rowCount: rows.length,
    rowStart: Int32Array.from(rowStart),
    part: Int32Array.from(part),
    cost: Float64Array.from(part, (own) => (own < 0 ? 0 : pick(random, [0, 0, 0, 2 - own]) / 100)),
    next: later(),
    usage: Float64Array.from(rows, () => pick(random, [5, 5, 5, 6])),
    leaveOut: new Float64Array(34).fill(9),
    overlapCost: Number.POSITIVE_INFINITY,
    gapCosts: random.below(2) === 0 ? { near: gap(), mid: later(), far: gap(), clear: later() } : null,
  };
};

/** What a row costs, where successors are named by their parts. */
const textOfPaths =
  ({ rowStart, part, cost, next, usage, gapCosts }: PathModel) =>
  (row: number): string => {
    const entries = [];
    for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
      const gaps = gapCosts && [gapCosts.near[k], gapCosts.far[k], part[gapCosts.mid[k]], part[gapCosts.clear[k]]];
      entries.push([part[k], cost[k], part[next[k]], gaps]);
    }
    return JSON.stringify([usage[row], entries]);
  };

/** What may follow what on a row. */
const textOfOrder =
  ({ rowStart, part, next }: PathModel) =>
  (row: number): string => {
    const entries = [];
    for (let k = rowStart[row]; k < rowStart[row + 1]; k++) entries.push([part[k], part[next[k]]]);
    return JSON.stringify(entries);
  };

test('rows of equal paths are those that have the same parts, costs, successors and gaps, and rows of equal order those that have the same parts and successors', () => {
  const random = createRandom(1);
  let [merged, split, priced] = [0, 0, 0];
  for (let attempt = 0; attempt < 2000; attempt++) {
    const model = randomModel(random);
    const oracle = pairwise(model.rowCount, textOfPaths(model));
    expect(rowsOfEqualPaths(model), `attempt ${attempt}`).toEqual(oracle);
    const alike = pairwise(model.rowCount, textOfOrder(model));
    expect(rowsOfEqualOrder(model), `attempt ${attempt}`).toEqual(alike);
    priced += oracle.length - alike.length;
    merged += model.rowCount - oracle.length;
    split += oracle.length - pairwise(model.rowCount, textOfPaths({ ...model, gapCosts: null })).length;
  }
  expect(merged).toBeGreaterThan(300);
  expect(split).toBeGreaterThan(200);
  expect(priced).toBeGreaterThan(300);
});

test('rows of equal arcs are those that the same ones of the parts may use at the same costs', () => {
  const random = createRandom(2);
  let merged = 0;
  for (let attempt = 0; attempt < 2000; attempt++) {
    const [partCount, resourceCount] = [34, 8];
    const some = [0, 1, 2, 33];
    const rows = Array.from({ length: resourceCount }, () =>
      some.filter(() => random.below(4) > 0).map((part) => ({ part, cost: pick(random, [0, 1, 31, 31, 31]) })),
    );
    const resourceArcStart = new Int32Array(resourceCount + 1);
    for (const [row, arcs] of rows.entries()) resourceArcStart[row + 1] = resourceArcStart[row] + arcs.length;
    const resourceArcPart = Int32Array.from(rows.flat(), ({ part }) => part);
    // Arcs may have any numbers.
    const resourceArc = Int32Array.from(resourceArcPart.keys()).reverse();
    const arcCost = Int32Array.from(rows.flat(), ({ cost }) => cost).reverse();
    const parts = Int32Array.from(some.filter(() => random.below(3) > 0));
    const oracle = pairwise(resourceCount, (row) =>
      [...parts].map((own) => rows[row].find(({ part }) => part === own)?.cost).join(),
    );
    const instance = { partCount, resourceCount, resourceArcStart, resourceArcPart, resourceArc, arcCost };
    expect(rowsOfEqualArcs(instance, parts), `attempt ${attempt}`).toEqual(oracle);
    merged += parts.length > 1 ? resourceCount - oracle.length : 0;
  }
  expect(merged).toBeGreaterThan(1000);
});
