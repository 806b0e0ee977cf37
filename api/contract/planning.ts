import { z } from 'zod';
import {
  Description,
  Id,
  Instant,
  type JsonObject,
  JsonValue,
  Metadata,
  Name,
  optional,
  storedJson,
  writeShape,
} from '../../schedule/entities/primitives.ts';
import { Weights } from './score.ts';

export const PlanningRecord = z
  .object({
    id: Id,
    versionId: z.string(),
    organization: Id,
    name: z.string(),
    description: z.string().nullable(),
    timezone: z.string(),
    weights: Weights,
    minimumStaySeconds: z.int(),
    metadata: z.unknown(),
    change: Id.nullable().meta({ description: "The latest changeset's id, or null." }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({
    id: 'Planning',
    description: 'Scopes operations, resources, tags, rules, assignments and optimization tasks.',
  });
export type PlanningRecord = z.output<typeof PlanningRecord>;

const isTimezone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
};

const Timezone = z
  .string()
  .max(64)
  .refine((name) => /^[A-Za-z]/.test(name) && isTimezone(name), 'must be an IANA time zone such as Europe/Berlin')
  .meta({ description: 'IANA time zone; UTC when absent.', example: 'Europe/Berlin' });

const readOnly = ['organization', 'change', 'createdAt', 'updatedAt', 'versionId', 'workspace'];
export const planningMembers = {
  id: Id.exactOptional(),
  name: Name,
  description: Description.nullable().exactOptional(),
  timezone: Timezone.exactOptional(),
  weights: Weights.exactOptional(),
  minimumStaySeconds: z.int().min(1).max(604_800).exactOptional(),
  metadata: Metadata.exactOptional(),
};

export const PlanningCreate = writeShape(planningMembers, readOnly).meta({
  id: 'PlanningCreate',
  example: { name: 'Hub, winter', timezone: 'Europe/Berlin', minimumStaySeconds: 1800 },
});
export type PlanningCreate = z.output<typeof PlanningCreate>;

export const PlanningPatch = writeShape(optional(planningMembers), readOnly).meta({
  id: 'PlanningPatch',
  example: { weights: { conflict: 3000 } },
});
export type PlanningPatch = z.output<typeof PlanningPatch>;

const PREFERENCES_BYTES = 1 << 20;

/** Any member names, `__proto__` too: a record of zod drops that one. */
const AnyObject = (JsonValue as z.ZodType<JsonObject>)
  .superRefine((value: unknown, context) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
    const [code, message] = value === undefined ? ['required', 'is required'] : ['invalid_type', 'must be an object'];
    context.addIssue({ code: 'custom', message, params: { code } });
  })
  .meta({ type: 'object' });

export const PreferencesData = storedJson(AnyObject, PREFERENCES_BYTES);

export const PreferencesRecord = z
  .object({ planning: Id, user: Id, data: AnyObject, updatedAt: Instant })
  .meta({ id: 'Preferences', description: "The current user's, for one planning." });
export type PreferencesRecord = z.output<typeof PreferencesRecord>;

export const PreferencesPut = writeShape({ data: PreferencesData }, ['planning', 'user', 'updatedAt']).meta({
  id: 'PreferencesPut',
  example: { data: { theme: 'dark', rowHeight: 24 } },
});
export type PreferencesPut = z.output<typeof PreferencesPut>;
