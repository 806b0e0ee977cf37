import { z } from 'zod';
import type { Json, JsonObject } from '../../db/versions/entities.ts';
import { present } from '../../engine/present.ts';
import { recordOf } from '../../engine/recordOf.ts';
import { quoted } from './quoted.ts';
import { parseTimestamp } from './timestamp.ts';

/** The format of every identifier. */
export const ID_PATTERN = /^[A-Za-z0-9._:-]{1,64}$/;

export const Id = z
  .string()
  .regex(ID_PATTERN, {
    error: ({ input }) => `must be 1 to 64 characters of A-Z a-z 0-9 . _ : -, not ${quoted(input)}`,
  })
  .meta({
    id: 'Id',
    description: 'Identifier, unique per organization and kind.',
    example: '0193f2b0-7c1e-7f6a-9d0b-3f5a6c1e2d44',
  });

/** Text without NUL and unpaired surrogates, which PostgreSQL cannot store. */
const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

/** Text of at most `most` UTF-16 code units. */
export const text = (most: number) =>
  z.string().max(most).refine(isStorable, 'must not contain NUL or unpaired surrogates');

const NAME = { description: 'A name of 1 to 255 characters.' };
/** A name in a write, and in a record. */
export const Name = text(255).min(1).meta(NAME);
export const NameText = z.string().meta(NAME);

/** The version of a record. */
export const VersionId = z.string().meta({ description: 'Identifier of this version of the record.' });

export const Description = text(10_000);
export const DESCRIPTION = { description: 'Free text of at most 10,000 characters. Default: null.' };
export const ExternalId = text(255).min(1);

/** versionId of the record that an item of a body changes, as the client has last seen it. */
export const BasedOn = text(64).meta({
  description: 'The versionId that you last saw. The response is 412 if the record has changed since.',
});

/** An instant in a request: any ISO 8601 instant with an offset or `Z`. The output is in UTC with milliseconds. */
export const Timestamp = z
  .string()
  .transform((value, context) => {
    const ms = parseTimestamp(value);
    if (!Number.isNaN(ms)) return new Date(ms).toISOString();
    context.issues.push({
      code: 'custom',
      input: value,
      message: `must be an ISO 8601 instant of the years 1970 to 2199 with an offset or Z, such as 2026-11-20T09:30:00Z, not ${quoted(value)}`,
      params: { code: 'invalid_timestamp' },
    });
    return z.NEVER;
  })
  .meta({
    id: 'TimestampIn',
    format: 'date-time',
    description: 'An ISO 8601 instant with an offset or Z.',
    example: '2026-11-20T09:30:00Z',
  });

/** An instant in a response. */
export const Instant = z.string().meta({
  id: 'Timestamp',
  format: 'date-time',
  description: 'An ISO 8601 instant in UTC.',
  example: '2026-11-20T09:30:00.000Z',
});

/** An end of a window in Unix seconds, of at most eleven digits: milliseconds have more, from the year 1973 on. */
export const FARTHEST_UNIX_SECONDS = 99_999_999_999;

/** A query parameter in whole Unix seconds. */
export const UnixSeconds = z
  .string()
  .regex(/^-?\d+$/, 'must be whole Unix seconds')
  .transform(Number)
  .refine((seconds) => Math.abs(seconds) <= FARTHEST_UNIX_SECONDS, 'must be Unix seconds, not milliseconds')
  .meta({
    type: 'integer',
    minimum: -FARTHEST_UNIX_SECONDS,
    maximum: FARTHEST_UNIX_SECONDS,
    description: 'Unix seconds (UTC).',
    example: 1_795_000_000,
  });

/** Described as the boolean that clients write as a text; the texts themselves are no values of that type. */
export const QueryBoolean = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ type: 'boolean', enum: undefined });

const DEEPEST = 64;

/** What is wrong with a free-form JSON value that is to be stored; null if nothing is. */
const jsonProblem = (value: unknown, mostBytes: number): string | null => {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return `must not nest deeper than ${DEEPEST}`;
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === 'string' && !isStorable(item)) return 'must not contain NUL or unpaired surrogates';
      // JSON.parse reads 1e309 as Infinity, which JSON.stringify would turn into null.
      if (item === Infinity || item === -Infinity) return 'must not contain a number beyond ±1.8e308';
      if (typeof item !== 'object' || item === null) continue;
      if (!Array.isArray(item) && !Object.keys(item).every(isStorable))
        return 'must not contain NUL or unpaired surrogates';
      for (const child of Object.values(item)) next.push(child);
    }
    level = next;
  }
  const bytes = new TextEncoder().encode(JSON.stringify(value) ?? '').length;
  return bytes > mostBytes ? `must not be larger than ${mostBytes} bytes as JSON` : null;
};

