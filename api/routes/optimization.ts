import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { memberOf } from '../../engine/recordOf.ts';
import { present } from '../../engine/present.ts';
import { fromJson, toJson } from '../../schedule/storedAs.ts';
import { verifyWebhook } from '../auth/webhookSignature.ts';
import {
  CancelRequest,
  OptimizeRequest,
  PlannedPlace,
  RunLine,
  RunPatch,
  RunRecord,
  RunResult,
  SolverResult,
} from '../contract/optimization.ts';
import { DataQuery, PageQuery, ResultQuery } from '../contract/query.ts';
import { streamLines } from '../routing/mount.ts';
import { type GuardRequest, route } from '../routing/route.ts';
import type { AppDependencies } from '../dependencies.ts';
import { ExportedDocument } from './documentSchemas.ts';

const tag = 'Optimization';
const TASK = '/v1/plannings/{id}/optimization-task-results/{task_id}/';

/** The interval of heartbeats; the lines of a run already include some. */
const HEARTBEAT_MS = 15_000;

/** The lines of a task that was just started; the first one has its record, so that a client can cancel it. */
async function* fromStart(record: RunRecord, lines: AsyncIterable<{ type: string }>): AsyncGenerator {
  yield { type: 'status', status: record.status, task: record };
  let isFirst = true;
  for await (const line of lines) {
    const repeats = isFirst && line.type === 'status' && memberOf(line, 'status') === record.status;
    if (!repeats) yield line;
    isFirst = false;
  }
}

const verifyResult = async (
  { params, bytes, scope, context }: GuardRequest,
  deps: AppDependencies,
): Promise<string> => {
  const headers = {
    id: context.req.header('webhook-id'),
    timestamp: context.req.header('webhook-timestamp'),
    signature: context.req.header('webhook-signature'),
  };
  const secret = await deps.schedule.webhookSecret(scope, present(params['id']), present(params['task_id']));
  return verifyWebhook(headers, bytes, secret, deps.identity.clock());
};

/** Whether the client asks for lines rather than for the record. Clients generated from the OpenAPI document name both types, the record's first. */
const prefersLines = (context: Context): boolean => {
  const [record, lines] = ['application/json', 'application/x-ndjson'];
  return accepts(context, { header: 'Accept', supports: [record, lines], default: record }) === lines;
};

