import { z } from 'zod';
import { Id, JsonRecord } from '../../schedule/entities/primitives.ts';

/** `GET /v1/plannings/{id}/meta/`. */
export const PlanningMeta = z
  .object({
    planning: Id,
    solvers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        parameters: z.unknown().meta({
          description: 'The JSON schema of the parameters of a run with this solver, with defaults.',
        }),
        provesBound: z.boolean(),
      }),
    ),
    ruleKinds: z.array(
      z.object({
        kind: z.string(),
        description: z.string(),
        parameters: z.unknown().meta({ description: 'The JSON schema of the parameters of such a rule.' }),
        mayBeHard: z.boolean(),
        mayBeNegative: z.boolean(),
      }),
    ),
    tagCategories: z.array(z.string()),
    weights: JsonRecord.meta({ description: 'The weights in effect, with defaults filled in.' }),
    limits: z.record(z.string(), z.number()),
  })
  .meta({ id: 'PlanningMeta' });
export type PlanningMeta = z.output<typeof PlanningMeta>;
