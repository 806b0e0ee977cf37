import { z } from 'zod';
import { Id, Instant, text, Timestamp } from '../../schedule/entities/primitives.ts';
import { REPAIR_MODES, REPAIR_STATES } from '../../schedule/entities/repairPolicy.ts';
import { ConflictRecord } from './conflict.ts';
import { pageMembers } from './query.ts';
import { Move } from './resolution.ts';
import { ScoreChange } from './score.ts';

const State = z.enum(REPAIR_STATES);

export const RepairRecord = z
  .object({
    id: Id,
    planning: Id,
    state: State.meta({
      description:
        '`open`: may be applied or refused. `stale`: the plan has changed so that the repair no longer fits. `withdrawn`: the standing repair was turned off.',
    }),
    reason: z.string().nullable().meta({
      description: 'Why it was refused, became stale or was withdrawn; of an applied one: how it was undone.',
    }),
    explanation: z.string().meta({ description: 'The repair in one sentence.' }),
    moves: z.array(Move).meta({ description: 'The moves, to be made together.' }),
    score: ScoreChange,
    closes: z.array(ConflictRecord).meta({ description: 'The conflicts that it closes, as they were.' }),
    loss: z.number().meta({ description: 'What the moves cost in weight units, not counting the conflicts closed.' }),
    proved: z.boolean().meta({
      description:
        'True: within the limits of the policy, no repair with fewer moves closes the conflicts, and none with as many moves has a lower sum of the score and the cost of a tight place (docs/repair.md).',
    }),
    movesBound: z.int().meta({ description: 'A proven lower bound on the number of moves.' }),
    cause: Id.nullable().meta({ description: 'The latest changeset when it was computed.' }),
    latencyMs: z
      .number()
      .nullable()
      .meta({ description: 'Milliseconds from the commit of the change to the proposal.' }),
    createdAt: Instant,
    decidedBy: z.string().nullable().meta({ description: 'The user who applied or refused it; null: nobody did.' }),
    decidedAt: Instant.nullable(),
    changeset: Id.nullable(),
  })
  .meta({ id: 'Repair', description: 'The fewest moves that close conflicts.' });

export const RepairsQuery = z.object({
  state: State.exactOptional().meta({ description: 'Only repairs in this state. Default: all.' }),
  since: Timestamp.exactOptional().meta({
    description: 'Only repairs that were proposed or decided at or after this time.',
  }),
  ...pageMembers,
});

export const RepairRefusal = z
  .strictObject({
    reason: text(2000).nullable().exactOptional().meta({ description: 'Why it is refused. Default: null.' }),
  })
  .meta({ id: 'RepairRefusal', example: { reason: 'The bridge at A12 is under repair until noon.' } });

export const BalanceQuery = z.object({
  since: Timestamp.exactOptional().meta({ description: 'The beginning of the period. Default: a day ago.' }),
});

const count = (description: string) => z.int().meta({ description });

const RepairHour = z
  .object({
    startAt: Instant,
    proposed: count('Repairs that were proposed.'),
    applied: count('Repairs that were applied.'),
    refused: count('Repairs that were refused.'),
    stale: count('Repairs that went stale.'),
    withdrawn: count('Repairs that were withdrawn.'),
    moves: count('Moves of the applied repairs.'),
    conflictsClosed: count('Conflicts that the applied repairs closed.'),
    conflictMinutesAvoided: count('Minutes for which these conflicts overlapped, by the times then expected.'),
  })
  .meta({ id: 'RepairHour', description: 'What was proposed and decided within an hour.' });

export const RepairBalance = z
  .object({
    planning: Id,
    since: Instant,
    mode: z.enum(REPAIR_MODES).meta({ description: 'The mode of the policy now.' }),
    paused: z
      .string()
      .nullable()
      .meta({ description: 'Why nothing is applied at the moment; null: it is not paused.' }),
    caughtUp: z.boolean().meta({
      description:
        'True: the standing repair has handled every change so far, and in the mode apply has written what it may. False for a moment after each change, and for as long as no server repairs. Always true while the mode is off.',
    }),
    proposed: count('Repairs proposed in the period.'),
    open: count('Of those proposed or decided in the period: still open.'),
    applied: count('Repairs that were applied.'),
    refused: count('Repairs that were refused.'),
    stale: count('Repairs that went stale.'),
    withdrawn: count('Repairs that were withdrawn.'),
    undone: count('Applied repairs that a person reverted.'),
    moves: count('Moves of the applied repairs.'),
    operationsMoved: count('Operations that the applied repairs moved.'),
    conflictsClosed: count('Conflicts that the applied repairs closed.'),
    conflictMinutesAvoided: count(
      'Minutes for which the conflicts closed by applied repairs overlapped, by the times then expected. Repairs that a person reverted do not count.',
    ),
    loss: z
      .number()
      .meta({ description: 'What the applied repairs cost in weight units, without the conflicts closed.' }),
    proved: count('Repairs that are proved best within the limits of the policy.'),
    latencyMs: z
      .object({
        median: z.number().nullable().meta({ description: 'The median; null if no repair followed a change.' }),
        p95: z
          .number()
          .nullable()
          .meta({ description: '95 % of the repairs took at most this long; null if no repair followed a change.' }),
      })
      .meta({ description: 'Milliseconds from the commit of a change to the proposal.' }),
    conflicts: z.int().nullable().meta({ description: 'Conflicts now; null: too many to list.' }),
    conflictMinutes: z.int().nullable().meta({ description: 'Minutes that the conflicting operations overlap, now.' }),
    hours: z.array(RepairHour).meta({
      description:
        'The balance by hours of the planning’s time zone, in order; hours in which nothing happened are left out.',
    }),
  })
  .meta({ id: 'RepairBalance', description: 'What the standing repair has done, and what is left.' });
