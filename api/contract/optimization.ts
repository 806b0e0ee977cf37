import { onePlace, placeMembers, withoutRepeatedPlace } from '../../schedule/entities/assignment.ts';
import { Weights } from '../../schedule/entities/planning.ts';
import { z } from 'zod';
import { Candidate } from './conflict.ts';

import { CostTerm, PlanCosts, Reason } from './explanation.ts';
import {
  AuthorName,
  CreatedBy,
  FARTHEST_UNIX_SECONDS,
  Id,
  Instant,
  JsonRecord,
  JsonValue,
  Name,
  Timestamp,
  writeShape,
} from '../../schedule/entities/primitives.ts';
import { ErrorLine, HeartbeatLine, lineType, Move, SkippedMoves } from './resolution.ts';
import { Score } from './score.ts';

const unix = (description: string) =>
  z.int().min(-FARTHEST_UNIX_SECONDS).max(FARTHEST_UNIX_SECONDS).meta({ description });

export const Seed = z.int().min(0).max(4_294_967_295).meta({ description: 'The seed of random numbers. Default: 1.' });

const parameterMembers = {
  timeLimitSeconds: z.number().min(0.05).max(604_800).exactOptional().meta({
    description:
      'How long the run may search, in seconds: at most `limits.runSeconds` of meta. Default: 30, for external solvers one day. While other organizations wait, the time is used in slices.',
  }),
  gap: z.number().min(0).max(1).exactOptional().meta({
    description: 'The run stops when (incumbent − bound) / max(1, |incumbent|) is this small. Default: 0.001.',
  }),
  seed: Seed.exactOptional(),
  stepLimit: z.int().min(1).exactOptional().meta({
    description:
      'The run stops when it has made this many `iterations`; with it, a run is reproducible. Default: no limit.',
  }),
  window: z
    .strictObject({
      start_timestamp: unix('The start of the window in Unix seconds.'),
      end_timestamp: unix('The end of the window in Unix seconds.'),
    })
    .refine((window) => window.start_timestamp < window.end_timestamp, 'must start before it ends')
    .exactOptional()
    .meta({ description: 'Only operations whose window overlaps this one may move. Default: all operations.' }),
  frozenBefore: Timestamp.exactOptional().meta({
    description: 'Operations whose window starts before this time are not moved.',
  }),
  frozenOperations: z
    .array(Id)
    .max(100_000)
    .exactOptional()
    .meta({ description: 'Operations that are not moved. Default: none.' }),
  maxReassignments: z.int().min(0).exactOptional().meta({
    description: 'How many operations may change or lose their place. Default: any number.',
  }),
  frontier: z
    .array(z.int().min(0).nullable())
    .min(1)
    .max(50)
    .exactOptional()
    .meta({
      description:
        'Values of maxReassignments (null: any number) for each of which the run also reports the best score that it found, as `frontier` of the result. Only for solvers that have this parameter in meta; when no solver is named, the first of them runs.',
      example: [0, 1, 2, 5, 10, 20, null],
    }),
  moveStarted: z
    .boolean()
    .exactOptional()
    .meta({ description: 'Whether started operations may move. Default: false.' }),
  weights: Weights.exactOptional(),
  referenceTime: Timestamp.exactOptional().meta({
    description: 'The reference time of stability rules. Default: the time at which the run starts.',
  }),
};

/** The parameters of a run. */
export const RunParameters = z
  .strictObject(parameterMembers)
  .meta({ id: 'RunParameters', description: 'Limits and options of a run.' });
export type RunParameters = z.output<typeof RunParameters>;

const SOLVER = { description: 'The id of a solver of meta. Default: auto.' };
const SolverId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be a solver of meta, such as auto')
  .meta(SOLVER);
const RUN_NAME = { description: 'A name for the run, at most 255 characters. Default: null.' };

const startMembers = {
  name: Name.nullable().exactOptional().meta(RUN_NAME),
  solver: SolverId.exactOptional(),
  parameters: RunParameters.exactOptional().meta({ description: 'Limits and options of the run.' }),
};

