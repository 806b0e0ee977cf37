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
 * nothing; the endpoint's role must then suffice in at least one visible organization. Returns the organization of what the path names, if anything.
 */
export const mayEnter = async (
  deps: Pick<Ports, 'store' | 'repairs'>,
  scope: Scope,
  entrance: Entrance | null,
): Promise<string | null> => {
  if (entrance === null) {
    requireRoleSomewhere(scope);
    return null;
  }
  const { kind, id } = entrance;
  if (kind === 'repair') return (await findRepair(deps, scope, id)).planning.organization;
  if (kind !== 'organization') return (await locate(deps, scope, kind, id, 'viewer')).organization;
  authorizeOrganization(scope, id, 'viewer');
  return id;
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
