import { z } from 'zod';
import type { RepairState } from '../../db/runs/repairs.ts';
import { AuthorName, Id, Instant, optional, writeShape } from './primitives.ts';
import type { Input, Output } from './shape.ts';

const MOST_IDS = 1000;
const MOST_LOSS = 100_000_000;
const MINUTES_OF_WEEK = 10_080;

export const REPAIR_STATES = [
  'open',
  'applied',
  'refused',
  'stale',
  'withdrawn',
] as const satisfies readonly RepairState[];

export const REPAIR_MODES = ['off', 'propose', 'apply'] as const;

/** What a policy says where nothing was written. */
export const REPAIR_DEFAULTS = {
  mode: 'off',
  probabilityThreshold: 0.5,
  maxMoves: 3,
  maxMovesPerOperationAndHour: 1,
  maxLoss: 1000,
  freezeMinutes: 30,
  horizonMinutes: null,
  implausibleShare: 0.5,
  operationTags: null,
  resourceTags: null,
  resources: null,
} as const;

const scope = (what: string) => z.array(Id).min(1).max(MOST_IDS).nullable().meta({ description: what });

const MEMBERS = {
  mode: z.enum(REPAIR_MODES).meta({
    description:
      '`off`: nothing is repaired. `propose`: repairs are proposed, and people apply or refuse them. `apply`: repairs are written at once, in the name of the user who set the policy. Default: off.',
  }),
  probabilityThreshold: z
    .number()
    .min(0)
    .max(1)
    .meta({
      description: `Conflicts of at least this probability are repaired. Default: ${REPAIR_DEFAULTS.probabilityThreshold}.`,
    }),
  maxMoves: z
    .int()
    .min(1)
    .max(6)
    .meta({
      description: `The maximum number of moves in one repair. Default: ${REPAIR_DEFAULTS.maxMoves}.`,
    }),
  maxMovesPerOperationAndHour: z
    .int()
    .min(1)
    .max(60)
    .meta({
      description: `How often repairs may move the same operation within an hour. In the mode apply, a repair that would need more is not made, and the standing repair pauses. Default: ${REPAIR_DEFAULTS.maxMovesPerOperationAndHour}.`,
    }),
  maxLoss: z
    .number()
    .min(0)
    .max(MOST_LOSS)
    .nullable()
    .meta({
      description: `The maximum number of weight units by which a repair may worsen the score, not counting the conflicts that it closes; null for no limit. Default: ${REPAIR_DEFAULTS.maxLoss}.`,
    }),
  freezeMinutes: z
    .int()
    .min(0)
    .max(MINUTES_OF_WEEK)
    .meta({
      description: `Operations that arrive in less than this many minutes are not moved. Default: ${REPAIR_DEFAULTS.freezeMinutes}.`,
    }),
  horizonMinutes: z.int().min(1).max(MINUTES_OF_WEEK).nullable().meta({
    description: 'Only conflicts that begin within this many minutes are repaired; null: all. Default: null.',
  }),
  implausibleShare: z
    .number()
    .min(0.01)
    .max(1)
    .meta({
      description: `In the mode apply, the standing repair pauses when more than this share of the day's operations (and at least ten) are delayed within five minutes, because the data is then more likely wrong than the day. Default: ${REPAIR_DEFAULTS.implausibleShare}.`,
    }),
  operationTags: scope('Only operations with one of these tags are moved; null: all. Default: null.'),
  resourceTags: scope(
    'Operations are moved only from and to resources with one of these tags; null: all. Default: null.',
  ),
  resources: scope('Operations are moved only from and to these resources; null: all. Default: null.'),
};

export const PAUSE_REASONS = ['oscillation', 'implausible', 'undone', 'author'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const RepairPolicyRecord = z
  .object({
    ...MEMBERS,
    planning: Id,
    author: z.string().nullable().meta({ description: 'Who set the policy; repairs are written in this name.' }),
    authorName: AuthorName.exactOptional(),
    updatedAt: Instant.nullable(),
    paused: z
      .object({
        reason: z.enum(PAUSE_REASONS).meta({ description: 'Why it pauses.' }),
        detail: z.string().meta({ description: 'What happened, in a sentence.' }),
        at: Instant,
      })
      .nullable()
      .meta({
        description:
          'Set while the mode is apply but nothing is applied: repairs are then only proposed. `oscillation`: an operation would move too often; `implausible`: too much was delayed at once; `undone`: a person reverted a repair; `author`: the author may no longer write. Writing the policy resumes it.',
      }),
  })
  .meta({ id: 'RepairPolicy', description: 'What the standing repair of a planning may do.' });
export type RepairPolicyRecord = Output<typeof RepairPolicyRecord>;

export const RepairPolicyWrite = writeShape(optional(MEMBERS), [
  'planning',
  'author',
  'authorName',
  'updatedAt',
  'paused',
]).meta({
  id: 'RepairPolicyWrite',
  description: 'Members that are left out get their defaults.',
  example: { mode: 'propose', freezeMinutes: 45, maxLoss: 500 },
});
export type RepairPolicyInput = Input<typeof RepairPolicyWrite>;

/** A policy as it is stored with its planning. */
export type StoredPolicy = Omit<RepairPolicyRecord, 'planning' | 'authorName'>;
