/** Score of a plan in weight units with two decimals, as on the wire. Lower is better; `total` is the sum of the rest. */
export interface Score {
  readonly total: number;
  readonly conflicts: number;
  readonly unassigned: number;
  readonly reassigned: number;
  readonly delay: number;
  readonly rules: number;
}

/** A plan: part → resource, or −1. */
export type Placement = Int32Array;

/** A placement with its exact cost in hundredths, and that cost by level. */
export interface Solution {
  readonly placement: Placement;
  readonly cost: number;
  readonly levels: CostLevels;
}

/** Integers in hundredths; `total` is their sum. */
export interface CostLevels {
  readonly total: number;
  readonly conflicts: number;
  readonly unassigned: number;
  readonly reassigned: number;
  readonly delay: number;
  readonly rules: number;
}

export const toScore = (levels: CostLevels): Score => ({
  total: levels.total / 100,
  conflicts: levels.conflicts / 100,
  unassigned: levels.unassigned / 100,
  reassigned: levels.reassigned / 100,
  delay: levels.delay / 100,
  rules: levels.rules / 100,
});
