import { present } from '../../engine/present.ts';
import type { AssignmentRecord, AssignmentInput } from '../entities/assignment.ts';
import type { AssignmentFields } from '../../db/versions/entities.ts';
import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import { locateAllInBody } from '../access/locateInBody.ts';
import { changeAll } from '../changes/change.ts';
import type { Edits } from '../changes/edits.ts';
import { refuseStale, seenOf, type Stale, staleness } from '../changes/freshness.ts';
import { distinct } from '../operations/bulkCreateOperations.ts';
import type { Ports } from '../ports.ts';
import { below, item, Problems, toError } from '../problems.ts';
import { assignmentRecord, noAssignment } from '../records/assignmentRecord.ts';
import { mapSlicedly } from '../turns.ts';
import type { Scope } from '../types.ts';
import { endedAssignment } from './getAssignment.ts';
import { requireOperation } from './createAssignment.ts';
import { assignIn } from './editAssignment.ts';

/** The outcome of one item. It is plain JSON, so that an idempotent replay can render it again. */
export type Outcome =
  | { readonly assigned: string }
  | {
      readonly ended: { readonly id: string; readonly versionId: string; readonly fields: AssignmentFields };
      readonly at: number;
    }
  | { readonly left: string }
  | null;

/**
 * Applies all items or none, and answers them in the given order. An item with the id of the operation's active assignment edits that assignment in
 * place. `active: false` unassigns; if the id is of an earlier assignment, the current one stays.
 */
export const bulkAssign = async (
  deps: Ports,
  scope: Scope,
  inputs: readonly AssignmentInput[],
): Promise<AssignmentRecord[]> => {
  if (inputs.length === 0) return [];
  const at = (i: number): string => item('assignments', i);
  refuseTwice(inputs);
  const named = inputs.map(({ operation }, i) => ({ id: operation, path: below(at(i), 'operation') }));
  const { targets, targetOf } = distinct(await locateAllInBody(deps, scope, 'operation', named));
  const known = await knownAssignments(deps, scope, inputs, (i) => present(targets[present(targetOf[i])]));
  const { states, result } = await changeAll(deps, scope, targets, async (all) => {
    refuseStale(inputs.flatMap((input, i) => staleAssignment(present(all[present(targetOf[i])]).state, input, at(i))));
    return mapSlicedly(inputs, (input, i) =>
      assignOne(present(all[present(targetOf[i])]), input, known, scope.actor.user, at(i)),
    );
  });
  const records: AssignmentRecord[] = [];
  for (const [i, outcome] of result.entries()) {
    records.push(
      await outcomeRecord(deps, present(states[present(targetOf[i])]), present(inputs[i]).operation, outcome),
    );
  }
  return records;
};

/** Renders the outcome of one item as an assignment record. */
export const outcomeRecord = async (
  deps: Ports,
  state: PlanningState,
  operation: string,
  outcome: Outcome,
): Promise<AssignmentRecord> => {
  if (outcome === null) return noAssignment(state, operation);
  if ('left' in outcome) return endedAssignment(deps, state, outcome.left);
  if ('assigned' in outcome) return assignmentRecord(state, present(state.get('assignment', outcome.assigned)));
  return assignmentRecord(state, { ...outcome.ended, workspace: state.workspace }, outcome.at);
};

/** `basedOn` refers to the operation's current assignment. If the operation is gone, the item is reported as a bad reference instead. */
export const staleAssignment = (
  state: PlanningState,
  { operation, basedOn }: AssignmentInput,
  path: string,
): Stale[] =>
  state.has('operation', operation)
    ? staleness(state, 'assignment', operation, { seen: seenOf(basedOn), path: below(path, 'basedOn') })
    : [];

/** Of the ids in items with `active: false`, those that are, or were, an assignment of the named operation. */
export const knownAssignments = async (
  deps: Ports,
  scope: Scope,
  inputs: readonly AssignmentInput[],
  planningOf: (index: number) => PlanningRef,
): Promise<ReadonlySet<string>> => {
  const known = new Set<string>();
  const states = new Map<PlanningRef, PlanningState>();
  for (const [i, { id, operation, active }] of inputs.entries()) {
    if (active !== false || id === undefined) continue;
    const ref = planningOf(i);
    const state = states.get(ref) ?? (await deps.store.state({ planning: ref, workspace: scope.workspace }));
    states.set(ref, state);
    const { planning, workspace, change } = state;
    const isKnown =
      state.assignmentOf(operation)?.id === id ||
      (await deps.store.inactiveAssignments({ planning, workspace, change }, { operation, id })).length > 0;
    if (isKnown) known.add(id);
  }
  return known;
};

/** Throws 400 if two items name the same operation. */
export const refuseTwice = (inputs: readonly AssignmentInput[]): void => {
  const problems = new Problems();
  const seen = new Set<string>();
  for (const [i, { operation }] of inputs.entries()) {
    const path = below(item('assignments', i), 'operation');
    if (seen.has(operation)) problems.repeated(path, operation);
    seen.add(operation);
  }
  if (problems.any) throw toError(problems.list);
};

/** Assigns or unassigns as one item says. */
export const assignOne = (
  edits: Edits,
  input: AssignmentInput,
  known: ReadonlySet<string>,
  assignedBy: string,
  path: string,
): Outcome => {
  if (!requireOperation(edits, input, path)) return null;
  const current = edits.state.assignmentOf(input.operation);
  if (input.active === false) {
    if (input.id !== undefined && input.id !== current?.id && known.has(input.id)) return { left: input.id };
    if (current === undefined) return null;
    edits.delete('assignment', current.id);
    const { id, versionId, fields } = current;
    return { ended: { id, versionId, fields }, at: edits.context.at };
  }
  const isSame = input.id !== undefined && input.id === current?.id;
  const id = isSame ? current.id : edits.newId('assignment', input.id, below(path, 'id'));
  assignIn(edits, id, input, assignedBy, path);
  return { assigned: id };
};
