import type { Kind } from '../../db/versions/entities.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { Role, Scope } from '../types.ts';
import { includesRole } from './roles.ts';

/** The same message whether the entity is absent, deleted, or another organization's, so that nothing leaks. */
export const notFound = (entity: string, id: string): ScheduleError =>
  new ScheduleError('not_found', `There is no ${entity} ${id}.`);

/** The organizations that a lookup may search: all of the caller's, or only the one that X-Organization-Id names, if the caller is a member. */
export const visibleOrganizations = ({ actor, organization }: Scope): string[] => {
  const own = actor.memberships.map((membership) => membership.organization);
  return organization === null ? own : own.filter((id) => id === organization);
};

/**
 * Throws 404 unless the caller is a member of the organization, and 403 if the caller's role is below what the verb (`least`) or the endpoint
 * (`scope.role`) requires.
 */
export const authorizeOrganization = (scope: Scope, organization: string, least: Role): void => {
  const { actor } = scope;
  const role = scope.role !== undefined && includesRole(scope.role, least) ? scope.role : least;
  const membership = actor.memberships.find((one) => one.organization === organization);
  if (membership === undefined) throw notFound('organization', organization);
  if (includesRole(membership.role, role)) return;
  throw new ScheduleError(
    'forbidden',
    `This needs the role ${role} in organization ${organization}; yours is ${membership.role}.`,
  );
};

/** Throws like `authorizeOrganization`, for the organization of the planning. Returns the planning. */
export const authorize = (scope: Scope, planning: PlanningRef, role: Role): PlanningRef => {
  authorizeOrganization(scope, planning.organization, role);
  return planning;
};

/** Finds the planning that contains an entity and checks that the caller has `role` there. Throws 404, 403, or `id_ambiguous`. */
export const locate = async (
  { store }: Pick<Ports, 'store'>,
  scope: Scope,
  kind: Kind,
  id: string,
  role: Role,
): Promise<PlanningRef> => {
  const located = await store.locate(visibleOrganizations(scope), kind, id);
  if (located.found === 'none') throw notFound(kind, id);
  if (located.found === 'one') return authorize(scope, located.planning, role);
  throw new ScheduleError(
    'id_ambiguous',
    `${kind} ${id} exists in the organizations ${located.organizations.join(', ')}: name one in X-Organization-Id.`,
  );
};