const DRY_RUN = { description: 'True keeps the plan as a result and writes nothing. Default: false.' };

export const OptimizeRequest = z
  .strictObject({
    ...startMembers,
    start: z
      .boolean()
      .exactOptional()
      .meta({ description: 'False creates a pending task, which is started later. Default: true.' }),
    dryRun: z.boolean().exactOptional().meta(DRY_RUN),
  })
  .meta({ id: 'OptimizeRequest', example: { solver: 'auto', parameters: { timeLimitSeconds: 10, seed: 1 } } });
export type OptimizeRequest = z.output<typeof OptimizeRequest>;

const Bound = z
  .number()
  .nullable()
  .meta({ description: 'No plan has a lower total, in weight units; null if nothing is proven.' });
const Gap = z.number().nullable().meta({ description: '(total − bound) / max(1, |total|); null without a bound.' });

const RunStatus = z.enum(['PENDING', 'STARTING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED']).meta({
  description:
    '`PENDING`: created, not started. `STARTING`: waits for a worker. `RUNNING`: a solver searches. The others are final.',
});

export const RunRecord = z
  .object({
    id: Id,
    planning: Id,
    workspace: Id.nullable(),
    name: z.string().nullable().meta(RUN_NAME),
    status: RunStatus,
    solver: z.string().meta({ description: 'The id of the solver.' }),
    parameters: JsonRecord.meta({ description: 'The parameters of the run, with the defaults of its solver.' }),
    dryRun: z.boolean().meta(DRY_RUN),
    progress: JsonRecord.nullable().meta({
      description:
        'elapsedSeconds, iterations, score, counts, bound, gap, phase, and yields: how often the run paused for other organizations, or for a full disk of the database. Null before the first progress.',
    }),
    before: z
      .object({ score: Score })
      .nullable()
      .meta({ description: 'The plan that the run started from; null before the run has started.' }),
    after: z
      .object({
        score: Score,
        bound: Bound,
        gap: Gap,
      })
      .nullable()
      .meta({ description: 'The best plan; null before the run has ended.' }),
    changeset: Id.nullable(),
    applied: z
      .object({
        assigned: z.int().meta({ description: 'The number of operations whose moves were written.' }),
        unchanged: z.int().meta({ description: 'The number of operations without a move.' }),
        skipped: SkippedMoves,
      })
      .nullable()
      .meta({ description: 'What was written of the plan; null while nothing was.' }),
    error: z.string().nullable().meta({ description: 'Why the task failed; null unless it did.' }),
    createdBy: CreatedBy.nullable(),
    createdByName: AuthorName.exactOptional(),
    createdAt: Instant,
    startedAt: Instant.nullable(),
    finishedAt: Instant.nullable(),
    webhookSecret: z.string().exactOptional().meta({
      description:
        'The secret that signs the messages of an external solver. Only in the response that creates the run.',
    }),
  })
  .meta({ id: 'OptimizationTask' });
export type RunRecord = z.output<typeof RunRecord>;

export const RunPatch = writeShape({ ...startMembers, status: RunStatus.exactOptional() }, [
  'id',
  'planning',
  'workspace',
  'progress',
  'before',
  'after',
  'changeset',
  'applied',
  'error',
  'createdBy',
  'createdByName',
  'createdAt',
  'startedAt',
  'finishedAt',
  'dryRun',
]).meta({ id: 'OptimizationTaskPatch', description: '`status: "STARTING"` starts a pending task.' });
export type RunPatch = z.output<typeof RunPatch>;

export const CancelRequest = z
  .strictObject({
    apply: z.boolean().exactOptional().meta({ description: 'Whether the best plan found is applied. Default: true.' }),
  })
  .meta({ id: 'CancelRequest', example: { apply: true } });

export const PlannedPlace = writeShape(
  { operation: Id, ...placeMembers },
  ['id', 'metadata', 'planning'],
  onePlace,
).transform(withoutRepeatedPlace);

const ignored = JsonValue.exactOptional().meta({ description: 'Accepted and ignored.' });

