/**
 * Guarantee: no statement waits for a server that has become silent without closing its connections, whatever state it is in, and nothing of it
 * happens afterward.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Relay } from '../../tests/relay.ts';
import { testPlaces, type TestDatabase } from '../testing/testDatabases.ts';
import { migrate, migrations } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './openDatabase.ts';

const server = testPlaces().find(({ name }) => name === 'PostgreSQL')!;

describe.skipIf(server.skipped !== null)('a silent server', () => {
  let own: TestDatabase;
  let address: Relay;
  let addressUrl: string;
  let database: OpenDatabase;
  beforeAll(async () => {
    own = await server.open();
    const url = new URL(own.url ?? '');
    address = await Relay.open(url.port, url.hostname);
    url.hostname = '127.0.0.1';
    url.port = String(address.port);
    addressUrl = url.href;
    database = await openDatabase({ url: addressUrl, maxConnections: 2, answerSeconds: 2 }, { migrate: false });
    await database.sql`create table written (by text not null)`;
  });
  afterEach(() => address.quiet(false));
  afterAll(async () => {
    await database?.close();
    address?.close();
    await own?.drop();
  });
  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: { code?: unknown }) => error.code ?? error,
    );
  const recovered = () => expect.poll(() => codeOf(database.sql`select 1`), { timeout: 20_000 }).toBe('done');
  const written = async (): Promise<string[]> =>
    (await database.sql<{ by: string }[]>`select by from written order by by`).map(({ by }) => by);

  test('a slow statement goes on', async () => {
    expect(await codeOf(database.sql`select pg_sleep(5)`)).toBe('done');
  });

  test('statements that were sent, that wait for a connection, and later ones all end, and those that were not sent never happen', async () => {
    await Promise.all([1, 2, 3].map(() => database.sql`select 1`));
    address.quiet(true);
    const sent = database.sql`select 1`;
    const inside = database.transaction(async (tx) => {
      await tx`insert into written values ('transaction')`;
    });
    const queued = Array.from({ length: 8 }, () =>
      database.transaction((tx) => tx`insert into written values ('queued transaction')`),
    );
    const codes = await Promise.all([sent, inside, ...queued].map(codeOf));
    expect(codes).toEqual(codes.map(() => expect.stringMatching(/^08/)));
    expect(await codeOf(database.sql`insert into written values ('refused')`)).toBe('08001');
    expect(await codeOf(database.transaction((tx) => tx`insert into written values ('refused')`))).toBe('08001');
    address.quiet(false);
    await recovered();
    await database.sql`insert into written values ('after')`;
    expect(await written()).toEqual(['after']);
    await database.sql`delete from written`;
  });

  test('a transaction whose connection was cut between two statements writes nothing into the sessions of others', async () => {
    let goOn = (): void => {};
    const pause = new Promise<void>((resolve) => (goOn = resolve));
    const late: Promise<unknown>[] = [];
    const cut = codeOf(
      database.transaction(async (tx) => {
        await tx`insert into written values ('before')`;
        address.quiet(true);
        await pause;
        const more = [1, 2, 3].map(() => tx`insert into written values ('late')`);
        late.push(...more.map(codeOf));
        await Promise.all(more);
      }),
    );
    expect(await cut).toBe('08006');
    address.quiet(false);
    await recovered();
    await Promise.all(
      [1, 2].map((n) =>
        database.transaction(async (tx) => {
          await tx`insert into written values (${`other ${n}`})`;
          goOn();
          await sleep(200);
          await tx`select 1`;
        }),
      ),
    );
    expect(await Promise.all(late)).toEqual(['08006', '08006', '08006']);
    expect(await written()).toEqual(['other 1', 'other 2']);
  });

  test('statements that a transaction had not sent end with it', async () => {
    await database.sql`select 1`;
    const ends: Promise<unknown>[] = [];
    const cut = database.transaction(async (tx) => {
      await tx`select 1`;
      address.quiet(true);
      const all = Array.from({ length: 200 }, (_, n) => tx`select ${n}::int`);
      ends.push(...all.map(codeOf));
      await Promise.all(all);
    });
    expect(await codeOf(cut)).toBe('08006');
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['08006', '08001']));
    address.quiet(false);
    await recovered();
  });

  describe('one silent connection, while the server answers others', () => {
    let one: OpenDatabase;
    beforeEach(async () => {
      one = await openDatabase({ url: addressUrl, maxConnections: 1, answerSeconds: 2 }, { migrate: false });
      await one.sql`select 1`;
    });
    afterEach(() => one.close());

    test.each([
      ['loses a statement', () => one.sql`select 1`, 'both'],
      ['loses an answer', () => one.sql`select 1`, 'answers'],
      ['loses the begin of a transaction', () => one.transaction((tx) => tx`select 1`), 'both'],
    ] as const)('that %s is cut, and another one is opened', async (_, ask, lost) => {
      address.swallow(lost);
      const other = codeOf(database.sql`select pg_sleep(4)`);
      expect(await codeOf(ask())).toBe('CONNECTION_CLOSED');
      expect(await codeOf(ask())).toBe('done');
      expect(await other).toBe('done');
    });

    test('that waits for a lock is not cut', async () => {
      const holding = database.transaction(async (tx) => {
        await tx`lock table written`;
        await sleep(5_000);
      });
      await sleep(200);
      expect(await codeOf(one.sql`select * from written`)).toBe('done');
      await holding;
    });
  });

  test('the server ends a transaction that pauses for longer than its limit, and with it its locks', async () => {
    const limited = await openDatabase({ url: own.url ?? '', pauseSeconds: 1 }, { migrate: false });
    try {
      const [locked, pause] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const paused = codeOf(
        limited.transaction(async (tx) => {
          await tx`lock table written`;
          locked.resolve();
          await pause.promise;
          await tx`insert into written values ('paused')`;
        }),
      );
      await locked.promise;
      expect(await codeOf(database.sql`select * from written`)).toBe('done');
      pause.resolve();
      expect(await paused).toMatch(/^(?:25P03|CONNECTION_CLOSED)$/);
      expect(await codeOf(limited.transaction((tx) => tx`select 1`))).toBe('done');
      expect(await written()).not.toContain('paused');
    } finally {
      await limited.close();
    }
  });

  test('the server ends a statement that takes longer than its limit, but not a migration', async () => {
    const limited = await openDatabase({ url: own.url ?? '', statementSeconds: 1 }, { migrate: false });
    try {
      expect(await codeOf(limited.sql`select pg_sleep(5)`)).toBe('57014');
      expect(await codeOf(limited.transaction((tx) => tx`select pg_sleep(5)`))).toBe('57014');
      const text = 'select pg_sleep(2)';
      const slow = { name: '9999_slow', text, checksum: 'slow', keepsEarlier: true };
      expect(await migrate(limited.sql, { known: [...migrations(), slow] })).toEqual(['9999_slow']);
    } finally {
      await limited.close();
    }
  });
});
