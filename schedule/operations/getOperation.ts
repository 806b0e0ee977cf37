import type { OperationRecord } from '../entities/operation.ts';
import { readEntity } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { operationRecord } from '../records/operationRecord.ts';
import type { Scope } from '../types.ts';

export const getOperation = async (deps: Ports, scope: Scope, id: string): Promise<OperationRecord> => {
  const { state, version } = await readEntity(deps, scope, 'operation', id);
  return operationRecord(state, version);
};
