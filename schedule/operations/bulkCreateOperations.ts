import { present } from '../../engine/present.ts';
import type { OperationRecord, OperationInput } from '../entities/operation.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import { locateAllInBody } from '../access/locateInBody.ts';
import { changeAll } from '../changes/change.ts';
import type { Ports } from '../ports.ts';
import { below, item, Problems, toError } from '../problems.ts';
import { operationRecord } from '../records/operationRecord.ts';
import { mapSlicedly } from '../turns.ts';
import type { Scope } from '../types.ts';
import { createOperationIn } from './editOperation.ts';

/** Creates all operations or none, in every planning that the items name: one changeset for each, in one transaction. Problems are at their index below `path`. */
export const bulkCreateOperations = async (
  deps: Ports,
  scope: Scope,
  inputs: readonly OperationInput[],
  path = '',
): Promise<OperationRecord[]> => {
  if (inputs.length === 0) return [];
  const problems = new Problems();
  for (const [i, { planning }] of inputs.entries()) {
    if (planning === undefined) problems.required(below(item(path, i), 'planning'));
  }
  if (problems.any) throw toError(problems.list);
  const named = inputs.map(({ planning }, i) => ({ id: present(planning), path: below(item(path, i), 'planning') }));
  const plannings = await locateAllInBody(deps, scope, 'planning', named);
  const { targets, targetOf } = distinct(plannings);
  const { states, result } = await changeAll(deps, scope, targets, (edits) =>
    mapSlicedly(inputs, (input, i) => createOperationIn(present(edits[present(targetOf[i])]), input, item(path, i))),
  );
  return mapSlicedly(result, (id, i) => {
    const state = present(states[present(targetOf[i])]);
    return operationRecord(state, present(state.get('operation', id)));
  });
};

/** The distinct plannings, and for each item the index of its planning. */
export const distinct = (
  plannings: readonly PlanningRef[],
): { readonly targets: readonly PlanningRef[]; readonly targetOf: readonly number[] } => {
  const targets: PlanningRef[] = [];
  const positions = new Map<number, number>();
  const targetOf = plannings.map((planning) => {
    const position = positions.get(planning.key) ?? targets.push(planning) - 1;
    positions.set(planning.key, position);
    return position;
  });
  return { targets, targetOf };
};
