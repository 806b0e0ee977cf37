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
        'Edits tasks, operations and assignments, and deletes operations; each item is merged and checked as it would be alone. This is how to close a stand and move the operations on it, or to move and delay an operation at once. An assignment may refer to an operation that the same request creates with an id of your choice. `basedOn` of an item is the versionId that you have read; a 412 names all items that have another version now. The limit of a bulk request applies to all items together.',
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
