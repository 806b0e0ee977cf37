import { TaskCreate, TaskPatch, TaskRecord } from '../../schedule/entities/task.ts';
import { TasksQuery } from '../contract/query.ts';
import { route } from '../routing/route.ts';

const tag = 'Tasks';

export const taskRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/tasks/',
      tag,
      summary: 'Tasks of a planning by external_id',
      query: TasksQuery,
      response: TaskRecord,
      list: true,
      workspaceAware: true,
    },
    ({ scope, params, query, page }, { schedule }) =>
      schedule.listTasks(scope, params.id, query.external_id, { at: query.change_id, ...page }),
  ),
  route(
    {
      method: 'post',
      path: '/v1/tasks/',
      tag,
      summary: 'Create a task without an operation',
      description: 'A later write of an operation can link it with `inboundTask: { "id": … }`.',
      body: TaskCreate,
      status: 201,
      response: TaskRecord,
      workspaceAware: true,
      versioned: true,
      creates: true,
    },
    ({ scope, body }, { schedule }) => schedule.createTask(scope, body),
  ),
  route(
    {
      method: 'get',
      path: '/v1/tasks/{id}/',
      tag,
      summary: 'Read a task',
      response: TaskRecord,
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.getTask(scope, params.id),
  ),
  route(
    {
      method: 'patch',
      path: '/v1/tasks/{id}/',
      tag,
      summary: 'Change a task; a new version is made when something differs',
      body: TaskPatch,
      response: TaskRecord,
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.patchTask(scope, params.id, body),
  ),
  route(
    {
      method: 'delete',
      path: '/v1/tasks/{id}/',
      tag,
      summary: 'Delete a task (soft)',
      description: 'Its operation, if it has one, no longer has a task on that side.',
      workspaceAware: true,
      versioned: true,
    },
    ({ scope, params }, { schedule }) => schedule.deleteTask(scope, params.id),
  ),
];
