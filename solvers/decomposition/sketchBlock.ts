import { Ascent } from '../prices/ascent.ts';
import { diveForPlan } from '../prices/dive.ts';
import { restriction } from '../model/pathModel.ts';
import { relax, type Extent } from '../model/relaxation.ts';
import type { Run } from '../solver.ts';
import { crowdOf } from './crowd.ts';
import type { OpenedBlock } from './openBlock.ts';

/** Iterations of an ascent from below, and of one from above for a crowded block. */
const RISE = 30;
const CLIMB = 60;
const DIVE = { iterations: 2, share: 0.1 } as const;

/**
 * Makes a plan of the extent's parts, as if there were no other parts to place, in a fifth of the time of `openBlock`: by so few iterations that the bound is still low, and a
 * coarse dive. Its cost is some percent above the best one. Returns null when the run stops earlier; `onBound` has received every bound proven until then.
 */
export const sketchBlock = (extent: Extent, run: Run, onBound: (bound: number) => void): OpenedBlock | null => {
  const relaxation = relax(extent.others.instance, 0, extent);
  const ascent = new Ascent(relaxation, run, onBound);
  if (crowdOf(relaxation, ascent) === null) ascent.rise(RISE, 0);
  else ascent.climb(CLIMB, 0);
  const everything = new Uint8Array(ascent.marginals.length).fill(1);
  const { priceUnit: step } = relaxation;
  const { plan, iterations } = diveForPlan(
    relaxation,
    ascent.prices,
    restriction(relaxation.model, everything),
    { ...DIVE, step },
    run.random,
    run.stop,
  );
  run.step(iterations);
  if (run.stop()) return null;
  const { bound, prices } = ascent;
  return { relaxation, bound, prices, plan, arcs: new Int32Array(0), iterations: iterations + ascent.iterations };
};
