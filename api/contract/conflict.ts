import { z } from 'zod';
import { Reason } from './explanation.ts';
import { AuthorName, Id, Instant, NameText, text, Timestamp } from '../../schedule/entities/primitives.ts';
import { Score, ScoreChange } from './score.ts';

const ConflictId = z
  .string()
  .meta({ description: 'Identifier of the conflict, the same in every workspace and virtual state.' });

const ConflictMark = z
  .object({
    state: z.enum(['seen', 'accepted']).meta({ description: '`seen`: noticed; `accepted`: it may stay.' }),
    note: z.string().nullable().meta({ description: 'Why; null without a note.' }),
    until: Instant.nullable().meta({ description: 'When the mark ends; null means never.' }),
    author: z.string().meta({ description: 'The id of the user who made the mark.' }),
    authorName: AuthorName.exactOptional(),
    at: Instant,
  })
  .meta({
    id: 'ConflictMark',
    description: "A planner's mark on a conflict, visible to everyone who works on the planning.",
  });

export const MarkWrite = z
  .strictObject({
    state: z.enum(['seen', 'accepted']).nullable().meta({ description: 'Null removes the mark.' }),
    note: text(1000).nullable().exactOptional().meta({ description: 'Why. Default: null.' }),
    until: Timestamp.nullable()
      .exactOptional()
      .meta({ description: 'When the mark ends, in the future. Default: null, never.' }),
    onlyIfUnmarked: z.boolean().exactOptional().meta({
      description: 'If the conflict already has a mark, keeps and returns that one. Default: false.',
    }),
  })
  .meta({ id: 'ConflictMarkWrite', example: { state: 'accepted', note: 'Agreed with the tower', until: null } });

export const MarkAnswer = z
  .object({ conflict: ConflictId, mark: ConflictMark.nullable() })
  .meta({ id: 'MarkedConflict' });

export const ConflictRecord = z
  .object({
    id: ConflictId,
    planning: Id,
    resource: Id,
    kind: z.enum(['overlap', 'buffer', 'adjacency']).meta({
      description:
        '`overlap`: both are on one resource at the same time. `buffer`: the gap between them is shorter than a hard rule demands. `adjacency`: a hard rule about related resources is broken.',
    }),
    operations: z.array(Id).length(2).meta({ description: 'The two operations; the one that starts first is first.' }),
    parts: z.array(z.string()).length(2).meta({ description: 'The part of each operation: its id or position.' }),
    startAt: Instant,
    endAt: Instant,
    overlapSeconds: z.number().meta({
      description: 'How long they overlap, in seconds; 0 for a gap that is too short.',
    }),
    probability: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'The probability of the conflict, given the uncertainty of the times.' }),
    severity: z.enum(['critical', 'warning', 'info']).meta({
      description: 'By probability: `critical` from 0.5, `warning` from 0.1, otherwise `info`.',
    }),
    mark: ConflictMark.nullable().exactOptional().meta({
      description:
        'The mark of the conflict, null when it has none; present in lists and in `state`, absent from events.',
    }),
  })
  .meta({
    id: 'Conflict',
    description:
      'Two operations that cannot both be where they are. Its id does not depend on workspace or virtual state.',
  });
export type ConflictRecord = z.output<typeof ConflictRecord>;

