import type { Plan } from '../../engine/board/plan.ts';
import { insertByChains } from '../insertion/insertByChains.ts';
import { refillRows } from './refillRows.ts';
import type { SearchState } from './state.ts';

/** Parts whose places are looked at that count as one step of the run. */
const CHEAPER = 100;
/** A plan is mended so often, as long as that helps, and each time the rows are filled again so often. */
const MENDS = 2;
const SWEEPS = 2;

/** Improves a plan: rows are filled again, and what has no place though the prices, which are by part of the instance, want it in the plan gets one by a chain. */
export const mend = (state: SearchState, plan: Plan, prices: Float64Array): void => {
  const { run } = state;
  for (let round = 0, before = Number.POSITIVE_INFINITY; round < MENDS && plan.cost < before; round++) {
    if (state.isDone()) return;
    before = plan.cost;
    refill(state, plan);
    state.offerPlan(plan);
    run.step(SWEEPS + Math.ceil(insertByChains(plan, prices, run.stop) / CHEAPER));
    state.offerPlan(plan);
  }
};

/** Fills the rows again, unless what the model does not say makes that plan worse, or too many places change. */
const refill = (state: SearchState, plan: Plan): void => {
  const { cost } = plan;
  const before = Int32Array.from(plan.placement);
  plan.load(refillRows(state.relaxation, before, SWEEPS, state.run.stop));
  if (plan.cost > cost || !state.isAllowed(plan)) plan.load(before);
};
