import { Advice, AdviceQuery } from '../contract/advice.ts';
import { route } from '../routing/route.ts';

export const adviceRoutes = [
  route(
    {
      method: 'get',
      path: '/v1/plannings/{id}/advice/',
      mainlineOnly: true,
      tag: 'Standing repair',
      summary: 'Rules and weights that would have agreed with the planners',
      description:
        'Learns from what people decided: operations that they moved or placed by hand, and repairs that they refused, each judged on the plan as it was then. Proposes at most five new weights or rules, with how many decisions each would have agreed with and what it would change in the present plan. Nothing is written. It takes seconds, and plannings take turns (`queue_full`). Decisions in drafts are not read. A move that a person undid, changesets that move more than 20 operations, and divided assignments do not count; moves of one operation within ten minutes are one.',
      query: AdviceQuery,
      response: Advice,
    },
    ({ scope, params, query: { since = null, choices = 500, runSeconds = 1 } }, { schedule }) =>
      schedule.advise(scope, params.id, { since, choices, runSeconds }),
  ),
];
