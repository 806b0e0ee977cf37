/** Keys of the advisory locks. A database shares their number space, so each purpose has its own key. */
export const ADVISORY_LOCKS = {
  /** Held while a node migrates the database. */
  migration: 7_430_011,
  /** Held while a node takes jobs from the queue, so that turns and limits are kept. */
  jobs: 7_430_012,
  queueStart: 7_430_013,
  signingKeys: 7_430_014,
} as const;