/** The output of an external solver. The service ignores its score and bound, and computes the score itself. */
export const SolverResult = z
  .object({
    assignments: z
      .array(PlannedPlace)
      .max(1_000_000)
      .meta({ description: 'The place of each operation; one that is not listed has none.' }),
    score: ignored,
    bound: ignored,
    status: ignored,
  })
  .meta({
    id: 'SolverResult',
    description: 'The raw output of a solver; members beyond these are ignored.',
    example: { assignments: [{ operation: 'op-1', resource: 'A12' }], status: 'optimal' },
  });
export type SolverResult = z.output<typeof SolverResult>;

const FrontierPoint = z
  .object({
    maxReassignments: z
      .int()
      .nullable()
      .meta({ description: 'The limit that was asked for; null means any number of changes.' }),
    score: Score.meta({
      description:
        'The score of the best plan found with at most that many changes. The plan was checked independently.',
    }),
    reassigned: z.int().meta({
      description:
        'How many operations the plan reassigns; more than the limit only where places are no longer eligible.',
    }),
    bound: z.number().nullable().meta({ description: 'A proven limit: no such plan has a lower total.' }),
  })
  .meta({ id: 'FrontierPoint' });

export const RunResult = z
  .object({
    task: Id,
    score: Score,
    bound: Bound,
    gap: Gap,
    assignments: JsonValue.meta({
      description: 'The whole plan as [{ operation, resource, parts? }]; `resource` is that of the first part.',
    }),
    moves: z.array(Move).meta({ description: 'What the plan changes.' }),
    frontier: z.array(FrontierPoint).nullable().meta({
      description:
        'One point for each value of the parameter `frontier`, in its order; null when the parameter was absent.',
    }),
    terms: z.array(CostTerm).meta({ description: "What the score consists of, by rule; sums to the score's total." }),
    costs: PlanCosts.nullable().meta({
      description: 'Null with explain=false, and when the history that the plan was made on is no longer kept.',
    }),
    reasons: z.array(Reason).nullable().meta({
      description:
        'Why operations have no place, in order of start, then why there are conflicts: 50 at most. Null in the same cases as costs.',
    }),
    reasonCount: z.int().nullable().meta({
      description: 'How many operations and conflicts there are to explain. Null in the same cases as costs.',
    }),
    alternatives: z.array(Candidate).exactOptional().meta({
      description:
        'With the parameter `operation`, every resource as a place for that operation in the plan, best first.',
    }),
  })
  .meta({ id: 'OptimizationResult' });
export type RunResult = z.output<typeof RunResult>;

const status = z.object({
  type: lineType('status', 'The status of the run now.'),
  status: RunStatus,
  task: RunRecord.exactOptional().meta({
    description: 'The task, in the first line of the answer to the request that started it.',
  }),
});

export const RunLine = z
  .discriminatedUnion('type', [
    status,
    z.object({
      type: lineType('progress', 'How far the search is.'),
      elapsedSeconds: z.number().meta({ description: 'Seconds that the run has searched.' }),
      iterations: z.number().meta({
        description:
          'The iterations of the run so far, which `stepLimit` limits; what one of them does depends on the solver.',
      }),
      phase: z.string().nullable().meta({ description: 'What the solver is doing; null where it does not say.' }),
    }),
    z.object({
      type: lineType('incumbent', 'A better plan was found.'),
      elapsedSeconds: z.number().meta({ description: 'Seconds that the run has searched.' }),
      score: Score,
      counts: z
        .object({
          conflicts: z.int().meta({ description: 'The number of conflicts.' }),
          unassigned: z.int().meta({ description: 'The number of operations without a place.' }),
          reassigned: z.int().meta({ description: 'The number of operations with another place than now.' }),
        })
        .nullable()
        .meta({ description: 'What the plan is like; null where it was not counted.' }),
      bound: Bound,
      gap: Gap,
    }),
    z.object({
      type: lineType('done', 'The run has ended; this is the last line.'),
      task: RunRecord.meta({ description: 'The run as it ended.' }),
    }),
    ErrorLine,
    HeartbeatLine,
  ])
  .meta({ id: 'OptimizationLine' });
export type RunLine = z.output<typeof RunLine>;
