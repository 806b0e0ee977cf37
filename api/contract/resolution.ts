import { onePlace, overrideMember, placeMembers } from '../../schedule/entities/assignment.ts';
import { TaskPatchNested } from '../../schedule/entities/task.ts';
import { z } from 'zod';
import { ConflictRecord } from './conflict.ts';
import { AnswerCode } from './error.ts';
import { Id, Instant, writeShape } from '../../schedule/entities/primitives.ts';
import { ScoreChange } from './score.ts';
import { refuseRepeated } from './refuseRepeated.ts';
import { ChangesetRecord } from './workspace.ts';

/** A part of an operation. */
export const PartName = z.string().meta({ description: 'The part of the operation: its id or position.' });

/** The most entries of a virtual state; a larger one belongs in a workspace. */
const VIRTUAL_LIMIT = 10_000;

export const VirtualState = z
  .strictObject({
    assignments: z
      .array(writeShape({ operation: Id, ...placeMembers, ...overrideMember }, [], onePlace))
      .max(VIRTUAL_LIMIT)
      .superRefine(refuseRepeated('operation'))
      .exactOptional()
      .meta({
        description:
          'Places of operations instead of their assignments, at most one for each operation. Default: none.',
      }),
    operations: z
      .array(
        writeShape({
          id: Id,
          inboundTask: TaskPatchNested.exactOptional(),
          outboundTask: TaskPatchNested.exactOptional(),
        }),
      )
      .max(VIRTUAL_LIMIT)
      .superRefine(refuseRepeated('id'))
      .exactOptional()
      .meta({
        description: 'Members of tasks instead of those stored, at most one entry for each operation. Default: none.',
      }),
  })
  .meta({
    id: 'VirtualState',
    description:
      'Places and times that are laid over the mainline, or over the workspace of X-Workspace-Id, for this request; nothing is stored. `{}` is the current state.',
    example: { assignments: [{ operation: 'op-1', resource: 'A12' }] },
  });
export type VirtualState = z.output<typeof VirtualState>;

export const ScoreRequest = z.strictObject({ virtualState: VirtualState }).meta({ id: 'ScoreRequest' });

const ResolutionParameters = z.strictObject({
  maxStrategies: z
    .int()
    .min(1)
    .max(50)
    .exactOptional()
    .meta({ description: 'The maximum number of strategies. Default: 5.' }),
  maxMoves: z
    .int()
    .min(1)
    .max(12)
    .exactOptional()
    .meta({ description: 'The maximum number of moves in a strategy. Default: 4.' }),
  timeLimitMs: z
    .int()
    .min(10)
    .max(60_000)
    .exactOptional()
    .meta({ description: 'The time limit in milliseconds. Default: 2000.' }),
  allowDelay: z
    .boolean()
    .exactOptional()
    .meta({ description: 'Whether a strategy may delay operations. Default: true.' }),
  maxDelaySeconds: z
    .int()
    .min(0)
    .max(86_400)
    .exactOptional()
    .meta({ description: 'The longest delay. Default: 3600.' }),
  allowUnassign: z
    .boolean()
    .exactOptional()
    .meta({ description: 'Whether a strategy may take the place of operations away. Default: false.' }),
  windowPaddingSeconds: z.int().min(0).max(604_800).exactOptional().meta({
    description:
      'Only operations within this many seconds before and after the window of the part may move. Default: 14400, four hours.',
  }),
  seed: z.int().min(0).max(4_294_967_295).exactOptional().meta({
    description:
      'Accepted for compatibility: the search is deterministic, and every seed gives the same answer. Default: 1.',
  }),
});

export const ResolveRequest = z
  .strictObject({
    virtualState: VirtualState,
    parameters: ResolutionParameters.exactOptional().meta({ description: 'Limits of the search.' }),
  })
  .meta({ id: 'ResolveRequest', example: { virtualState: {}, parameters: { maxStrategies: 3 } } });
export type ResolveRequest = z.output<typeof ResolveRequest>;

const MoveKind = z.enum(['reassign', 'swap', 'unassign', 'delay']).meta({
  description:
    '`reassign`: to another resource. `swap`: the same, one of two moves by which operations change places. `unassign`: off its resource. `delay`: later, on the same resource.',
});

export const Move = z
  .object({
    kind: MoveKind,
    operation: Id,
    part: PartName.nullable(),
    fromResource: Id.nullable(),
    toResource: Id.nullable(),
    startAt: Instant.nullable(),
    endAt: Instant.nullable(),
    delaySeconds: z
      .int()
      .meta({ description: 'How much later the operation is to be, in seconds; 0 unless the kind is delay.' }),
  })
  .meta({ id: 'Move', description: 'One change of a strategy. A swap is two moves.' });
export type Move = z.output<typeof Move>;

