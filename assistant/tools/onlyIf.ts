import { z } from 'zod';
import type { Judgment } from '../agentSchedule.ts';

/** What a proposal may depend on, and whether the engine's judgment of its moves fulfills it. */
const FULFILLED = {
  noNewConflict: ({ opened }: Judgment) => opened.length === 0,
  betterScore: ({ score }: Judgment) => score.delta < 0,
  noWorseScore: ({ score }: Judgment) => score.delta <= 0,
} as const;

export const JUDGED_CONDITIONS = [
  'noNewConflict',
  'betterScore',
  'noWorseScore',
] as const satisfies readonly (keyof typeof FULFILLED)[];
export type JudgedCondition = (typeof JUDGED_CONDITIONS)[number];

/** What a request may depend on: one of these, or whether nothing has to stay where a place is cleared. */
export type Condition = JudgedCondition | 'allMove';

export const isFulfilled = (condition: JudgedCondition, judgment: Judgment): boolean => FULFILLED[condition](judgment);

/** The member `onlyIf` of a tool's input. */
export const onlyIf = z
  .enum(JUDGED_CONDITIONS)
  .optional()
  .describe(
    'Makes the proposal only if this holds for all of its moves together; if not, says what they would have done',
  );
