/** Guarantee: the live or replayed events of a draft add up to what the draft shows, whatever both layers changed and however they were merged. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KINDS, type Version } from '../../db/versions/entities.ts';
import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import { pick } from '../../engine/random.ts';
import { createRandom } from '../../fixtures/generate/random.ts';
import { operationRecord } from '../records/operationRecord.ts';
import { ALL_ROWS } from '../records/page.ts';
import { wireFields } from '../records/wireFields.ts';
import { at, codeOf, importSmall } from '../testing/openSchedule.ts';
import type { Scope } from '../types.ts';
import { useEvents } from '../testing/useEvents.ts';
import { useSchedule } from '../testing/useSchedule.ts';
import type { Subscription } from './events.ts';

interface Told {
  readonly type: string;
  readonly change: string;
  readonly data: { readonly entity?: string; readonly before: Shown | null; readonly after: Shown | null };
}
type Shown = Readonly<Record<string, unknown>>;

const { opened, schedule, scope } = await useSchedule();
const hub = await useEvents(opened);
let draft: Scope;
let p: string;
let planning: PlanningRef;
let first: string;
let live: Told[];
let following: Subscription;

beforeEach(async () => {
  p = await importSmall(opened, scope);
  planning = (await opened.ports.store.plannings(scope.actor.memberships[0].organization)).find(({ id }) => id === p)!;
  first = (await schedule.listChangesets(scope, p, ALL_ROWS)).items.at(-1)!.id;
  draft = { ...scope, workspace: (await schedule.createWorkspace(scope, p, { name: 'Draft' })).id };
  ({ told: live, subscription: following } = await listen());
});
afterEach(() => following.stop());

const listen = async (): Promise<{ readonly told: Told[]; readonly subscription: Subscription }> => {
  const told: Told[] = [];
  const send = ({ bytes }: { readonly bytes: Buffer }): void => {
    const event = JSON.parse(bytes.toString()) as Told;
    if (event.data?.entity !== undefined || event.type === 'reset') told.push(event);
  };
  const request = { planning: p, workspace: draft.workspace, since: first };
  const sink = { send, ready: async () => true, isBehind: false, lose: () => {} };
  const subscription = await hub.subscribe(scope, request, sink);
  await subscription.caughtUp;
  return { told, subscription };
};

const keyOf = (entity: string, { id, uuid, operation }: Shown): string =>
  [entity, entity === 'assignment' ? operation : (id ?? uuid)].join(' ');
/** The fields without the layer, and without users' names, which versions do not have. */
const plain = ({ workspace: _workspace, assignedByName: _name, ...fields }: Shown): Shown =>
  JSON.parse(JSON.stringify(fields)) as Shown;
const shownIn = (state: PlanningState, version: Version): Shown => ({
  ...wireFields(version),
  ...(version.kind === 'operation' ? operationRecord(state, version) : {}),
});

/** What was imported, updated by the events. */
const rebuilt = async (told: readonly Told[]): Promise<Record<string, Shown>> => {
  const known = new Map(Object.entries(await shownBy(null, 1)));
  for (const { type, data } of told) {
    expect(type).not.toBe('reset');
    const { entity, before, after } = data;
    if (after !== null) known.set(keyOf(entity!, after), plain(after));
    else expect(known.delete(keyOf(entity!, before!))).toBe(true);
  }
  return Object.fromEntries(known);
};
const shownBy = async (workspace: string | null, change?: number): Promise<Record<string, Shown>> => {
  const state = await opened.ports.store.state({ planning, workspace, ...(change === undefined ? {} : { change }) });
  const versions = KINDS.flatMap((kind) => [...state.all(kind)]).filter(
    ({ kind, id }) => kind !== 'workspace' || id === draft.workspace,
  );
  return Object.fromEntries(
    versions.map((version) => [keyOf(version.kind, wireFields(version)), plain(shownIn(state, version))]),
  );
};

const expectAllTold = async (): Promise<void> => {
  const shown = await shownBy(draft.workspace);
  const { told, subscription } = await listen();
  subscription.stop();
  expect(await rebuilt(told)).toEqual(shown);
  for (let tries = 0; tries < 200 && live.at(-1)?.change !== told.at(-1)?.change; tries++) await sleep(5);
  expect(await rebuilt(live)).toEqual(shown);
};

const op = (number: number): string => `${p}-o${number}`;
const newTime = (scheduled: string) => ({ inboundTask: { expectedTime: at(scheduled) } });

