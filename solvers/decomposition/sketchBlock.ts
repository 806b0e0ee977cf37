import { type Extent, relax } from '../model/relaxation.ts';
import { toPaths } from '../model/translate.ts';
import { Ascent } from '../prices/ascent.ts';
import { DIVE_WIDTH } from '../prices/dive.ts';
import { mendedDive } from '../prices/mendedDive.ts';
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
  const relaxation = relax(extent.others.instance, extent);
  const ascent = new Ascent(relaxation, run, onBound);
  ascendBlock(relaxation, ascent, crowdOf(relaxation, ascent), run, { ...CLIMB, seconds: Number.POSITIVE_INFINITY });
  ascent.renewMarginals();
  const { bound, prices } = ascent;
  const near = ascent.within(DIVE_WIDTH * relaxation.priceUnit);
  const dived = mendedDive(relaxation, prices, near, DIVE, run);
  if (dived === null) return null;
  const plan = toPaths(relaxation, dived.placement);
  return { relaxation, bound, prices, plan, arcs: new Int32Array(0) };
};
