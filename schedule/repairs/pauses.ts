import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import { listed } from '../../engine/wording.ts';
import type { RepairAnswer } from '../../engine/repair/repair.ts';
import { change } from '../changes/change.ts';
import type { Deps } from '../deps.ts';
import type { PauseReason, StoredPolicy } from '../entities/repairPolicy.ts';
import { spokenName } from '../records/operationRecord.ts';
import { instant } from '../records/instants.ts';
import { actorScope } from '../access/actorScope.ts';
import { planningTime } from './planningTime.ts';
import { policyOf } from './policy.ts';
import { type News, operationsOfDay } from './repairNews.ts';

/** Fewer delays than this are never implausible. */
const FEW_DELAYS = 10;

export interface Pause {
  readonly reason: PauseReason;
  readonly detail: string;
}

/** Why nothing more may be applied; null if it may. The other reasons come before `oscillation`, which lets what was found be applied. */
export const pauseOf = async (
  deps: Pick<Deps, 'accounts' | 'clock'>,
  state: PlanningState,
  policy: StoredPolicy,
  { delayed, undone }: News,
  { unrepaired }: RepairAnswer,
): Promise<Pause | null> => {
  if (undone.length > 0) return { reason: 'undone', detail: 'A person reverted a repair.' };
  const late = Object.keys(delayed).length;
  const ofDay = operationsOfDay(state, planningTime(state, deps.clock()));
  if (late >= FEW_DELAYS && late > policy.implausibleShare * ofDay) {
    const detail = `${late} of ${ofDay} operations were delayed within five minutes, which is more likely an error in the data.`;
    return { reason: 'implausible', detail };
  }
  if (!(await mayWrite(deps, state.planning, policy.author))) {
    return { reason: 'author', detail: 'The author of the policy may no longer write to the planning.' };
  }
  const atMoveLimit = [
    ...new Set(unrepaired.flatMap(({ reason, operations }) => (reason === 'moveLimit' ? operations : []))),
  ];
  if (atMoveLimit.length > 0) {
    const most = policy.maxMovesPerOperationAndHour;
    const detail = `Repairs would move ${namesOf(state, atMoveLimit)} more than ${most === 1 ? 'once' : `${most} times`} within the hour.`;
    return { reason: 'oscillation', detail };
  }
  return null;
};

const MOST_NAMED = 5;

/** The names of operations as persons know them, as far as they fit into a sentence. */
const namesOf = (state: PlanningState, operations: readonly string[]): string => {
  const named = operations.slice(0, MOST_NAMED).map((id) => spokenName(state, id));
  const more = operations.length - named.length;
  return listed(more === 0 ? named : [...named, `${more} more`]);
};

const mayWrite = async (
  { accounts }: Pick<Deps, 'accounts'>,
  { organization }: PlanningRef,
  user: string | null,
): Promise<boolean> => {
  if (user === null) return false;
  const role = (await accounts.memberships(user)).find((one) => one.organization === organization)?.role;
  return role !== undefined && role !== 'viewer' && (await accounts.user(user))?.disabledAt == null;
};

/** Notes the pause in the policy, as a changeset of the planning, unless somebody wrote the policy meanwhile. */
export const pause = async (
  deps: Pick<Deps, 'store' | 'ids' | 'idempotency'>,
  planning: PlanningRef,
  policy: StoredPolicy,
  { reason, detail }: Pause,
): Promise<void> => {
  const actor = { kind: 'machine', user: policy.author ?? '', credential: 'repair', memberships: [] } as const;
  const scope = actorScope(actor, 'repair', `The standing repair paused. ${detail}`);
  await change(deps, scope, planning, (edits) => {
    const { record } = edits.state;
    const now = policyOf(edits.state);
    if (now.updatedAt !== policy.updatedAt || now.paused !== null) return;
    const repairPolicy = { ...now, paused: { reason, detail, at: instant(edits.context.at) } };
    edits.put('planning', record.id, { ...record.fields, repairPolicy });
  });
};
