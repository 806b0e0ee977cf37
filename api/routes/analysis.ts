import { z } from 'zod';
import {
  Candidate,
  ConflictRecord,
  MarkAnswer,
  MarkWrite,
  Metrics,
  MetricsPoint,
  ScoreAnswer,
  Slot,
} from '../contract/conflict.ts';
import { CandidatesQuery, ConflictsQuery, MetricsHistoryQuery, MetricsQuery } from '../contract/query.ts';
import { ScoreRequest } from '../contract/resolution.ts';
import { route } from '../routing/route.ts';

export const analysisRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/conflicts/',
      tag: 'Conflicts',
      summary: 'Conflicts of a planning',
      description:
        'Ordered by the later of the two operations in time, then by the earlier one. With both timestamps, only conflicts that overlap the window. With `change_id`, the conflicts of then, with their present marks. When there are more than 10,000, a page has at most 10,000, even without `limit`; follow `Link`.',
      query: ConflictsQuery,
      response: ConflictRecord,
      list: true,
      workspaceAware: true,
    },
    ({ scope, params, query, page }, { schedule }) =>
      schedule.listConflicts(scope, params.id, {
        start: query.start_timestamp ?? null,
        end: query.end_timestamp ?? null,
        at: query.change_id,
        ...page,
      }),
  ),
  route(
    {
      method: 'put',
      path: '/v1/plannings/{id}/conflicts/{conflict_id}/mark/',
      tag: 'Conflicts',
      summary: 'Mark a conflict as seen or accepted',
      description:
        'The mark is visible to everyone who works on the planning, in any workspace: a conflict has the same id in each. Subscribers receive `conflict.marked`; scores do not change. A planning has at most 10,000 marks.',
      body: MarkWrite,
      response: MarkAnswer,
      workspaceAware: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.markConflict(scope, params.id, params.conflict_id, body),
  ),
  route(
    {
      method: 'get',
      path: '/v1/operations/{id}/candidates/',
      tag: 'Conflicts',
      summary: 'Resources as places for an operation',
      description:
        'Every resource with its feasibility, its cost, what using it would break, and which operations block it, best first. When none is feasible, the first one has the reason. With `from` and `to`, the best slots (resource and start) within the range instead.',
      query: CandidatesQuery,
      response: z.union([Candidate, Slot]),
      list: true,
      workspaceAware: true,
    },
    async ({ scope, params, query, page }, { schedule }) => {
      const { part, from, to, slots = 10 } = query;
      if (from === undefined || to === undefined) {
        return schedule.candidates(scope, params.id, { part, ...page });
      }
      return schedule.slotsFor(scope, params.id, { part, from, to, slots, ...page });
    },
  ),
  route(
    {
      method: 'post',
      path: '/v1/plannings/{id}/score/',
      tag: 'Metrics',
      summary: 'Score of a virtual state; nothing is written',
      description: 'Delays that it imposes on top of the stored ones cost as much as in a strategy.',
      body: ScoreRequest,
      large: true,
      response: ScoreAnswer,
      workspaceAware: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.score(scope, params.id, body.virtualState),
  ),
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/metrics/',
      tag: 'Metrics',
      summary: 'Metrics of a planning at a point in time',
      description:
        'change_id selects a past state; mainline=true ignores X-Workspace-Id. With start_timestamp and end_timestamp, counts, conflicts and utilization are those of the window; score and rules are those of the whole plan.',
      query: MetricsQuery,
      response: Metrics,
      workspaceAware: true,
    },
    ({ scope, params, query }, { schedule }) =>
      schedule.metrics(scope, params.id, {
        changeId: query.change_id ?? null,
        mainline: query.mainline ?? false,
        start: query.start_timestamp ?? null,
        end: query.end_timestamp ?? null,
      }),
  ),
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/metrics/history/',
      tag: 'Metrics',
      summary: 'Metrics of a planning over time',
      description:
        'Points at equal intervals, each with the metrics of the plan at that time. There are none before the oldest changeset kept, nor in the future. For utilization and rules at one point, request `metrics/` with its change as change_id.',
      query: MetricsHistoryQuery,
      response: z.array(MetricsPoint),
      workspaceAware: true,
    },
    ({ scope, params, query }, { schedule }) =>
      schedule.metricsHistory(scope, params.id, {
        from: query.from ?? null,
        to: query.to ?? null,
        points: query.points ?? 60,
      }),
  ),
];
