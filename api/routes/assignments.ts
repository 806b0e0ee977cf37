import {
  AssignmentBulk,
  AssignmentBulkItem,
  AssignmentCreate,
  AssignmentRecord,
} from '../../schedule/entities/assignment.ts';
import { z } from 'zod';
import { AssignmentsQuery } from '../contract/query.ts';
import { route } from '../routing/route.ts';

const tag = 'Assignments';

export const assignmentRoutes = [
  route(
    {
      method: 'post',
      path: '/v1/assignments/',
      tag,
      summary: 'Assign an operation',
      description:
        'Replaces the active assignment of the operation. If-Match refers to that assignment (`*` matches any), and a 412 has the current assignment and its author. With X-Workspace-Id the assignment is made in the workspace. An overlap is not refused; it becomes a conflict.',
      body: AssignmentCreate,
      status: 201,
      response: AssignmentRecord,
      workspaceAware: true,
      versioned: true,
      basedOn: 'header',
      creates: true,
    },
    ({ scope, body }, { schedule }) => schedule.createAssignment(scope, body),
  ),
  route(
    {
      method: 'get',
      path: '/v1/assignments/{id}/',
      tag,
      summary: 'Read an assignment',
      response: AssignmentRecord,
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.getAssignment(scope, params.id),
  ),
  route(
    {
      method: 'post',
      path: '/v1/assignments/{id}/deactivate/',
      tag,
      summary: 'Deactivate an assignment',
      description:
        'With X-Workspace-Id, the assignment ends only for readers of the workspace. An assignment that is not active stays as it is.',
      response: AssignmentRecord,
      workspaceAware: true,
      versioned: true,
      basedOn: 'header',
    },
    ({ scope, params }, { schedule }) => schedule.deactivateAssignment(scope, params.id),
  ),
  route(
    {
      method: 'post',
      path: '/v1/assignments/bulk/',
      tag,
      summary: 'Assign operations, all or none',
      description:
        'With basedOn an item can say which assignment it replaces; a 412 names all items that would replace another one.',
      body: AssignmentBulk,
      AssignmentBulkItem,
      items: 'assignments',
      lists: { assignments: AssignmentBulkItem },
      status: 201,
      response: z.array(AssignmentRecord),
      workspaceAware: true,
      basedOn: 'items',
      creates: true,
    },
    ({ scope, body }, { schedule }) => schedule.bulkAssign(scope, body.assignments),
  ),
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/assignments/',
      tag,
      summary: 'Assignments of a planning',
      description: 'With both timestamps, only those with a part that overlaps the window.',
      query: AssignmentsQuery,
      response: AssignmentRecord,
      list: true,
      workspaceAware: true,
    },
    ({ scope, params, query, page }, { schedule }) =>
      schedule.listAssignments(scope, params.id, {
        active: query.active ?? true,
        start: query.start_timestamp ?? null,
        end: query.end_timestamp ?? null,
        operation: query.operation ?? null,
        at: query.change_id,
        ...page,
      }),
  ),
];
