import { deleteEntity } from '../changes/deleteEntity.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';

/** Deactivates the assignments that use it and leaves its children without a parent; neighbors' lists forget it when read. */
export const deleteResource = (deps: Ports, scope: Scope, id: string): Promise<void> =>
  deleteEntity(deps, scope, 'resource', id, (edits) => {
    for (const assignment of edits.state.assignmentsOn(id)) edits.delete('assignment', assignment.id);
    for (const child of edits.state.all('resource')) {
      if (child.fields.parent === id) edits.put('resource', child.id, { ...child.fields, parent: null });
    }
  });
