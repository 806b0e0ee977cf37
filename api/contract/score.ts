import { z } from 'zod';

/** Costs in weight units with two decimals; lower is better. `total` is the sum of the rest. */
export const Score = z
  .object({
    total: z.number(),
    conflicts: z.number(),
    unassigned: z.number(),
    reassigned: z.number(),
    delay: z.number(),
    rules: z.number(),
  })
  .meta({
    id: 'Score',
    description: 'Costs by level in weight units; lower is better. `total` is the sum of the rest.',
  });
export type Score = z.output<typeof Score>;

export const ScoreChange = z
  .object({
    before: Score,
    after: Score,
    delta: z.number().meta({ description: 'The difference between the total scores, in weight units.' }),
  })
  .meta({ id: 'ScoreChange' });
export type ScoreChange = z.output<typeof ScoreChange>;
