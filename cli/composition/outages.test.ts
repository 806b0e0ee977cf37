import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../db/connection/openDatabase.ts';
import { testPlaces, type TestDatabase } from '../../db/testing/testDatabases.ts';
import { Relay } from '../../tests/relay.ts';
import { freePort } from '../../tests/freePort.ts';
import { openLog } from './openLog.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
}

const server = testPlaces().find(({ name }) => name === 'PostgreSQL')!;

// Guarantee: an outage of the database is logged once and its end once, and no other failure is hidden.
describe.skipIf(server.skipped !== null)('a log', () => {
  let [own, relay, database]: [TestDatabase?, Relay?, OpenDatabase?] = [];
  beforeAll(async () => {
    own = await server.open();
    const url = new URL(own.url ?? '');
    relay = await Relay.open(url.port, url.hostname);
    url.port = String(relay.port);
    database = await openDatabase({ url: url.href }, { migrate: false });
  });
  afterAll(async () => {
    await database?.close();
    relay?.close();
    await own?.drop();
  });

  test('shortens an outage, and only that', async () => {
    const { sql } = database!;
    const lines: Line[] = [];
    const write = (line: string) => lines.push(JSON.parse(line) as Line);
    const log = openLog({ LOG_LEVEL: 'debug' }, { write }, Promise.resolve({ sql }));
    const of = (msg: string) => lines.filter((line) => line.msg === msg).map(({ level }) => level);
    const fail = (msg: string) => sql`select 1`.catch((err: unknown) => log.error({ err }, msg));

    // A lost connection is no outage.
    const [{ pid }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
    await sql`select pg_terminate_backend(${pid})`.catch((err: unknown) => log.error({ err }, 'ended'));
    await sql`select 1`;
    expect(lines.map(({ msg }) => msg)).toEqual(['ended']);

    relay!.leadTo(await freePort());
    await fail('first');
    const away = /^the database cannot be reached; /;
    await expect.poll(() => lines.filter(({ msg }) => away.test(msg)).length).toBe(1);
    for (let i = 0; i < 3; i++) await fail('later');
    log.error({ err: new Error('A fault.') }, 'another fault');
    log.warn('without a failure');
    expect([of('first'), of('later'), of('another fault'), of('without a failure')]).toEqual([
      [50],
      [20, 20, 20],
      [50],
      [40],
    ]);
    relay!.leadTo(Number(new URL(own!.url ?? '').port));
    const back = 'the database can be reached again';
    await expect.poll(() => of(back), { timeout: 20_000 }).toEqual([30]);
    expect(lines.find(({ msg }) => msg === back)).toMatchObject({ seconds: expect.any(Number) as number });
    relay!.leadTo(await freePort());
    await fail('second outage');
    expect(of('second outage')).toEqual([50]);
  });
});
