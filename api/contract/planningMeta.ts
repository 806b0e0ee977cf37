import { z } from 'zod';
import { JsonRecord, JsonValue } from './primitives.ts';
import { PlanningRecord } from './planning.ts';
import { Weights } from './score.ts';

/** `GET /v1/plannings/{id}/meta/`. */
export const PlanningMeta = z
  .object({
    planning: PlanningRecord,
    solvers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        parameters: JsonValue.meta({ description: 'JSON schema.' }),
        provesBound: z.boolean(),
      }),
    ),
    ruleKinds: z.array(JsonRecord),
    tagCategories: z.array(z.string()),
    weights: Weights,
    limits: z.record(z.string(), z.number()),
  })
  .meta({ id: 'PlanningMeta' });
export type PlanningMeta = z.output<typeof PlanningMeta>;
