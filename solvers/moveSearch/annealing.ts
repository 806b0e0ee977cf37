import type { Instance } from '../../engine/instance/instance.ts';
import { teamsRecur } from '../../engine/moves/teams.ts';

/** Decides whether to accept a change of the cost, `step` steps into the search. `u` is uniform in [0, 1). */
export type Acceptor = (delta: number, step: number, u: number) => boolean;

export interface Temperatures {
  readonly hot: number;
  readonly cold: number;
}

/** Relative to a typical difference between the places of one part. */
const TEMPERATURES = { hot: 0.07, cold: 0.01 };
/** Where whole groups move, a typical difference is several times as large. */
const GROUP_TEMPERATURES = { hot: 0.6, cold: 0.04 };

/**
 * Derives the temperatures from the spread of the parts' own costs: hot often accepts a typical difference, cold rarely accepts the
 * smallest one.
 */
export const temperatures = (instance: Instance): Temperatures => {
  const spreads: number[] = [];
  for (let part = 0; part < instance.partCount; part++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let arc = instance.arcStart[part]; arc < instance.arcStart[part + 1]; arc++) {
      low = Math.min(low, instance.arcCost[arc]);
      high = Math.max(high, instance.arcCost[arc]);
    }
    if (high > low) spreads.push(high - low);
  }
  spreads.sort((a, b) => a - b);
  const typical = spreads[spreads.length >> 1] ?? 100;
  const { hot, cold } = teamsRecur(instance) ? GROUP_TEMPERATURES : TEMPERATURES;
  return { hot: hot * typical, cold: cold * typical };
};

/** Length of the first cycle in steps; each cycle is twice as long as the one before. */
const FIRST_CYCLE = 200_000;
/** Where the steps that are left would not do for this many times a cycle, the cycle takes all of them. */
const LAST_CYCLES = 3;

/**
 * Simulated annealing with reheats: geometric cooling from hot to cold in cycles of doubling length. It depends on steps alone, and on an estimate of
 * those that are left where there is one: then a last cycle ends cold when the run ends. Source: Kirkpatrick, Gelatt, Vecchi, Science 220 (1983).
 */
export const annealing = (
  { hot, cold }: Temperatures,
  stepsLeft: (done: number) => number = () => Number.POSITIVE_INFINITY,
): Acceptor => {
  let cycle = FIRST_CYCLE;
  let begun = 0;
  return (delta, step, u) => {
    if (delta <= 0) return true;
    if (step - begun >= cycle) {
      begun = step;
      const left = stepsLeft(step);
      cycle = left < 2 * LAST_CYCLES * cycle ? left : 2 * cycle;
    }
    const temperature = hot * (cold / hot) ** ((step - begun) / cycle);
    return u < Math.exp(-delta / temperature);
  };
};
