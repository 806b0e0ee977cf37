import { toJson } from '../storedAs.ts';
import { toBound, toGap } from '../../engine/objective/wireNumbers.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Run } from '../../db/runs/runs.ts';
import { toAssignments } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { type CostRecord, costsByRule } from '../../engine/explain/planCosts.ts';
import { tally } from '../../engine/objective/tally.ts';
import { type CostLevels, type Placement, type Score, toScore } from '../../engine/objective/score.ts';
import type { SolveOutcome } from '../ports.ts';
import type { Json, JsonObject } from '../types.ts';
import { Turn } from '../turns.ts';
import { knownConflicts } from '../plans/knownConflicts.ts';
import { movesOf } from '../plans/plannedMoves.ts';
import type { Planned } from '../plans/recheck.ts';

/** What a solver found, on what. */
export interface FoundPlan {
  readonly state: PlanningState;
  readonly instance: Instance;
  readonly placement: Placement;
  /** What the plan costs, as the judge says. */
  readonly levels: CostLevels;
  /** Hundredths; null when none is proven. */
  readonly bound: number | null;
  /** Null when none was asked for. */
  readonly frontier?: SolveOutcome['frontier'];
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

export const toPlanned = ({ state, instance, placement }: FoundPlan): RunPlan => ({
  madeOn: state,
  allowance: 0,
  moves: movesOf(instance, placement),
  conflicts: knownConflicts(instance, placement) ?? 'too many',
});

/** How the task tells it: `{ score }` before; `{ score, bound, gap }` after. */
export const beforeOf = (instance: Instance): { readonly score: Score } => ({
  score: toScore(tally(instance, instance.placed)),
});

export type AfterRecord = Pick<StoredPlan, 'score' | 'bound' | 'gap'>;

export const afterOf = ({ levels, bound }: FoundPlan): AfterRecord => ({
  score: toScore(levels),
  bound: toBound(bound),
  gap: toGap(levels.total, bound),
});

/** The plan as it is kept with the task: what a reader wants, and what applying it later needs. */
export interface StoredPlan {
  readonly score: Score;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly assignments: Json;
  readonly moves: Json;
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

export const storedPlan = async (
  found: FoundPlan,
  { moves, conflicts }: RunPlan,
  after: AfterRecord,
): Promise<StoredPlan> => {
  const { instance, placement } = found;
  const turn = new Turn();
  const assignments = toJson(toAssignments(instance, placement));
  await turn.pass();
  const terms = costsByRule(instance, placement);
  await turn.pass();
  return {
    ...after,
    change: found.state.change,
    assignments,
    moves: toMoves(instance, placement),
    frontier: frontierOf(found),
    terms,
    places: [...moves].map(([operation, { places }]) => [operation, [...places]] as const),
    conflicts: typeof conflicts === 'string' ? [] : [...conflicts],
    ...(typeof conflicts === 'string' ? { truncated: true } : {}),
  };
};

const frontierOf = ({ frontier }: FoundPlan): readonly FrontierRecord[] | null =>
  frontier?.map(({ limit, levels, reassigned, bound }) => ({
    maxReassignments: limit,
    score: toScore(levels),
    reassigned,
    bound: toBound(bound),
  })) ?? null;

/** The stored plan, as something to recheck on a later state. */
export const plannedOf = (state: PlanningState, { places, conflicts, truncated }: StoredPlan): RunPlan => ({
  madeOn: state,
  allowance: 0,
  moves: new Map(
    places.map(([operation, parts]) => [operation, { places: new Map(parts), from: new Map(), delaySeconds: 0 }]),
  ),
  conflicts: truncated === true ? 'too many' : new Set(conflicts),
});

export const planOf = ({ result }: Pick<Run, 'result'>): StoredPlan | null =>
  result === null ? null : (JSON.parse(result) as StoredPlan);

const toMoves = ({ names, partCount, placed, operation }: Instance, placement: Placement): Json => {
  const nameOf = (resource: number): string | null => (resource < 0 ? null : names.resources[resource]);
  const moves: JsonObject[] = [];
  for (let part = 0; part < partCount; part++) {
    if (placement[part] === placed[part]) continue;
    moves.push({
      kind: placement[part] < 0 ? 'unassign' : 'reassign',
      operation: names.operations[operation[part]],
      part: names.parts[part],
      fromResource: nameOf(placed[part]),
      toResource: nameOf(placement[part]),
      startAt: null,
      endAt: null,
      delaySeconds: 0,
    });
  }
  return moves;
};
