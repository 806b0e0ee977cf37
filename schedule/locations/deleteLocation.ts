import { deleteEntity } from '../changes/deleteEntity.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';

/** Refused while resources are in it; its child locations stay, without a parent. */
export const deleteLocation = (deps: Ports, scope: Scope, id: string): Promise<void> =>
  deleteEntity(deps, scope, 'location', id, (edits) => {
    const inside = [...edits.state.all('resource')].filter((resource) => resource.fields.location === id);
    if (inside.length > 0) {
      throw new ScheduleError(
        'in_use',
        `Location ${id} holds ${inside.length} resources (${inside[0].id}, …): move or delete them first.`,
      );
    }
    for (const child of edits.state.all('location')) {
      if (child.fields.parent === id) edits.put('location', child.id, { ...child.fields, parent: null });
    }
  });
