import type { PlanningRef } from '../../db/versions/planningState.ts';
import { present } from '../../engine/present.ts';
import type { OperationRecord, OperationInput } from '../entities/operation.ts';
import { locateAllInBody } from '../access/locateInBody.ts';
import { changeAll } from '../changes/change.ts';
import type { Edits } from '../changes/edits.ts';
import type { Ports } from '../ports.ts';
import { below, item, Problems, toError } from '../problems.ts';
import { operationRecord } from '../records/operationRecord.ts';
import { mapSlicedly } from '../turns.ts';
import type { Scope } from '../types.ts';
import { distinct } from './bulkCreateOperations.ts';
import { patchOperationIn } from './editOperation.ts';

/** Updates all operations or none. Problems are at their index below `path`. */
export const bulkPatchOperations = async (
  deps: Ports,
  scope: Scope,
  inputs: readonly OperationInput[],
  path = '',
): Promise<OperationRecord[]> => {
  if (inputs.length === 0) return [];
  const named = inputs.map(({ id }, i) => ({ id, path: below(item(path, i), 'id') }));
  const { states, targetOf, ids } = await patchAll(deps, scope, named, (edits, i, id) =>
    patchOperationIn(edits, id, present(inputs[i]), item(path, i)),
  );
  return mapSlicedly(ids, (id, i) => {
    const state = present(states[present(targetOf[i])]);
    return operationRecord(state, present(state.get('operation', id)));
  });
};

/**
 * Runs `patch` for each item's operation in one transaction, after `check` for each of their plannings. Throws 400 if an operation is named
 * twice.
 */
export const patchAll = async (
  deps: Ports,
  scope: Scope,
  items: readonly { readonly id: string | undefined; readonly path: string }[],
  patch: (edits: Edits, index: number, id: string) => void,
  check?: (planning: PlanningRef) => Promise<unknown>,
) => {
  const problems = new Problems();
  const seen = new Set<string>();
  for (const { id, path } of items) {
    if (id === undefined) problems.required(path);
    else if (seen.has(id)) problems.repeated(path, id);
    else seen.add(id);
  }
  if (problems.any) throw toError(problems.list);
  const named = items.map(({ id, path }) => ({ id: present(id), path }));
  const { targets, targetOf } = distinct(await locateAllInBody(deps, scope, 'operation', named));
  if (check !== undefined) for (const planning of targets) await check(planning);
  const { states } = await changeAll(deps, scope, targets, async (all) => {
    await mapSlicedly(named, ({ id, path }, i) => {
      const edits = present(all[present(targetOf[i])]);
      if (edits.has('operation', id)) patch(edits, i, id);
      else edits.problems.missingReference(path, 'operation', id);
    });
    return null;
  });
  return { states, targetOf, ids: named.map(({ id }) => id) };
};
