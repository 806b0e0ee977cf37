/** Guarantee: whichever node writes and whichever sends, each subscriber receives each change once and in order, live or replayed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../db/connection/openDatabase.ts';
import type { OpenDatabase } from '../../db/connection/openDatabase.ts';
import { openSignals } from '../../db/signals/openSignals.ts';
import type { Signals } from '../../db/signals/signals.ts';
import { openAccounts } from '../../db/accounts/openAccounts.ts';
import { openMarks } from '../../db/runs/openMarks.ts';
import { openRepairs } from '../../db/runs/openRepairs.ts';
import { openRuns } from '../../db/runs/openRuns.ts';
import type { Runs } from '../../db/runs/runs.ts';
import { openStore } from '../../db/versions/openStore.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { Store } from '../../db/versions/store.ts';
import {
  addOrganization,
  addPlanning,
  locationFields,
  newRun,
  target,
  workspaceFields,
} from '../../db/testing/samples.ts';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { useDatabase } from '../../db/testing/useDatabase.ts';
import { createRandom } from '../../fixtures/generate/random.ts';
import { createCaches } from '../schedule.ts';
import { scopeOf } from '../testing/openSchedule.ts';
import { changeEvents } from './changeEvents.ts';
import { createEvents, type Events, type Subscription } from './events.ts';
import { resolutionsHere } from '../testing/resolutionsHere.ts';

const NEVER_MS = 1e9;
const clock = (): number => Date.now();

type Message = Record<string, unknown> & { readonly type: string };

class Reader {
  readonly messages: Message[] = [];
  readonly since: string | null;
  subscription: Subscription | null = null;

  constructor(since: string | null) {
    this.since = since;
  }

  isBehind = false;
  /** Resolves when it accepts more messages. */
  pace: Promise<void> = Promise.resolve();

  send({ bytes }: { readonly bytes: Buffer }): void {
    this.messages.push(JSON.parse(bytes.toString()) as Message);
  }

  async ready(): Promise<boolean> {
    await this.pace;
    this.isBehind = false;
    return true;
  }

  lose(): void {
    throw new Error('lost');
  }

  /** The messages that a replay would send, too. */
  get changes(): Message[] {
    return this.messages.filter(({ type, data }) => data !== undefined && !/^(?:conflict|optimization)\./.test(type));
  }

  types(): string[] {
    return this.messages.map(({ type }) => type);
  }
}

