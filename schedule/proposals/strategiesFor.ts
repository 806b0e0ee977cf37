import { type ConflictRecord, toConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { formatInstant } from '../../engine/instance/instant.ts';
import { toScore } from '../../engine/objective/score.ts';
import { createResolver, type Resolver } from '../../engine/resolution/resolveConflicts.ts';
import type { Strategy } from '../../engine/resolution/strategy.ts';
import { notFound } from '../access/authorize.ts';
import { readPlanning } from '../access/readState.ts';
import { virtualInstance } from '../conflicts/virtualInstance.ts';
import { ScheduleError } from '../errors.ts';
import type { Deps } from '../instances/instances.ts';
import { partsByOperation } from '../runs/plan.ts';
import type { Scope, VirtualState } from '../types.ts';
import type { ScoreChange } from './judgeMoves.ts';
import type { Move } from './moves.ts';

export interface StrategyRecord {
  readonly rank: number;
  readonly moves: readonly Move[];
  readonly resolves: readonly string[];
  readonly creates: readonly ConflictRecord[];
  readonly score: ScoreChange;
  readonly residualProbability: number;
  readonly explanation: string;
}

export interface Strategies {
  readonly conflicts: readonly ConflictRecord[];
  readonly strategies: readonly StrategyRecord[];
  /** None better exists within the limits. */
  readonly complete: boolean;
}

export interface StrategyLimits {
  readonly maxStrategies?: number | undefined;
  readonly maxMoves?: number | undefined;
  readonly allowDelay?: boolean | undefined;
}

/** The search is on this thread, so it is short: well under a second. */
const STEP_LIMIT = 10_000;

/**
 * Strategies for the first part of an operation that is in conflict, under a virtual state. Throws 404 when it has no place, 400 when it may
 * not be moved.
 */
export const strategiesFor = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  operation: string,
  virtualState: VirtualState,
  limits: StrategyLimits = {},
): Promise<Strategies> => {
  const state = await readPlanning(deps, scope, planning);
  if (!state.has('operation', operation)) throw notFound('operation', operation);
  const { assignments = [], operations = [] } = virtualState;
  const isPlain = assignments.length === 0 && operations.length === 0;
  const instance = isPlain ? deps.instances.of(state) : virtualInstance(deps, state, virtualState);
  const placement = placementOf(instance);
  const placed = (partsByOperation(instance).get(operation) ?? []).filter((part) => placement[part] >= 0);
  if (placed.length === 0)
    throw new ScheduleError('unassigned', `Operation ${operation} has no place, so it is in no conflict.`);
  const resolver = resolverOf(instance);
  const part = placed.find((one) => resolver.conflicts(one).length > 0) ?? placed[0];
  if (instance.pinned[part] !== -2) {
    throw new ScheduleError(
      'operation_fixed',
      `Operation ${operation} is fixed, has arrived or only blocks; it is not moved.`,
    );
  }
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  const { conflicts, strategies, complete } = resolver.resolve(part, {
    ...Object.fromEntries(given),
    stepLimit: STEP_LIMIT,
  });
  return {
    conflicts: conflicts.map((conflict) => toConflictRecord(instance, conflict)),
    strategies: strategies.map((strategy, index) => toRecord(instance, strategy, index + 1)),
    complete,
  };
};

const resolvers = new WeakMap<Instance, Resolver>();

const resolverOf = (instance: Instance): Resolver => {
  let resolver = resolvers.get(instance);
  if (resolver === undefined) resolvers.set(instance, (resolver = createResolver(instance, placementOf(instance))));
  return resolver;
};

const toRecord = (instance: Instance, strategy: Strategy, rank: number): StrategyRecord => {
  const { names, origin } = instance;
  const { moves, resolves, creates, before, after, residualProbability, explanation } = strategy;
  const resource = (index: number): string | null => (index < 0 ? null : names.resources[index]);
  const isSplit = (operation: number): boolean => names.splits.some((split) => split.operation === operation);
  return {
    rank,
    moves: moves.map((move) => ({
      kind: move.kind,
      operation: names.operations[move.operation],
      part: isSplit(move.operation) ? String(instance.partIndex[move.part]) : null,
      fromResource: resource(move.from),
      toResource: resource(move.to),
      startAt: formatInstant((origin + move.start) * 1000),
      endAt: formatInstant((origin + move.end) * 1000),
      delaySeconds: move.delaySeconds,
    })),
    resolves,
    creates: creates.map((conflict) => toConflictRecord(instance, conflict)),
    score: { before: toScore(before), after: toScore(after), delta: strategy.delta / 100 },
    residualProbability,
    explanation,
  };
};
