import { AppliedStrategy, ApplyStrategy, ResolveAnswer, ResolveLine, ResolveRequest } from '../contract/resolution.ts';
import { StressAnswer, StressRequest } from '../contract/stress.ts';
import { MOST_CHILDREN } from '../../engine/strategies/expand.ts';
import { streamLines } from '../routing/mount.ts';
import { route } from '../routing/route.ts';

const tag = 'Conflicts';
const PART = 'part_pk is the id or zero-based index of a part. Nothing is written.';

export const resolutionRoutes = [
  route(
    {
      method: 'post',
      path: '/v1/operations/{id}/resolve-conflict/part/{part_pk}/',
      tag,
      summary: 'Strategies that resolve the conflicts of an operation',
      description: `Best first; complete says that none better exists within the limits. Where more than ${MOST_CHILDREN} single moves would have to be tried at once, the rest is left out and complete is false. Organizations take turns; when 256 requests are open, one that has its share of them gets 503. ${PART}`,
      body: ResolveRequest,
      large: true,
      response: ResolveAnswer,
      workspaceAware: true,
    },
    ({ scope, params, body, context }, { schedule }) =>
      schedule.resolveConflict(scope, params.id, params.part_pk, body, { signal: context.req.raw.signal }),
  ),
  route(
    {
      method: 'post',
      path: '/v1/operations/{id}/resolve-conflict-stream/part/{part_pk}/',
      tag,
      summary: 'Strategies that resolve the conflicts of an operation, as they are found',
      description: `NDJSON: start, strategies (those of the list are among them), done or error. Hanging up ends the search. ${PART}`,
      body: ResolveRequest,
      large: true,
      lines: ResolveLine,
      workspaceAware: true,
    },
    async ({ scope, params, body, abort, context }, { schedule }) => {
      const lines = await schedule.resolveConflictStream(scope, params.id, params.part_pk, body, {
        signal: abort.signal,
      });
      return streamLines(context, lines, abort);
    },
  ),
  route(
    {
      method: 'post',
      path: '/v1/operations/{id}/apply-strategy/',
      tag,
      summary: 'Apply a strategy',
      description:
        'All of it as one changeset, rechecked: what is fixed, gone or moved by others meanwhile is left out and listed, and the score is never worse than before. The assignments of a virtual state are written too; its times only judge the moves.',
      body: ApplyStrategy,
      large: true,
      status: 201,
      response: AppliedStrategy,
      workspaceAware: true,
      creates: true,
    },
    ({ scope, params, body }, { schedule }) => schedule.applyStrategy(scope, params.id, body),
  ),
  route(
    {
      method: 'post',
      path: '/v1/plannings/{id}/stress/',
      tag,
      summary: 'How the plan fares when every uncertain time is drawn anew',
      description:
        'Answers the distribution of conflicts over the samples, the weakest operations and resources, and the gaps whose lengthening helps most. The same seed always gives the same answer. Nothing is written.',
      body: StressRequest,
      large: true,
      response: StressAnswer,
      workspaceAware: true,
    },
    ({ scope, params, body, context }, { schedule }) =>
      schedule.stress(scope, params.id, body, { signal: context.req.raw.signal }),
  ),
];
