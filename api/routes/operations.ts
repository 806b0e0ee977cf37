import {
  BulkUpload,
  BulkUploadPreview,
  BulkUploadResult,
  OperationBulkCreateBody,
  OperationBulkPatchBody,
  OperationSearch,
  OperationTasksUpdate,
  TasksBulkUpdate,
} from '../contract/bulk.ts';
import { AssignmentRecord } from '../../schedule/entities/assignment.ts';
import {
  OperationBulkCreate,
  OperationBulkPatch,
  OperationCreate,
  OperationPatch,
  OperationRecord,
  OperationUpload,
} from '../../schedule/entities/operation.ts';
import { MovementUpload } from '../../schedule/entities/movement.ts';
import { TaskRecord } from '../../schedule/entities/task.ts';
import { z } from 'zod';
import { PROBLEM_LIMIT } from '../contract/error.ts';
import { OperationsQuery, PageQuery, TasksBulkQuery, UploadQuery } from '../contract/query.ts';
import { route } from '../routing/route.ts';
import type { RowReport, RowWarning } from '../routing/rowReport.ts';
import { refuseStrayMapping, UPLOAD_FORMATS } from './uploadFormats.ts';

const tag = 'Operations';

export const operationRoutes = [
  route(
    {
      method: 'post',
      path: '/v1/operations/',
      tag,
      summary: 'Create an operation with its tasks',
      body: OperationCreate,
      status: 201,
      response: OperationRecord,
      workspaceAware: true,
      versioned: true,
      creates: true,
    },
    ({ scope, body }, { schedule }) => schedule.createOperation(scope, body),
  ),
  route(
    {
      method: 'get',
      path: '/v1/operations/{id}/',
      tag,
      summary: 'Read an operation',
      response: OperationRecord,
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.getOperation(scope, params.id),
  ),
  route(
    {
      method: 'patch',
      path: '/v1/operations/{id}/',
      tag,
      summary: 'Change an operation',
      description: 'Changed task details create new task versions. When nothing differs, nothing is written.',
      body: OperationPatch,
      response: OperationRecord,
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.patchOperation(scope, params.id, body),
  ),
  route(
    {
      method: 'delete',
      path: '/v1/operations/{id}/',
      tag,
      summary: 'Delete an operation (soft)',
      description: 'Deactivates its assignment and deletes its tasks in the same changeset.',
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.deleteOperation(scope, params.id),
  ),
  route(
    {
      method: 'get',
      path: '/v1/operations/{id}/assignment/',
      tag,
      summary: 'The active assignment of an operation',
      description:
        'The response is 404 when the operation is unassigned: it has no active assignment, or one of which no part has a resource, which the mainline may have deleted below a draft.',
      response: AssignmentRecord,
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.operationAssignment(scope, params.id),
  ),
  route(
    {
      method: 'get',
      path: '/v1/operations/{id}/tasks/',
      tag,
      summary: 'Task history of an operation, oldest first',
      query: PageQuery,
      response: TaskRecord,
      list: true,
      workspaceAware: true,
    },
    ({ scope, params, page }, { schedule }) => schedule.operationTasks(scope, params.id, page),
  ),
  route(
    {
      method: 'post',
      path: '/v1/operations/bulk/',
      tag,
      summary: 'Create operations, all or none',
      body: OperationBulkCreateBody,
      items: 'operations',
      lists: { operations: OperationBulkCreate },
      status: 201,
      response: z.array(OperationRecord),
      workspaceAware: true,
      creates: true,
    },
    ({ scope, body }, { schedule }) => schedule.bulkCreateOperations(scope, body.operations, body.path),
  ),
  route(
    {
      method: 'patch',
      path: '/v1/operations/bulk/',
      tag,
      summary: 'Change operations, all or none',
      body: OperationBulkPatchBody,
      items: 'operations',
      lists: { operations: OperationBulkPatch },
      response: z.array(OperationRecord),
      workspaceAware: true,
    },
    ({ scope, body }, { schedule }) => schedule.bulkPatchOperations(scope, body.operations, body.path),
  ),
  route(
    {
      method: 'patch',
      path: '/v1/operations/tasks/bulk/',
      tag,
      summary: 'Change the tasks of operations, all or none',
      description: 'The window limits which of the updated operations the response contains.',
      query: TasksBulkQuery,
      body: TasksBulkUpdate,
      items: 'operations',
      lists: { operations: OperationTasksUpdate },
      response: z.array(OperationRecord),
      workspaceAware: true,
    },
    ({ scope, body, query }, { schedule }) =>
      schedule.bulkUpdateTasks(scope, body, {
        start: query.start_timestamp ?? null,
        end: query.end_timestamp ?? null,
        rangeField: query.range_field ?? null,
        version: query.version ?? null,
      }),
  ),
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/operations/',
      tag,
      summary: 'Operations of a planning',
      description:
        'With both timestamps, only operations whose times, chosen by range_field, overlap the window. With only one timestamp there is no filter.',
      query: OperationsQuery,
      response: OperationRecord,
      list: true,
      workspaceAware: true,
    },
    ({ scope, params, query, page }, { schedule }) =>
      schedule.listOperations(scope, params.id, {
        start: query.start_timestamp ?? null,
        end: query.end_timestamp ?? null,
        rangeField: query.range_field ?? null,
        version: query.version ?? null,
        ...page,
      }),
  ),
  route(
    {
      method: 'post',
      path: '/v1/plannings/{id}/operations/search/',
      tag,
      summary: 'Find operations by externalId',
      description:
        'The match is exact. Several operations may have the same externalId; when none has it, the list is empty.',
      body: OperationSearch,
      response: z.array(OperationRecord),
      workspaceAware: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.searchOperations(scope, params.id, body.externalId),
  ),
  route(
    {
      method: 'post',
      path: '/v1/plannings/{id}/operations/bulk-upload/',
      tag,
      summary: 'Create or update operations in one or more plannings, all or none',
      description:
        'The body is JSON, NDJSON, CSV (headers are dotted paths such as inboundTask.expectedTime, tags are separated by |, an empty cell means that the member is absent, and metadata.kind changes this member of metadata alone), or a file of an airline or port, as docs/formats.md describes. With `mapping`, a CSV has its own headers, delimiter, encoding and time formats. An operation whose externalId exists in a planning is updated there; `movements` are merged into operations.',
      query: UploadQuery,
      body: BulkUpload,
      bodyFormats: UPLOAD_FORMATS,
      guard: refuseStrayMapping,
      items: ['operations', 'movements'],
      lists: { operations: OperationUpload, movements: MovementUpload },
      response: BulkUploadResult,
      dryRun: BulkUploadPreview,
      workspaceAware: true,
      creates: true,
    },
    async ({ scope, params, query, body, report }, { schedule }) => {
      const plannings = [...(body.plannings ?? []), ...(query.plannings ?? [])];
      const { operations = [], movements = [] } = body;
      const sent = { plannings, operations, movements, namesMembers: report?.namesMembers ?? false };
      const warnings = report === undefined ? [] : toldOnce([...report.warnings, ...repeatedIds(operations, report)]);
      if (report?.isDry !== true)
        return { ...(await schedule.bulkUpload({ ...scope, source: 'upload' }, params.id, sent)), warnings };
      const { problems, ...counts } = await schedule.previewUpload(scope, params.id, sent);
      const found = problems.map(({ item, path, ...problem }) => {
        const row = item === null ? null : report.rowOf(item);
        return { row, path: report.nameOf(path), ...problem };
      });
      const all = toldOnce([...report.problems, ...found]).sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
      return { ...counts, problems: all.slice(0, PROBLEM_LIMIT), warnings };
    },
  ),
];

/** Without repetitions, as there are where one column of a file fills several members. */
const toldOnce = <T extends RowWarning>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [JSON.stringify([one.row, one.path, one.message]), one])).values(),
];

/** A warning of each operation that has the external id of an earlier one. */
const repeatedIds = (
  operations: readonly { readonly externalId?: string | null }[],
  report: RowReport,
): RowWarning[] => {
  const first = new Map<string, number>();
  const found: RowWarning[] = [];
  for (const [item, { externalId }] of operations.entries()) {
    if (externalId == null) continue;
    const row = report.rowOf(item);
    const earlier = first.get(externalId);
    if (earlier === undefined) first.set(externalId, row);
    else {
      const message = `is that of row ${earlier}, too: this row changes the same operation`;
      found.push({ row, path: report.nameOf('externalId'), message });
    }
  }
  return found.slice(0, PROBLEM_LIMIT);
};
