import { deleteEntity } from '../changes/deleteEntity.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';

/** Its operations stay, without a group. */
export const deleteGroup = (deps: Ports, scope: Scope, id: string): Promise<void> =>
  deleteEntity(deps, scope, 'group', id, (edits) => {
    for (const operation of edits.state.operationsOf(id)) {
      edits.put('operation', operation.id, { ...operation.fields, group: null });
    }
  });
