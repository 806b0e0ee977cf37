import type { Kind } from '../../db/versions/entities.ts';
import type { Ports } from '../ports.ts';
import { findRepair } from '../repairs/findRepair.ts';
import type { Scope } from '../types.ts';
import { authorizeOrganization, locate, visibleOrganizations } from './authorize.ts';

/** The entity or organization that a request's path names. */
export interface Entrance {
  readonly kind: Kind | 'organization' | 'repair';
  readonly id: string;
}

/**
 * Authorizes a request before its body is read: throws the same 404 or 403 as the verb that would serve it. With a null entrance, the path names
 * nothing; the endpoint's role must then suffice in at least one visible organization.
 */
export const mayEnter = async (
  deps: Pick<Ports, 'store' | 'repairs'>,
  scope: Scope,
  entrance: Entrance | null,
): Promise<void> => {
  if (entrance === null) return requireRoleSomewhere(scope);
  const { kind, id } = entrance;
  if (kind === 'organization') authorizeOrganization(scope, id, 'viewer');
  else if (kind === 'repair') await findRepair(deps, scope, id);
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
