import { z } from 'zod';
import { defineTool } from './tool.ts';

const CHOICES = 500;

export const adviseRules = defineTool({
  name: 'advise_rules',
  description:
    'Rules and weights that would have agreed with what planners moved by hand and which repairs they refused: each in a sentence with how many decisions it agrees with, and what planners said. Takes some seconds. Only proposes; nothing is written.',
  input: z.strictObject({}),
  async run(context) {
    const query = { since: null, choices: CHOICES, runSeconds: 0 };
    const { choices, agreement, proposals } = await context.schedule.advise(context.scope, context.planning, query);
    return {
      choices,
      agreement,
      proposals: proposals.map(({ explanation, holdout, reasons, effect }) => ({
        explanation,
        notLearnedFrom: holdout,
        reasons,
        costInPresentPlan: effect.cost.after,
      })),
    };
  },
});
