import { type ConflictRecord, toConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import type { ResolveOptions } from '../../engine/strategies/strategy.ts';
import type { Deps } from '../deps.ts';
import type { StrategiesRequest } from '../ports.ts';
import type { Scope, VirtualState } from '../types.ts';
import { type ResolutionTarget, resolutionTarget, type TargetRecord, targetRecord } from './resolutionTarget.ts';
import { type StrategyRecord, strategyRecord } from './strategyRecord.ts';

export interface ResolveInput {
  readonly virtualState: VirtualState;
  readonly parameters?:
    | (Partial<Omit<ResolveOptions, 'throughConflicts' | 'stepLimit'>> & {
        readonly timeLimitMs?: number;
        /** The search draws nothing: every seed answers the same. */
        readonly seed?: number;
      })
    | undefined;
}

export interface ResolveContext {
  /** Aborted when nobody waits any more: the thread is free soon after. */
  readonly signal?: AbortSignal;
}

export interface ResolutionRecord extends TargetRecord {
  readonly conflicts: readonly ConflictRecord[];
  readonly strategies: readonly StrategyRecord[];
  /** None better exists within the limits. */
  readonly complete: boolean;
}

/**
 * Strategies against the conflicts of one part (id or zero-based index) of an operation under a virtual state, best first. Nothing is written.
 * Throws 404 when it has no place, 400 when it may not be moved.
 */
export const resolveConflict = async (
  deps: Deps,
  scope: Scope,
  operation: string,
  part: string,
  input: ResolveInput,
  context: ResolveContext = {},
): Promise<ResolutionRecord> => {
  const target = await resolutionTarget(deps, scope, operation, part, input.virtualState);
  const { conflicts, strategies, complete } = await deps.resolutions.resolve(requestOf(target, input, context));
  return {
    ...targetRecord(target),
    conflicts: conflicts.map((conflict) => toConflictRecord(target.instance, conflict)),
    strategies: strategies.map((strategy, index) => strategyRecord(target.instance, strategy, index + 1)),
    complete,
  };
};

export const requestOf = (
  target: ResolutionTarget,
  { parameters = {} }: ResolveInput,
  { signal }: ResolveContext,
): StrategiesRequest => {
  const { timeLimitMs, seed: _, ...options } = parameters;
  return {
    ...target,
    options,
    ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
    ...(signal === undefined ? {} : { signal }),
  };
};
