import { z } from 'zod';
import { checked } from '../../schedule/entities/checked.ts';
import { completeMapping, type UploadMapping, UploadMappingOnce } from '../../schedule/entities/uploadMapping.ts';
import { ExternalId, Id, QueryBoolean, text, UnixSeconds } from '../../schedule/entities/primitives.ts';
import { ChangeSource } from './workspace.ts';

const PAGE_LIMIT = 10_000;

/** A whole number from `least` to `most` that may be left out; `most` has six digits at most. */
export const queryInteger = (least: number, most: number, description: string) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must lie in ${least} … ${most}`)
    .meta({ type: 'integer', minimum: least, maximum: most, description })
    .exactOptional();

/** The paging parameters of every list. Without `limit`, the response has all rows. */
export const pageMembers = {
  limit: queryInteger(1, PAGE_LIMIT, 'The maximum number of rows on the page. Default: all.'),
  cursor: z
    .string()
    .max(2048)
    .exactOptional()
    .meta({ description: 'The cursor in the `next` link of the previous page.' }),
};

const windowMembers = {
  start_timestamp: UnixSeconds.exactOptional(),
  end_timestamp: UnixSeconds.exactOptional(),
};

/** Refuses a range of times, or of days, that ends before it starts. A range that lacks one of its ends is any; malformed ends are not compared. */
const inOrder =
  <S extends string, E extends string>(start: S, end: E) =>
  (query: Readonly<Partial<Record<S | E, number | string>>>, context: z.core.$RefinementCtx): void => {
    if (context.issues.some(({ path }) => path?.[0] === start || path?.[0] === end)) return;
    const [from, to]: (number | string | undefined)[] = [query[start], query[end]];
    if (from === undefined || to === undefined || from <= to) return;
    context.addIssue({ code: 'custom', path: [end], message: `must not be before ${start}` });
  };
const windowInOrder = inOrder('start_timestamp', 'end_timestamp');

const ChangeId = Id.meta({ description: 'Reads the state just after this changeset. Default: the latest.' });

export const PageQuery = z.object(pageMembers);
/** A list of a planning's state. */
export const StatePageQuery = z.object({ change_id: ChangeId.exactOptional(), ...pageMembers });
export const ApiKeysQuery = z.object({
  ...pageMembers,
  organization: Id.exactOptional().meta({
    description: 'For admins of this organization: all its keys. Default: the keys of the current user.',
  }),
});
export const ConflictsQuery = z.object({ ...windowMembers, ...StatePageQuery.shape }).superRefine(windowInOrder);

const RangeField = z
  .enum(['expectedTime95Interval', 'expectedTime90Interval', 'expectedTime', 'scheduledTime'])
  .meta({ description: 'The times that are compared with the window. Default: expectedTime.' });
const Version = z.string().max(64).meta({
  description: 'The version of the records: `latest` (the default), `first`, or the id of a changeset.',
  example: 'first',
});

export const OperationsQuery = z
  .object({
    ...windowMembers,
    range_field: RangeField.exactOptional(),
    version: Version.exactOptional(),
    ...pageMembers,
  })
  .superRefine(windowInOrder);

export const TasksBulkQuery = z
  .object({
    ...windowMembers,
    range_field: RangeField.exactOptional(),
    version: Version.exactOptional(),
  })
  .superRefine(windowInOrder);

export const AssignmentsQuery = z
  .object({
    active: QueryBoolean.exactOptional().meta({
      description: 'True lists active assignments, false ended ones. Default: true.',
    }),
    ...windowMembers,
    operation: Id.exactOptional(),
    ...StatePageQuery.shape,
  })
  .superRefine(windowInOrder);

export const TasksQuery = z.object({
  external_id: ExternalId.meta({ description: 'The external id of the task, or of its operation.' }),
  ...StatePageQuery.shape,
});

const SLOT_LIMIT = 1000;
const SLOT_RANGE_SECONDS = 7 * 86_400;

export const CandidatesQuery = z
  .object({
    part: z
      .string()
      .max(64)
      .exactOptional()
      .meta({ description: 'The id or the zero-based index of a part. Default: the first part.' }),
    from: UnixSeconds.exactOptional().meta({
      description: 'With the parameter to, the slots that start within this range, both ends included.',
    }),
    to: UnixSeconds.exactOptional(),
    slots: queryInteger(1, SLOT_LIMIT, 'The maximum number of slots. Default: 10.'),
    ...pageMembers,
  })
  .superRefine(({ from, to, slots }, context) => {
    if (from === undefined && to === undefined && slots === undefined) return;
    for (const [path, value] of Object.entries({ from, to })) {
      if (value === undefined) context.addIssue({ code: 'custom', path: [path], message: 'is required for slots' });
    }
    if (from === undefined || to === undefined || (from <= to && to - from <= SLOT_RANGE_SECONDS)) return;
    context.addIssue({ code: 'custom', path: ['to'], message: 'must lie at or within seven days after from' });
  });

export const MetricsQuery = z
  .object({
    change_id: ChangeId.exactOptional(),
    mainline: QueryBoolean.exactOptional().meta({ description: 'True ignores X-Workspace-Id. Default: false.' }),
    ...windowMembers,
  })
  .superRefine(windowInOrder);

export const ChangesetsQuery = z
  .object({
    from: UnixSeconds.exactOptional().meta({ description: 'Only changesets made at this Unix second or later.' }),
    to: UnixSeconds.exactOptional().meta({ description: 'Only changesets made before this Unix second.' }),
    author: text(64).exactOptional().meta({ description: 'Only changesets by the user with this id.' }),
    source: ChangeSource.exactOptional(),
    operation: Id.exactOptional().meta({
      description: 'Only changesets that wrote this operation, one of its tasks, or its assignment.',
    }),
    diffs: QueryBoolean.exactOptional().meta({
      description:
        'True adds the diffs. A page then has at most 200 changesets, and fewer when they are large. Default: false.',
    }),
    ...pageMembers,
  })
  .superRefine(inOrder('from', 'to'));

const MOST_POINTS = 200;

export const MetricsHistoryQuery = z
  .object({
    from: UnixSeconds.exactOptional().meta({ description: 'The first point. Default: the oldest changeset kept.' }),
    to: UnixSeconds.exactOptional().meta({ description: 'The last point, or now when that is earlier. Default: now.' }),
    points: queryInteger(1, MOST_POINTS, 'The number of points. Default: 60.'),
  })
  .superRefine(inOrder('from', 'to'));

export const ImportQuery = z.object({
  dryRun: QueryBoolean.exactOptional().meta({
    description:
      'True writes nothing: the response says what the import would do, or everything that is wrong with the document. Default: false.',
  }),
});

const Day = z.iso.date('must be a day of the calendar, such as 2026-11-20').meta({ example: '2026-11-20' });

/** The most characters of a mapping in the query; a longer one has to be saved. */
const MAPPING_LENGTH = 12_000;

const MappingQuery = z
  .string()
  .max(MAPPING_LENGTH)
  .transform((value, context): MappingChoice => {
    if (!value.startsWith('{')) {
      const id = Id.safeParse(value);
      if (id.success) return { id: id.data };
      context.issues.push({
        code: 'custom',
        input: value,
        message: 'must be the id of an upload mapping, or one as JSON',
      });
      return z.NEVER;
    }
    let sent: unknown;
    try {
      sent = JSON.parse(value);
    } catch {
      context.issues.push({ code: 'custom', input: value, message: 'is not JSON', params: { code: 'invalid_json' } });
      return z.NEVER;
    }
    const parsed = checked(UploadMappingOnce, sent);
    if (parsed.success) return { mapping: completeMapping(parsed.data) };
    context.issues.push(...(parsed.error.issues as z.core.$ZodRawIssue[]));
    return z.NEVER;
  })
  .meta({
    type: 'string',
    description: `For CSV files: the id of a saved mapping of the columns, or a mapping itself as JSON (at most ${MAPPING_LENGTH} characters), for instance to try it with dryRun. Default: the headers are dotted paths.`,
  });
export type MappingChoice = { readonly id: string } | { readonly mapping: UploadMapping };

export const UploadQuery = z
  .object({
    dryRun: QueryBoolean.exactOptional().meta({
      description:
        'True writes nothing: the response says what the upload would do, with its problems by row. Default: false.',
    }),
    plannings: z
      .string()
      .transform((ids) => ids.split(',').filter((id) => id !== ''))
      .pipe(z.array(Id).max(100))
      .meta({ type: 'string', description: 'Further plannings, separated by commas.' })
      .exactOptional(),
    station: z.string().max(16).exactOptional().meta({
      description:
        "For files about many places: the planning's airport (IATA code) or port (UN/LOCODE). Default: station in the planning's metadata.",
      example: 'FRA',
    }),
    mapping: MappingQuery.exactOptional(),
    from: Day.exactOptional().meta({
      description: "For schedule files: the first day to take, in the planning's time zone. Default: the file's first.",
    }),
    to: Day.exactOptional().meta({
      description: "For schedule files: the last day to take. Default: the file's last.",
    }),
  })
  .superRefine(inOrder('from', 'to'));

export const ExportQuery = z.object({
  change_id: ChangeId.exactOptional(),
  versions: QueryBoolean.exactOptional().meta({
    description:
      'True gives every record its versionId, and assignments assignedBy, assignedByName and assignedAt. Default: false.',
  }),
});
export const PlanCsvQuery = z.object({ change_id: ExportQuery.shape.change_id });

export const ResultQuery = z.object({
  explain: QueryBoolean.exactOptional().meta({
    description:
      'False leaves out costs and reasons, which take up to a few seconds when first requested. Default: true.',
  }),
  operation: Id.exactOptional().meta({
    description: 'Adds alternatives: every resource as a place for this operation in the plan.',
  }),
});

export const DataQuery = z.object({
  claim: QueryBoolean.exactOptional().meta({
    description: 'True marks the task of an external solver as RUNNING. Default: false.',
  }),
});