/** Adds the checks that every stored JSON value needs. */
export const storedJson = <T extends z.ZodType>(schema: T, mostBytes: number): T =>
  schema.superRefine((value, context) => {
    const message = jsonProblem(value, mostBytes);
    if (message !== null) context.addIssue({ code: 'custom', message, params: { code: 'invalid_json_value' } });
  });

export type { Json, JsonObject };

const Anything: z.ZodType = z.unknown();

/** Any JSON value: what a body is parsed from is JSON already. */
export const JsonValue = Anything as z.ZodType<Json>;
export const JsonRecord: z.ZodType<JsonObject> = z.record(z.string(), JsonValue);

/** Maximum number of tags of one record, which keeps lists of records usable. */
const MOST_TAGS = 100;

const TAGS = { description: 'The ids of its tags. Default: none.' };
/** The tags of a record in a write, and in the record. */
export const Tags = z.array(Id).max(MOST_TAGS).meta(TAGS);
export const TagIds = z.array(Id).meta(TAGS);

const METADATA_BYTES = 16 * 1024;

export const Metadata = storedJson(JsonValue, METADATA_BYTES).meta({
  id: 'Metadata',
  description: 'Any JSON value of at most 16 KiB. The samples use the kinds maritime_berth and aviation_stand.',
  example: {
    kind: 'aviation_stand',
    airline: 'TG',
    alliance: null,
    location_code: 'FRA',
    origin_code: 'BKK',
    destination_code: null,
  },
});

/** Read-only members of a record that a write may contain and that are ignored. */
type Ignored = readonly string[];

/** Members that are ignored in records of a planning document. */
export const IN_PLANNING: Ignored = ['planning', 'versionId', 'workspace'];

/** A check across members. It gets the well-formed members, and is called even if others are invalid. */
export type Across<T> = (
  members: Partial<T>,
  context: { readonly issues: z.core.$ZodRawIssue[] },
  isSent: (member: keyof T & string) => boolean,
) => void;

const askAcross = <T>(value: T, context: z.core.$RefinementCtx<T>, across: Across<T>): void => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const wrong = context.issues.map(({ path }) => path?.[0]);
  const members: Partial<T> = wrong.length === 0 ? value : { ...value };
  for (const name of wrong) if (name !== undefined) Reflect.deleteProperty(members, name);
  across(members, context, (member) => member in value);
};

/**
 * Builds a write shape. Unknown members are refused. The record's read-only members (`ignored`) are accepted and dropped, so that a record that was
 * read can be sent back.
 */
export const writeShape = <S extends z.ZodRawShape>(
  shape: S,
  ignored: Ignored = [],
  across?: Across<z.output<z.ZodObject<S, z.core.$strict>>>,
) => {
  const accepted = z
    .unknown()
    .exactOptional()
    .meta({ readOnly: true, description: 'Read only: accepted and ignored.' });
  type Shape = z.ZodObject<S, z.core.$strict>;
  const all: z.ZodType = z.strictObject({ ...recordOf(ignored, () => accepted), ...shape });
  // The ignored members are not part of its type.
  const members = all as z.ZodType<z.output<Shape>, z.input<Shape>>;
  const full =
    across === undefined
      ? members
      : members.superRefine((value, context) => askAcross(value, context, across), { when: () => true });
  const dropped = ignored.filter((name) => !(name in shape));
  return full.transform((value) => {
    const kept = { ...value };
    for (const name of dropped) Reflect.deleteProperty(kept, name);
    return kept;
  });
};

type Optional<S extends z.ZodRawShape> = {
  [K in keyof S]: S[K] extends z.ZodExactOptional ? S[K] : z.ZodExactOptional<S[K]>;
};

/** Makes every member optional, for PATCH. */
export const optional = <S extends z.ZodRawShape>(shape: S): Optional<S> =>
  recordOf(Object.keys(shape), (name) => {
    const schema = present(shape[name]);
    return schema instanceof z.ZodExactOptional ? schema : z.exactOptional(schema);
  }) as Optional<S>;

/** The user who made a record. */
export const CreatedBy = z.string().meta({ description: 'The id of the user who created it.' });
export const UpdatedBy = z.string().meta({ description: 'The id of the user who changed it last.' });

/** The name that accompanies a user id. */
export const AuthorName = z
  .string()
  .nullable()
  .meta({ description: 'The name of the user; null if the author is not a user or no longer exists.' });
