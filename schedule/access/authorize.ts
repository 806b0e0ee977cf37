import type { Kind } from '../../db/versions/entities.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { Role, Scope } from '../types.ts';

const RANK: Record<Role, number> = { viewer: 0, planner: 1, admin: 2 };

/** The same words for what is absent, deleted, or somebody else's. */
export const notFound = (entity: string, id: string): ScheduleError =>
  new ScheduleError('not_found', `No ${entity} ${id} here.`);

/** Organizations that a look-up may see: the caller's, or the one of X-Organization-Id when it is among them. */
export const visibleOrganizations = ({ actor, organization }: Scope): string[] => {
  const own = actor.memberships.map((membership) => membership.organization);
  return organization === null ? own : own.filter((id) => id === organization);
};

/** 404 for an organization that is not the caller's, 403 for one in which the role is lower than the verb or the way in asks for. */
export const authorizeOrganization = (scope: Scope, organization: string, least: Role): void => {
  const { actor } = scope;
  const role = scope.role === undefined || RANK[scope.role] < RANK[least] ? least : scope.role;
  const membership = actor.memberships.find((one) => one.organization === organization);
  if (membership === undefined) throw notFound('organization', organization);
  if (RANK[membership.role] >= RANK[role]) return;
  throw new ScheduleError(
    'forbidden',
    `This needs the role ${role} in organization ${organization}; yours is ${membership.role}.`,
  );
};

export const authorize = (scope: Scope, planning: PlanningRef, role: Role): PlanningRef => {
  authorizeOrganization(scope, planning.organization, role);
  return planning;
};

/** The planning that has this entity, when the caller may do what `role` allows there. */
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
