import { PageQuery } from '../contract/query.ts';
import {
  ChangesetDetail,
  ClashStrategy,
  MergePreview,
  WorkspaceCreate,
  WorkspaceDiff,
  WorkspacePatch,
  WorkspaceRecord,
} from '../contract/workspace.ts';
import { route } from '../routing/route.ts';

const tag = 'Workspaces';

export const workspaceRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/workspaces/',
      tag,
      summary: 'Workspaces of a planning',
      query: PageQuery,
      response: WorkspaceRecord,
      list: true,
    },
    ({ scope, params, page }, { schedule }) => schedule.listWorkspaces(scope, params.id, page),
  ),
  route(
    {
      method: 'post',
      path: '/v1/plannings/{id}/workspaces/',
      tag,
      summary: 'Create a workspace: a draft over the mainline',
      body: WorkspaceCreate,
      status: 201,
      response: WorkspaceRecord,
      versioned: true,
      creates: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.createWorkspace(scope, params.id, body),
  ),
  route(
    {
      method: 'get',
      path: '/v1/workspaces/{id}/',
      tag,
      summary: 'Read a workspace',
      response: WorkspaceRecord,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.getWorkspace(scope, params.id),
  ),
  route(
    {
      method: 'patch',
      path: '/v1/workspaces/{id}/',
      tag,
      summary: 'Rename or describe a workspace',
      body: WorkspacePatch,
      response: WorkspaceRecord,
      versioned: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.patchWorkspace(scope, params.id, body),
  ),
  route(
    {
      method: 'get',
      path: '/v1/workspaces/{id}/diff/',
      tag,
      summary: 'What a workspace changes, and what that does to the score',
      response: WorkspaceDiff,
    },
    ({ scope, params }, { schedule }) => schedule.workspaceDiff(scope, params.id),
  ),
  route(
    {
      method: 'post',
      path: '/v1/workspaces/{id}/publish/',
      tag,
      summary: 'Publish a workspace to the mainline as one changeset',
      description:
        'What also changed on the mainline since it branched is 409 with both sides, unless strategy, or resolutions one by one, say who wins. With dryRun: what it would write, and the mainline’s score before and after.',
      body: ClashStrategy,
      status: 201,
      response: ChangesetDetail,
      dryRun: MergePreview,
      creates: true,
    },
    ({ scope, params, body }, { schedule }) =>
      body.dryRun === true
        ? schedule.previewPublish(scope, params.id, body)
        : schedule.publishWorkspace(scope, params.id, body),
  ),
  route(
    {
      method: 'post',
      path: '/v1/workspaces/{id}/archive/',
      tag,
      summary: 'Archive a workspace',
      response: WorkspaceRecord,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.archiveWorkspace(scope, params.id),
  ),
  route(
    {
      method: 'post',
      path: '/v1/workspaces/{id}/rebase/',
      tag,
      summary: 'Bring what changed on the mainline into a workspace',
      description:
        'Clashes are 409, unless strategy, or resolutions one by one, say who wins. With dryRun: what it would write, and the workspace’s score before and after.',
      body: ClashStrategy,
      response: WorkspaceRecord,
      dryRun: MergePreview,
      versioned: true,
    },
    ({ scope, params, body }, { schedule }) =>
      body.dryRun === true
        ? schedule.previewRebase(scope, params.id, body)
        : schedule.rebaseWorkspace(scope, params.id, body),
  ),
];
