import { z } from 'zod';
import { isRecord } from '../../engine/recordOf.ts';
import { Id, Instant, type JsonObject, JsonValue, storedJson, writeShape } from '../../schedule/entities/primitives.ts';

const PREFERENCES_BYTES = 1 << 20;

/** An object with any member names. Not `z.record`, because that drops a member called `__proto__`. */
const AnyObject = JsonValue.refine((value: unknown) => value !== undefined, {
  message: 'is required',
  params: { code: 'required' },
  abort: true,
})
  .refine((value): value is JsonObject => isRecord(value), {
    message: 'must be an object',
    params: { code: 'invalid_type' },
  })
  .meta({ type: 'object', description: 'Any JSON object of at most 1 MiB; the service does not look into it.' });

const PreferencesData = storedJson(AnyObject, PREFERENCES_BYTES);

export const PreferencesRecord = z
  .object({ planning: Id, user: Id, data: AnyObject, updatedAt: Instant })
  .meta({ id: 'Preferences', description: 'The preferences of the current user for one planning.' });
export type PreferencesRecord = z.output<typeof PreferencesRecord>;

export const PreferencesPut = writeShape({ data: PreferencesData }, ['planning', 'user', 'updatedAt']).meta({
  id: 'PreferencesPut',
  example: { data: { theme: 'dark', rowHeight: 24 } },
});
export type PreferencesPut = z.output<typeof PreferencesPut>;
