/** Guarantee: a client that replaces operations by those in events, and renews what they repeat of tags when a tag changes, has what a listing returns. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { present } from '../../engine/present.ts';
import { pick } from '../../engine/random.ts';
import { createRandom } from '../../fixtures/generate/random.ts';
import type { TagDetail } from '../entities/tag.ts';
import type { OperationRecord } from '../entities/operation.ts';
import { ALL_ROWS } from '../records/page.ts';
import { changeMessage, messageSources } from '../webhooks/changeMessage.ts';
import { at, codeOf, operationInput, organizationOf } from '../testing/openSchedule.ts';
import type { Scope } from '../types.ts';
import { useEvents } from '../testing/useEvents.ts';
import { useSchedule } from '../testing/useSchedule.ts';
import type { Subscription } from './events.ts';

interface Data {
  readonly entity: string;
  readonly id: string;
  readonly changed?: readonly string[];
  readonly after: unknown;
}
interface Told {
  readonly type: string;
  readonly change: string;
  readonly data: Data;
}

const { opened, schedule, scope } = await useSchedule();
const hub = await useEvents(opened);

/** A planning with a group of three operations an hour apart, and one in no group. */
const newPlanning = async () => {
  const { id: p } = await schedule.createPlanning(scope, organizationOf(scope), { name: 'Groups' });
  const { id: first } = present((await schedule.listChangesets(scope, p, ALL_ROWS)).items.at(-1));
  for (const id of ['g', 'h']) await schedule.createGroup(scope, { id: `${p}-${id}`, planning: p, name: id });
  for (const uuid of ['s', 't']) {
    await schedule.createTag(scope, { uuid: `${p}-${uuid}`, planning: p, category: 'size', value: uuid });
  }
  const ids = ['08', '09', '10', '11'].map((hour) => `${p}-${hour}`);
  for (const [i, id] of ids.entries()) {
    const more = { id, group: i < 3 ? `${p}-g` : null, tags: [`${p}-s`] };
    await schedule.createOperation(
      scope,
      operationInput(p, `${8 + i}:00`.padStart(5, '0'), `${8 + i}:30`.padStart(5, '0'), more),
    );
  }
  return { p, first, ids };
};

const listen = async (p: string, workspace: string | null, since: string, batch: boolean) => {
  const told: Told[] = [];
  const send = ({ bytes }: { readonly bytes: Buffer }): void => {
    const message = JSON.parse(bytes.toString()) as Told & { readonly events?: readonly Omit<Told, 'change'>[] };
    const events = message.type === 'change' ? present(message.events) : [message];
    for (const { type, data } of events)
      if (data?.entity !== undefined) told.push({ type, change: message.change, data });
  };
  const sink = { send, ready: async () => true, isBehind: false, lose: () => {} };
  const subscription: Subscription = await hub.subscribe(scope, { planning: p, workspace, since, batch }, sink);
  await subscription.caughtUp;
  return { told, subscription };
};

/** What a client has that began with an empty planning. */
const rebuilt = (told: readonly Told[]): Map<string, OperationRecord> => {
  const operations = new Map<string, OperationRecord>();
  for (const { data } of told) {
    const { entity, id, after } = data;
    if (entity === 'operation') {
      if (after === null) operations.delete(id);
      else operations.set(id, after as OperationRecord);
    }
    if (entity !== 'tag') continue;
    for (const [operation, record] of operations)
      operations.set(operation, retagged(record, id, after as TagDetail | null));
  }
  return operations;
};

interface Tagged {
  readonly tags?: readonly string[];
  readonly tagsDetails?: readonly TagDetail[];
}

/** Renews what an operation repeats of a tag; null if the tag was deleted. */
const retagged = (record: OperationRecord, id: string, tag: TagDetail | null): OperationRecord => {
  const renewed = <T extends Tagged>(tagged: T): T => ({
    ...tagged,
    tags: tagged.tags?.filter((uuid) => uuid !== id || tag !== null),
    tagsDetails: tagged.tagsDetails?.flatMap((detail) => {
      if (detail.uuid !== id) return [detail];
      return tag === null
        ? []
        : [Object.fromEntries(Object.keys(detail).map((name) => [name, Reflect.get(tag, name)]))];
    }),
  });
  const own = renewed(record);
  return {
    ...own,
    requiredTags: own.tagsDetails.filter(({ required }) => required).map(({ uuid }) => uuid),
    inboundTask: own.inboundTask === null ? null : renewed(own.inboundTask),
    outboundTask: own.outboundTask === null ? null : renewed(own.outboundTask),
  };
};

const listed = async (where: Scope, p: string): Promise<OperationRecord[]> => {
  const query = { ...ALL_ROWS, start: null, end: null, rangeField: 'expectedTime', version: 'latest' } as const;
  return JSON.parse(JSON.stringify((await schedule.listOperations(where, p, query)).items)) as OperationRecord[];
};

/** The members that a listing returns, without the layer in which a version was written. */
const plain = (record: OperationRecord, like: OperationRecord) =>
  Object.fromEntries(
    Object.keys(like).flatMap((name) => (name === 'workspace' ? [] : [[name, Reflect.get(record, name) as unknown]])),
  );

const expectSame = async (told: readonly Told[], where: Scope, p: string): Promise<void> => {
  const [known, shown] = [rebuilt(told), await listed(where, p)];
  expect([...known.keys()].sort()).toEqual(shown.map(({ id }) => id).sort());
  for (const record of shown) expect(plain(present(known.get(record.id)), record)).toEqual(plain(record, record));
};

