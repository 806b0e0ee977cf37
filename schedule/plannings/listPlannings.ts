import type { PlanningRecord } from '../entities/planning.ts';
import { authorizeOrganization } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import { planningRecord } from '../records/entityRecords.ts';
import { pageAfter } from '../records/page.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';
import { latestChange } from './latestChange.ts';

export const listPlannings = async (
  deps: Ports,
  scope: Scope,
  organization: string,
  request: PageRequest,
): Promise<Listed<PlanningRecord>> => {
  authorizeOrganization(scope, organization, 'viewer');
  const plannings = await deps.store.plannings(organization);
  const { items, next } = pageAfter(plannings, request, ({ id }) => id);
  const records = await Promise.all(
    items.map(async (planning) =>
      planningRecord(await deps.store.state({ planning }), await latestChange(deps, planning)),
    ),
  );
  return { items: records, next };
};
