import { expect, test } from 'vitest';
import { Plan } from '../../engine/board/plan.ts';
import { check } from '../../engine/check.ts';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { relax, type Relaxation, wholeExtent } from '../model/relaxation.ts';
import { byPart, toPaths } from '../model/translate.ts';
import { countedRun } from '../testing/countedRun.ts';
import { Ascent } from './ascent.ts';
import { DIVE_WIDTH } from './dive.ts';
import { mendedDive } from './mendedDive.ts';
import { placeAnew, repairLosses } from './placeAnew.ts';
import { lossByPart } from './planLoss.ts';

const DIVE = { iterations: 10, share: 0.06 };
/** The number of parts next to one another of which a good plan is made poor. */
const SPOILED = 60;

/** Prices near optimal ones for a week, and the plan of one fast dive from them. */
const week = (seed: number) => {
  const instance = compile(generatePlan({ operations: 1500, resources: 30, days: 7, seed, disrupted: true }));
  const relaxation = relax(instance);
  const run = countedRun(1e9);
  const ascent = new Ascent(relaxation, run, () => {});
  ascent.climb(1500, 750);
  ascent.renewMarginals();
  const near = ascent.within(DIVE_WIDTH * relaxation.priceUnit);
  const plan = mendedDive(relaxation, ascent.prices, near, DIVE, run)!;
  return { instance, relaxation, ascent, run, plan };
};

/** The plan in which some parts have been moved, one after another, to the most expensive place that was free, or have none. */
const spoiled = (relaxation: Relaxation, { placement }: Plan, from: number, to: number): Plan => {
  const { instance, partOf, columns, model } = relaxation;
  const paths = toPaths(relaxation, placement);
  for (let i = from; i < to; i++) paths.remove(i);
  for (let i = to - 1; i >= from; i--) {
    const places = columns.column.slice(columns.columnStart[i], columns.columnStart[i + 1]);
    const place = places.sort((a, b) => model.cost[b] - model.cost[a]).find((k) => paths.fits(k));
    if (place !== undefined) paths.place(place);
  }
  const result = Int32Array.from(placement);
  for (let i = from; i < to; i++) result[partOf[i]] = paths.position[i] < 0 ? -1 : columns.row[paths.position[i]];
  return new Plan(instance, result);
};

// Guarantee: what a plan loses in a few hours is found and won back there, and whatever is far away stays where it is.
test('a plan that is poor in some hours is repaired there', () => {
  let [lost, left] = [0, 0];
  for (let seed = 1; seed <= 6; seed++) {
    const { instance, relaxation, ascent, run, plan } = week(seed);
    const { partOf, typicalLeaveOut } = relaxation;
    const lossOf = ({ placement }: Plan): number =>
      lossByPart(relaxation, placement, ascent.prices).reduce((sum, value) => sum + value, 0) / typicalLeaveOut;
    const good = repairLosses(relaxation, plan, ascent.prices, run);
    expect(good.cost, `seed ${seed}`).toBeLessThanOrEqual(plan.cost);
    const from = Math.floor((seed * partOf.length) / 8);
    const poor = spoiled(relaxation, good, from, from + SPOILED);
    const repaired = repairLosses(relaxation, poor, ascent.prices, run);
    expect(check(instance, repaired.placement)).toMatchObject({ feasible: true, levels: { total: repaired.cost } });
    lost += lossOf(poor) - lossOf(good);
    left += lossOf(repaired) - lossOf(good);
    const reach = 4 * 3 * instance.resourceCount;
    const isAway = (i: number): boolean => i < from - reach || i > from + SPOILED + reach;
    const moved = partOf.filter((part, i) => isAway(i) && repaired.placement[part] !== poor.placement[part]);
    if (lossOf(good) < 0.6) expect(moved, `seed ${seed}`).toHaveLength(0);
  }
  expect(lost).toBeGreaterThan(12);
  expect(left).toBeLessThan(0.1 * lost);
});

// Guarantee: nothing is made when the run stops, or where the prices prove that it could not be cheap enough.
test('stops, and does not dive for what cannot be found', () => {
  const { instance, relaxation, ascent, run, plan } = week(1);
  expect(repairLosses(relaxation, plan, ascent.prices, { ...run, stop: () => true })).toBe(plan);
  const prices = byPart(relaxation, ascent.prices);
  const optimistic = relaxation.constant + Math.floor(100 * ascent.bound);
  expect(placeAnew(wholeExtent(instance), prices, run, { below: optimistic })).toBeNull();
  expect(placeAnew(wholeExtent(instance), prices, run)!.cost).toBeGreaterThanOrEqual(optimistic);
});
