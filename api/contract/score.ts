import { z } from 'zod';

/** Costs in weight units with two decimals; lower is better. `total` is the sum of the rest. */
export const Score = z
  .object({
    total: z.number().meta({ description: 'The sum of the other members.' }),
    conflicts: z.number().meta({ description: 'The cost of conflicts.' }),
    unassigned: z.number().meta({ description: 'The cost of operations without a place.' }),
    reassigned: z.number().meta({ description: 'The cost of operations that have another place than before.' }),
    delay: z.number().meta({ description: 'The cost of the minutes by which moves delay operations.' }),
    rules: z.number().meta({ description: 'The cost of soft rules and of risk; negative where preferences outweigh.' }),
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
  .meta({
    id: 'ScoreChange',
    description:
      'The score before and after. `reassigned` counts from the plan that is asked about, in a workspace from that of the workspace, while metrics of a workspace count from the mainline.',
  });
export type ScoreChange = z.output<typeof ScoreChange>;
