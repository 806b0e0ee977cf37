import { z } from 'zod';
import { DEFAULT_MINIMUM_STAY_SECONDS } from '../../engine/instance/window.ts';
import { isTimeZone } from '../../engine/zonedTime.ts';
import { field, inputsOf, recordsOf } from './field.ts';
import { Id, Instant, JsonValue, optional, VersionId, writeShape } from './primitives.ts';
import type { Input, Output } from './shape.ts';
import { description, metadata, name } from './sharedFields.ts';

const weight = z
  .number()
  .max(1_000_000)
  .refine((value) => value >= 0, { message: 'must not be negative', params: { code: 'weight_negative' } })
  .meta({ minimum: 0 });

/** Absent weights have their defaults: conflict 2000, unassigned 1000, reassigned 10, delay 2 (per minute), risk 0. */
export const Weights = z
  .strictObject({
    conflict: weight.exactOptional().meta({ description: 'The cost of a conflict. Default: 2000.' }),
    unassigned: weight
      .exactOptional()
      .meta({ description: 'The cost of a part of an operation without a place. Default: 1000.' }),
    reassigned: weight
      .exactOptional()
      .meta({ description: 'The cost of a part that has another place than before. Default: 10.' }),
    delay: weight.exactOptional().meta({ description: 'The cost of each minute by which a move delays. Default: 2.' }),
    risk: weight.exactOptional().meta({
      description:
        'The cost of two neighbors on a resource, times the probability that their delays make them overlap. Default: 0.',
    }),
  })
  .meta({
    id: 'Weights',
    description:
      'Weights of the score. Defaults: conflict 2000, unassigned 1000, reassigned 10, delay 2 per minute, risk 0.',
  });

export type Weights = Input<typeof Weights>;

export const Timezone = z
  .string()
  .max(64)
  .refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), 'must be an IANA time zone such as Europe/Berlin')
  .meta({ description: 'IANA time zone. Default: UTC.', example: 'Europe/Berlin' });

const MINIMUM_STAY = {
  description: `The minimum duration of an operation, in seconds, if its outbound time is not after its inbound time. Default: ${DEFAULT_MINIMUM_STAY_SECONDS}.`,
};

export const PLANNING = {
  name,
  description,
  timezone: field(Timezone, z.string().meta({ description: 'IANA time zone.' }), 'UTC'),
  minimumStaySeconds: field(
    z.int().min(1).max(604_800).meta(MINIMUM_STAY),
    z.int().meta(MINIMUM_STAY),
    DEFAULT_MINIMUM_STAY_SECONDS,
  ),
  metadata,
};

export const PlanningRecord = z
  .object({
    id: Id,
    versionId: VersionId,
    organization: Id,
    ...recordsOf(PLANNING),
    weights: Weights,
    repairPolicy: z.record(z.string(), JsonValue).nullable().meta({
      description:
        'The policy of the standing repair as it was last written; null: never. `repair-policy/` reads and writes it.',
    }),
    change: Id.nullable().meta({ description: 'Id of the latest changeset; null if there is none.' }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({
    id: 'Planning',
    description: 'A container of operations, resources, tags, rules, assignments and optimization tasks.',
  });
export type PlanningRecord = Output<typeof PlanningRecord>;

const readOnly = ['repairPolicy', 'organization', 'change', 'createdAt', 'updatedAt', 'versionId', 'workspace'];
const members = { id: Id.exactOptional(), ...inputsOf(PLANNING), weights: Weights.exactOptional() };

export const PlanningCreate = writeShape(members, readOnly).meta({
  id: 'PlanningCreate',
  example: { name: 'Hub, winter', timezone: 'Europe/Berlin', minimumStaySeconds: 1800 },
});

export const PlanningPatch = writeShape(optional(members), readOnly).meta({
  id: 'PlanningPatch',
  example: { weights: { conflict: 3000 } },
});
export type PlanningInput = Input<typeof PlanningPatch>;

export const DocumentPlanning = writeShape(members, readOnly);
