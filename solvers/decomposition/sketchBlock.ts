import { mend } from '../insertion/mend.ts';
import { type Extent, relax } from '../model/relaxation.ts';
import { byPart, toPaths, toPlan } from '../model/translate.ts';
import { Ascent } from '../prices/ascent.ts';
import { DIVE_WIDTH, diveForPlan } from '../prices/dive.ts';
import type { Run } from '../solver.ts';
import { ascendBlock, crowdOf } from './crowd.ts';
import type { OpenedBlock } from './openBlock.ts';

const CLIMB = { high: 15, first: 40, fine: 0 } as const;
const DIVE = { iterations: 3, share: 0.1 } as const;

/**
 * Makes a plan of the extent's parts, as if there were no other parts to place, in a third of the time of `openBlock`: by so few iterations that the
 * bound is still low, and a coarse dive, which is mended. Its cost is some percent above the best one. Returns null when the run stops earlier;
 * `onBound` has received every bound proven until then.
 */
export const sketchBlock = (extent: Extent, run: Run, onBound: (bound: number) => void): OpenedBlock | null => {
  const relaxation = relax(extent.others.instance, 0, extent);
  const ascent = new Ascent(relaxation, run, onBound);
  ascendBlock(relaxation, ascent, crowdOf(relaxation, ascent), run, { ...CLIMB, seconds: Number.POSITIVE_INFINITY });
  ascent.renewMarginals();
  const { priceUnit: step } = relaxation;
  const { bound, prices } = ascent;
  const near = ascent.within(DIVE_WIDTH * step);
  const dive = diveForPlan(relaxation, prices, near, { ...DIVE, step }, run.random, run.stop);
  run.step(dive.iterations);
  if (run.stop()) return null;
  const mended = toPlan(relaxation, dive.plan.position);
  mend(relaxation, run, mended, byPart(relaxation, prices));
  const plan = toPaths(relaxation, mended.placement);
  const iterations = dive.iterations + ascent.iterations;
  return { relaxation, bound, prices, plan, arcs: new Int32Array(0), iterations };
};
