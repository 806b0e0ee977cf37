import { describe, expect, test } from 'vitest';
import type { Database } from '../connection/database.ts';
import { openDatabase } from '../connection/openDatabase.ts';
import { openStore } from '../versions/openStore.ts';
import { addOrganization, addPlanning, locationFields, target } from '../testing/samples.ts';
import { testPlaces } from '../testing/testDatabases.ts';
import { useDatabase } from '../testing/useDatabase.ts';
import { openSignals } from './openSignals.ts';
import { payloadOf, type Signal, signalOf } from './signals.ts';

test('a payload is parsed into the signal that it was made from', () => {
  for (const signal of [
    { kind: 'change', planning: 7, change: 12 },
    { kind: 'task', id: 'a:b' },
    { kind: 'mark', planning: 7, conflict: '0a' },
    { kind: 'presence', planning: 7, text: '{"a":"b:\\n"}' },
  ] satisfies Signal[]) {
    expect(signalOf(payloadOf(signal))).toEqual(signal);
  }
  expect(signalOf('something else')).toBeUndefined();
});

// Guarantee: signals that could not be sent at once are sent later, together with those that were added meanwhile.
test('signals are sent later if the server does not respond', async () => {
  const sent: string[][] = [];
  let answers = false;
  const sql = {
    async unsafe(_text: string, [payloads]: [string]) {
      sent.push(JSON.parse(payloads) as string[]);
      if (!answers) throw new Error('The connection is closed.');
    },
  };
  const signals = openSignals({ place: 'server', sql } as unknown as Database);
  signals.committed([{ kind: 'task', id: 'a' }]);
  await expect.poll(() => sent.length).toBe(1);
  signals.committed([{ kind: 'change', planning: 1, change: 2 }]);
  answers = true;
  await expect.poll(() => sent.length).toBe(2);
  expect(sent.map((payloads) => payloads.toSorted())).toEqual([['task:a'], ['1:2', 'task:a']]);
  await signals.close();
});

test('nothing to send does not keep later signals from being sent', async () => {
  const sent: string[][] = [];
  const sql = {
    async unsafe(_text: string, [payloads]: [string]) {
      sent.push(JSON.parse(payloads) as string[]);
    },
  };
  const signals = openSignals({ place: 'server', sql } as unknown as Database);
  signals.committed([]);
  signals.committed([{ kind: 'task', id: 'a' }]);
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  expect(sent).toEqual([['task:a']]);
  await signals.close();
});

test('a first subscription that fails does not prevent later ones', async () => {
  let tries = 0;
  const sql = {
    async listen(_channel: string, hear: (payload: string) => void) {
      if (tries++ === 0) throw new Error('The server is away.');
      hear('task:a');
      return { unlisten: async () => {} };
    },
  };
  const signals = openSignals({ place: 'server', sql } as unknown as Database);
  const heard: Signal[] = [];
  const handlers = { onSignal: (signal: Signal) => heard.push(signal), onReconnect: () => {} };
  await expect(signals.subscribe(handlers)).rejects.toThrow('The server is away.');
  await signals.subscribe(handlers);
  expect(heard).toEqual([{ kind: 'task', id: 'a' }]);
  await signals.close();
});

describe.each(testPlaces())('signals on $name', (place) => {
  describe.skipIf(place.skipped !== null)('port', () => {
    const opened = useDatabase(place);

    // Guarantee: every subscriber receives a signal of each commit once, and none of a rollback.
    test('reports committed changes, and nothing else', async () => {
      const { database } = opened;
      const signals = openSignals(database);
      const store = openStore(database, signals);
      const planning = await addPlanning(store, await addOrganization(database));
      const heard: Signal[][] = [[], []];
      let connections = 0;
      const stops = await Promise.all(
        heard.map((list) =>
          signals.subscribe({
            onSignal: (signal) => {
              // The creation of the planning is signaled after its commit, which may be before or after the subscription.
              if (signal.kind !== 'change' || signal.change !== 1) list.push(signal);
            },
            onReconnect: () => connections++,
          }),
        ),
      );
      expect(connections).toBeGreaterThanOrEqual(2);
      const put = (id: string) =>
        store.write(target(planning), () => ({
          writes: [{ entity: 'location', id, fields: locationFields() }],
          result: null,
        }));
      await put('a');
      await put('a').catch(() => {});
      await store.write(target(planning), () => ({ writes: [], result: null }));
      await expect(store.write(target(planning), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
      await put('b');
      const expected = [2, 3].map((change) => ({ kind: 'change', planning: planning.key, change }));
      await expect.poll(() => Math.min(...heard.map(({ length }) => length))).toBeGreaterThanOrEqual(2);
      expect(heard).toEqual([expected, expected]);
      await stops[1]?.();
      await put('c');
      await expect.poll(() => heard[0]?.length).toBe(3);
      expect(heard[1]).toHaveLength(2);
      await store.deletePlanning(planning);
      await expect.poll(() => heard[0]?.length).toBe(4);
      expect(heard[0]?.[3]).toEqual({ kind: 'change', planning: planning.key, change: 5 });
      await signals.close();
    });

    test('a signal announced in a transaction is sent when that commits', async () => {
      const { sql } = opened.database;
      const signals = openSignals(opened.database);
      const heard: Signal[] = [];
      await signals.subscribe({ onSignal: (signal) => heard.push(signal), onReconnect: () => {} });
      const seen = await sql.begin(async (tx) => {
        await signals.announce(tx, [{ kind: 'task', id: 'a' }]);
        return [...heard];
      });
      expect(seen).toEqual([]);
      await expect.poll(() => heard.length).toBe(1);
      expect(heard).toEqual([{ kind: 'task', id: 'a' }]);
      await signals.close();
    });

    test('reports a lost connection, so that subscribers catch up', async (context) => {
      const { url } = opened;
      context.skip(url === null, 'the embedded database has no connection to lose');
      const database = await openDatabase({ url: url ?? '' });
      const signals = openSignals(database);
      let connections = 0;
      const heard: Signal[] = [];
      await signals.subscribe({ onSignal: (signal) => heard.push(signal), onReconnect: () => connections++ });
      expect(connections).toBe(1);
      await opened.database.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen%'`;
      await expect.poll(() => connections).toBe(2);
      await opened.database.sql`select pg_notify('tidegate', 'task:again')`;
      await expect.poll(() => heard.length).toBe(1);
      await signals.close();
      await database.close();
    });
  });
});
