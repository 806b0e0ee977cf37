import { UploadMappingRecord, UploadMappingWrite } from '../../schedule/entities/uploadMapping.ts';
import { PageQuery } from '../contract/query.ts';
import { route } from '../routing/route.ts';

const tag = 'Organizations';
const LIST = '/v1/organizations/{org_pk}/upload-mappings/';
const ONE = '/v1/organizations/{org_pk}/upload-mappings/{mapping_id}/';

export const uploadMappingRoutes = [
  route(
    {
      method: 'get',
      path: LIST,
      tag,
      summary: 'Saved mappings of CSV columns, by name',
      query: PageQuery,
      response: UploadMappingRecord,
      list: true,
    },
    ({ scope, params, page }, { schedule }) => schedule.listUploadMappings(scope, params.org_pk, page),
  ),
  route(
    {
      method: 'post',
      path: LIST,
      tag,
      summary: 'Save a mapping of CSV columns',
      description:
        'An upload of `text/csv` with `?mapping=` and the id of the mapping is read by this mapping. docs/formats.md has examples. An organization has at most 200 mappings.',
      body: UploadMappingWrite,
      status: 201,
      response: UploadMappingRecord,
      creates: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.createUploadMapping(scope, params.org_pk, body),
  ),
  route(
    { method: 'get', path: ONE, tag, summary: 'One saved mapping', response: UploadMappingRecord },
    ({ scope, params }, { schedule }) => schedule.getUploadMapping(scope, params.org_pk, params.mapping_id),
  ),
  route(
    {
      method: 'put',
      path: ONE,
      tag,
      summary: 'Replace a saved mapping',
      description: 'All of it is replaced; members that are absent have their defaults.',
      body: UploadMappingWrite,
      response: UploadMappingRecord,
    },
    ({ scope, params, body }, { schedule }) => schedule.putUploadMapping(scope, params.org_pk, params.mapping_id, body),
  ),
  route({ method: 'delete', path: ONE, tag, summary: 'Delete a saved mapping' }, ({ scope, params }, { schedule }) =>
    schedule.deleteUploadMapping(scope, params.org_pk, params.mapping_id),
  ),
];
