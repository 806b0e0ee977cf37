/**
 * Guarantee: a client that only subscribes, loads the export and applies patches has what a new export contains after every change by others, on
 * another node, on the mainline and in a draft, however often it reconnects. `FOLLOWED_CHANGES` sets the length, and `FOLLOWED_SEED` repeats a run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServerMessage } from '../../client/eventSocket.ts';
import { PlanningFollower } from '../../client/planningFollower.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { openSignals } from '../../db/signals/openSignals.ts';
import { openStore } from '../../db/versions/openStore.ts';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { createRandom } from '../../fixtures/generate/random.ts';
import { createEvents, type Events, type Subscription } from '../../schedule/events/events.ts';
import { createCaches, createSchedule, type Schedule } from '../../schedule/schedule.ts';
import { importSmall, newScope, openSchedule, type TestSchedule } from '../../schedule/testing/openSchedule.ts';
import type { Scope } from '../../schedule/types.ts';
import { othersWork } from './othersWork.ts';

const CHANGES = Number(process.env['FOLLOWED_CHANGES'] ?? 500);
const SEED = Number(process.env['FOLLOWED_SEED'] ?? Date.now() % 1_000_000);

/** The order of lists has no meaning. */
const sorted = (document: PlanningDocument): unknown => {
  const keyOf = (record: Readonly<Record<string, unknown>>): string => (record['id'] ?? record['uuid']) as string;
  const lists = Object.entries(document).map(([name, value]) => [
    name,
    Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>[]).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
      : value,
  ]);
  return JSON.parse(JSON.stringify(Object.fromEntries(lists)));
};

/** A browser tab with one layer and one connection at a time. */
class Tab {
  readonly follower = new PlanningFollower();
  readonly scope: Scope;
  private readonly node: { readonly hub: Events; readonly schedule: Schedule };
  private readonly planning: string;
  private subscription: Subscription | null = null;

  constructor(node: Tab['node'], scope: Scope, planning: string) {
    this.node = node;
    this.scope = scope;
    this.planning = planning;
  }

  get isConnected(): boolean {
    return this.subscription !== null;
  }

  async connect(): Promise<void> {
    const { follower } = this;
    const send = ({ bytes }: { readonly bytes: Buffer }): void => {
      follower.take(JSON.parse(bytes.toString()) as ServerMessage);
    };
    const sink = { send, ready: async () => true, isBehind: false, lose: () => {} };
    const request = { planning: this.planning, workspace: this.scope.workspace, since: follower.since, batch: true };
    this.subscription = await this.node.hub.subscribe(this.scope, request, sink);
    await this.subscription.caughtUp;
  }

  disconnect(): void {
    this.subscription?.stop();
    this.subscription = null;
  }

  async load(): Promise<void> {
    const { document, change } = await this.fresh();
    this.follower.load(document, change);
  }

  async fresh(): Promise<{ readonly document: PlanningDocument; readonly change: string }> {
    const { change, document } = await this.node.schedule.readExport(this.scope, this.planning, { versions: true });
    return { document: JSON.parse(JSON.stringify(await document())) as PlanningDocument, change: change! };
  }

  async expectFresh(what: string): Promise<void> {
    const { document, change } = await this.fresh();
    for (let tries = 0; tries < 1000 && this.follower.copy?.change !== change; tries++) await sleep(5);
    expect(this.follower.copy?.change, what).toBe(change);
    expect(sorted(this.follower.copy!.document()), what).toEqual(sorted(document));
  }
}

describe.each(testPlaces())('following a planning on $name', (place) => {
  describe.skipIf(place.skipped !== null)('from the other of two nodes', () => {
    let opened: TestSchedule;
    let node: Tab['node'];
    const faults: unknown[] = [];

    beforeAll(async () => {
      opened = await openSchedule({}, place);
      const { database } = opened.database;
      const ports = { ...opened.ports, store: openStore(database, openSignals(database)) };
      const caches = createCaches(ports);
      const signals = { subscribe: async () => async () => {}, committed: () => {} };
      const { conflicts } = caches;
      const hub = await createEvents(ports, { signals, conflicts, onFault: (error) => faults.push(error), pollMs: 5 });
      node = { hub, schedule: createSchedule(ports, caches) };
    });
    afterAll(async () => {
      await node?.hub.close();
      await opened?.close();
    });

    test(`${CHANGES} changes by others (seed ${SEED})`, { timeout: 60_000 + CHANGES * 1000 }, async () => {
      const random = createRandom(SEED);
      const { schedule } = opened;
      const scope = await newScope(opened);
      const p = await importSmall(opened, scope);
      const work = othersWork(schedule, scope, p, random);
      let tabs = [new Tab(node, scope, p)];
      const openDraft = async (): Promise<void> => {
        const { id } = await schedule.createWorkspace(scope, p, { name: 'Draft' });
        work.drafts.push(id);
        tabs.push(new Tab(node, { ...scope, workspace: id }, p));
      };
      await openDraft();
      let done = 0;
      for (let step = 0; done < CHANGES; step++) {
        const what = `step ${step}: ${await work.change(step)}`;
        if (!what.endsWith(')')) done++;
        if (work.drafts.length === 0) {
          for (const tab of tabs.slice(1)) tab.disconnect();
          tabs = [tabs[0]];
          await openDraft();
        }
        for (const tab of tabs) {
          if (!tab.isConnected && random.below(2) === 0) continue;
          if (tab.isConnected && random.below(10) === 0) {
            tab.disconnect();
            continue;
          }
          if (!tab.isConnected) {
            if (random.below(4) === 0) tab.follower.needsExport = true;
            // An export from before the subscription is used if the messages connect to it; others may write between the two.
            const ahead = tab.follower.needsExport && random.below(2) === 0 ? await tab.fresh() : null;
            if (ahead !== null && random.below(2) === 0) await work.change(step);
            await tab.connect();
            // The changes between the subscription and the export, which are received before it is loaded or after.
            if (tab.follower.needsExport) {
              await work.change(step);
              if (random.below(2) === 0) await sleep(15);
              if (ahead !== null && tab.follower.joins(ahead.change)) tab.follower.load(ahead.document, ahead.change);
              else await tab.load();
            }
          }
          await tab.expectFresh(what);
        }
      }
      expect(faults).toEqual([]);
      for (const tab of tabs) tab.disconnect();
    });
  });
});
