/** Limits of outgoing webhooks, from the settings WEBHOOK…. */
export interface WebhookLimits {
  readonly aPlanning: number;
  /** Response timeout of a subscriber, in milliseconds. */
  readonly answerMs: number;
  /** How long a message is retried before it is dead, in milliseconds. */
  readonly retryMs: number;
  /** Maximum number of events in one message. For a longer change, the message has only their number. */
  readonly events: number;
  /** Maximum number of pending messages of one webhook. Further changes wait in the planning's history. */
  readonly waiting: number;
  /** How long delivered and dead messages stay listed, in milliseconds. */
  readonly keptMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const LONGEST_MS = 4 * HOUR_MS;
/** Delay after the n-th failed attempt; after the last entry, LONGEST_MS. */
const BACKOFF_MS: readonly number[] = [
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
];

/** Milliseconds until the next attempt, after `attempts` failed ones. */
export const backoffMs = (attempts: number): number => BACKOFF_MS[attempts - 1] ?? LONGEST_MS;

/** Number of consecutive failures after which a webhook pauses between messages. A single message that fails does not hold up the others. */
export const DOWN_AFTER = 3;
export const restMs = (failures: number): number => (failures < DOWN_AFTER ? 0 : MINUTE_MS);