describe.each(testPlaces())('events on $name', (place) => {
  describe.skipIf(place.skipped !== null)('of two nodes', () => {
    const opened = useDatabase(place);
    const databases: OpenDatabase[] = [];
    let nodes: { readonly store: Store; readonly signals: Signals; readonly hub: Events }[];
    let organization: string;
    let planning: PlanningRef;
    const faults: unknown[] = [];

    beforeAll(async () => {
      const embedded = openSignals(opened.database);
      nodes = await Promise.all(
        [0, 1].map(async () => {
          const database = opened.url === null ? null : await openDatabase({ url: opened.url });
          if (database !== null) databases.push(database);
          const on = database ?? opened.database;
          const signals = database === null ? embedded : openSignals(database);
          const store = openStore(on, signals);
          const hub = await createEvents(
            {
              store,
              runs: openRuns(on, signals),
              marks: openMarks(on, signals),
              repairs: openRepairs(on, signals),
              accounts: openAccounts(on),
              clock,
            },
            {
              signals,
              conflicts: createCaches({ clock, resolutions: resolutionsHere }).conflicts,
              onFault: (error) => faults.push(error),
              pollMs: NEVER_MS,
            },
          );
          return { store, signals, hub };
        }),
      );
    });
    afterAll(async () => {
      for (const { hub, signals } of nodes ?? []) {
        await hub.close();
        await signals.close();
      }
      for (const database of databases) await database.close();
    });
    beforeEach(async () => {
      organization = await addOrganization(opened.database);
      planning = await addPlanning(nodes[0].store, organization);
    });
    afterEach(() => {
      expect(faults).toEqual([]);
    });

    const put = (node: number, id: string, ordering: number, workspace: string | null = null) =>
      nodes[node].store.write(target(planning, workspace), () => ({
        writes: [{ entity: 'location', id, fields: locationFields({ ordering }), reuse: true }],
        result: null,
      }));
    const listen = async (
      node: number,
      {
        since = null,
        workspace = null,
        session = '',
      }: {
        readonly since?: string | null;
        readonly workspace?: string | null;
        readonly session?: string;
      } = {},
    ): Promise<Reader> => {
      const reader = new Reader(since);
      const request = { planning: planning.id, workspace, since, session };
      reader.subscription = await nodes[node].hub.subscribe(scopeOf('u', organization, 'viewer'), request, reader);
      await reader.subscription.caughtUp;
      return reader;
    };
    const until = async (holds: () => boolean): Promise<void> => {
      for (let tries = 0; tries < 1000 && !holds(); tries++) await sleep(10);
      expect(holds()).toBe(true);
    };
    const ids = async (): Promise<string[]> =>
      (await nodes[0].store.changesetsAfter(planning, 0, 1_000_000)).map(({ id }) => id);

    // Guarantee: presence reaches every subscriber of the planning on every node except the session that sent it, once.
    test('presence reaches other sessions on all nodes', async () => {
      const [own, beside, away] = [await listen(0, { session: 's' }), await listen(0), await listen(1)];
      const asked = planning;
      planning = await addPlanning(nodes[0].store, organization);
      const elsewhere = await listen(1);
      const said = { session: 's', user: 'nobody', workspace: null };
      const others = [beside, away];
      const heard = (reader: Reader): Message[] => reader.messages.filter(({ type }) => type === 'presence');
      const operations = ['o'.repeat(200), 'o2', null];
      for (const [i, operation] of operations.entries()) {
        nodes[0].hub.present(asked, { ...said, operation });
        await until(() => others.every((reader) => heard(reader).length === i + 1));
      }
      for (const reader of others) {
        expect(heard(reader).map(({ operation }) => operation)).toEqual(operations);
        const told = { planning: asked.id, workspace: null, session: 's', user: { id: 'nobody', name: null } };
        expect(heard(reader)[0]).toMatchObject(told);
        expect(Math.abs(Date.parse(heard(reader)[0]['at'] as string) - Date.now())).toBeLessThan(60_000);
      }
      planning = asked;
      const later = await listen(1, { since: (await ids())[0] });
      expect([own, elsewhere, later].flatMap(heard)).toEqual([]);
      for (const { subscription } of [own, ...others, elsewhere, later]) subscription!.stop();
    });

    test.each([1, 2, 3])('sends each change once and in order, from any starting point (seed %i)', async (seed) => {
      const random = createRandom(seed);
      await nodes[0].store.write(target(planning), () => ({
        writes: [{ entity: 'workspace', id: 'w', fields: workspaceFields({ name: 'w', baseChange: 1 }) }],
        result: null,
      }));
      const readers: Reader[] = [];
      for (let step = 0; step < 40; step++) {
        const writes = [0, 1].flatMap((node) =>
          Array.from({ length: random.below(3) }, (_, i) =>
            put(node, `l${random.below(5)}`, 100 * step + 10 * node + i, random.below(3) === 0 ? 'w' : null),
          ),
        );
        if (random.below(4) === 0) {
          const known = await ids();
          readers.push(await listen(random.below(2), { since: known[random.below(known.length)] }));
        } else if (random.below(6) === 0) readers.push(await listen(random.below(2)));
        await Promise.all(writes);
        if (random.below(3) === 0) await sleep(random.below(20));
      }
      await put(0, 'last', 1);

      const { store } = nodes[1];
      const told = [];
      for (const changeset of await store.changesetsAfter(planning, 0, 1_000_000)) {
        if (changeset.workspace !== null) continue;
        const diffs = await store.diff(planning, changeset.change);
        const author = changeset.author === null ? null : { id: changeset.author, name: null };
        const events = [...changeEvents({ changeset, diffs, author, names: new Map(), after: null })];
        told.push(...events.map((event) => JSON.parse(JSON.stringify(event)) as Message));
      }
      const order = await ids();
      expect(readers.length).toBeGreaterThan(5);
      for (const reader of readers) {
        await until(() => reader.changes.at(-1)?.['change'] === order.at(-1));
        const begin = order.indexOf(reader.messages[0]['change'] as string);
        expect(reader.changes).toEqual(told.filter(({ change }) => order.indexOf(change as string) > begin));
        expect(reader.types().filter((type) => type === 'state')).toHaveLength(1);
        reader.subscription?.stop();
      }
      expect(nodes.map(({ hub }) => hub.subscriberCount)).toEqual([0, 0]);
    });

    test("a draft's subscribers receive its own changes and those of the mainline that show through, on either node", async () => {
      await nodes[0].store.write(target(planning), () => ({
        writes: [{ entity: 'workspace', id: 'w', fields: workspaceFields({ name: 'w', baseChange: 1 }) }],
        result: null,
      }));
      const readers = [await listen(0, { workspace: 'w' }), await listen(1, { workspace: 'w' })];
      await put(0, 'a', 1);
      await put(1, 'a', 2, 'w');
      await put(0, 'a', 3);
      await put(1, 'b', 4);
      await put(0, 'a', 5, 'w');
      for (const reader of readers) {
        await until(() => reader.changes.length >= 4);
        const orderings = reader.changes.map(({ data }) => (data as { after: { ordering: number } }).after.ordering);
        expect(orderings).toEqual([1, 2, 4, 5]);
        reader.subscription?.stop();
      }
    });

    test('more than 10,000 changes behind is a reset, up to that is a replay', async () => {
      const [first] = await ids();
      const { change: second } = (await put(0, 'a', 1)).changeset!;
      const { sql } = opened.database;
      // Empty changes, inserted directly.
      await sql`insert into changesets (planning, change, id, workspace, at, source, details, counts, kinds)
        select ${planning.key}, ${second} + n, gen_random_uuid(), 0, 0, 'api', '{}', '{}', 0 from generate_series(1, 9999) n`;
      await sql`update plannings set head = ${second} + 9999 where key = ${planning.key}`;
      const near = await listen(1, { since: first });
      expect(near.types()).toEqual(['subscribed', 'location.created', 'state']);
      const { id: head } = (await put(1, 'b', 2)).changeset!;
      await until(() => near.changes.length === 2);
      const far = await listen(0, { since: first });
      expect(far.types()).toEqual(['subscribed', 'reset', 'state']);
      expect(far.messages[1]['change']).toBe(head);
      await put(0, 'b', 3);
      await until(() => far.changes.length === 1);
      for (const reader of [near, far]) reader.subscription?.stop();
    });

    test('a subscriber that is behind catches up when it is ready, once and in order, and holds up nobody', async () => {
      const [slow, quick] = [await listen(0), await listen(0)];
      const { promise, resolve } = Promise.withResolvers<void>();
      await put(0, 'a', 1);
      await until(() => slow.changes.length === 1);
      slow.isBehind = true;
      slow.pace = promise;
      for (let i = 2; i <= 30; i++) await put(i % 2, 'a', i);
      await until(() => quick.changes.length === 30);
      expect(slow.changes).toHaveLength(1);
      resolve();
      await until(() => slow.changes.length === 30 && slow.messages.at(-1)?.type === 'state');
      await put(0, 'a', 31);
      await until(() => slow.changes.length === 31 && quick.changes.length === 31);
      expect(slow.changes).toEqual(quick.changes);
      for (const reader of [slow, quick]) reader.subscription?.stop();
    });

    test('a `since` that is no longer stored is a reset, one that never existed is refused', async () => {
      const [first] = await ids();
      await put(0, 'a', 1);
      const { changeset } = await put(1, 'a', 2);
      await sleep(5);
      await put(0, 'a', 3);
      await nodes[0].store.forget(changeset!.at + 1);
      const old = await listen(1, { since: first });
      expect(old.types()).toEqual(['subscribed', 'reset', 'state']);
      await expect(listen(1, { since: 'ffffffff-ffff-7fff-8fff-ffffffffffff' })).rejects.toMatchObject({
        code: 'not_found',
      });
      old.subscription?.stop();
    });

    describe('the end of an optimization', () => {
      let hub: Events;
      let runs: Runs;
      let isListed: () => Promise<void>;
      let id: string;

      beforeEach(async () => {
        const { store, signals } = nodes[0];
        runs = openRuns(opened.database, signals);
        isListed = async () => {};
        const held: Runs = {
          ...runs,
          list: async (...query) => {
            const list = await runs.list(...query);
            await isListed();
            return list;
          },
        };
        const ports = {
          store,
          runs: held,
          marks: openMarks(opened.database, signals),
          repairs: openRepairs(opened.database, signals),
          accounts: openAccounts(opened.database),
        };
        const { conflicts } = createCaches({ clock, resolutions: resolutionsHere });
        hub = await createEvents({ ...ports, clock }, { signals, conflicts, pollMs: 50 });
      });
      afterEach(() => hub.close());

      const follow = async (): Promise<Reader> => {
        const [reader, scope] = [new Reader(null), scopeOf('u', organization, 'viewer')];
        const subscription = await hub.subscribe(
          scope,
          { planning: planning.id, workspace: null, since: null },
          reader,
        );
        await subscription.caughtUp;
        return reader;
      };
      const told = (reader: Reader): string[] => reader.types().filter((type) => type.startsWith('optimization.'));
      const endSilently = async (): Promise<void> => {
        await opened.database.sql`update runs set status = 'SUCCEEDED', finished_at = ${clock()} where id = ${id}`;
      };

      test('is updated, and makes no progress, when it gets another name before it runs', async () => {
        const reader = await follow();
        ({ id } = await runs.create(newRun(planning)));
        await until(() => told(reader).length === 1);
        await runs.update(id, { from: ['STARTING'] }, { name: 'Night' });
        await until(() => told(reader).length > 1);
        expect(told(reader)).toEqual(['optimization.starting', 'optimization.updated']);
      });

      // Guarantee: subscribers learn of the end of an optimization even if its worker died, or the database restarted, before the signal was sent.
      test('is found without a signal', async () => {
        const reader = await follow();
        ({ id } = await runs.create(newRun(planning)));
        await until(() => told(reader).length === 1);
        await endSilently();
        await until(() => told(reader).length > 1);
        await sleep(150);
        expect(told(reader)).toEqual(['optimization.starting', 'optimization.succeeded']);
      });

      test('is sent once, although another subscriber joined while it was still open', async () => {
        const reader = await follow();
        ({ id } = await runs.create(newRun(planning)));
        await until(() => told(reader).length === 1);
        const [listed, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        isListed = async () => {
          listed.resolve();
          await resumed.promise;
        };
        const following = follow();
        await listed.promise;
        await endSilently();
        await sleep(150);
        resumed.resolve();
        const later = await following;
        expect(later.messages.at(-1)).toMatchObject({ type: 'state', tasks: [{ id, status: 'STARTING' }] });
        await until(() => told(later).length > 0);
        await sleep(150);
        expect(told(reader)).toEqual(['optimization.starting', 'optimization.succeeded']);
        expect(told(later)).toEqual(['optimization.succeeded']);
      });
    });

    test('the deletion of a planning is sent at once, on every node', async () => {
      const readers = [await listen(0), await listen(1)];
      await nodes[0].store.deletePlanning(planning);
      for (const reader of readers) {
        await until(() => reader.types().includes('planning.deleted'));
        expect(reader.messages.at(-1)).toMatchObject({ planning: planning.id, data: { id: planning.id } });
        reader.subscription?.stop();
      }
    });
  });
});
