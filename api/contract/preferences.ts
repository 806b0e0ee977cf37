import { z } from 'zod';
import { Id, Instant, type JsonObject, JsonValue, storedJson, writeShape } from '../../schedule/entities/primitives.ts';

const PREFERENCES_BYTES = 1 << 20;

/** An object with any member names. Not `z.record`, because that drops a member called `__proto__`. */
const AnyObject = (JsonValue as z.ZodType<JsonObject>)
  .superRefine((value: unknown, context) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
    const [code, message] = value === undefined ? ['required', 'is required'] : ['invalid_type', 'must be an object'];
    context.addIssue({ code: 'custom', message, params: { code } });
  })
  .meta({ type: 'object', description: 'Any JSON object of at most 1 MiB; the service does not look into it.' });

export const PreferencesData = storedJson(AnyObject, PREFERENCES_BYTES);

export const PreferencesRecord = z
  .object({ planning: Id, user: Id, data: AnyObject, updatedAt: Instant })
  .meta({ id: 'Preferences', description: 'The preferences of the current user for one planning.' });
export type PreferencesRecord = z.output<typeof PreferencesRecord>;

export const PreferencesPut = writeShape({ data: PreferencesData }, ['planning', 'user', 'updatedAt']).meta({
  id: 'PreferencesPut',
  example: { data: { theme: 'dark', rowHeight: 24 } },
});
export type PreferencesPut = z.output<typeof PreferencesPut>;
