/** Keys whose buckets are kept: those of the longest ago are full again, or as good as forgotten. */
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
  /** Milliseconds of any origin that never go back. */
  readonly clock?: () => number;
}

/** A bucket of tokens for each key: every request takes one, and time fills it at an even rate, whatever was taken before. */
export class TokenBuckets {
  private readonly options: Required<TokenBucketOptions>;
  private readonly buckets = new Map<string, Bucket>();

  constructor({ perSecond, most, clock = () => performance.now() }: TokenBucketOptions) {
    this.options = { perSecond, most, clock };
  }

  /** Takes a token. Answers 0, or when there is none the milliseconds until there will be one. */
  take(key: string): number {
    const { perSecond, most, clock } = this.options;
    const nowMs = clock();
    const known = this.buckets.get(key);
    const gained = known === undefined ? most : ((nowMs - known.atMs) * perSecond) / 1000;
    const tokens = Math.min(most, (known?.tokens ?? 0) + gained);
    const isFree = tokens >= 1;
    // The last that was asked for is the last to be forgotten.
    this.buckets.delete(key);
    this.buckets.set(key, { tokens: isFree ? tokens - 1 : tokens, atMs: nowMs });
    if (this.buckets.size > KEYS_KEPT) this.buckets.delete(present(this.buckets.keys().next().value));
    return isFree ? 0 : ((1 - tokens) * 1000) / perSecond;
  }
}
import { present } from '../../engine/present.ts';