export const Metrics = z
  .object({
    planning: Id,
    workspace: Id.nullable(),
    change: Id.nullable(),
    operations: z.int().meta({ description: 'The number of operations, not counting blockers.' }),
    assigned: z.int().meta({ description: 'The number of operations of which every part has a place.' }),
    unassigned: z.int().meta({ description: 'The number of operations of which some part has no place.' }),
    blockers: z.int().meta({ description: 'The number of blockers: periods in which a resource cannot be used.' }),
    conflicts: z
      .object({
        pairs: z.int().meta({ description: 'The number of conflicts.' }),
        operations: z.int().meta({ description: 'The number of operations that are in a conflict.' }),
        overlapSeconds: z.number().meta({ description: 'The sum of `overlapSeconds` of all conflicts, in seconds.' }),
        expectedPairs: z.number().meta({
          description:
            'The number of overlaps to expect: the sum of the probabilities that two operations on one resource overlap, including those that are only near each other. With a window, those that overlap or come near each other in it. Gaps shorter than a hard buffer and conflicts of hard adjacency are not part of it; `stress/` counts them, too.',
        }),
      })
      .meta({ description: 'How many conflicts there are, and how long they last.' }),
    timesCrossed: z
      .int()
      .meta({ description: 'The number of operations whose outbound time is not after their inbound time.' }),
    reassignments: z.int().meta({
      description:
        'How many operations have another place than before: in metrics of a workspace, another than in the mainline; in those of a virtual state, another than in the plan that it is laid over.',
    }),
    rules: z
      .array(
        z.object({
          id: Id,
          name: NameText,
          violations: z.int().meta({
            description:
              'How often the rule costs something: for how many parts, pairs or resources. Preferences that are met do not count, nor do rules without a weight.',
          }),
          penalty: z.number().meta({ description: 'What that costs, in weight units.' }),
        }),
      )
      .meta({ description: 'Every enabled rule.' }),
    score: Score,
    utilization: z
      .array(
        z.object({
          resource: Id,
          occupiedSeconds: z
            .number()
            .meta({ description: 'For how many seconds an operation is on the resource; blockers do not count.' }),
          operations: z.int().meta({ description: 'The number of operations on the resource.' }),
          ratio: z.number().meta({ description: 'The occupied share of the window, from 0 to 1.' }),
        }),
      )
      .meta({ description: 'How much each resource is used.' }),
    window: z
      .object({
        start_timestamp: z.number().meta({ description: 'Its start in Unix seconds.' }),
        end_timestamp: z.number().meta({ description: 'Its end in Unix seconds.' }),
      })
      .nullable()
      .meta({
        description:
          'The time that was looked at: that of the request, or from the first start to the last end; null if there is none.',
      }),
  })
  .meta({ id: 'PlanningMetrics', description: 'A plan in a few numbers.' });
export type Metrics = z.output<typeof Metrics>;

export const MetricsPoint = Metrics.omit({
  planning: true,
  workspace: true,
  rules: true,
  utilization: true,
  window: true,
})
  .extend({
    at: Instant,
    change: Id.meta({ description: 'The last changeset that is visible in the plan at that time.' }),
  })
  .meta({ id: 'MetricsPoint' });

export const Candidate = z
  .object({
    resource: Id,
    current: z.boolean().meta({ description: 'True for the place that the operation has now.' }),
    feasible: z
      .boolean()
      .meta({ description: 'True when the operation may use the resource and would be in no conflict there.' }),
    score: ScoreChange,
    breaks: z
      .array(
        z.object({
          kind: z.string().meta({ description: '`requiredTag`, `overlap`, or the kind of a rule.' }),
          rule: Id.exactOptional(),
          tags: z.array(Id).exactOptional().meta({ description: 'The required tags that the resource lacks.' }),
          message: z.string().meta({ description: 'The same in a sentence.' }),
        }),
      )
      .meta({
        description:
          'The disadvantages of this place: missing tags, rules (hard or not) that it breaks, and conflicts.',
      }),
    blockedBy: z.array(Id).meta({ description: 'The operations that it would be in conflict with.' }),
    reason: Reason.exactOptional().meta({
      description: 'On the first candidate only, and only when no candidate is feasible: why that is so.',
    }),
  })
  .meta({
    id: 'Candidate',
    description: 'A resource as a place for an operation: what it would cost and break there, and what is in the way.',
  });
export type Candidate = z.output<typeof Candidate>;

export const Slot = z
  .object({
    resource: Id,
    current: z.boolean().meta({ description: 'True for the resource and the start that the part has now.' }),
    feasible: z.boolean().meta({ description: 'True when the operation would be in no conflict there.' }),
    startAt: Instant,
    endAt: Instant,
    delta: z
      .number()
      .meta({ description: 'The difference in the total score, in weight units; starting later counts as delay.' }),
    conflicts: z.int().meta({ description: 'The number of conflicts that the operation would have there.' }),
    blockedBy: z.array(Id).meta({ description: 'The operations that it would be in conflict with.' }),
  })
  .meta({ id: 'Slot', description: 'A resource and a start for an operation that may start within a range.' });
export type Slot = z.output<typeof Slot>;

export const ScoreAnswer = z
  .object({
    metrics: Metrics,
    delta: z.number().meta({ description: 'The difference in the total score from the present one, in weight units.' }),
  })
  .meta({ id: 'VirtualScore' });
export type ScoreAnswer = z.output<typeof ScoreAnswer>;
