/** A plan: maps each part to its resource, or −1. */
export type Placement = Int32Array;

/** A placement with its exact cost in hundredths, and that cost by level. */
export interface Solution {
  readonly placement: Placement;
  readonly cost: number;
  readonly levels: CostLevels;
}

/** The cost of a plan by level. Lower is better; `total` is the sum of the others. */
interface Levels {
  readonly total: number;
  readonly conflicts: number;
  readonly unassigned: number;
  readonly reassigned: number;
  readonly delay: number;
  readonly rules: number;
}

/** Costs as integers in hundredths of a weight unit. */
export type CostLevels = Levels;

/** Costs in weight units with two decimals, as on the wire. */
export type Score = Levels;

/** How far a plan is from the best one at most, relative to max(1 weight unit, |cost|). Both are in hundredths. */
export const gapOf = (cost: number, bound: number): number => (cost - bound) / Math.max(100, Math.abs(cost));

/** Costs in hundredths as weight units. */
export const toScore = (levels: CostLevels): Score => ({
  total: levels.total / 100,
  conflicts: levels.conflicts / 100,
  unassigned: levels.unassigned / 100,
  reassigned: levels.reassigned / 100,
  delay: levels.delay / 100,
  rules: levels.rules / 100,
});
