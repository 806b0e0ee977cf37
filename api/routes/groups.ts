import { GroupCreate, GroupPatch, GroupRecord } from '../../schedule/entities/group.ts';
import { OperationRecord } from '../../schedule/entities/operation.ts';
import { PageQuery, StatePageQuery } from '../contract/query.ts';
import { route } from '../routing/route.ts';

const tag = 'Operation groups';

export const groupRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/operation-groups/',
      tag,
      summary: 'Operation groups of a planning',
      query: StatePageQuery,
      response: GroupRecord,
      list: true,
      workspaceAware: true,
    },
    ({ scope, params, query, page }, { schedule }) =>
      schedule.listGroups(scope, params.id, { at: query.change_id, ...page }),
  ),
  route(
    {
      method: 'post',
      path: '/v1/operation-groups/',
      tag,
      summary: 'Create an operation group',
      body: GroupCreate,
      status: 201,
      response: GroupRecord,
      workspaceAware: true,
      versioned: true,
      creates: true,
    },
    ({ scope, body }, { schedule }) => schedule.createGroup(scope, body),
  ),
  route(
    {
      method: 'get',
      path: '/v1/operation-groups/{id}/',
      tag,
      summary: 'Operations of a group',
      description: 'The ETag is the version of the group itself.',
      query: PageQuery,
      response: OperationRecord,
      list: true,
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params, page }, { schedule }) => schedule.groupOperations(scope, params.id, page),
  ),
  route(
    {
      method: 'patch',
      path: '/v1/operation-groups/{id}/',
      tag,
      summary: 'Change an operation group',
      body: GroupPatch,
      response: GroupRecord,
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.patchGroup(scope, params.id, body),
  ),
  route(
    {
      method: 'delete',
      path: '/v1/operation-groups/{id}/',
      tag,
      summary: 'Delete an operation group',
      description: 'Its operations stay, without a group.',
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.deleteGroup(scope, params.id),
  ),
];