export const optimizationRoutes = [
  route(
    {
      method: 'post',
      path: '/v1/plannings/{id}/optimize/',
      tag,
      summary: 'Start a task that optimizes all assignments',
      description:
        'The plan is written to the workspace of the request, or to the mainline. With `Accept: application/x-ndjson` the response streams the progress. With the solver `external`, an external solver does the work; only this response has its webhookSecret.',
      body: OptimizeRequest,
      large: true,
      status: 202,
      response: RunRecord,
      lines: RunLine,
      workspaceAware: true,
      creates: true,
    },
    async ({ scope, params, body, abort, context }, { schedule }) => {
      const record = await schedule.startOptimization(scope, params.id, body);
      context.header('Location', `/v1/plannings/${params.id}/optimization-task-results/${record.id}/`);
      if (!prefersLines(context)) return record;
      const lines = await schedule.followRun(scope, params.id, record.id, abort);
      context.status(202);
      return streamLines(context, fromStart(record, lines), abort, HEARTBEAT_MS);
    },
  ),
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/optimization-task-results/',
      tag,
      summary: 'Optimization tasks of a planning, newest first',
      description: 'Those of the mainline and of every draft; with X-Workspace-Id, only those of that draft.',
      query: PageQuery,
      response: RunRecord,
      list: true,
      workspaceAware: true,
    },
    ({ scope, params, page }, { schedule }) => schedule.listRuns(scope, params.id, page),
  ),
  route(
    {
      method: 'get',
      path: TASK,
      tag,
      summary: 'One optimization task',
      description:
        'Like all requests for one task, it needs no X-Workspace-Id. With it, only the tasks of that draft are found: any other task is 404.',
      response: RunRecord,
      workspaceAware: true,
    },
    ({ scope, params }, { schedule }) => schedule.getRun(scope, params.id, params.task_id),
  ),
  route(
    {
      method: 'patch',
      path: TASK,
      tag,
      summary: 'Change or start an optimization task',
      description:
        'Solver and parameters can be changed only while the task is PENDING. The status STARTING starts it.',
      body: RunPatch,
      large: true,
      response: RunRecord,
      workspaceAware: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.patchRun(scope, params.id, params.task_id, body),
  ),
  route(
    {
      method: 'delete',
      path: TASK,
      tag,
      summary: 'Delete an optimization task',
      description: 'A running solver continues; its result is discarded.',
      workspaceAware: true,
    },
    ({ scope, params }, { schedule }) => schedule.deleteRun(scope, params.id, params.task_id),
  ),
  route(
    {
      method: 'get',
      path: `${TASK}data/`,
      tag,
      summary: "The solver's input: a planning document with the task's parameters",
      query: DataQuery,
      response: ExportedDocument,
      workspaceAware: true,
    },
    ({ scope, params, query }, { schedule }) =>
      schedule.runData(scope, params.id, params.task_id, { claim: query.claim ?? false }),
  ),
  route(
    {
      method: 'get',
      path: `${TASK}result/`,
      tag,
      summary: 'The plan that the task found, with moves, costs and reasons',
      description:
        'While the task runs, the best plan so far. The response has the cost of each operation; and for operations without a place and for conflicts, a smallest set of operations that cannot all be placed, and the cheapest single changes that would help.',
      query: ResultQuery,
      response: RunResult,
      workspaceAware: true,
    },
    async ({ scope, params, query }, { schedule }) => {
      const { assignments, moves, ...result } = await schedule.runResult(scope, params.id, params.task_id, query);
      // Assignments and moves stay JSON text until they are sent.
      return { ...result, assignments: toJson(assignments), moves: fromJson<RunResult['moves']>(moves) };
    },
  ),
  route(
    {
      method: 'post',
      path: `${TASK}result/`,
      tag,
      summary: 'Webhook for an external solver: submit the final result',
      description:
        'The request is signed as in Standard Webhooks with the secret of the task: webhook-id, webhook-timestamp (within five minutes) and webhook-signature (`v1,` and HMAC-SHA256 in base64). A repeated webhook-id gets the response of the first request. Operations that the result does not name stay where they are. An assignment has to have as many parts as in the data, at the same times. An infeasible result gets 400 with every violation, and the task stays open.',
      body: SolverResult,
      lists: { assignments: PlannedPlace },
      response: RunRecord,
      access: 'webhook',
      guard: verifyResult,
    },
    ({ scope, params, body, context }, { schedule }) =>
      schedule.submitResult(scope, params.id, params.task_id, body, {
        webhookId: present(context.req.header('webhook-id')),
      }),
  ),
  route(
    {
      method: 'get',
      path: `${TASK}stream/`,
      tag,
      summary: 'Progress of an optimization task until it ends',
      description: 'The response is NDJSON. Closing the connection does not affect the run.',
      lines: RunLine,
      workspaceAware: true,
    },
    async ({ scope, params, abort, context }, { schedule }) =>
      streamLines(context, await schedule.followRun(scope, params.id, params.task_id, abort), abort, HEARTBEAT_MS),
  ),
  route(
    {
      method: 'post',
      path: `${TASK}cancel/`,
      tag,
      summary: 'Stop an optimization task early',
      description:
        'The best plan found is applied unless `apply` is false. The request is idempotent, and also works while the task is pending.',
      body: CancelRequest,
      response: RunRecord,
      workspaceAware: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.cancelRun(scope, params.id, params.task_id, body),
  ),
  route(
    {
      method: 'post',
      path: `${TASK}apply/`,
      tag,
      summary: 'Apply the plan of a task that has ended, such as a dry run',
      description:
        'The plan is checked again against changes made since; moves that were dropped are listed in `applied.skipped`. A plan that has been applied already is not applied again.',
      response: RunRecord,
      workspaceAware: true,
    },
    ({ scope, params }, { schedule }) => schedule.applyRun(scope, params.id, params.task_id),
  ),
];
