import { z } from 'zod';

/** Weight units with two decimals; lower is better; `total` is the sum of the rest. */
export const Score = z
  .object({
    total: z.number(),
    conflicts: z.number(),
    unassigned: z.number(),
    reassigned: z.number(),
    delay: z.number(),
    rules: z.number(),
  })
  .meta({ id: 'Score', description: 'Costs by level in weight units; lower is better; total is the sum of the rest.' });
export type Score = z.output<typeof Score>;

export const ScoreChange = z
  .object({ before: Score, after: Score, delta: z.number().meta({ description: 'Of the totals.' }) })
  .meta({ id: 'ScoreChange' });
export type ScoreChange = z.output<typeof ScoreChange>;

const weight = z
  .number()
  .max(1_000_000)
  .refine((value) => value >= 0, { message: 'must not be negative', params: { code: 'weight_negative' } })
  .meta({ minimum: 0 });

/** What is absent has its default: conflict 2000, unassigned 1000, reassigned 10, delay 2 (a minute), risk 0. */
export const Weights = z
  .strictObject({
    conflict: weight.exactOptional(),
    unassigned: weight.exactOptional(),
    reassigned: weight.exactOptional(),
    delay: weight.exactOptional(),
    risk: weight.exactOptional(),
  })
  .meta({
    id: 'Weights',
    description: 'Weights of the score. Defaults: conflict 2000, unassigned 1000, reassigned 10, delay 2, risk 0.',
  });
export type Weights = z.output<typeof Weights>;
