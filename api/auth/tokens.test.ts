import { expect, test } from 'vitest';
import type { SigningKeyStore, StoredSigningKey } from './ports.ts';
import { createTokens, REFRESH_SECONDS, RETIRED_KEY_MS } from './tokens.ts';

const DAY_MS = 86_400_000;
const claims = { user: 'u', family: 'f' };

/** A store of signing keys in memory that behaves as the one in the database does, and counts reads in `looks`. */
const memory = (): SigningKeyStore & { looks: number; keys: StoredSigningKey[] } => ({
  looks: 0,
  keys: [],
  async signingKeys() {
    this.looks += 1;
    return [...this.keys];
  },
  async rotateSigningKey(key, { now, bornBefore }) {
    if (!this.keys.some(({ retiredAt, createdAt }) => retiredAt === null && createdAt > bornBefore)) {
      this.keys = this.keys.map((one) => ({ ...one, retiredAt: one.retiredAt ?? now }));
      this.keys.push({ ...key, createdAt: now, retiredAt: null });
    }
    return [...this.keys];
  },
});

const start = () => {
  const store = memory();
  const time = { nowMs: Date.parse('2026-11-20T12:00:00Z') };
  const node = () => createTokens(store, { issuer: 'https://tidegate.example', clock: () => time.nowMs, keyDays: 30 });
  return { store, time, node };
};
const keyOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;

test('a key signs for 30 days; what it signed verifies until it expires', async () => {
  const { time, node } = start();
  const tokens = node();
  const first = await tokens.issue('refresh', claims);
  time.nowMs += 29 * DAY_MS;
  const last = await tokens.issue('refresh', claims);
  expect(keyOf(last)).toBe(keyOf(first));
  time.nowMs += DAY_MS;
  const next = await tokens.issue('refresh', claims);
  expect(keyOf(next)).not.toBe(keyOf(first));
  expect((await tokens.jwks()).keys.map(({ kid }) => kid)).toEqual([keyOf(first), keyOf(next)]);
  time.nowMs += (REFRESH_SECONDS - 60) * 1000 - DAY_MS;
  expect(await tokens.verify('refresh', last)).toEqual(claims);
  time.nowMs += 61_000;
  expect(await tokens.verify('refresh', last)).toBeNull();
  time.nowMs += RETIRED_KEY_MS;
  expect((await tokens.jwks()).keys.map(({ kid }) => kid)).not.toContain(keyOf(first));
});

test('another node verifies at once what a node signs, even with a key that it just made', async () => {
  const { time, node } = start();
  const [a, b] = [node(), node()];
  expect(await b.verify('access', await a.issue('access', claims))).toEqual(claims);
  time.nowMs += 30 * DAY_MS;
  const fresh = await a.issue('access', claims);
  expect(await b.verify('access', fresh)).toEqual(claims);
  // A node that has not reloaded its keys yet signs with the previous key, which is still valid.
  expect(await a.verify('access', await b.issue('access', claims))).toEqual(claims);
});

test('nodes that start together sign with one key, and concurrent tokens with invented keys cost one read', async () => {
  const { store, node } = start();
  const nodes = [node(), node(), node()];
  const issued = await Promise.all(nodes.map((tokens) => tokens.issue('access', claims)));
  for (const token of issued) expect(await nodes[0]?.verify('access', token)).toEqual(claims);
  expect(new Set(issued.map(keyOf)).size).toBe(1);
  const [head = '', ...rest] = issued[0]?.split('.') ?? [];
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as object;
  const invented = Buffer.from(JSON.stringify({ ...header, kid: 'a'.repeat(43) })).toString('base64url');
  const looks = store.looks;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => nodes[0]?.verify('access', [invented, ...rest].join('.'))),
  );
  expect(answers.every((answer) => answer === null)).toBe(true);
  expect(store.looks - looks).toBe(1);
});

test('a key that was deleted from the store verifies nothing within a minute, also when the clock is set back', async () => {
  for (const jumpMs of [61_000, -3_600_000]) {
    const { store, time, node } = start();
    const [tokens, other] = [node(), node()];
    const token = await tokens.issue('access', claims);
    store.keys = [];
    expect(await tokens.verify('access', token)).toEqual(claims);
    time.nowMs += jumpMs;
    expect(await tokens.verify('access', token)).toBeNull();
    expect(await other.verify('access', await tokens.issue('access', claims))).toEqual(claims);
  }
});

test('a failure of the store is thrown, not taken for a bad token', async () => {
  const { store, time, node } = start();
  const tokens = node();
  const token = await tokens.issue('access', claims);
  time.nowMs += 120_000;
  store.signingKeys = () => Promise.reject(new Error('away'));
  await expect(tokens.verify('access', token)).rejects.toThrow('away');
});

test('a token of another service, or of another address, is invalid', async () => {
  const { store, time, node } = start();
  const other = createTokens(store, { issuer: 'https://other.example', clock: () => time.nowMs });
  expect(await node().verify('access', await other.issue('access', claims))).toBeNull();
  expect(await node().verify('access', await start().node().issue('access', claims))).toBeNull();
});
