import { ResourceCreate, ResourcePatch, ResourceRecord } from '../../schedule/entities/resource.ts';
import { StatePageQuery } from '../contract/query.ts';
import { route } from '../routing/route.ts';
import { textAnswer } from '../routing/textAnswer.ts';

const tag = 'Resources';

export const resourceRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/resources/',
      tag,
      summary: 'Resources of a planning',
      query: StatePageQuery,
      response: ResourceRecord,
      list: true,
      workspaceAware: true,
    },
    ({ scope, params, query, page }, { schedule }) =>
      schedule.listResources(scope, params.id, { at: query.change_id, ...page }),
  ),
  route(
    {
      method: 'post',
      path: '/v1/resources/',
      tag,
      summary: 'Create a resource in a location',
      body: ResourceCreate,
      status: 201,
      response: ResourceRecord,
      workspaceAware: true,
      versioned: true,
      creates: true,
    },
    ({ scope, body }, { schedule }) => schedule.createResource(scope, body),
  ),
  route(
    {
      method: 'get',
      path: '/v1/resources/{id}/',
      tag,
      summary: 'Read a resource',
      response: ResourceRecord,
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.getResource(scope, params.id),
  ),
  route(
    {
      method: 'get',
      path: '/v1/resources/{id}/calendar/',
      tag,
      summary: 'The operations on a resource, as iCalendar',
      description:
        'An event (RFC 5545) for each part of an operation on the resource, with its expected start and end.',
      status: 200,
      text: 'text/calendar',
      workspaceAware: true,
    },
    async ({ scope, params, context }, { schedule }) =>
      textAnswer(context, 'text/calendar', `${params.id}.ics`, await schedule.resourceCalendar(scope, params.id)),
  ),
  route(
    {
      method: 'patch',
      path: '/v1/resources/{id}/',
      tag,
      summary: 'Change a resource',
      body: ResourcePatch,
      response: ResourceRecord,
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.patchResource(scope, params.id, body),
  ),
  route(
    {
      method: 'delete',
      path: '/v1/resources/{id}/',
      tag,
      summary: 'Delete a resource (soft)',
      description: 'Also ends the active assignments on it; in a workspace, only for readers of the workspace.',
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.deleteResource(scope, params.id),
  ),
];
