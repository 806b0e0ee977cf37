import { NOT_PINNED } from '../../engine/instance/instance.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import { Plan } from '../../engine/board/plan.ts';
import { notFound } from '../access/authorize.ts';
import { readPlanning } from '../access/readState.ts';
import { ScheduleError } from '../errors.ts';
import type { Deps } from '../deps.ts';
import { imposedDelayCost } from '../plans/imposedDelay.ts';
import { keyOf, overlaidAside } from '../plans/overlaid.ts';
import { type Strategies, strategiesRecord } from '../resolution/strategyRecord.ts';
import { partsOfOperation } from '../plans/plannedMoves.ts';
import { inSlices } from '../turns.ts';
import type { Scope, VirtualState } from '../types.ts';

export interface StrategyLimits {
  readonly maxStrategies?: number | undefined;
  readonly maxMoves?: number | undefined;
  readonly allowDelay?: boolean | undefined;
}

/** A step limit, so that a conversation waits well under a second and the same question gets the same answer on every machine. */
const STEP_LIMIT = 10_000;

/**
 * Finds strategies for the first part of an operation that is in conflict, under a virtual state. Throws 404 if the operation is unassigned, and 400
 * if it may not be moved.
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
  const instance = await overlaidAside(deps, state, virtualState);
  const placement = placementOf(instance);
  const placed = partsOfOperation(instance, operation).filter((part) => placement[part] >= 0);
  if (placed.length === 0)
    throw new ScheduleError('unassigned', `Operation ${operation} is unassigned, so it has no conflict.`);
  const plan = await inSlices(Plan.building(instance, placement));
  const part = placed.find((one) => isInConflict(plan, one)) ?? placed[0];
  if (instance.pinned[part] !== NOT_PINNED) {
    throw new ScheduleError(
      'operation_fixed',
      `Operation ${operation} is fixed, has already arrived, or is a blocker, so it cannot be moved.`,
    );
  }
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  const found = await deps.resolutions.resolve({
    key: keyOf(instance, virtualState),
    organization: state.planning.organization,
    instance,
    placement,
    part,
    options: { ...Object.fromEntries(given), stepLimit: STEP_LIMIT },
  });
  return strategiesRecord(instance, found, imposedDelayCost(state, virtualState, instance.delayCost));
};

const isInConflict = (plan: Plan, part: number): boolean => {
  plan.findConflicting(part, plan.placement[part]);
  return plan.partnerCount > 0;
};
