/** Advisory locks are numbers that a whole database shares: each of ours has its own, so that nobody waits for what does not concern them. */
export const ADVISORY_LOCKS = {
  /** One node migrates. */
  migration: 7_430_011,
  /** Jobs are handed out by one node at a time, so that turns and limits hold. */
  jobs: 7_430_012,
  queueStart: 7_430_013,
  signingKeys: 7_430_014,
} as const;
