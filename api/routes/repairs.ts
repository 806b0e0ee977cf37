import { RepairPolicyRecord, RepairPolicyWrite } from '../../schedule/entities/repairPolicy.ts';
import { BalanceQuery, RepairBalance, RepairRecord, RepairRefusal, RepairsQuery } from '../contract/repair.ts';
import { route } from '../routing/route.ts';

const tag = 'Standing repair';

export const repairRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/repair-policy/',
      mainlineOnly: true,
      tag,
      summary: 'What the standing repair of a planning may do',
      response: RepairPolicyRecord,
    },
    ({ scope, params }, { schedule }) => schedule.getRepairPolicy(scope, params.id),
  ),
  route(
    {
      method: 'put',
      path: '/v1/plannings/{id}/repair-policy/',
      mainlineOnly: true,
      tag,
      summary: 'Turn the standing repair on or off, and set its limits',
      description:
        'The policy is a part of the planning: writing it is a changeset, with its author, which can be reverted. Members that are left out get their defaults. Writing it also resumes a standing repair that paused.',
      body: RepairPolicyWrite,
      response: RepairPolicyRecord,
    },
    ({ scope, params, body }, { schedule }) => schedule.putRepairPolicy(scope, params.id, body),
  ),
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/repairs/',
      mainlineOnly: true,
      tag,
      summary: 'Repairs of a planning, newest first',
      description:
        'Each change that opens a conflict has a repair shortly after, as far as the policy allows one. Subscribers to `/v1/events/` get `repair.proposed`, `repair.applied`, `repair.refused`, `repair.stale` and `repair.withdrawn` with the record.',
      query: RepairsQuery,
      response: RepairRecord,
      list: true,
    },
    ({ scope, params, query, page }, { schedule }) =>
      schedule.listRepairs(scope, params.id, { ...page, state: query.state ?? null, since: query.since ?? null }),
  ),
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/repair-balance/',
      mainlineOnly: true,
      tag,
      summary: 'What the standing repair has done, and the conflicts that are left',
      query: BalanceQuery,
      response: RepairBalance,
    },
    ({ scope, params, query }, { schedule }) => schedule.repairBalance(scope, params.id, query.since ?? null),
  ),
  route(
    {
      method: 'post',
      path: '/v1/repairs/{id}/apply/',
      mainlineOnly: true,
      tag,
      summary: 'Apply a repair',
      description:
        'All of its moves are written as one changeset with the source `repair`. Applying it again returns the same record. If one of its moves is no longer possible, the whole repair becomes stale (`repair_closed`).',
      response: RepairRecord,
    },
    ({ scope, params }, { schedule }) => schedule.applyRepair(scope, params.id),
  ),
  route(
    {
      method: 'post',
      path: '/v1/repairs/{id}/refuse/',
      mainlineOnly: true,
      tag,
      summary: 'Refuse a repair',
      description:
        'The reason is kept with the repair. For a day, the same moves are not proposed again, but other moves may be; after three refusals within a day, nothing more is proposed for the conflict.',
      body: RepairRefusal,
      response: RepairRecord,
    },
    ({ scope, params, body }, { schedule }) => schedule.refuseRepair(scope, params.id, body),
  ),
];
