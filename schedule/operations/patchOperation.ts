import { locate, notFound } from '../access/authorize.ts';
import { change } from '../changes/change.ts';
import { requireMatch } from '../changes/requireMatch.ts';
import type { Ports } from '../ports.ts';
import { operationRecord } from '../records/operationRecord.ts';
import type { OperationRecord } from '../records/records.ts';
import type { OperationInput, Scope } from '../types.ts';
import { patchOperationIn } from './editOperation.ts';

export const patchOperation = async (
  deps: Ports,
  scope: Scope,
  id: string,
  input: OperationInput,
): Promise<OperationRecord> => {
  const planning = await locate(deps, scope, 'operation', id, 'planner');
  const { state } = await change(deps, scope, planning, (edits) => {
    const version = edits.state.get('operation', id);
    if (version === undefined) throw notFound('operation', id);
    requireMatch(scope, version.versionId);
    patchOperationIn(edits, id, input, '');
  });
  return operationRecord(state, state.get('operation', id)!);
};
