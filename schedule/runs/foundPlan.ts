import { toBound, toGap } from '../../engine/objective/wireNumbers.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { CostRecord } from '../../engine/explain/planCosts.ts';
import { type CostLevels, type Placement, toScore } from '../../engine/objective/score.ts';
import type { PlanOutcome } from '../../engine/metrics/planOutcome.ts';
import { analyzedPatiently } from '../conflicts/analyzed.ts';
import type { Ports, SolveOutcome } from '../ports.ts';
import type { AfterRecord } from '../records/records.ts';
import { inSlices, mapSlicedly } from '../turns.ts';
import { movesOf } from '../plans/plannedMoves.ts';
import type { Planned } from '../plans/recheck.ts';
import { type FrontierRecord, frontierRecords } from './frontierRecords.ts';

/** What a solver found, and on which state. */
interface Found {
  readonly state: PlanningState;
  readonly instance: Instance;
  readonly placement: Placement;
  /** Cost of the plan as judged; null if it was not judged yet. */
  readonly levels: CostLevels | null;
  /** In hundredths; null if no bound was proven. */
  readonly bound: number | null;
  /** Null if none was requested. */
  readonly frontier?: SolveOutcome['frontier'];
}

/** A found plan with its derived facts. */
export interface FoundPlan extends Found {
  readonly levels: CostLevels;
  readonly outcome: PlanOutcome;
  /** The moves to recheck and apply. */
  readonly planned: RunPlan;
}

/** A run's plan with the state that it was made on and the conflicts that it has. */
export interface RunPlan extends Planned {
  readonly madeOn: PlanningState;
}

/** Derives the facts of a plan; in a worker thread if the plan is large. */
export const toFoundPlan = async (deps: Pick<Ports, 'resolutions'>, found: Found): Promise<FoundPlan> => {
  const { state, instance, placement, levels } = found;
  const { organization } = state.planning;
  const outcome = await analyzedPatiently(deps, organization, instance, { of: 'outcome', placement });
  const planned: RunPlan = {
    madeOn: state,
    allowance: 0,
    moves: await inSlices(movesOf(instance, placement)),
    conflicts: outcome.conflicts === null ? 'too many' : new Set(outcome.conflicts),
  };
  return { ...found, levels: levels ?? outcome.after, outcome, planned };
};

/** The plan's figures as the task's record shows them. */
export const afterOf = ({ levels, bound }: Pick<FoundPlan, 'levels' | 'bound'>): AfterRecord => ({
  score: toScore(levels),
  bound: toBound(bound),
  gap: toGap(levels.total, bound),
});

/**
 * A plan as it is stored with the task: what readers need, and what applying it later needs. Its `assignments` and `moves` are stored as separate
 * text.
 */
export interface StoredPlan extends AfterRecord {
  /** Absent in plans that an earlier release stored. */
  readonly frontier?: readonly FrontierRecord[] | null;
  readonly terms: readonly CostRecord[];
  /** Number of the change that the plan was made on; if absent, the run's snapshot. */
  readonly change?: number;
  /** The moved parts, as `[operation, [[part index, resource]]]`. */
  readonly places: readonly (readonly [string, readonly (readonly [number, string | null])[]])[];
  /** Conflict ids. If there are more than 10,000, the list is empty and `truncated` is true. */
  readonly conflicts: readonly string[];
  readonly truncated?: boolean;
}

/** Everything except the two long lists. */
export const storedPlan = (found: FoundPlan): StoredPlan => {
  const { state, outcome, planned } = found;
  return {
    ...afterOf(found),
    change: state.change,
    frontier: found.frontier ? frontierRecords(found.frontier) : null,
    terms: outcome.terms,
    places: [...planned.moves].map(([operation, { places }]) => [operation, [...places]] as const),
    conflicts: outcome.conflicts ?? [],
    ...(outcome.conflicts === null ? { truncated: true } : {}),
  };
};

/** The JSON text that the database stores. */
export const storedText = async (found: FoundPlan): Promise<string> => {
  const { places, ...rest } = storedPlan(found);
  const { assignments, moves } = found.outcome;
  const placed = await mapSlicedly(places, (place) => JSON.stringify(place));
  const lists = `"places":[${placed.join(',')}],"assignments":${assignments},"moves":${moves}`;
  return `${JSON.stringify(rest).slice(0, -1)},${lists}}`;
};

/** Converts a stored plan for a recheck on a later state. */
export const plannedOf = async (
  state: PlanningState,
  { places, conflicts, truncated }: StoredPlan,
): Promise<RunPlan> => ({
  madeOn: state,
  allowance: 0,
  moves: new Map(
    await mapSlicedly(places, ([operation, parts]) => [
      operation,
      { places: new Map(parts), from: new Map(), delaySeconds: 0 },
    ]),
  ),
  conflicts: truncated === true ? 'too many' : new Set(conflicts),
});
