import { present } from '../../engine/present.ts';
import type { OperationRecord, OperationInput } from '../entities/operation.ts';
import { locate, notFound } from '../access/authorize.ts';
import { change } from '../changes/change.ts';
import { requireMatch } from '../changes/freshness.ts';
import type { Ports } from '../ports.ts';
import { operationRecord } from '../records/operationRecord.ts';
import type { Scope } from '../types.ts';
import { patchOperationIn } from './editOperation.ts';

export const patchOperation = async (
  deps: Ports,
  scope: Scope,
  id: string,
  input: OperationInput,
): Promise<OperationRecord> => {
  const planning = await locate(deps, scope, 'operation', id, 'planner');
  const { state } = await change(deps, scope, planning, (edits) => {
    if (!edits.state.has('operation', id)) throw notFound('operation', id);
    requireMatch(scope, edits.state, 'operation', id);
    patchOperationIn(edits, id, input, '');
  });
  return operationRecord(state, present(state.get('operation', id)));
};
