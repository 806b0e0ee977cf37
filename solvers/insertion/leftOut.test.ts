import { expect, test } from 'vitest';
import { createRandom } from '../../engine/random.ts';
import { rowsOfTwoClasses } from '../testing/rowsOfTwoClasses.ts';
import { type ClassPlan, leavesOutFewest } from './leftOut.ts';
import { RowClass } from './rowClass.ts';

const PARTS = 9;
const ROWS = [2, 1] as const;

/** The fewest parts that a plan leaves out, by enumeration of the classes of all parts. */
const fewestLeftOut = ({ relaxation: { start, end }, classes }: ClassPlan): number => {
  const loads = classes.map(() => new Int32Array(2 * PARTS));
  const least = (part: number): number => {
    if (part === PARTS) return 0;
    let fewest = 1 + least(part + 1);
    classes.forEach((own, c) => {
      const load = loads[c].subarray(start[part], end[part]);
      if (own.placeOf[part] < 0 || load.some((count) => count >= own.rows.length)) return;
      for (let t = 0; t < load.length; t++) load[t]++;
      fewest = Math.min(fewest, least(part + 1));
      for (let t = 0; t < load.length; t++) load[t]--;
    });
    return fewest;
  };
  return least(0);
};

test('no plan leaves out fewer parts than one of which that is said', () => {
  let [proven, missed, fewer] = [0, 0, 0];
  for (let seed = 1; seed <= 400; seed++) {
    const random = createRandom(seed);
    const { model, start, end } = rowsOfTwoClasses(random, PARTS, ROWS);
    const classes = [new RowClass(model, [0, 1]), new RowClass(model, [2])];
    const classAt = new Int32Array(PARTS).fill(-1);
    for (let part = 0; part < PARTS; part++) {
      classAt[part] = classes.findIndex((own) => own.placeOf[part] >= 0 && own.take(own.placeOf[part]));
    }
    const plan = { relaxation: { start, end }, classes, classAt };
    const leftOut = classAt.filter((own) => own < 0).length;
    const fewest = fewestLeftOut(plan);
    const isSaid = leavesOutFewest(plan, { from: 0, to: PARTS });
    if (fewest < leftOut) fewer++;
    if (isSaid) {
      expect(leftOut, `seed ${seed}`).toBe(fewest);
      if (leftOut > 0) proven++;
    } else if (fewest === leftOut) missed++;
  }
  expect(fewer).toBeGreaterThan(20);
  expect(proven).toBeGreaterThan(50);
  expect(missed).toBeLessThan(4 * proven);
});
