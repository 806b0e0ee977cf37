import type { Plan } from '../../engine/board/plan.ts';
import { isWithinLimit } from '../../engine/moves/move.ts';
import type { Relaxation } from '../model/relaxation.ts';
import { rowsOfEqualOrder } from '../model/rowClasses.ts';
import type { Run } from '../solver.ts';
import { insertByChains } from './insertByChains.ts';
import { INSERTIONS_A_STEP } from './insertByRegret.ts';
import { insertByClasses } from './insertByClasses.ts';
import { refillRows } from './refillRows.ts';

/** How often a plan is mended, as long as chains help, and how often the rows are filled again each time. */
const MENDS = 2;
const SWEEPS = 2;
/** When classes of equal rows number at most this share of the rows, parts find room by classes. */
const MERGED_SHARE = 0.25;

/**
 * Improves a plan: rows are filled again, and what has no place gets one by exchanges between classes of rows, or, where rows differ, by a chain if the
 * prices, which are by part of the instance, want it in the plan. `offer` is called after each step.
 */
export const mend = (
  relaxation: Relaxation,
  { stop, step }: Pick<Run, 'stop' | 'step'>,
  plan: Plan,
  prices: Float64Array,
  offer: (plan: Plan) => void = () => {},
): void => {
  const classes = rowsOfEqualOrder(relaxation.model);
  const isMerged = classes.length <= MERGED_SHARE * relaxation.model.rowCount;
  const most = isMerged ? 1 : MENDS;
  for (let round = 0, before = Number.POSITIVE_INFINITY; round < most && plan.cost < before; round++) {
    if (stop()) return;
    before = plan.cost;
    refill(relaxation, plan, stop);
    offer(plan);
    const searched = isMerged ? insertByClasses(relaxation, classes, plan, stop) : insertByChains(plan, prices, stop);
    step(SWEEPS + Math.ceil(searched / INSERTIONS_A_STEP));
    offer(plan);
  }
};

/** Fills the rows again, unless what the model leaves out makes that plan worse, or too many places change. */
const refill = (relaxation: Relaxation, plan: Plan, stop: () => boolean): void => {
  const { cost } = plan;
  const before = Int32Array.from(plan.placement);
  plan.load(refillRows(relaxation, before, SWEEPS, stop));
  if (plan.cost > cost || !isWithinLimit(plan)) plan.load(before);
};
