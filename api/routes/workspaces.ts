import { PageQuery } from '../contract/query.ts';
import {
  ChangesetDetail,
  ClashStrategy,
  MergePreview,
  RebasedWorkspace,
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
      mainlineOnly: true,
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
      summary: 'What a workspace changes, with the scores of both plans',
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
        'If the mainline has also changed the same things since the workspace branched off, the response is 409 with both sides, unless `strategy`, or `resolutions` for single records, say which side wins. With `dryRun`, the response says what would be written, with the mainline’s score before and after.',
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
      description:
        'It can no longer be selected, and the changes of a draft count as discarded. They are kept: `restore/` brings it back.',
      response: WorkspaceRecord,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.archiveWorkspace(scope, params.id),
  ),
  route(
    {
      method: 'post',
      path: '/v1/workspaces/{id}/restore/',
      tag,
      summary: 'Bring an archived workspace back',
      description:
        'It becomes what it was: a draft with its changes, or a published workspace. One that is not archived stays as it is.',
      response: WorkspaceRecord,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.restoreWorkspace(scope, params.id),
  ),
  route(
    {
      method: 'post',
      path: '/v1/workspaces/{id}/rebase/',
      tag,
      summary: 'Bring the changes of the mainline into a workspace',
      description:
        'If there are clashes, the response is 409, unless `strategy`, or `resolutions` for single records, say which side wins. Otherwise `errors` says what must be corrected before the workspace can be published. With `dryRun`, the response says what would be written, with the workspace’s score before and after.',
      body: ClashStrategy,
      response: RebasedWorkspace,
      dryRun: MergePreview,
      versioned: true,
    },
    ({ scope, params, body }, { schedule }) =>
      body.dryRun === true
        ? schedule.previewRebase(scope, params.id, body)
        : schedule.rebaseWorkspace(scope, params.id, body),
  ),
];
