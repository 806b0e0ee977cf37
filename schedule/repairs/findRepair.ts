import type { Repair } from '../../db/runs/repairs.ts';
import { authorize, notFound, visibleOrganizations } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import type { Role, Scope } from '../types.ts';

/** Finds a repair by its id alone. Throws 404, also for a repair of another organization, and 403 below the role. */
export const findRepair = async (
  { repairs }: Pick<Ports, 'repairs'>,
  scope: Scope,
  id: string,
  role: Role = 'viewer',
): Promise<Repair> => {
  const repair = await repairs.get(id);
  if (repair === undefined || !visibleOrganizations(scope).includes(repair.planning.organization)) {
    throw notFound('repair', id);
  }
  authorize(scope, repair.planning, role);
  return repair;
};
