import { toBound, toGap } from '../../engine/objective/wireNumbers.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { CostRecord } from '../../engine/explain/planCosts.ts';
import { type CostLevels, type Placement, type Score, toScore } from '../../engine/objective/score.ts';
import type { PlanOutcome } from '../../engine/metrics/planOutcome.ts';
import { analyzedPatiently } from '../conflicts/analyzed.ts';
import type { Ports, SolveOutcome } from '../ports.ts';
import { inSlices, mapSlicedly } from '../turns.ts';
import { movesOf } from '../plans/plannedMoves.ts';
import type { Planned } from '../plans/recheck.ts';

/** What a solver found, on what. */
interface Found {
  readonly state: PlanningState;
  readonly instance: Instance;
  readonly placement: Placement;
  /** What the plan costs, as the judge says; null where nobody judged it. */
  readonly levels: CostLevels | null;
  /** Hundredths; null when none is proven. */
  readonly bound: number | null;
  /** Null when none was asked for. */
  readonly frontier?: SolveOutcome['frontier'];
}

/** The same with all that is told of it. */
export interface FoundPlan extends Found {
  readonly levels: CostLevels;
  readonly outcome: PlanOutcome;
  /** To be rechecked and applied. */
  readonly planned: RunPlan;
}

/** A point of the frontier of score against changes, on wire values. */
export interface FrontierRecord {
  /** Null: any number. */
  readonly maxReassignments: number | null;
  readonly score: Score;
  readonly reassigned: number;
  readonly bound: number | null;
}

/** A run's plan, with the state that it was made on and the conflicts that it has. */
export interface RunPlan extends Planned {
  readonly madeOn: PlanningState;
}

/** Worked out in a thread where the plan is large. */
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

type AfterRecord = Pick<StoredPlan, 'score' | 'bound' | 'gap'>;

/** How the task tells it. */
export const afterOf = ({ levels, bound }: Pick<FoundPlan, 'levels' | 'bound'>): AfterRecord => ({
  score: toScore(levels),
  bound: toBound(bound),
  gap: toGap(levels.total, bound),
});

/** The plan as it is kept with the task: what a reader wants, and what applying it later needs. Its `assignments` and `moves` are text of their own. */
export interface StoredPlan {
  readonly score: Score;
  readonly bound: number | null;
  readonly gap: number | null;
  /** Absent in what was stored before there were any. */
  readonly frontier?: readonly FrontierRecord[] | null;
  readonly terms: readonly CostRecord[];
  /** Of the state that the plan was made on; the run's snapshot when absent. */
  readonly change?: number;
  /** `[operation, [[part index, resource]]]` of what moves. */
  readonly places: readonly (readonly [string, readonly (readonly [number, string | null])[]])[];
  /** Ids; none of them, and `truncated`, where there are more than 10 000. */
  readonly conflicts: readonly string[];
  readonly truncated?: boolean;
}

/** All but its lists. */
export const storedPlan = (found: FoundPlan): StoredPlan => {
  const { state, outcome, planned } = found;
  return {
    ...afterOf(found),
    change: state.change,
    frontier: frontierOf(found),
    terms: outcome.terms,
    places: [...planned.moves].map(([operation, { places }]) => [operation, [...places]] as const),
    conflicts: outcome.conflicts ?? [],
    ...(outcome.conflicts === null ? { truncated: true } : {}),
  };
};

/** As the database keeps it. */
export const storedText = async (found: FoundPlan): Promise<string> => {
  const { places, ...rest } = storedPlan(found);
  const { assignments, moves } = found.outcome;
  const placed = await mapSlicedly(places, (place) => JSON.stringify(place));
  const lists = `"places":[${placed.join(',')}],"assignments":${assignments},"moves":${moves}`;
  return `${JSON.stringify(rest).slice(0, -1)},${lists}}`;
};

const frontierOf = ({ frontier }: Found): readonly FrontierRecord[] | null =>
  frontier?.map(({ limit, levels, reassigned, bound }) => ({
    maxReassignments: limit,
    score: toScore(levels),
    reassigned,
    bound: toBound(bound),
  })) ?? null;

/** The stored plan, as something to recheck on a later state. */
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
