/** Why a planned move is not made, as it is said after the operation's name. */
export const SKIP_REASONS = {
  deleted: 'no longer exists',
  fixed: 'is fixed',
  started: 'has already arrived',
  blocker: 'is a blocker',
  reassigned: 'has been moved since',
  ineligible: 'may not use the planned resource',
  conflict: 'would be in conflict',
  score: 'would cost more than it saves',
} as const;

export type SkipReason = keyof typeof SKIP_REASONS;
