import { z } from 'zod';
import { ChangesetsQuery } from '../contract/query.ts';
import { ChangesetDetail, ChangesetRecord } from '../contract/workspace.ts';
import { route } from '../routing/route.ts';

const tag = 'Changesets';

export const changesetRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/changesets/',
      tag,
      summary: 'Changesets of a planning, newest first',
      description:
        'Those of the mainline, or of the workspace in X-Workspace-Id. A changeset has to match all given filters.',
      query: ChangesetsQuery,
      response: z.union([ChangesetDetail, ChangesetRecord]),
      list: true,
      workspaceAware: true,
    },
    ({ scope, params, query, page }, { schedule }) => schedule.listChangesets(scope, params.id, { ...query, ...page }),
  ),
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/changesets/{change_id}/',
      tag,
      summary: 'One changeset with its diffs',
      response: ChangesetDetail,
      workspaceAware: true,
    },
    ({ scope, params }, { schedule }) => schedule.getChangeset(scope, params.id, params.change_id),
  ),
  route(
    {
      method: 'post',
      path: '/v1/plannings/{id}/changesets/{change_id}/revert/',
      tag,
      summary: 'Undo a changeset by writing a new one',
      description: 'If later changesets changed the same fields, the response is 409 with both sides.',
      status: 201,
      response: ChangesetDetail,
      workspaceAware: true,
      creates: true,
    },
    ({ scope, params }, { schedule }) => schedule.revertChangeset(scope, params.id, params.change_id),
  ),
];
