import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { present } from '../../engine/present.ts';
import { openSignals } from '../signals/openSignals.ts';
import { addOrganization, addPlanning, newRun } from '../testing/samples.ts';
import { testPlaces } from '../testing/testDatabases.ts';
import { useDatabase } from '../testing/useDatabase.ts';
import type { Accounts } from './accounts.ts';
import { openAccounts } from './openAccounts.ts';
import { openIdempotency } from './openIdempotency.ts';
import { openProposals } from '../runs/openProposals.ts';
import { openRuns } from '../runs/openRuns.ts';
import { openStore } from '../versions/openStore.ts';
import type { PlanningRef } from '../versions/planningState.ts';

describe.each(testPlaces())('records on $name', (place) => {
  describe.skipIf(place.skipped !== null)('that are not versioned', () => {
    const opened = useDatabase(place);
    let accounts: Accounts;
    let organization: string;
    let planning: PlanningRef;
    beforeAll(async () => {
      accounts = openAccounts(opened.database);
      expect(await accounts.isEmpty()).toBe(true);
      organization = await addOrganization(opened.database);
      planning = await addPlanning(openStore(opened.database, openSignals(opened.database)), organization);
    });

    const addUser = async (email = `${randomUUID()}@example.com`) =>
      accounts.createUser({ id: randomUUID(), email, name: 'Name', passwordHash: null, subject: null });

    test('an email belongs to one user, in upper or lower case', async () => {
      const user = await addUser('Ada@Example.com');
      expect(user.email).toBe('ada@example.com');
      expect(await accounts.userByEmail('ADA@example.COM')).toEqual(user);
      await expect(addUser('aDa@example.com')).rejects.toMatchObject({ code: 'id_taken' });
      await accounts.updateUser(user.id, { passwordHash: 'hash' });
      await accounts.updateUser(user.id, { name: 'Ada' });
      expect(await accounts.user(user.id)).toEqual({ ...user, name: 'Ada', passwordHash: 'hash' });
    });

    const addKey = async (user: string, madeBy: string | null = null): Promise<string> => {
      const key = { name: 'k', user, organization, role: 'planner' as const, secretHash: 'h', expiresAt: null };
      return (await accounts.createApiKey({ ...key, id: randomUUID(), madeBy })).id;
    };

    test('a deleted user leaves nothing but the id, and an organization keeps an admin', async () => {
      const [user, other] = [await addUser(), await addUser()];
      const own = await addOrganization(opened.database);
      await accounts.addMember(own, user.id, 'admin');
      await accounts.addMember(organization, user.id, 'planner');
      const key = await addKey(user.id);
      await accounts.setPreferences(planning.key, user.id, { a: 1 });
      const token = { tokenHash: randomUUID(), family: randomUUID(), user: user.id, expiresAt: Date.now() + 60_000 };
      await accounts.addRefreshToken(token);
      expect(await accounts.deleteUser(user.id)).toBe('last_admin');
      expect(await accounts.user(user.id)).toEqual(user);
      await accounts.addMember(own, other.id, 'admin');
      await accounts.updateUser(other.id, { disabledAt: Date.now() });
      expect(await accounts.deleteUser(user.id)).toBe('last_admin');
      await accounts.updateUser(other.id, { disabledAt: null });

      const outcomes = await Promise.all([accounts.deleteUser(user.id), accounts.deleteUser(other.id)]);
      expect(outcomes.toSorted()).toEqual(['deleted', 'last_admin']);
      const [gone, stays] = outcomes[0] === 'deleted' ? [user, other] : [other, user];
      expect(await accounts.user(gone.id)).toBeUndefined();
      expect((await accounts.members(own)).map((one) => one.user)).toEqual([stays.id]);
      expect(await accounts.deleteUser(gone.id)).toBe('absent');
      if (gone === other) {
        await accounts.addMember(own, (await addUser()).id, 'admin');
        expect(await accounts.deleteUser(user.id)).toBe('deleted');
      }
      expect(await accounts.apiKey(key)).toBeUndefined();
      expect(await accounts.session(user.id, token.family)).toBeUndefined();
      expect(await accounts.memberships(user.id)).toEqual([]);
      const rows = await opened.database.sql`
        select user_id from refresh_tokens where user_id = ${user.id} union all select user_id from preferences where user_id = ${user.id}`;
      expect(rows).toEqual([]);
    });

    test('an API key is deleted with the membership under which it acts', async () => {
      const user = await addUser();
      expect(await accounts.addMember(organization, user.id, 'viewer')).toBe(true);
      expect(await accounts.addMember(organization, user.id, 'admin')).toBe(false);
      expect(await accounts.changeMember(organization, user.id, 'planner')).toBe('changed');
      const key = await addKey(user.id);
      expect(await accounts.apiKey(key)).toMatchObject({ role: 'planner', memberRole: 'planner', lastUsedAt: null });
      await accounts.touchApiKey(key);
      expect((await accounts.apiKeys(user.id))[0]?.lastUsedAt).toEqual(expect.any(Number));
      expect(await accounts.memberships(user.id)).toMatchObject([{ organization, role: 'planner' }]);
      expect(await accounts.changeMember(organization, user.id, null)).toBe('changed');
      expect(await accounts.apiKey(key)).toBeUndefined();
      expect(await accounts.changeMember(organization, user.id, null)).toBe('absent');
      await expect(addKey(user.id)).rejects.toMatchObject({ code: 'reference_gone' });
    });

    test('an API key is deleted with the key that created it, recursively, and a deleted key creates none', async () => {
      const user = await addUser();
      await accounts.addMember(organization, user.id, 'planner');
      const first = await addKey(user.id);
      const second = await addKey(user.id, first);
      const [third, other] = [await addKey(user.id, second), await addKey(user.id)];
      await accounts.deleteApiKey(first);
      expect((await accounts.apiKeys(user.id)).map(({ id }) => id)).toEqual([other]);
      expect(await accounts.apiKey(third)).toBeUndefined();
      await expect(addKey(user.id, second)).rejects.toMatchObject({ code: 'reference_gone' });
    });

    // Guarantee: an organization that had an admin keeps one.
    test('admins who concurrently demote or remove each other leave one admin', async () => {
      for (const role of ['viewer', null, 'planner', null] as const) {
        const place = await addOrganization(opened.database);
        const admins = await Promise.all(
          [1, 2, 3].map(async () => {
            const { id } = await addUser();
            await accounts.addMember(place, id, 'admin');
            return id;
          }),
        );
        const outcomes = await Promise.all(admins.map((user) => accounts.changeMember(place, user, role)));
        expect(outcomes.toSorted()).toEqual(['changed', 'changed', 'last_admin']);
        expect((await accounts.members(place)).filter((one) => one.role === 'admin')).toHaveLength(1);
      }
    });

    describe('a refresh token', () => {
      const day = 86_400_000;
      const at = Date.parse('2026-11-20T12:00:00Z');
      const newFamily = async (): Promise<{ token: string; family: string; user: string }> => {
        const { id: user } = await addUser();
        const [token, family] = [randomUUID(), randomUUID()];
        await accounts.addRefreshToken({ tokenHash: token, family, user, expiresAt: at + day });
        return { token, family, user };
      };
      /** Returns the successor, or how the token was refused. */
      const rotate = async (token: string, now: number): Promise<string> => {
        const tokenHash = randomUUID();
        const times = { now, graceMs: 10_000 };
        const { outcome } = await accounts.rotateRefreshToken(token, { tokenHash, expiresAt: now + day }, times);
        return outcome === 'rotated' ? tokenHash : outcome;
      };

      test('can be used once, and once more within the grace period; then its family is revoked', async () => {
        const { token, family, user } = await newFamily();
        const first = await rotate(token, at);
        const second = await rotate(token, at + 9_999);
        expect([first, second]).toEqual([expect.stringContaining('-'), expect.stringContaining('-')]);
        expect(await accounts.session(user, family)).toBeDefined();
        expect(await rotate(token, at + 9_999)).toBe('reused');
        for (const one of [token, first, second]) expect(await rotate(one, at + 9_999)).toBe('invalid');
        expect(await accounts.session(user, family)).toBeUndefined();
        expect(await rotate('unknown', at)).toBe('invalid');
      });

      test('that is reused after the grace period, or after its successor was used, revokes the family', async () => {
        const late = await newFamily();
        const next = await rotate(late.token, at);
        expect(await rotate(late.token, at + 10_000)).toBe('reused');
        expect(await rotate(next, at + 10_000)).toBe('invalid');
        const overtaken = await newFamily();
        await rotate(await rotate(overtaken.token, at), at + 1000);
        expect(await rotate(overtaken.token, at + 2000)).toBe('reused');
      });

      // Guarantee: a thief who uses a token within its grace period is detected at the next rotation at the latest.
      test('can have two successors, of which only one stays valid', async () => {
        const { token, family, user } = await newFamily();
        const [mine, stolen] = [await rotate(token, at), await rotate(token, at + 1000)];
        const next = await rotate(mine, at + 60_000);
        // Two tabs have one successor each, and wake up at the same time.
        expect(await rotate(stolen, at + 61_000)).toContain('-');
        expect(await rotate(stolen, at + 90_000)).toBe('reused');
        expect(await rotate(next, at + 90_000)).toBe('invalid');
        expect(await accounts.session(user, family)).toBeUndefined();
      });

      test('has at most two successors under concurrent requests, and none once its login was revoked', async () => {
        const { token } = await newFamily();
        const answers = await Promise.all([1, 2, 3, 4].map(() => rotate(token, at)));
        expect(answers.filter((answer) => answer === 'reused')).toHaveLength(1);
        expect(answers.filter((answer) => answer === 'invalid')).toHaveLength(1);
        for (const end of ['logout', 'password'] as const) {
          const { token: raced, family, user } = await newFamily();
          await Promise.all([
            rotate(raced, at),
            end === 'logout' ? accounts.revokeFamilyOf(raced) : accounts.revokeLogins(user),
            rotate(raced, at),
          ]);
          expect(await accounts.session(user, family)).toBeUndefined();
        }
      });
    });

    test('a login grant can be taken once, and not after it has expired', async () => {
      const user = await addUser();
      await accounts.addLoginGrant({ codeHash: 'code', user: user.id, expiresAt: Date.now() + 60_000 });
      await accounts.addLoginGrant({ codeHash: 'old', user: user.id, expiresAt: Date.now() - 1 });
      expect(await accounts.takeLoginGrant('code')).toBe(user.id);
      expect(await accounts.takeLoginGrant('code')).toBeUndefined();
      expect(await accounts.takeLoginGrant('old')).toBeUndefined();
    });

    test('nodes that start at the same time agree on one signing key', async () => {
      const keys = await Promise.all(
        ['a', 'b', 'c'].map((id) =>
          accounts.addSigningKey({ id, privateJwk: { kid: id }, publicJwk: { kid: id, list: [1] } }, true),
        ),
      );
      expect(keys.map((list) => list.map(({ id }) => id))).toEqual([
        [keys[0]?.[0]?.id],
        [keys[0]?.[0]?.id],
        [keys[0]?.[0]?.id],
      ]);
      expect(keys[0]?.[0]?.publicJwk).toEqual({ kid: keys[0]?.[0]?.id, list: [1] });
    });

    test('preferences are empty until they are set', async () => {
      const user = await addUser();
      expect((await accounts.preferences(planning.key, user.id)).data).toEqual({});
      await accounts.setPreferences(planning.key, user.id, { zoom: { hours: 12 } });
      expect((await accounts.preferences(planning.key, user.id)).data).toEqual({ zoom: { hours: 12 } });
    });

    test('an idempotent answer is stored with its transaction, and found until it is too old', async () => {
      const { sql } = opened.database;
      const idempotency = openIdempotency(opened.database);
      const answer = { bodyHash: 'b', status: 201, headers: { etag: '"x"' }, body: '{"a":1}' };
      await sql.begin(async (tx) => {
        expect(await idempotency.tryLock(tx, 's', 'k')).toBe(true);
        if (opened.url !== null) expect(await sql.begin((other) => idempotency.tryLock(other, 's', 'k'))).toBe(false);
        await idempotency.save(tx, 's', 'k', answer);
        expect(await idempotency.find('s', 'k', 60_000, tx)).toEqual(answer);
      });
      expect(await idempotency.find('s', 'k', 60_000)).toEqual(answer);
      expect(await idempotency.find('s', 'other', 60_000)).toBeUndefined();
      expect(await idempotency.find('s', 'k', -1)).toBeUndefined();
      expect(await idempotency.prune(-1)).toBe(1);
    });

    test('a key can be reserved once, until it is released, answered or pruned', async () => {
      const { sql } = opened.database;
      const idempotency = openIdempotency(opened.database);
      const ages = { leaseMs: 60_000, maxAgeMs: 60_000 };
      const reserve = (more = {}) => idempotency.reserve('s', 'r', { ...ages, ...more });
      const reserved = await Promise.all([reserve(), reserve(), reserve()]);
      const [first, ...more] = reserved.filter((one) => one !== null);
      expect(more).toEqual([]);
      expect(await idempotency.find('s', 'r', 60_000)).toBeUndefined();
      await first.release();
      const second = present(await reserve());
      const answer = { bodyHash: 'b', status: 0, headers: {}, body: '1' };
      expect(await sql.begin((tx) => second.settle(tx, answer))).toBe(true);
      await second.release();
      expect(await idempotency.find('s', 'r', 60_000)).toEqual(answer);
      expect(await reserve({ leaseMs: -1 })).toBeNull();
      expect(await reserve({ maxAgeMs: -1 })).not.toBeNull();
      expect(await idempotency.prune(-1)).toBe(1);
    });

    // Guarantee: one that fell silent and comes back after another took its key over settles nothing.
    test('a reservation is taken over when it is not renewed, and its first holder is fenced', async () => {
      const { sql } = opened.database;
      const idempotency = openIdempotency(opened.database);
      const reserve = () => idempotency.reserve('s', 't', { leaseMs: 2000, maxAgeMs: 60_000 });
      const age = (ms: number) =>
        sql`update idempotency_records set created_at = created_at - ${ms} where scope = 's' and key = 't'`;
      const silent = present(await reserve());
      await age(5000);
      await silent.renew();
      expect(await reserve()).toBeNull();
      await age(5000);
      const next = present(await reserve());
      const answer = { bodyHash: 'b', status: 0, headers: {}, body: '1' };
      expect(await sql.begin((tx) => silent.settle(tx, answer))).toBe(false);
      await silent.renew();
      await silent.release();
      expect(await sql.begin((tx) => next.settle(tx, answer))).toBe(true);
      expect(await idempotency.find('s', 't', 60_000)).toEqual(answer);
      expect(await sql.begin((tx) => silent.settle(tx, { ...answer, body: '2' }))).toBe(false);
      await idempotency.prune(-1);
    });

    // Guarantee: only one worker holds a run at a time, and a worker that lost it can no longer change anything.
    test('a run is claimed by one worker; when that dies, another takes over and the first is fenced', async () => {
      const runs = openRuns(opened.database, openSignals(opened.database));
      const run = await runs.create(newRun(planning));
      expect(run).toMatchObject({
        planning,
        status: 'STARTING',
        attempt: 0,
        parameters: { seed: 1 },
        hasIncumbent: false,
      });
      const claims = await Promise.all(['a', 'b', 'c'].map((worker) => runs.claim(run.id, worker, 60_000)));
      const [claim, ...more] = claims.filter((one) => one !== undefined);
      expect(more).toEqual([]);
      expect(claim).toMatchObject({ status: 'RUNNING', attempt: 1 });
      const guard = { from: ['RUNNING'] as const, attempt: 1 };
      expect(
        await runs.update(run.id, guard, { progress: { phase: 'greedy' }, incumbent: '[{"operation":"o"}]' }),
      ).toMatchObject({
        progress: { phase: 'greedy' },
        hasIncumbent: true,
      });
      const taken = await runs.claim(run.id, 'd', -1);
      expect(taken).toMatchObject({ attempt: 2, worker: 'd', hasIncumbent: true });
      expect(await runs.incumbent(run.id)).toBe('[{"operation": "o"}]');
      expect(await runs.result(run.id)).toBeNull();
      expect(await runs.heartbeat(run.id, 1)).toBe(false);
      expect(await runs.heartbeat(run.id, 2)).toBe(true);
      expect(await runs.update(run.id, guard, { progress: null })).toBeUndefined();
      await opened.database.sql.begin(async (tx) => {
        expect(await runs.lockForFinish(tx, run.id, 1)).toBeUndefined();
        expect(await runs.lockForFinish(tx, run.id, 2)).toMatchObject({ id: run.id });
        await runs.transition(
          run.id,
          { from: ['RUNNING'], attempt: 2 },
          'SUCCEEDED',
          { after: { score: 1 }, error: null },
          tx,
        );
      });
      expect(await runs.get(run.id)).toMatchObject({
        status: 'SUCCEEDED',
        after: { score: 1 },
        progress: { phase: 'greedy' },
      });
      expect(await runs.transition(run.id, { from: ['RUNNING'] }, 'FAILED')).toBeUndefined();
      const later = await runs.create(newRun(planning));
      expect((await runs.list(planning, { limit: 1 })).map(({ id }) => id)).toEqual([later.id]);
      expect((await runs.list(planning, { limit: 5, before: later })).map(({ id }) => id)).toEqual([run.id]);
      expect((await runs.live()).map(({ id }) => id)).toEqual([later.id]);
      expect([await runs.delete(later.id), await runs.delete(later.id)]).toEqual([true, false]);
    });

    test('a proposal can be applied only once', async () => {
      const proposals = openProposals(opened.database);
      const id = randomUUID();
      const created = await proposals.create({
        id,
        planning,
        workspace: null,
        change: 1,
        moves: [{ operation: 'o' }],
        score: { delta: -1 },
        explanation: 'why',
        createdBy: null,
      });
      const undecided = { source: 'agent', state: null, reason: null, details: null, decidedAt: null, decidedBy: null };
      expect(await proposals.get(planning, id)).toEqual({ ...created, ...undecided });
      await opened.database.sql.begin(async (tx) => {
        expect((await proposals.lock(tx, id))?.changeset).toBeNull();
        await proposals.markApplied(tx, id, 'c');
      });
      expect((await proposals.get(planning, id))?.changeset).toBe('c');
    });
  });
});
