import { z } from 'zod';
import {
  AuthorName,
  CreatedBy,
  DESCRIPTION,
  Description,
  Id,
  Instant,
  Name,
  NameText,
  optional,
  VersionId,
  writeShape,
} from '../../schedule/entities/primitives.ts';
import { Clashes, EntityName, Problem } from './error.ts';
import { refuseRepeated } from './refuseRepeated.ts';
import { Score, ScoreChange } from './score.ts';

const WorkspaceState = z
  .enum(['DRAFT', 'PUBLISHED', 'ARCHIVED'])
  .meta({ description: 'Only a DRAFT may be written to, and an ARCHIVED one is not selected.' });

export const WorkspaceRecord = z
  .object({
    id: Id,
    versionId: VersionId,
    planning: Id,
    name: NameText,
    description: z.string().nullable().meta(DESCRIPTION),
    state: WorkspaceState,
    baseChange: Id.nullable(),
    createdBy: CreatedBy.nullable(),
    createdByName: AuthorName.exactOptional(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Workspace', description: 'Changes that are laid over the mainline until they are published.' });
export type WorkspaceRecord = z.output<typeof WorkspaceRecord>;

const RefusedFor = z.array(Problem);

export const RebasedWorkspace = WorkspaceRecord.extend({
  errors: RefusedFor.meta({
    description:
      'What a publish would be refused for (409), although nothing clashes any more: references to what the mainline deleted, and duplicates of what it has. Empty when the draft can be published.',
  }),
}).meta({ id: 'RebasedWorkspace', description: 'The workspace, and what still has to be corrected in it.' });

const readOnly = [
  'planning',
  'state',
  'baseChange',
  'createdBy',
  'createdByName',
  'createdAt',
  'updatedAt',
  'versionId',
  'errors',
];
const members = {
  id: Id.exactOptional(),
  name: Name,
  description: Description.nullable().exactOptional().meta(DESCRIPTION),
};

export const WorkspaceCreate = writeShape(members, readOnly).meta({
  id: 'WorkspaceCreate',
  example: { name: 'Strike on Friday' },
});
export type WorkspaceCreate = z.output<typeof WorkspaceCreate>;

export const WorkspacePatch = writeShape(optional(members), readOnly).meta({
  id: 'WorkspacePatch',
  example: { name: 'Strike on Saturday' },
});
export type WorkspacePatch = z.output<typeof WorkspacePatch>;

const Winner = z
  .enum(['ours', 'theirs'])
  .meta({ description: 'Which side wins: `ours` is the workspace, `theirs` the mainline.' });
const MOST_RESOLUTIONS = 10_000;

export const ClashStrategy = z
  .strictObject({
    strategy: Winner.exactOptional(),
    resolutions: z
      .array(
        z.strictObject({
          entity: z.string().max(32).meta({ description: 'The kind of record.' }),
          id: Id,
          strategy: Winner,
          basedOn: Id.nullable().exactOptional().meta({
            description:
              'The `versionId` of `theirs` in the clash, null where that was null: if the mainline has another version by now, the clash is reported again instead of being decided. Without it, the decision holds for whatever the mainline has.',
          }),
        }),
      )
      .max(MOST_RESOLUTIONS)
      .superRefine(refuseRepeated('id', ({ entity, id }) => `${entity} ${id}`))
      .exactOptional()
      .meta({
        description:
          'Decisions by entity and id, as a clash names them, at most one for each; they take precedence over `strategy`. One that names no clash is refused. An operation that one side deleted is decided as a whole, with its tasks and its assignment.',
      }),
    dryRun: z
      .boolean()
      .exactOptional()
      .meta({ description: 'True writes nothing: the response is 200 with what would be written. Default: false.' }),
  })
  .meta({
    id: 'ClashStrategy',
    description:
      'Which side wins where both changed the same field; `ours` is the workspace. Fields that only one side changed are merged whichever wins; assignments and deletions are decided as a whole. Without a decision the response is 409.',
    example: { resolutions: [{ entity: 'operation', id: 'op-1', strategy: 'ours' }] },
  });
export type ClashStrategy = z.output<typeof ClashStrategy>;

const DiffAction = z.enum(['created', 'updated', 'deleted']).meta({ description: 'What happened to the record.' });

export const Diff = z
  .object({
    entity: EntityName,
    id: Id,
    action: DiffAction,
    before: z.unknown().meta({ description: 'The stored members before; null for a new record.' }),
    after: z.unknown().meta({ description: 'The stored members after; null for a deleted record.' }),
    changed: z.array(z.string()).meta({ description: 'The members that differ.' }),
  })
  .meta({ id: 'Diff' });
export type Diff = z.output<typeof Diff>;

export const WorkspaceDiff = z
  .object({
    diffs: z.array(Diff).meta({ description: 'The records that differ from the mainline.' }),
    score: z
      .object({
        mainline: Score,
        workspace: Score,
        delta: z.number().meta({
          description:
            'The difference between the total scores, in weight units. It includes `workspace.reassigned`, the cost of the draft’s moves compared with the mainline; the score after a publish does not, because the draft’s places are then those of the mainline.',
        }),
      })
      .meta({ description: 'What both plans cost, as their metrics say.' }),
  })
  .meta({ id: 'WorkspaceDiff' });
export type WorkspaceDiff = z.output<typeof WorkspaceDiff>;

export const ChangeSource = z
  .enum(['api', 'upload', 'solver', 'resolution', 'agent', 'publish', 'revert', 'repair'])
  .meta({
    description:
      '`api`: single requests. `upload`: uploads and imports. `solver`: optimizations. `resolution`: strategies. `agent`: proposals of the assistant. `publish` and `revert`: those endpoints. `repair`: the standing repair.',
  });

const Counts = z
  .record(
    z.string(),
    z.object({
      created: z.int().meta({ description: 'New records.' }),
      updated: z.int().meta({ description: 'Changed records.' }),
      deleted: z.int().meta({ description: 'Deleted records.' }),
    }),
  )
  .meta({ description: 'The number of changed records, by entity.' });

export const MergePreview = z
  .object({
    clashes: Clashes.meta({
      description: 'The clashes without a decision, as in the 409. While there are any, nothing would be written.',
    }),
    counts: Counts,
    diffs: z.array(Diff).meta({ description: 'The records that would change.' }),
    score: ScoreChange.nullable().meta({
      description:
        'The score of the mainline (publish) or of the workspace (rebase), as in its metrics; null while there are clashes. Only that of a workspace includes what its moves cost (`reassigned`).',
    }),
    errors: RefusedFor.exactOptional().meta({
      description:
        'What a publish would still be refused for after a rebase, as the response of the rebase says; absent while there are clashes.',
    }),
  })
  .meta({
    id: 'MergePreview',
    description:
      'What a publish or a rebase would do now. Errors other than clashes are the same as without dryRun. The versionIds of records that would be new are made up.',
  });
export type MergePreview = z.output<typeof MergePreview>;

export const ChangesetRecord = z
  .object({
    id: Id,
    planning: Id,
    workspace: Id.nullable(),
    timestamp: Instant,
    status: z.enum(['committed', 'draft', 'published', 'discarded']).meta({
      description:
        '`committed`: on the mainline. The others are of a workspace: `draft` while it is one, `published`, or `discarded` with it.',
    }),
    source: ChangeSource,
    author: z
      .string()
      .nullable()
      .meta({ description: 'The id of the user who made it; null if it was made without one.' }),
    authorName: AuthorName.exactOptional(),
    message: z.string().nullable().meta({ description: 'The message of the author; null without one.' }),
    reverts: z
      .string()
      .exactOptional()
      .meta({ description: 'The id of the changeset that this one reverts; absent if it reverts none.' }),
    counts: Counts,
  })
  .meta({ id: 'Changeset' });
export type ChangesetRecord = z.output<typeof ChangesetRecord>;

export const ChangesetDetail = ChangesetRecord.extend({
  diffs: z.array(Diff).meta({ description: 'The records that it changed.' }),
}).meta({ id: 'ChangesetDetail' });
export type ChangesetDetail = z.output<typeof ChangesetDetail>;
