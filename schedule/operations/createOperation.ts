import { present } from '../../engine/present.ts';
import type { OperationRecord, OperationInput } from '../entities/operation.ts';
import { locateInBody } from '../access/locateInBody.ts';
import { change } from '../changes/change.ts';
import type { Ports } from '../ports.ts';
import { operationRecord } from '../records/operationRecord.ts';
import type { Scope } from '../types.ts';
import { createOperationIn } from './editOperation.ts';

export const createOperation = async (deps: Ports, scope: Scope, input: OperationInput): Promise<OperationRecord> => {
  const planning = await locateInBody(deps, scope, 'planning', input.planning, 'planning');
  const { state, result } = await change(deps, scope, planning, (edits) => createOperationIn(edits, input, ''));
  return operationRecord(state, present(state.get('operation', result)));
};
