import { deleteEntity } from '../changes/deleteEntity.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';

/** What carried it keeps the uuid, unseen: it leaves reads and compiles at once, and a rule that lost its tags matches nothing. */
export const deleteTag = (deps: Ports, scope: Scope, uuid: string): Promise<void> =>
  deleteEntity(deps, scope, 'tag', uuid, () => undefined);
