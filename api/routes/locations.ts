import {
  LocationCreate,
  LocationPatch,
  LocationRecord,
  LocationWithResources,
} from '../../schedule/entities/location.ts';
import { StatePageQuery } from '../contract/query.ts';
import { route } from '../routing/route.ts';

const tag = 'Locations';

export const locationRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/locations/',
      tag,
      summary: 'Locations of a planning with their resources',
      query: StatePageQuery,
      response: LocationWithResources,
      list: true,
      workspaceAware: true,
    },
    ({ scope, params, query, page }, { schedule }) =>
      schedule.listLocations(scope, params.id, { at: query.change_id, ...page }),
  ),
  route(
    {
      method: 'post',
      path: '/v1/locations/',
      tag,
      summary: 'Create a location',
      body: LocationCreate,
      status: 201,
      response: LocationRecord,
      workspaceAware: true,
      versioned: true,
      creates: true,
    },
    ({ scope, body }, { schedule }) => schedule.createLocation(scope, body),
  ),
  route(
    {
      method: 'get',
      path: '/v1/locations/{id}/',
      tag,
      summary: 'Read a location',
      response: LocationRecord,
      workspaceAware: true,
      versioned: true,
      standsAlone: true,
    },
    ({ scope, params }, { schedule }) => schedule.getLocation(scope, params.id),
  ),
  route(
    {
      method: 'patch',
      path: '/v1/locations/{id}/',
      tag,
      summary: 'Change a location',
      body: LocationPatch,
      response: LocationRecord,
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.patchLocation(scope, params.id, body),
  ),
  route(
    {
      method: 'delete',
      path: '/v1/locations/{id}/',
      tag,
      summary: 'Delete a location (soft)',
      description: 'A location that has resources is in use and cannot be deleted (400).',
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.deleteLocation(scope, params.id),
  ),
];
