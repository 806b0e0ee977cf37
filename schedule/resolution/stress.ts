import { toShare } from '../../engine/objective/wireNumbers.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { resourceIdOf } from '../../engine/instance/instance.ts';
import type { StressReport } from '../../engine/stress/stress.ts';
import { readPlanning } from '../access/readState.ts';
import type { Deps } from '../deps.ts';
import type { Scope, VirtualState } from '../types.ts';
import { keyOf, overlaidAside } from '../plans/overlaid.ts';
import type { ResolveContext } from './resolveConflict.ts';

export interface StressInput {
  readonly virtualState?: VirtualState | undefined;
  /** Default: 1000. */
  readonly samples?: number | undefined;
  /** Default: 1. */
  readonly seed?: number | undefined;
  /** Default: 10,000. */
  readonly timeLimitMs?: number | undefined;
}

export interface StressRecord extends Pick<StressReport, 'conflicts' | 'histogram'> {
  readonly planning: string;
  readonly workspace: string | null;
  /** The number of samples drawn; fewer than requested if the time limit was reached. */
  readonly samples: number;
  readonly complete: boolean;
  readonly seed: number;
  readonly operations: readonly {
    readonly operation: string;
    readonly part: string;
    readonly resource: string | null;
    readonly probability: number;
    readonly meanConflicts: number;
  }[];
  readonly resources: readonly {
    readonly resource: string;
    readonly probability: number;
    readonly meanConflicts: number;
  }[];
  readonly buffers: readonly {
    readonly resource: string;
    readonly before: string;
    readonly after: string;
    readonly probability: number;
    readonly extraSeconds: number;
    readonly spares: number;
  }[];
}

/** Simulates the plan with every uncertain time drawn at random, many times. Writes nothing. */
export const stress = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  { virtualState = {}, samples = 1000, seed = 1, timeLimitMs = 10_000 }: StressInput,
  { signal }: ResolveContext = {},
): Promise<StressRecord> => {
  const state = await readPlanning(deps, scope, planning);
  const instance = await overlaidAside(deps, state, virtualState);
  const report = await deps.resolutions.stress({
    key: keyOf(instance, virtualState),
    organization: state.planning.organization,
    instance,
    placement: placementOf(instance),
    samples,
    seed,
    timeLimitMs,
    ...(signal === undefined ? {} : { signal }),
  });
  const { names, operation: operationOf } = instance;
  const resourceId = (index: number): string => names.resources[index];
  const operationId = (part: number): string => names.operations[operationOf[part]];
  return {
    planning,
    workspace: scope.workspace,
    samples: report.samples,
    complete: report.samples === samples,
    seed,
    conflicts: {
      ...report.conflicts,
      mean: toShare(report.conflicts.mean),
      deviation: toShare(report.conflicts.deviation),
    },
    histogram: report.histogram,
    operations: report.operations.map(({ part, resource, probability, meanConflicts }) => ({
      operation: operationId(part),
      part: names.parts[part],
      resource: resourceIdOf(names, resource),
      probability: toShare(probability),
      meanConflicts: toShare(meanConflicts),
    })),
    resources: report.resources.map(({ resource, probability, meanConflicts }) => ({
      resource: resourceId(resource),
      probability: toShare(probability),
      meanConflicts: toShare(meanConflicts),
    })),
    buffers: report.buffers.map((one) => ({
      ...one,
      resource: resourceId(one.resource),
      before: operationId(one.before),
      after: operationId(one.after),
      probability: toShare(one.probability),
      spares: toShare(one.spares),
    })),
  };
};
