import { AssignmentBulkItem } from '../../schedule/entities/assignment.ts';
import { OperationEdit } from '../../schedule/entities/operation.ts';
import { TaskEdit } from '../../schedule/entities/task.ts';
import { Edits, EditsResult } from '../contract/edits.ts';
import { route } from '../routing/route.ts';

export const editRoutes = [
  route(
    {
      method: 'post',
      path: '/v1/plannings/{id}/edits/',
      tag: 'Assignments',
      summary: 'Several edits as one changeset, all or none',
      description:
        'Tasks, operations, assignments and deletes, each merged and checked as it would be alone: closing a stand and moving what must leave it, a move with a delay, a tow. An assignment may name an operation of the same request by an id that you choose. basedOn of an item is the versionId that you had seen; 412 names all that have another now. The limit of a bulk request counts all items together.',
      body: Edits,
      items: ['operations', 'tasks', 'assignments', 'delete.operations'],
      lists: { operations: OperationEdit, tasks: TaskEdit, assignments: AssignmentBulkItem },
      status: 201,
      response: EditsResult,
      workspaceAware: true,
      basedOn: 'items',
      creates: true,
    },
    ({ scope, params, body }, { schedule }) =>
      schedule.editPlan({ ...scope, message: body.message ?? null }, params.id, {
        operations: body.operations ?? [],
        tasks: body.tasks ?? [],
        assignments: body.assignments ?? [],
        deletedOperations: (body.delete?.operations ?? []).map((one) => (typeof one === 'string' ? { id: one } : one)),
      }),
  ),
];
