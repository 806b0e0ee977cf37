/** What operators set of outgoing webhooks (WEBHOOK…). */
export interface WebhookLimits {
  readonly aPlanning: number;
  /** How long a subscriber may take to answer. */
  readonly answerMs: number;
  /** How long a message is tried before it is dead. */
  readonly retryMs: number;
  /** Most in one message; of longer changes it says only how many there are. */
  readonly events: number;
  /** Messages under way to one subscriber; beyond, its further changes wait where they are: in the planning's history. */
  readonly waiting: number;
  /** How long delivered and dead messages are listed. */
  readonly keptMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const LONGEST_MS = 4 * HOUR_MS;
/** After the n-th attempt that failed, and from then on the longest. */
const BACKOFF_MS: readonly number[] = [
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
];

/** How long to wait before the next attempt, after `attempts` failed ones. */
export const backoffMs = (attempts: number): number => BACKOFF_MS[attempts - 1] ?? LONGEST_MS;

/** One message that a subscriber cannot take holds up nothing; a subscriber that takes none is not asked all the time. */
export const DOWN_AFTER = 3;
export const restMs = (failures: number): number => (failures < DOWN_AFTER ? 0 : MINUTE_MS);
