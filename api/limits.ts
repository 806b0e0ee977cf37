import { RateLimiterRes } from 'rate-limiter-flexible';
import { EdgeError } from './errors.ts';

/** 429 with Retry-After. */
export const tooMany = (result: RateLimiterRes, what: string): EdgeError => {
  const seconds = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
  return new EdgeError('rate_limited', `Too many ${what}; wait ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds) },
  });
};

interface Limiter {
  consume(key: string): Promise<unknown>;
}

/** Throws 429 when the key has used up its points. */
export const consume = async (limiter: Limiter, key: string, what: string): Promise<void> => {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw tooMany(refused, what);
    throw refused;
  }
};
