import { z } from 'zod';
import { Id, JsonRecord } from '../../schedule/entities/primitives.ts';

/** `GET /v1/plannings/{id}/meta/`. */
export const PlanningMeta = z
  .object({
    planning: Id,
    solvers: z
      .array(
        z.object({
          id: z.string().meta({ description: 'What `solver` of an optimization names.' }),
          name: z.string().meta({ description: 'The name of the method.' }),
          description: z.string().meta({ description: 'What it does, and what for.' }),
          parameters: z.unknown().meta({
            description: 'The JSON schema of the parameters of a run with this solver, with defaults.',
          }),
          provesBound: z.boolean().meta({ description: 'True if it proves how good its plans are.' }),
        }),
      )
      .meta({ description: 'The solvers that an optimization may use.' }),
    ruleKinds: z
      .array(
        z.object({
          kind: z.string().meta({ description: 'What `kind` of a rule names.' }),
          description: z.string().meta({ description: 'What such a rule says.' }),
          parameters: z.unknown().meta({ description: 'The JSON schema of the parameters of such a rule.' }),
          mayBeHard: z.boolean().meta({ description: 'True if such a rule may be hard.' }),
          mayBeNegative: z.boolean().meta({ description: 'True if its weight may be negative.' }),
        }),
      )
      .meta({ description: 'The kinds of rules that a planning may have.' }),
    tagCategories: z.array(z.string()).meta({ description: 'The categories of the tags of the planning, sorted.' }),
    weights: JsonRecord.meta({ description: 'The weights in effect, with defaults filled in.' }),
    limits: z.record(z.string(), z.number()).meta({
      description:
        'Limits of this server: `runSeconds`, the longest time limit of a run; `queuedRuns`, how many runs may wait; `bulk`, the most items of a request; `bodyBytes`, the largest body.',
    }),
  })
  .meta({ id: 'PlanningMeta' });
export type PlanningMeta = z.output<typeof PlanningMeta>;
