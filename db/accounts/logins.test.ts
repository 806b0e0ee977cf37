import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addOrganization } from '../testing/samples.ts';
import { testPlaces } from '../testing/testDatabases.ts';
import { useDatabase } from '../testing/useDatabase.ts';
import type { Accounts } from './accounts.ts';
import { openAccounts } from './openAccounts.ts';

const MINUTE_MS = 60_000;
const now = Date.parse('2026-11-20T12:00:00Z');

describe.each(testPlaces())('logins on $name', (place) => {
  describe.skipIf(place.skipped !== null)('across nodes', () => {
    const opened = useDatabase(place);
    let accounts: Accounts;
    beforeAll(async () => {
      accounts = openAccounts(opened.database);
    });

    const addUser = async (): Promise<string> => {
      const id = randomUUID();
      await accounts.createUser({ id, email: `${id}@example.org`, name: 'N', passwordHash: null, subject: null });
      return id;
    };
    const together = <T>(count: number, run: () => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: count }, run));

    test('a window allows exactly its limit under concurrency, and opens again', async () => {
      const key = randomUUID();
      const rule = { limit: 3, windowMs: MINUTE_MS };
      const answers = await together(10, () => accounts.attempt(key, rule, now));
      expect(answers.filter((answer) => answer === null)).toHaveLength(3);
      expect(new Set(answers)).toEqual(new Set([null, now + MINUTE_MS]));
      expect(await accounts.attempt(key, rule, now + MINUTE_MS - 1)).toBe(now + MINUTE_MS);
      expect(await accounts.attempt(key, rule, now + MINUTE_MS)).toBeNull();
    });

    test('delays begin after the free attempts, double up to the maximum, and are forgotten', async () => {
      const key = randomUUID();
      const rule = { free: 2, baseMs: 1000, mostMs: 5000, forgetMs: 60 * MINUTE_MS };
      const attempt = (at: number) => accounts.attempt(key, rule, at);
      expect(await attempt(now)).toBeNull();
      expect(await attempt(now)).toBeNull();
      let at = now;
      for (const delayMs of [1000, 2000, 4000, 5000, 5000]) {
        expect(await attempt(at)).toBe(at + delayMs);
        expect(await attempt(at + delayMs - 1)).toBe(at + delayMs);
        at += delayMs;
        expect(await together(5, () => attempt(at))).toEqual(expect.arrayContaining([null]));
      }
      at += 60 * MINUTE_MS;
      expect([await attempt(at), await attempt(at), await attempt(at)]).toEqual([null, null, at + 1000]);
      await accounts.forgetAttempts(key);
      expect(await attempt(at)).toBeNull();
    });

    test('attempts that were counted before the clock was set back by an hour do not count', async () => {
      const ahead = now + 60 * MINUTE_MS;
      for (const rule of [
        { limit: 1, windowMs: MINUTE_MS },
        { free: 1, baseMs: 1000, mostMs: 5000, forgetMs: 60 * MINUTE_MS },
      ]) {
        const key = randomUUID();
        expect([await accounts.attempt(key, rule, ahead), await accounts.attempt(key, rule, ahead)]).toContain(null);
        expect(await accounts.attempt(key, rule, ahead)).not.toBeNull();
        expect(await accounts.attempt(key, rule, now)).toBeNull();
      }
    });

    test('a single-use hash counts for exactly one of all concurrent callers', async () => {
      const hash = randomUUID();
      const answers = await together(6, () => accounts.useOnce(hash, now + MINUTE_MS));
      expect(answers.filter(Boolean)).toHaveLength(1);
    });

    test('a remembered key is known until it expires', async () => {
      const key = randomUUID();
      await accounts.remember(key, now);
      await accounts.remember(key, now + 1);
      expect([await accounts.isRemembered(key, now), await accounts.isRemembered(key, now + 1)]).toEqual([true, false]);
    });

    test('a login is valid until it is revoked or its user is disabled', async () => {
      const user = await addUser();
      const organization = await addOrganization(opened.database);
      const login = async () => {
        const [family, tokenHash] = [randomUUID(), randomUUID()];
        await accounts.addRefreshToken({ tokenHash, family, user, expiresAt: Date.now() + MINUTE_MS });
        return { family, tokenHash };
      };
      const { family, tokenHash } = await login();
      expect(await accounts.session(user, family)).toEqual([]);
      await accounts.addMember(organization, user, 'planner');
      expect(await accounts.session(user, family)).toMatchObject([{ user, organization, role: 'planner' }]);
      expect(await accounts.session(await addUser(), family)).toBeUndefined();
      await accounts.updateUser(user, { disabledAt: now });
      expect(await accounts.session(user, family)).toBeUndefined();
      await accounts.updateUser(user, { disabledAt: null });
      expect(await accounts.session(user, family)).toHaveLength(1);
      await accounts.revokeFamilyOf(tokenHash);
      expect(await accounts.session(user, family)).toBeUndefined();
      const others = [await login(), await login()];
      await accounts.revokeLogins(user);
      for (const other of others) expect(await accounts.session(user, other.family)).toBeUndefined();
    });

    test('an API key is invalid while its user is disabled', async () => {
      const user = await addUser();
      const organization = await addOrganization(opened.database);
      await accounts.addMember(organization, user, 'planner');
      const id = randomUUID();
      const key = {
        name: 'k',
        user,
        organization,
        role: 'planner' as const,
        secretHash: 'h',
        expiresAt: null,
        madeBy: null,
      };
      await accounts.createApiKey({ ...key, id });
      await accounts.updateUser(user, { disabledAt: now });
      expect(await accounts.apiKey(id)).toMatchObject({ memberRole: null });
      await accounts.updateUser(user, { disabledAt: null });
      expect(await accounts.apiKey(id)).toMatchObject({ memberRole: 'planner' });
    });

    test('nodes that rotate at the same time agree on one key; the previous one stays until it is pruned', async () => {
      const rotate = (id: string, at: number) =>
        accounts.rotateSigningKey({ id, privateJwk: {}, publicJwk: {} }, { now: at, bornBefore: at - MINUTE_MS });
      const first = await Promise.all(['a', 'b', 'c'].map((id) => rotate(id, now)));
      expect(new Set(first.map((keys) => keys.map(({ id }) => id).join())).size).toBe(1);
      const later = now + 2 * MINUTE_MS;
      const second = await Promise.all(['d', 'e', 'f'].map((id) => rotate(id, later)));
      for (const keys of second) expect(keys.map(({ retiredAt }) => retiredAt)).toEqual([later, null]);
      await accounts.pruneLogins(later, later - 1);
      expect(await accounts.signingKeys()).toHaveLength(2);
      await accounts.pruneLogins(later, later);
      expect(await accounts.signingKeys()).toHaveLength(1);
    });
  });
});
