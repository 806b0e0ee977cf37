import { z } from 'zod';
import { Seed } from './optimization.ts';
import { Id } from '../../schedule/entities/primitives.ts';
import { PartName, VirtualState } from './resolution.ts';

export const StressRequest = z
  .strictObject({
    virtualState: VirtualState.exactOptional(),
    samples: z
      .int()
      .min(1)
      .max(100_000)
      .exactOptional()
      .meta({ description: 'How many samples to draw. Default: 1000.' }),
    seed: Seed.exactOptional(),
    timeLimitMs: z
      .int()
      .min(10)
      .max(60_000)
      .exactOptional()
      .meta({ description: 'The time limit in milliseconds. Default: 10000.' }),
  })
  .meta({ id: 'StressRequest', example: { samples: 1000, seed: 1 } });
export type StressRequest = z.output<typeof StressRequest>;

const share = (description: string) => z.number().min(0).max(1).meta({ description });
const rates = {
  probability: share('The share of the samples in which it is in a conflict.'),
  meanConflicts: z.number().meta({ description: 'Its mean number of conflicts in a sample.' }),
};

export const StressAnswer = z
  .object({
    planning: Id,
    workspace: Id.nullable(),
    samples: z.int().meta({ description: 'How many samples were drawn.' }),
    complete: z.boolean().meta({ description: 'False when the time was up before all samples were drawn.' }),
    seed: z.int().meta({ description: 'The seed that was used; it repeats the result.' }),
    conflicts: z
      .object({
        mean: z.number().meta({ description: 'The mean.' }),
        deviation: z.number().meta({ description: 'The standard deviation.' }),
        p05: z.int().meta({ description: '5 % of the samples have at most this many.' }),
        p25: z.int().meta({ description: '25 % of the samples have at most this many.' }),
        p50: z.int().meta({ description: 'The median.' }),
        p75: z.int().meta({ description: '75 % of the samples have at most this many.' }),
        p95: z.int().meta({ description: '95 % of the samples have at most this many.' }),
        min: z.int().meta({ description: 'The smallest number in any sample.' }),
        max: z.int().meta({ description: 'The largest number in any sample.' }),
      })
      .meta({ description: 'The number of conflicts in a sample.' }),
    histogram: z
      .array(
        z.object({
          conflicts: z.int().meta({ description: 'A number of conflicts.' }),
          samples: z.int().meta({ description: 'The number of samples with this many.' }),
        }),
      )
      .meta({ description: 'How many samples had how many conflicts.' }),
    operations: z
      .array(
        z.object({
          operation: Id,
          part: PartName,
          resource: Id.nullable(),
          ...rates,
        }),
      )
      .meta({ description: 'How often each operation is in a conflict, the most frequent first.' }),
    resources: z
      .array(z.object({ resource: Id, ...rates }))
      .meta({ description: 'How often each resource is in a conflict, the most frequent first.' }),
    buffers: z
      .array(
        z.object({
          resource: Id,
          before: Id,
          after: Id,
          probability: share('The share of the samples in which the gap is too short.'),
          extraSeconds: z
            .int()
            .meta({ description: 'How many seconds longer the gap would have to be to hold in 95 % of the samples.' }),
          spares: z
            .number()
            .meta({ description: 'How many conflicts a longer gap would avoid, as a mean over the samples.' }),
        }),
      )
      .meta({ description: 'The gaps between two operations that would help most if they were longer.' }),
  })
  .meta({ id: 'Stress' });
export type StressAnswer = z.output<typeof StressAnswer>;
