import { PreferencesPut, PreferencesRecord } from '../contract/preferences.ts';
import { PlanningCreate, PlanningPatch, PlanningRecord } from '../../schedule/entities/planning.ts';
import { z } from 'zod';
import { Problem } from '../contract/error.ts';
import { PlanningMeta } from '../contract/planningMeta.ts';
import { Id } from '../../schedule/entities/primitives.ts';
import { ExportQuery, ImportQuery, PageQuery, PlanCsvQuery } from '../contract/query.ts';
import { entityTag, isKnown } from '../routing/conditions.ts';
import { route } from '../routing/route.ts';
import { textAnswer } from '../routing/textAnswer.ts';
import { DOCUMENT_LISTS, ExportedDocument, PlanningDocument } from './documentSchemas.ts';
import { withRunParameters } from '../openapi/solverParameters.ts';

const tag = 'Plannings';

const WARNINGS = {
  warnings: z.array(Problem.omit({ code: true })).meta({
    description:
      'What is taken as it is but may be a mistake, at most 1000: tags that rules name although there is no such tag, or no operation or resource has any of those named.',
  }),
};

const Imported = z
  .object({
    planning: PlanningRecord,
    ids: z
      .record(z.string(), z.record(z.string(), Id))
      .nullable()
      .meta({ description: 'The new id of each id in the document, by kind of record; null when all ids were kept.' }),
    ...WARNINGS,
  })
  .meta({ id: 'ImportedPlanning' });

const ImportPreview = z
  .object({
    name: z.string().meta({ description: 'The name of the new planning.' }),
    counts: z
      .object({
        locations: z.int().meta({ description: 'The number of locations.' }),
        tags: z.int().meta({ description: 'The number of tags.' }),
        resources: z.int().meta({ description: 'The number of resources.' }),
        groups: z.int().meta({ description: 'The number of groups.' }),
        operations: z.int().meta({ description: 'The number of operations.' }),
        rules: z.int().meta({ description: 'The number of rules.' }),
        assignments: z.int().meta({ description: 'The number of assignments.' }),
      })
      .meta({ description: 'How many records the planning would have.' }),
    keepsIds: z
      .boolean()
      .meta({ description: 'True when every id is free, so that the ids of the document would be kept.' }),
    ...WARNINGS,
  })
  .meta({
    id: 'ImportPreview',
    description: 'What an import would do. A document that the import would refuse is refused with the same error.',
  });

export const planningRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/organizations/{org_pk}/plannings/',
      tag,
      summary: 'Plannings of an organization',
      query: PageQuery,
      response: PlanningRecord,
      list: true,
    },
    ({ scope, params, page }, { schedule }) => schedule.listPlannings(scope, params.org_pk, page),
  ),
  route(
    {
      method: 'post',
      path: '/v1/organizations/{org_pk}/plannings/',
      mainlineOnly: true,
      tag,
      summary: 'Create a planning',
      body: PlanningCreate,
      status: 201,
      response: PlanningRecord,
      versioned: true,
      creates: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.createPlanning(scope, params.org_pk, body),
  ),
  route(
    {
      method: 'patch',
      path: '/v1/organizations/{org_pk}/plannings/{id}/',
      workspaceAware: true,
      tag,
      summary: 'Change a planning',
      body: PlanningPatch,
      response: PlanningRecord,
      versioned: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.patchPlanning(scope, params.org_pk, params.id, body),
  ),
  route(
    {
      method: 'delete',
      path: '/v1/organizations/{org_pk}/plannings/{id}/',
      mainlineOnly: true,
      tag,
      summary: 'Delete a planning and everything in it',
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.deletePlanning(scope, params.org_pk, params.id),
  ),
  route(
    {
      method: 'post',
      path: '/v1/organizations/{org_pk}/plannings/import/',
      mainlineOnly: true,
      tag,
      summary: 'Create a planning from a document',
      description:
        'Ids are kept when none of them is taken; otherwise all records get new ids, which the response lists. The parameters of a run are checked but not kept.',
      query: ImportQuery,
      body: PlanningDocument,
      lists: DOCUMENT_LISTS,
      status: 201,
      response: Imported,
      dryRun: ImportPreview,
      creates: true,
    },
    ({ scope, params, query, body }, { schedule }) =>
      query.dryRun === true
        ? schedule.previewImport(scope, params.org_pk, body)
        : schedule.importPlanning(scope, params.org_pk, body),
  ),
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/',
      workspaceAware: true,
      tag,
      summary: 'Read a planning',
      response: PlanningRecord,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.getPlanning(scope, params.id),
  ),
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/export/',
      tag,
      summary: 'The planning as a document',
      description:
        'X-Change-Id is the last changeset that is visible in the document, comparable with `change` of the message `subscribed`: the document does not contain later changes.',
      query: ExportQuery,
      response: ExportedDocument,
      workspaceAware: true,
      standsAlone: true,
    },
    async ({ scope, params, query, context }, { schedule }) => {
      const { change_id: at, versions } = query;
      const { change, tag: version, document } = await schedule.readExport(scope, params.id, { change: at, versions });
      if (change !== null) context.header('X-Change-Id', change);
      if (version !== null) {
        context.header('ETag', entityTag(version));
        // Clients may cache the document, but have to revalidate it each time.
        context.header('Cache-Control', 'private, no-cache');
        if (isKnown(context, entityTag(version))) return context.body(null, 304);
      }
      return document();
    },
  ),
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/export/csv/',
      tag,
      summary: 'The plan as CSV',
      description:
        'For spreadsheets: a line for each part of an operation, in order of time, with its resource and its expected times in UTC. An operation without a place has no resource.',
      query: PlanCsvQuery,
      status: 200,
      text: 'text/csv',
      workspaceAware: true,
    },
    async ({ scope, params, query, context }, { schedule }) =>
      textAnswer(context, 'text/csv', `${params.id}.csv`, await schedule.planCsv(scope, params.id, query.change_id)),
  ),
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/meta/',
      tag,
      summary: 'Solvers, rule kinds, tag categories, weights and limits of a planning',
      response: PlanningMeta,
      workspaceAware: true,
    },
    async ({ scope, params }, { schedule }) => {
      const meta = await schedule.meta(scope, params.id);
      return { ...meta, solvers: withRunParameters(meta.solvers) };
    },
  ),
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/preferences/',
      tag: 'Users',
      summary: "The current user's preferences for a planning",
      description: 'When the caller has no preferences yet, empty ones are created.',
      response: PreferencesRecord,
    },
    ({ scope, params }, { schedule }) => schedule.getPreferences(scope, params.id),
  ),
  route(
    {
      method: 'put',
      path: '/v1/plannings/{id}/preferences/',
      tag: 'Users',
      summary: "Replace the current user's preferences for a planning",
      body: PreferencesPut,
      response: PreferencesRecord,
    },
    ({ scope, params, body }, { schedule }) => schedule.putPreferences(scope, params.id, body.data),
  ),
];
