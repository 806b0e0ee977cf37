import { z } from 'zod';
import { ExternalId, Id, QueryBoolean, UnixSeconds } from '../../schedule/entities/primitives.ts';
import { ChangeSource } from './workspace.ts';

const PAGE_LIMIT = 10_000;

/** Optional on every list. Without `limit`, all rows. */
export const pageMembers = {
  limit: z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= PAGE_LIMIT, `must lie in 1 … ${PAGE_LIMIT}`)
    .meta({ type: 'integer', minimum: 1, maximum: PAGE_LIMIT, description: 'Most rows of the page; all when absent.' })
    .exactOptional(),
  cursor: z
    .string()
    .max(2048)
    .exactOptional()
    .meta({ description: 'The cursor in the `next` link of the previous page.' }),
};

export const windowMembers = {
  start_timestamp: UnixSeconds.exactOptional(),
  end_timestamp: UnixSeconds.exactOptional(),
};

export const PageQuery = z.object(pageMembers);
export const WindowPageQuery = z.object({ ...windowMembers, ...pageMembers });

export const RangeField = z.enum(['expectedTime95Interval', 'expectedTime90Interval', 'expectedTime', 'scheduledTime']);
const Version = z
  .string()
  .max(64)
  .meta({ description: '`latest` (default), `first`, or a changeset id.', example: 'first' });

export const OperationsQuery = z.object({
  ...windowMembers,
  range_field: RangeField.exactOptional().meta({
    description: 'The times by which the window is judged. Default: expectedTime.',
  }),
  version: Version.exactOptional(),
  ...pageMembers,
});

export const TasksBulkQuery = z.object({
  ...windowMembers,
  range_field: RangeField.exactOptional(),
  version: Version.exactOptional(),
});

export const AssignmentsQuery = z.object({
  active: QueryBoolean.exactOptional().meta({ description: 'Default true.' }),
  ...windowMembers,
  operation: Id.exactOptional(),
  ...pageMembers,
});

export const TasksQuery = z.object({
  external_id: ExternalId.meta({ description: "The task's own, or its operation's." }),
  ...pageMembers,
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
    slots: z
      .string()
      .regex(/^\d{1,6}$/, 'must be a whole number')
      .transform(Number)
      .refine((slots) => slots >= 1 && slots <= SLOT_LIMIT, `must lie in 1 … ${SLOT_LIMIT}`)
      .meta({ type: 'integer', minimum: 1, maximum: SLOT_LIMIT, description: 'How many slots; default 10.' })
      .exactOptional(),
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

export const MetricsQuery = z.object({
  change_id: Id.exactOptional().meta({ description: 'The state just after this changeset.' }),
  mainline: QueryBoolean.exactOptional().meta({ description: 'True ignores X-Workspace-Id.' }),
  ...windowMembers,
});

export const ChangesetsQuery = z.object({
  from: UnixSeconds.exactOptional().meta({ description: 'Only changesets made at this Unix second or later.' }),
  to: UnixSeconds.exactOptional().meta({ description: 'Only changesets made before this Unix second.' }),
  author: z.string().max(64).exactOptional().meta({ description: 'User id.' }),
  source: ChangeSource.exactOptional(),
  operation: Id.exactOptional().meta({
    description: 'Only changesets that wrote this operation, one of its tasks, or its assignment.',
  }),
  diffs: QueryBoolean.exactOptional().meta({
    description: 'true: with diffs. A page then has at most 200 changesets, and fewer when they are large.',
  }),
  ...pageMembers,
});

const MOST_POINTS = 200;

export const MetricsHistoryQuery = z.object({
  from: UnixSeconds.exactOptional().meta({ description: 'The first point. Default: the oldest changeset kept.' }),
  to: UnixSeconds.exactOptional().meta({ description: 'The last point, or now when that is earlier. Default: now.' }),
  points: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a whole number')
    .transform(Number)
    .refine((points) => points >= 1 && points <= MOST_POINTS, `must lie in 1 … ${MOST_POINTS}`)
    .meta({ type: 'integer', minimum: 1, maximum: MOST_POINTS, description: 'Default 60.' })
    .exactOptional(),
});

export const ImportQuery = z.object({
  dryRun: QueryBoolean.exactOptional().meta({
    description:
      'true: answers what the import would do, or everything that is wrong with the document, and writes nothing.',
  }),
});

export const UploadQuery = z.object({
  dryRun: QueryBoolean.exactOptional().meta({
    description: 'true: answers what the upload would do, with its problems by row, and writes nothing.',
  }),
  plannings: z
    .string()
    .transform((ids) => ids.split(',').filter((id) => id !== ''))
    .pipe(z.array(Id).max(100))
    .meta({ type: 'string', description: 'Further plannings, separated by commas.' })
    .exactOptional(),
});

export const ExportQuery = z.object({
  change_id: Id.exactOptional().meta({ description: 'The state just after this changeset.' }),
  versions: QueryBoolean.exactOptional().meta({
    description:
      'true: every record has its versionId, and assignments have assignedBy, assignedByName and assignedAt.',
  }),
});
export const PlanCsvQuery = z.object({ change_id: ExportQuery.shape.change_id });

export const ResultQuery = z.object({
  explain: QueryBoolean.exactOptional().meta({
    description: 'false: without costs and reasons, which take up to a few seconds when first asked for. Default true.',
  }),
  operation: Id.exactOptional().meta({
    description: 'Adds alternatives: every resource as a place for this operation in the plan.',
  }),
});

export const DataQuery = z.object({
  claim: QueryBoolean.exactOptional().meta({ description: 'true: an external solver takes the task.' }),
});
