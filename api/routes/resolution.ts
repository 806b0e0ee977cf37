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
      description: `The best strategy is first; \`complete\` says that no better one exists within the limits. When more than ${MOST_CHILDREN} single moves would have to be tried at once, the rest are left out and \`complete\` is false. Organizations take turns; when 256 requests are open, an organization that has its share of them gets 503. ${PART}`,
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
      description: `The response is NDJSON: a line \`start\`, strategies as they are found, among them those of the final list, and a line \`done\` or \`error\`. Closing the connection ends the search. ${PART}`,
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
        'The moves are written as one changeset. They are checked again first: moves of operations that are now fixed, deleted or moved by others are skipped and listed, and the score is never worse than before. The assignments of a virtual state are written too; its times are only used to evaluate the moves.',
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
      summary: 'How the plan holds up when its uncertain times are sampled',
      description:
        'Returns the distribution of the number of conflicts over the samples, the operations and resources that are most often in conflict, and the gaps that would help most if they were longer. The same seed always gives the same result. Nothing is written.',
      body: StressRequest,
      large: true,
      response: StressAnswer,
      workspaceAware: true,
    },
    ({ scope, params, body, context }, { schedule }) =>
      schedule.stress(scope, params.id, body, { signal: context.req.raw.signal }),
  ),
];
