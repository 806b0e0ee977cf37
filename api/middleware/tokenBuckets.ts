/** How many buckets are kept. The least recently used ones, which are most likely full again, are dropped. */
const KEYS_KEPT = 100_000;

interface Bucket {
  tokens: number;
  atMs: number;
}

export interface TokenBucketOptions {
  /** Tokens that a bucket gains in a second. */
  readonly perSecond: number;
  /** Tokens that fit into a bucket; a new one is full. */
  readonly most: number;
  /** A monotonic clock in milliseconds. */
  readonly clock?: () => number;
}

/** A token bucket for each key: every request takes one token, and the bucket refills at a constant rate. */
export class TokenBuckets {
  private readonly options: Required<TokenBucketOptions>;
  private readonly buckets = new Map<string, Bucket>();

  constructor({ perSecond, most, clock = () => performance.now() }: TokenBucketOptions) {
    this.options = { perSecond, most, clock };
  }

  /** Takes a token and returns 0; returns the milliseconds until there is a token when there is none. */
  take(key: string): number {
    const { perSecond, most, clock } = this.options;
    const nowMs = clock();
    const known = this.buckets.get(key);
    const gained = known === undefined ? most : ((nowMs - known.atMs) * perSecond) / 1000;
    const tokens = Math.min(most, (known?.tokens ?? 0) + gained);
    const isFree = tokens >= 1;
    // Inserting the key again makes it the most recently used one.
    this.buckets.delete(key);
    this.buckets.set(key, { tokens: isFree ? tokens - 1 : tokens, atMs: nowMs });
    if (this.buckets.size > KEYS_KEPT) this.buckets.delete(present(this.buckets.keys().next().value));
    return isFree ? 0 : ((1 - tokens) * 1000) / perSecond;
  }
}
import { present } from '../../engine/present.ts';
