import { TagCreate, TagPatch, TagRecord } from '../../schedule/entities/tag.ts';
import { StatePageQuery } from '../contract/query.ts';
import { route } from '../routing/route.ts';

const tag = 'Tags';

export const tagRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/tags/',
      tag,
      summary: 'Tags of a planning',
      query: StatePageQuery,
      response: TagRecord,
      list: true,
      workspaceAware: true,
    },
    ({ scope, params, query, page }, { schedule }) =>
      schedule.listTags(scope, params.id, { at: query.change_id, ...page }),
  ),
  route(
    {
      method: 'post',
      path: '/v1/tags/',
      tag,
      summary: 'Create a tag',
      body: TagCreate,
      status: 201,
      response: TagRecord,
      workspaceAware: true,
      versioned: true,
      creates: true,
    },
    ({ scope, body }, { schedule }) => schedule.createTag(scope, body),
  ),
  route(
    {
      method: 'get',
      path: '/v1/tags/{uuid}/',
      tag,
      summary: 'Read a tag',
      response: TagRecord,
      workspaceAware: true,
      versioned: true,
      standsAlone: true,
    },
    ({ scope, params }, { schedule }) => schedule.getTag(scope, params.uuid),
  ),
  route(
    {
      method: 'patch',
      path: '/v1/tags/{uuid}/',
      tag,
      summary: 'Change a tag',
      body: TagPatch,
      response: TagRecord,
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.patchTag(scope, params.uuid, body),
  ),
  route(
    {
      method: 'delete',
      path: '/v1/tags/{uuid}/',
      tag,
      summary: 'Delete a tag (soft)',
      description:
        'The tag is removed from every record that has it. A list of a rule that loses its last tag stands for no tag, and not, like an empty one, for all: the rule is about no operation, or no resource. Every resource then lacks the `resourceTags` of a rule of kind `mismatch`, so that rule is broken everywhere: change or disable it.',
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.deleteTag(scope, params.uuid),
  ),
];