const Strategy = z
  .object({
    rank: z
      .int()
      .meta({ description: 'The rank, from 1. In a stream it is the rank among the strategies found so far.' }),
    moves: z.array(Move).meta({ description: 'The moves, to be made together.' }),
    resolves: z.array(z.string()).meta({ description: 'The ids of the conflicts that it resolves.' }),
    creates: z.array(ConflictRecord).meta({ description: 'The conflicts that it would make.' }),
    score: ScoreChange,
    residualProbability: z.number().meta({
      description: 'The probability that some conflict remains among the moved operations and those near them.',
    }),
    reassigned: z.int().meta({ description: 'How many operations get another place.' }),
    delayed: z.int().meta({ description: 'How many operations are delayed.' }),
    soonestStartAt: Instant.meta({
      description: 'When the first of the operations that the strategy moves starts, before any delay.',
    }),
    explanation: z
      .string()
      .meta({ description: 'The strategy in sentences, with the names of operations and resources.' }),
  })
  .meta({ id: 'Strategy', description: 'A set of moves that resolves conflicts.' });
export type Strategy = z.output<typeof Strategy>;

const Complete = z.boolean().meta({ description: 'True when no better strategy exists within the limits.' });

const target = {
  operation: Id,
  part: PartName,
  window: z.object({ startAt: Instant, endAt: Instant }).meta({ description: 'When the part occupies its resource.' }),
  conflicts: z.array(ConflictRecord).meta({ description: 'The conflicts of the part, in order of start.' }),
};

export const ResolveAnswer = z
  .object({
    ...target,
    strategies: z.array(Strategy).meta({ description: 'The strategies that were found, best first.' }),
    complete: Complete,
  })
  .meta({ id: 'Resolution' });
export type ResolveAnswer = z.output<typeof ResolveAnswer>;

/** The member by which the lines of a stream differ. */
export const lineType = <T extends string>(type: T, description: string) => z.literal(type).meta({ description });

export const HeartbeatLine = z.object({ type: lineType('heartbeat', 'There was nothing to send for ten seconds.') });
export const ErrorLine = z.object({
  type: lineType('error', 'The request failed; this is the last line.'),
  detail: z.string().meta({ description: 'What is wrong.' }),
  code: AnswerCode.exactOptional(),
});

export const ResolveLine = z
  .discriminatedUnion('type', [
    z.object({
      type: lineType('start', 'The search begins.'),
      ...target,
    }),
    z.object({
      type: lineType('strategy', 'A strategy was found.'),
      strategy: Strategy,
      best: z.boolean().meta({ description: 'True when it is the best strategy so far.' }),
    }),
    z.object({
      type: lineType('done', 'The search has ended; this is the last line.'),
      complete: Complete,
      strategies: z.int().meta({ description: 'The number of strategies in the final list.' }),
    }),
    ErrorLine,
    HeartbeatLine,
  ])
  .meta({ id: 'ResolveLine' });
export type ResolveLine = z.output<typeof ResolveLine>;

/** A move as clients send it back. Members that only inform may be left out. */
const MoveWrite = z.strictObject({
  kind: Move.shape.kind,
  operation: Id,
  part: z
    .string()
    .max(64)
    .nullable()
    .exactOptional()
    .meta({ description: 'The part that moves: its id or position. Default: null, the whole operation.' }),
  fromResource: Id.nullable().exactOptional(),
  toResource: Id.nullable().exactOptional(),
  startAt: Instant.nullable().exactOptional(),
  endAt: Instant.nullable().exactOptional(),
  delaySeconds: z.int().min(0).max(31_622_400).nullable().exactOptional().meta({
    description: 'How much later the operation is to be, in seconds. Default: 0.',
  }),
});

export const ApplyStrategy = z
  .strictObject({
    moves: z.array(MoveWrite).min(1).max(1000).meta({
      description: 'The moves of the strategy: at most one that places each part. Delays of one operation add up.',
    }),
    virtualState: VirtualState.exactOptional(),
  })
  .meta({
    id: 'ApplyStrategy',
    example: {
      moves: [{ kind: 'reassign', operation: 'op-1', part: '0', fromResource: 'A12', toResource: 'A14' }],
    },
  });
export type ApplyStrategy = z.output<typeof ApplyStrategy>;

export const SkippedMoves = z
  .array(
    z.object({
      operation: Id,
      reason: z.string().meta({
        description:
          'Why: `deleted`, `fixed`, `started` (it has arrived), `blocker`, `reassigned` (it has been moved since), `ineligible` (it may not use the resource), `conflict` (it would be in one) or `score` (the move would cost more than it saves).',
      }),
    }),
  )
  .meta({ description: 'Operations whose moves were left out because the schedule had changed, and why.' });

/** The changeset that was written, and the moves that were skipped because the schedule had changed since. */
export const AppliedStrategy = ChangesetRecord.extend({
  skipped: SkippedMoves,
}).meta({ id: 'AppliedStrategy' });
export type AppliedStrategy = z.output<typeof AppliedStrategy>;
