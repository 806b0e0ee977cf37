import type { Kind } from '../../db/versions/entities.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';
import { authorizeOrganization, locate, visibleOrganizations } from './authorize.ts';

/** What a request's path names. */
export interface Entrance {
  readonly kind: Kind | 'organization';
  readonly id: string;
}

/**
 * Refuses, before anything of a request is looked at, who may not do there what the way in asks for: the same 404 and 403 as the verb behind it.
 * Null: the path names nothing; then the role must suffice in some organization that the scope sees.
 */
export const mayEnter = async (deps: Pick<Ports, 'store'>, scope: Scope, entrance: Entrance | null): Promise<void> => {
  if (entrance === null) return requireRoleSomewhere(scope);
  const { kind, id } = entrance;
  if (kind === 'organization') authorizeOrganization(scope, id, 'viewer');
  else await locate(deps, scope, kind, id, 'viewer');
};

const requireRoleSomewhere = (scope: Scope): void => {
  if (scope.role === undefined) return;
  let refusal: unknown;
  for (const organization of visibleOrganizations(scope)) {
    try {
      return authorizeOrganization(scope, organization, 'viewer');
    } catch (error) {
      refusal = error;
    }
  }
  if (refusal !== undefined) throw refusal;
};
