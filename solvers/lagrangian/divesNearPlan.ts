import { Plan } from '../../engine/board/plan.ts';
import { groupsNear } from '../model/groupsNear.ts';
import { joinInTime } from '../model/joinInTime.ts';
import { marksWithin, restriction } from '../model/pathModel.ts';
import { extentAmong, relax, type Relaxation } from '../model/relaxation.ts';
import { byPart, toPlan } from '../model/translate.ts';
import { Ascent } from '../prices/ascent.ts';
import { DIVE_WIDTH } from '../prices/dive.ts';
import { mendedDive } from '../prices/mendedDive.ts';
import { partsNear } from '../prices/placeAnew.ts';
import { Tightening } from '../prices/tightening.ts';
import { FIRST_DIVE } from './dives.ts';
import type { SearchComponent } from './searchComponent.ts';
import type { SearchState } from './state.ts';

/** A horizon falls into zones of about as many parts. */
const ZONE_PARTS = 700;
/** The ascent in a zone, from prices that know nothing of groups, and the iterations for the prices of what related rows exclude. */
const ASCENT = { coarse: 120, fine: 120, high: 20 } as const;
const TIGHTENING = 60;
/** The most sweeps of the opening, and the share of the gap that each must close to be followed by another one. Over a day, exact programs prove more meanwhile. */
const OPENING_SWEEPS = { day: 1, long: 4 } as const;
const LEAST_SHARE = 0.1;

/**
 * Makes one dive in each zone of the horizon, in order of time, between all other parts where the best plan has them. A member of a group costs on each resource
 * what it would cost there beside the others in that plan, so that all members of a zone can move at once.
 */
const sweep = (state: SearchState): void => {
  const { partCount } = state.relaxation.model;
  const zones = Math.ceil(partCount / ZONE_PARTS);
  const begin = (zone: number): number => Math.round((zone * partCount) / zones);
  for (let zone = 0; zone < zones && !state.isDone(); zone++) diveInZone(state, begin(zone), begin(zone + 1));
};

/** Dives in the zone of the parts with these indices, unless its prices prove that nothing is better there beside the best plan. */
const diveInZone = (state: SearchState, from: number, to: number): void => {
  const { instance, extent, partOf } = state.relaxation;
  const { placement } = state.best;
  const { near, own } = groupsNear(instance, placement);
  const whole = { ...extent, others: new Plan(near, extent.others.placement), expected: null };
  const zone = relax(near, extentAmong(whole, partsNear(instance, partOf, from, to), placement));
  const known = byPart(state.relaxation, state.ascent.prices);
  const first = Float64Array.from(zone.partOf, (part) => known[part] + own[part] / 100);
  const { bound, prices, model, marginals } = pricesOf(state, zone, first);
  if (state.isDone() || zone.constant + 100 * bound >= new Plan(near, placement).cost) return;
  const within = restriction(model, marksWithin(marginals, DIVE_WIDTH * zone.priceUnit));
  const beside = zone.extent.others.placement;
  const found = mendedDive(zone, prices, within, FIRST_DIVE, state.run, beside);
  if (found === null) return;
  state.offerPlan(new Plan(instance, found.placement));
  // Where the dive leaves a part out, the best plan is better at that time.
  const joined = joinInTime(zone, placement, found.placement);
  state.offerPlan(new Plan(instance, toPlan(zone, joined, beside).placement));
};

const pricesOf = ({ run }: SearchState, zone: Relaxation, first: Float64Array) => {
  const ascent = new Ascent(zone, run, () => {});
  ascent.beginFrom(first);
  ascent.resume(ASCENT);
  const tightening = new Tightening(zone, ascent.prices, run.random.split());
  tightening.advance(TIGHTENING, run);
  return tightening.proven();
};

/** Sweeps as long as each closes a good share of the gap. */
export const sweepFirst = (state: SearchState): void => {
  if (!state.divesKnowPairs) return;
  const most = OPENING_SWEEPS[state.relaxation.isLong ? 'long' : 'day'];
  for (let turn = 0; turn < most && !state.isDone(); turn++) {
    const { cost, bound } = state.mark();
    sweep(state);
    if (cost - state.best.cost < LEAST_SHARE * (cost - bound)) return;
  }
};

/** Sweeps once in each round; over a day not in the first one, where exact windows gain more. */
export const divesNearPlan: SearchComponent = {
  id: 'dives-near-plan',
  start:
    (state) =>
    ({ number }) => {
      if (state.divesKnowPairs && (state.relaxation.isLong || number > 0)) sweep(state);
    },
};
