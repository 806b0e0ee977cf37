import type { ResolveOptions } from '../../engine/strategies/strategy.ts';
import type { Deps } from '../deps.ts';
import type { StrategiesRequest } from '../ports.ts';
import type { Scope, VirtualState } from '../types.ts';
import { type ResolutionTarget, resolutionTarget, type TargetRecord, targetRecord } from './resolutionTarget.ts';
import { type Strategies, strategiesRecord } from './strategyRecord.ts';

export interface ResolveInput {
  readonly virtualState: VirtualState;
  readonly parameters?:
    | (Partial<Omit<ResolveOptions, 'throughConflicts' | 'stepLimit'>> & {
        readonly timeLimitMs?: number;
        /** Accepted but unused: the search is deterministic. */
        readonly seed?: number;
      })
    | undefined;
}

export interface ResolveContext {
  /** Aborted when the client disconnects; the worker thread is then freed soon. */
  readonly signal?: AbortSignal;
}

export interface ResolutionRecord extends TargetRecord, Strategies {}

/**
 * Finds strategies for the conflicts of one part (id or zero-based index) of an operation under a virtual state, best first. Writes nothing. Throws
 * 404 if the part is unassigned, and 400 if it may not be moved.
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
  const found = await deps.resolutions.resolve(requestOf(target, input, context));
  return { ...targetRecord(target), ...strategiesRecord(target.instance, found, target.imposed) };
};

export const requestOf = (
  { imposed: _imposed, ...target }: ResolutionTarget,
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
