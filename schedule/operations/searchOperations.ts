import type { OperationRecord } from '../entities/operation.ts';
import { readPlanning } from '../access/readState.ts';
import type { Ports } from '../ports.ts';
import { operationRecord } from '../records/operationRecord.ts';
import { inOrder } from '../records/page.ts';
import type { Scope } from '../types.ts';

/** Finds operations by exact external id, which need not be unique. */
export const searchOperations = async (
  deps: Ports,
  scope: Scope,
  planning: string,
  externalId: string,
): Promise<OperationRecord[]> => {
  const state = await readPlanning(deps, scope, planning);
  const found = [...state.all('operation')].filter((version) => version.fields.externalId === externalId);
  return inOrder(found).map((version) => operationRecord(state, version));
};