describe('a draft’s subscribers receive', () => {
  it("the mainline's times before the draft changed a task", async () => {
    await schedule.patchOperation(scope, op(1), { description: 'live' });
    await schedule.patchOperation(draft, op(1), newTime('08:05'));
    await expectAllTold();
  });

  it('that the mainline deletes what the draft has changed, and brings it back', async () => {
    await schedule.patchTag(draft, `${p}-wide`, { color: '#112233' });
    await schedule.deleteTag(scope, `${p}-wide`);
    await expectAllTold();
    const { items } = await schedule.listChangesets(scope, p, ALL_ROWS);
    await schedule.revertChangeset(scope, p, items[0].id);
    await expectAllTold();
  });

  it('that an operation is deleted with everything that the draft attached to it', async () => {
    await schedule.createAssignment(draft, { operation: op(1), resource: `${p}-r1` });
    await schedule.deleteOperation(scope, op(1));
    await expectAllTold();
  });

  it('nothing about the mainline’s tasks of an operation that the draft has deleted', async () => {
    await schedule.deleteOperation(draft, op(1));
    await schedule.patchOperation(scope, op(1), newTime('08:10'));
    await schedule.createAssignment(scope, { operation: op(1), resource: `${p}-r2` });
    await expectAllTold();
  });

  it.each(['ours', 'theirs'] as const)('the result of a rebase (%s)', async (strategy) => {
    await schedule.patchOperation(draft, op(1), { description: 'draft' });
    await schedule.patchOperation(scope, op(1), { description: 'live' });
    await schedule.createAssignment(draft, { operation: op(2), resource: `${p}-r1` });
    await schedule.deleteOperation(scope, op(2));
    await schedule.rebaseWorkspace(scope, draft.workspace!, { strategy });
    await expectAllTold();
    await schedule.patchOperation(scope, op(1), { description: 'live again' });
    await expectAllTold();
  });

  it.each(['ours', 'theirs'] as const)('the result of a publish (%s), and nothing afterward', async (strategy) => {
    await schedule.patchOperation(draft, op(1), { description: 'draft' });
    await schedule.patchOperation(scope, op(1), { description: 'live' });
    await schedule.publishWorkspace(scope, draft.workspace!, { strategy });
    await schedule.patchOperation(scope, op(3), { description: 'later' });
    await expectAllTold();
  });

  it('what the mainline changed while the draft was archived, and everything after it was restored', async () => {
    await schedule.patchOperation(draft, op(1), { description: 'draft' });
    await schedule.archiveWorkspace(scope, draft.workspace!);
    await schedule.patchOperation(scope, op(2), { description: 'meanwhile' });
    await schedule.restoreWorkspace(scope, draft.workspace!);
    await expectAllTold();
    await schedule.patchOperation(draft, op(1), { description: 'again' });
    await schedule.patchOperation(scope, op(3), { description: 'later' });
    await expectAllTold();
  });

  it('no conflicts of the mainline after it was published, also when it is archived', async () => {
    await schedule.createAssignment(draft, { operation: op(1), resource: `${p}-r1` });
    await schedule.publishWorkspace(scope, draft.workspace!);
    await schedule.createAssignment(scope, { operation: op(2), resource: `${p}-r1` });
    const types: string[] = [];
    const send = ({ bytes }: { readonly bytes: Buffer }): void => {
      types.push((JSON.parse(bytes.toString()) as Told).type);
    };
    const sink = { send, ready: async () => true, isBehind: false, lose: () => {} };
    const subscription = await hub.subscribe(scope, { planning: p, workspace: draft.workspace, since: null }, sink);
    await subscription.caughtUp;
    await schedule.archiveWorkspace(scope, draft.workspace!);
    await expect.poll(() => types).toContain('workspace.updated');
    await schedule.restoreWorkspace(scope, draft.workspace!);
    await expect.poll(() => types.filter((type) => type === 'workspace.updated')).toHaveLength(2);
    subscription.stop();
    expect(new Set(types)).toEqual(new Set(['subscribed', 'state', 'workspace.updated']));
  });

  it.each([1, 2, 3, 4])('everything that two layers change of the same few records (seed %i)', async (seed) => {
    const random = createRandom(seed);
    for (let step = 0; step < 40; step++) {
      const where = pick(random, [scope, draft]);
      const operation = op(1 + random.below(3));
      const resource = pick(random, [`${p}-r1`, `${p}-r2`]);
      const doing = pick(random, [
        () => schedule.patchOperation(where, operation, { description: `${step}` }),
        () => schedule.patchOperation(where, operation, newTime(`07:${10 + step}`)),
        () => schedule.createAssignment(where, { operation, resource }),
        () => schedule.bulkAssign(where, [{ operation, active: false }]),
        () => (step % 4 === 0 ? schedule.deleteOperation(where, operation) : Promise.resolve()),
        () => schedule.patchResource(where, resource, { ordering: step }),
        () => schedule.rebaseWorkspace(scope, draft.workspace!, { strategy: pick(random, ['ours', 'theirs']) }),
        async () => {
          const { items } = await schedule.listChangesets(where, p, ALL_ROWS);
          return items[0] && schedule.revertChangeset(where, p, items[0].id);
        },
      ]);
      const code = await codeOf(doing());
      expect(['none', 'not_found', 'unknown_reference', 'clash', 'not_revertible']).toContain(code);
      if (step % 5 === 4) await expectAllTold();
    }
    await schedule.publishWorkspace(scope, draft.workspace!, { strategy: 'ours' });
    await expectAllTold();
  });
});
