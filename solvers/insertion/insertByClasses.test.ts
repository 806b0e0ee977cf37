import { describe, expect, test } from 'vitest';
import { Plan } from '../../engine/board/plan.ts';
import { compile } from '../../engine/instance/compile.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { initialSolution } from '../initialSolution.ts';
import { relax, type Relaxation } from '../model/relaxation.ts';
import { rowsOfEqualOrder } from '../model/rowClasses.ts';
import { countImproved } from '../testing/countImproved.ts';
import { firstPlan } from './firstPlan.ts';
import { insertByClasses } from './insertByClasses.ts';

const never = (): boolean => false;

const crowded = (seed: number, operations = 400): Relaxation =>
  relax(compile(generatePlan({ operations, resources: 30, days: 1, disrupted: true, seed })));

/** The parts without a place for which some class of rows has a free one at each moment. */
const withRoom = ({ model, partOf, start, end }: Relaxation, { placement }: Plan): number[] => {
  const all = Array.from({ length: model.partCount }, (_, part) => part);
  return rowsOfEqualOrder(model).flatMap((rows) => {
    const allowed = new Set(model.part.subarray(model.rowStart[rows[0]], model.rowStart[rows[0] + 1] - 1));
    const placed = all.filter((part) => rows.includes(placement[partOf[part]]));
    const loadAt = (time: number): number => placed.filter((part) => start[part] <= time && time < end[part]).length;
    return all.filter((part) => {
      if (placement[partOf[part]] >= 0 || !allowed.has(part)) return false;
      const moments = placed.filter((other) => start[other] > start[part] && start[other] < end[part]);
      return [start[part], ...moments.map((other) => start[other])].every((time) => loadAt(time) < rows.length);
    });
  });
};

const countMissing = ({ placement }: Plan): number => placement.reduce((sum, place) => sum + (place < 0 ? 1 : 0), 0);

describe('exchanges between classes of rows', () => {
  test('never make a plan worse, move a pinned part or change too many places', () => {
    const improved = countImproved(800, (plan) => {
      const relaxation = relax(plan.instance);
      insertByClasses(relaxation, rowsOfEqualOrder(relaxation.model), plan, never);
    });
    expect(improved).toBeGreaterThan(50);
  });

  test('leave no part out for which a class of rows has room at each moment', () => {
    let [hadRoom, inserted, left] = [0, 0, 0];
    for (let seed = 1; seed <= 12; seed++) {
      const relaxation = crowded(seed);
      const plan = new Plan(relaxation.instance, initialSolution(relaxation.instance, null).placement);
      firstPlan(plan, never);
      hadRoom += withRoom(relaxation, plan).length;
      inserted += countMissing(plan);
      insertByClasses(relaxation, rowsOfEqualOrder(relaxation.model), plan, never);
      expect(withRoom(relaxation, plan), `seed ${seed}`).toEqual([]);
      expect(new Plan(relaxation.instance, plan.placement).cost).toBe(plan.cost);
      left += countMissing(plan);
    }
    expect(hadRoom).toBeGreaterThan(100);
    expect(inserted - left).toBeGreaterThan(50);
  });
});
