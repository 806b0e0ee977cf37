import { deleteEntity } from '../changes/deleteEntity.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';

export const deleteRule = (deps: Ports, scope: Scope, id: string): Promise<void> =>
  deleteEntity(deps, scope, 'rule', id, () => undefined);
