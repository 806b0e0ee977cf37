import { placementOf } from '../../engine/instance/assignments.ts';
import { type Instance, PartFlag, NOT_PINNED } from '../../engine/instance/instance.ts';
import { formatInstant } from '../../engine/instance/instant.ts';
import type { Placement } from '../../engine/objective/score.ts';
import { notFound } from '../access/authorize.ts';
import { readEntity } from '../access/readState.ts';
import { ScheduleError } from '../errors.ts';
import type { Deps } from '../deps.ts';
import { imposedDelayCost } from '../plans/imposedDelay.ts';
import { partsOfOperation } from '../plans/plannedMoves.ts';
import type { Scope, VirtualState } from '../types.ts';
import { keyOf, overlaidAside } from '../plans/overlaid.ts';

/** One part of an operation in a compiled plan. */
export interface ResolutionTarget {
  readonly key: string | null;
  readonly organization: string;
  readonly instance: Instance;
  readonly placement: Placement;
  /** Index of the part in the instance. */
  readonly part: number;
  /** What the delays of the virtual state cost, in hundredths. */
  readonly imposed: number;
}

/** The target in the format of the API. */
export interface TargetRecord {
  readonly operation: string;
  readonly part: string;
  readonly window: { readonly startAt: string; readonly endAt: string };
}

/**
 * Finds the part whose conflicts are to be resolved, by id or zero-based index. Throws 404 if there is no such operation or part, or if it is
 * unassigned, and 400 if it may not be moved.
 */
export const resolutionTarget = async (
  deps: Deps,
  scope: Scope,
  operation: string,
  part: string,
  virtualState: VirtualState,
): Promise<ResolutionTarget> => {
  const { state } = await readEntity(deps, scope, 'operation', operation);
  const instance = await overlaidAside(deps, state, virtualState);
  const placement = placementOf(instance);
  const found = findPart(instance, operation, part);
  requireNoBlocker(instance, found);
  if (placement[found] < 0) {
    throw new ScheduleError('unassigned', `Operation ${operation} is unassigned there, so it has no conflict.`);
  }
  requireMovable(instance, found);
  const { organization } = state.planning;
  const imposed = imposedDelayCost(state, virtualState, instance.delayCost);
  return { key: keyOf(instance, virtualState), organization, instance, placement, part: found, imposed };
};

/** Finds a part of an operation by its id or zero-based index. Throws 404 if there is none, or if it occupies no time. */
export const findPart = (instance: Instance, operation: string, wanted: string): number => {
  const { names, partIndex } = instance;
  const parts = partsOfOperation(instance, operation);
  const found =
    parts.find((one) => names.parts[one] === wanted) ?? parts.find((one) => String(partIndex[one]) === wanted);
  if (found !== undefined) return found;
  const skipped = names.skipped.some(
    (one) => names.operations[one.operation] === operation && (one.part === null || String(one.part) === wanted),
  );
  if (!skipped) throw notFound(`part of operation ${operation}:`, wanted);
  throw new ScheduleError('unassigned', `Operation ${operation} occupies no time there, so it has no conflict.`);
};

/** Also refuses a blocker without a resource: assigning it would not help. */
const requireNoBlocker = ({ names, operation, flags }: Instance, part: number): void => {
  if ((flags[part] & PartFlag.blocker) === 0) return;
  const id = names.operations[operation[part]];
  throw new ScheduleError('operation_blocker', `Operation ${id} is a blocker and is never moved.`);
};

const requireMovable = ({ names, operation, flags, pinned }: Instance, part: number): void => {
  if (pinned[part] === NOT_PINNED) return;
  const id = names.operations[operation[part]];
  throw new ScheduleError(
    'operation_fixed',
    (flags[part] & PartFlag.fixed) !== 0
      ? `Operation ${id} is fixed to its resource; release it, or resolve the conflict by moving the other operation.`
      : `Operation ${id} has already arrived and can no longer be moved; resolve the conflict by moving the other operation.`,
  );
};

export const targetRecord = ({ instance, part }: ResolutionTarget): TargetRecord => {
  const { names, operation, origin, start, end } = instance;
  return {
    operation: names.operations[operation[part]],
    part: names.parts[part],
    window: {
      startAt: formatInstant((origin + start[part]) * 1000),
      endAt: formatInstant((origin + end[part]) * 1000),
    },
  };
};