test('the neighbors of an operation that moves, leaves, joins or is deleted are told, and nobody else', async () => {
  const { p, first, ids } = await newPlanning();
  const { told, subscription } = await listen(p, null, first, false);
  const toldBy = async (write: () => Promise<unknown>): Promise<Record<string, readonly string[] | undefined>> => {
    const before = told.length;
    await write();
    await expect.poll(() => told.length).toBeGreaterThan(before);
    const operations = told.slice(before).filter(({ type }) => type === 'operation.updated');
    return Object.fromEntries(operations.map(({ data }) => [data.id.slice(-2), data.changed]));
  };
  const moved = { outboundTask: { expectedTime: at('09:15') } };
  expect(await toldBy(() => schedule.patchOperation(scope, present(ids[0]), moved))).toEqual({
    '08': ['outboundTask', 'operationDependencies'],
    '09': ['operationDependencies'],
  });
  const further = { outboundTask: { expectedTime: at('09:20') } };
  expect(await toldBy(() => schedule.patchOperation(scope, present(ids[0]), further))).toEqual({
    '08': ['outboundTask'],
  });
  expect(await toldBy(() => schedule.patchOperation(scope, present(ids[1]), { group: null }))).toEqual({
    '08': ['operationDependencies'],
    '09': ['group', 'operationDependencies'],
    '10': ['operationDependencies'],
  });
  expect(await toldBy(() => schedule.patchOperation(scope, present(ids[3]), { group: `${p}-g` }))).toEqual({
    '10': ['operationDependencies'],
    '11': ['group', 'operationDependencies'],
  });
  expect(await toldBy(() => schedule.deleteOperation(scope, present(ids[2])))).toEqual({
    '08': ['operationDependencies'],
    '11': ['operationDependencies'],
  });
  expect(await toldBy(() => schedule.patchOperation(scope, present(ids[1]), { description: 'alone' }))).toEqual({
    '09': ['description'],
  });
  const crossing = { inboundTask: { expectedTime: at('09:30'), taskName: 'late' } };
  expect(await toldBy(() => schedule.patchOperation(scope, present(ids[1]), crossing))).toEqual({
    '09': ['inboundTask', 'operationName', 'timesCrossed'],
  });
  subscription.stop();

  const organization = organizationOf(scope);
  const planning = present((await opened.ports.store.plannings(organization)).find(({ id }) => id === p));
  const sources = messageSources(opened.ports);
  const moving = present(told.find(({ data }) => data.changed?.[0] === 'outboundTask')).change;
  const { change } = present(await opened.ports.store.changeset(planning, moving));
  const message = present(await changeMessage(opened.ports, sources, planning, change, ['operation.updated']));
  expect(message.data.events.map(({ data }) => data.id.slice(-2))).toEqual(['08', '09']);
});

test.each([1, 2, 3, 4])(
  'clients of both layers keep up, live or replayed, by events or by changes (seed %i)',
  async (seed) => {
    const { p, first, ids } = await newPlanning();
    const draft = { ...scope, workspace: (await schedule.createWorkspace(scope, p, { name: 'Draft' })).id };
    const layers = [scope, draft].flatMap((where) => [false, true].map((batch) => ({ where, batch })));
    const live = await Promise.all(layers.map(({ where, batch }) => listen(p, where.workspace, first, batch)));
    const compare = async (): Promise<void> => {
      for (const [i, { where, batch }] of layers.entries()) {
        const replay = await listen(p, where.workspace, first, batch);
        replay.subscription.stop();
        await expectSame(replay.told, where, p);
        const { told } = present(live[i]);
        for (let tries = 0; tries < 400 && told.length < replay.told.length; tries++) await sleep(5);
        expect(told).toEqual(replay.told);
      }
    };
    const random = createRandom(seed);
    const time = (): string => at(`${10 + random.below(4)}:${pick(random, ['00', '30'])}`);
    for (let step = 0; step < 30; step++) {
      const [where, id, tag] = [pick(random, [scope, draft]), pick(random, ids), `${p}-${pick(random, ['s', 't'])}`];
      const group = pick(random, [`${p}-g`, `${p}-h`, null]);
      const doing = pick(random, [
        () => schedule.patchOperation(where, id, { group }),
        () => schedule.patchOperation(where, id, { inboundTask: { expectedTime: time() } }),
        () => schedule.patchOperation(where, id, { outboundTask: { expectedTime: time(), tags: [tag] } }),
        () => schedule.createOperation(where, operationInput(p, '11:00', '12:00', { id: `${id}-${step}`, group })),
        () => (step % 3 === 0 ? schedule.deleteOperation(where, id) : Promise.resolve()),
        () => (step % 9 === 0 ? schedule.deleteGroup(where, `${p}-h`) : Promise.resolve()),
        () => schedule.patchTag(where, tag, { required: step % 2 === 0 }),
        () => (step % 9 === 1 ? schedule.deleteTag(where, tag) : Promise.resolve()),
        () => schedule.rebaseWorkspace(scope, present(draft.workspace), { strategy: pick(random, ['ours', 'theirs']) }),
        async () => {
          const { items } = await schedule.listChangesets(where, p, ALL_ROWS);
          return items[0] && schedule.revertChangeset(where, p, items[0].id);
        },
      ]);
      expect(['none', 'not_found', 'unknown_reference', 'clash', 'not_revertible']).toContain(await codeOf(doing()));
      if (step % 5 === 4) await compare();
    }
    const publishing = schedule.publishWorkspace(scope, present(draft.workspace), { strategy: 'ours' });
    expect(['none', 'clash']).toContain(await codeOf(publishing));
    await compare();
    for (const { subscription } of live) subscription.stop();
  },
);
