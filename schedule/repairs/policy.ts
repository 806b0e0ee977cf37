import type { PlanningState } from '../../db/versions/planningState.ts';
import { locate } from '../access/authorize.ts';
import { readPlanning } from '../access/readState.ts';
import { change } from '../changes/change.ts';
import type { Deps } from '../deps.ts';
import {
  REPAIR_DEFAULTS,
  type RepairPolicyInput,
  type RepairPolicyRecord,
  type StoredPolicy,
} from '../entities/repairPolicy.ts';
import { item } from '../problems.ts';
import { instant } from '../records/instants.ts';
import { fromJson, toJsonObject } from '../storedAs.ts';
import type { Scope } from '../types.ts';

/** The policy of the planning as of this state. */
export const policyOf = ({ record }: PlanningState): StoredPolicy => ({
  ...REPAIR_DEFAULTS,
  author: null,
  updatedAt: null,
  paused: null,
  ...fromJson<Partial<StoredPolicy> | null>(record.fields.repairPolicy),
});

/** Whether repairs are written automatically. */
export const mayApply = ({ mode, paused }: StoredPolicy): boolean => mode === 'apply' && paused === null;

const recordOf = (state: PlanningState): RepairPolicyRecord => ({ planning: state.planning.id, ...policyOf(state) });

/** The policy of the mainline; where it was never written, the defaults, which are off. */
export const getRepairPolicy = async (
  deps: Pick<Deps, 'store'>,
  scope: Scope,
  planning: string,
): Promise<RepairPolicyRecord> => recordOf(await readPlanning(deps, { ...scope, workspace: null }, planning));

/**
 * Writes the policy as a changeset of the planning. Members that are left out get their defaults, and a pause ends. Throws 400 for tags and resources
 * that the planning does not have.
 */
export const putRepairPolicy = async (
  deps: Deps,
  scope: Scope,
  planning: string,
  input: RepairPolicyInput,
): Promise<RepairPolicyRecord> => {
  const ref = await locate(deps, scope, 'planning', planning, 'planner');
  const { state } = await change(deps, { ...scope, workspace: null }, ref, (edits) => {
    const { record } = edits.state;
    for (const member of ['operationTags', 'resourceTags'] as const) {
      for (const [i, tag] of (input[member] ?? []).entries()) edits.reference('tag', tag, item(member, i));
    }
    for (const [i, id] of (input.resources ?? []).entries()) edits.reference('resource', id, item('resources', i));
    const was = policyOf(edits.state);
    const policy = { ...REPAIR_DEFAULTS, ...input, author: scope.actor.user, updatedAt: was.updatedAt, paused: null };
    if (JSON.stringify(inOrder(policy)) === JSON.stringify(inOrder(was))) return;
    const repairPolicy = toJsonObject({ ...policy, updatedAt: instant(edits.context.at) });
    edits.put('planning', record.id, { ...record.fields, repairPolicy });
  });
  await deps.repairs.wake(ref);
  return recordOf(state);
};

const inOrder = (policy: object): unknown => Object.entries(policy).sort(([a], [b]) => (a < b ? -1 : 1));
