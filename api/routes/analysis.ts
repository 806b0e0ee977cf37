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
import { CandidatesQuery, MetricsHistoryQuery, MetricsQuery, WindowPageQuery } from '../contract/query.ts';
import { ScoreRequest } from '../contract/resolution.ts';
import { localPage } from '../routing/localPage.ts';
import { route } from '../routing/route.ts';

export const analysisRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/conflicts/',
      tag: 'Conflicts',
      summary: 'Conflicts of a planning',
      description:
        'By the later of the two operations in order of time, then by the earlier one. With both timestamps: those that overlap the window. Where there are more than 10 000, a page has 10 000 at most, also without `limit`; follow `Link`.',
      query: WindowPageQuery,
      response: ConflictRecord,
      list: true,
      workspaceAware: true,
    },
    ({ scope, params, query, page }, { schedule }) =>
      schedule.listConflicts(scope, params.id, {
        start: query.start_timestamp ?? null,
        end: query.end_timestamp ?? null,
        ...page,
      }),
  ),
  route(
    {
      method: 'put',
      path: '/v1/plannings/{id}/conflicts/{conflict_id}/mark/',
      tag: 'Conflicts',
      summary: 'Say of a conflict that it was seen, or is accepted',
      description:
        'Shared by all who work on the planning, whatever their workspace: a conflict has the same id in each. Told as `conflict.marked`; no score changes. A planning has at most 10 000 marks.',
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
      summary: 'Every resource for an operation: why here, why not there',
      description:
        'Every resource with its feasibility, its cost, what using it would break, and which operations block it, best first; where none is feasible, the first one has the reason. With from and to, the best slots (resource and start) within the range instead.',
      query: CandidatesQuery,
      response: z.union([Candidate, Slot]),
      list: true,
      workspaceAware: true,
    },
    async ({ scope, params, query, page }, { schedule }) => {
      const { part, from, to, slots = 10 } = query;
      if (from === undefined || to === undefined) {
        return localPage(await schedule.candidates(scope, params.id, { part }), page);
      }
      return localPage(await schedule.slotsFor(scope, params.id, { part, from, to, slots }), page);
    },
  ),
  route(
    {
      method: 'post',
      path: '/v1/plannings/{id}/score/',
      tag: 'Metrics',
      summary: 'Score of a virtual state; nothing is written',
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
      description: 'change_id selects a past state; mainline=true ignores X-Workspace-Id.',
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
        'Points at equal distances, each with the plan of then: times before everything that is kept, and times ahead, have none. Utilization and rules of one point: metrics/ with its change as change_id.',
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
