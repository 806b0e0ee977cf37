import { createHash } from 'node:crypto';
import { EdgeError } from '../errors.ts';
import type { AttemptStore } from './ports.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The limit for one account: five attempts, then one more after each of 1, 2, 4 … 900 s. Attempts are forgotten after an hour without one. */
const DELAYS = { free: 5, baseMs: 1000, mostMs: 15 * MINUTE_MS, forgetMs: 60 * MINUTE_MS } as const;
/** An address from which an account has logged in has its own counter for this long, so that nobody can lock a planner out from another address. */
const FAMILIAR_MS = 30 * DAY_MS;

export interface LoginThrottle {
  /** Counts an attempt before the password is checked. Throws 429 with Retry-After. Treats accounts that do not exist in the same way. */
  attempt(email: string, address: string): Promise<void>;
  succeeded(email: string, address: string): Promise<void>;
}

const key = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('base64url');

/** Limits login attempts by address and by account. The counters are in the store, so they hold over all nodes. */
export const createLoginThrottle = (
  store: AttemptStore,
  loginsPerMinute: number,
  clock: () => number,
): LoginThrottle => {
  const refuse = (freeAtMs: number | null): void => {
    if (freeAtMs === null) return;
    const seconds = Math.max(1, Math.ceil((freeAtMs - clock()) / 1000));
    throw new EdgeError('rate_limited', `Too many logins; wait ${seconds} s.`, {
      headers: { 'Retry-After': String(seconds) },
    });
  };
  const familiar = (email: string, address: string): string => key('familiar', email, address);
  const counter = async (email: string, address: string): Promise<string> =>
    (await store.isRemembered(familiar(email, address), clock()))
      ? key('account at', email, address)
      : key('account', email);

  return {
    async attempt(email, address) {
      const perAddress = { limit: loginsPerMinute, windowMs: MINUTE_MS };
      refuse(await store.attempt(key('address', address), perAddress, clock()));
      refuse(await store.attempt(await counter(email, address), DELAYS, clock()));
    },
    async succeeded(email, address) {
      await store.forgetAttempts(await counter(email, address));
      await store.remember(familiar(email, address), clock() + FAMILIAR_MS);
    },
  };
};
