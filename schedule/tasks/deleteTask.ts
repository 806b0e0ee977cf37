import { deleteEntity } from '../changes/deleteEntity.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';

/** A linked one leaves its side of the operation null: the operation has no window any more. */
export const deleteTask = (deps: Ports, scope: Scope, id: string): Promise<void> =>
  deleteEntity(deps, scope, 'task', id, () => undefined);
