import { beforeAll, expect, test } from 'vitest';
import { findConflicts, toConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import { analyze } from '../../engine/metrics/analysis.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import { createInstances, type Instances } from '../instances/instances.ts';
import { openSignals } from '../../db/signals/openSignals.ts';
import { Budget, Lru } from '../../db/versions/lru.ts';
import { openStore } from '../../db/versions/openStore.ts';
import { ALL_ROWS } from '../records/page.ts';
import { createCaches, createSchedule } from '../schedule.ts';
import { at, importSmall, organizationOf } from '../testing/openSchedule.ts';
import { useSchedule } from '../testing/useSchedule.ts';
import type { Scope } from '../types.ts';
import { compiledAside } from './analyzed.ts';
import { createLiveConflicts, type LiveConflicts } from './liveConflicts.ts';
import { overlaid } from '../plans/overlaid.ts';
import { plansHere, resolutionsHere } from '../testing/resolutionsHere.ts';

let p: string;

const { opened, scope } = await useSchedule();
beforeAll(async () => {
  p = await importSmall(opened, scope);
});

const stateOf = async (workspace: string | null): Promise<PlanningState> => {
  const located = await opened.ports.store.locate([scope.actor.memberships[0].organization], 'planning', p);
  if (located.found !== 'one') throw new Error('The planning is not there.');
  return opened.ports.store.state({ planning: located.planning, workspace });
};

const keptBy = (live: LiveConflicts, state: PlanningState): string[] =>
  live
    .at(state)!
    .map((record) => JSON.stringify(record))
    .sort();

/** Searches the whole plan for conflicts. */
const searched = (state: PlanningState): string[] => {
  const instance = createInstances(() => 0).of(state);
  const records = findConflicts(instance, placementOf(instance)).map((one) => toConflictRecord(instance, one));
  return records.map((record) => JSON.stringify(record)).sort();
};

// Guarantee: after any change, on the mainline or below a draft, the live conflicts equal those of a full search, and what opened and closed is the
// difference.
test('agree with a full search after every kind of change', async () => {
  const { schedule } = opened;
  const live = createLiveConflicts(createInstances(() => 0));
  const { id: workspace } = await schedule.createWorkspace(scope, p, { name: 'W' });
  const draft = { ...scope, workspace };
  const assign = (where: Scope, operation: string, resource: string) =>
    schedule.createAssignment(where, { operation: `${p}-${operation}`, resource: `${p}-${resource}`, override: true });
  const outbound = (where: Scope, operation: string, time: string) =>
    schedule.patchOperation(where, `${p}-${operation}`, { outboundTask: { expectedTime: at(time) } });
  const steps: (() => Promise<unknown>)[] = [
    () => assign(scope, 'o1', 'r1'),
    () => assign(scope, 'o2', 'r1'),
    () => assign(draft, 'o3', 'r1'),
    () => outbound(draft, 'o1', '08:20'),
    () => outbound(scope, 'o2', '10:30'),
    () => schedule.patchOperation(draft, `${p}-o3`, { inboundTask: { expectedTime: at('09:45') } }),
    () => outbound(scope, 'o3', '12:00'),
    () => assign(scope, 'o2', 'r2'),
    () => schedule.patchPlanning(scope, scope.actor.memberships[0].organization, p, { minimumStaySeconds: 7200 }),
    () => outbound(scope, 'o3', '09:00'),
    () => assign(scope, 'o3', 'r2'),
    () => schedule.deleteOperation(scope, `${p}-o2`),
    () => assign(draft, 'o1', 'r2'),
    () => schedule.deleteResource(scope, `${p}-r2`),
    () => schedule.createLocation(scope, { id: `${p}-pier`, planning: p, name: 'Pier' }),
    () => schedule.createResource(draft, { id: `${p}-r3`, name: 'Stand 3', location: `${p}-pier` }),
    () => assign(draft, 'o1', 'r3'),
    () => schedule.patchOperation(scope, `${p}-o3`, { inboundTask: { expectedTime: at('08:00') } }),
    () => assign(draft, 'o3', 'r3'),
    () => outbound(draft, 'o1', '12:30'),
    () => outbound(draft, 'o3', '12:30'),
    () => schedule.deleteLocation(scope, `${p}-pier`),
  ];
  const layers = [null, workspace];
  const known = new Map<string | null, Set<string>>();
  for (const layer of layers) {
    const state = await stateOf(layer);
    live.follow(state);
    known.set(layer, new Set(live.at(state)!.map(({ id }) => id)));
  }
  for (const step of steps) {
    await step();
    for (const layer of layers) {
      const state = await stateOf(layer);
      expect(keptBy(live, state)).toEqual(searched(state));
      const { opened: begun, closed } = live.take(state);
      const ids = known.get(layer)!;
      for (const { id } of closed) expect(ids.delete(id)).toBe(true);
      for (const { id } of begun) ids.add(id);
      expect([...ids].sort()).toEqual(
        live
          .at(state)!
          .map(({ id }) => id)
          .sort(),
      );
    }
  }
  expect(known.get(null)?.size).toBeDefined();
});

// Guarantee: too many conflicts to index take no memory, are still listed page by page, and are reported again once there are fewer.
test('too many conflicts are not indexed; each page is computed on its own, and the next one continues', async () => {
  const { schedule } = opened;
  const count = 12;
  const crowded = await importSmall(opened, scope, (document) => {
    const [{ id, ...model }] = document.operations;
    const operations = Array.from({ length: count }, (_, i) => ({ ...model, id: `${id}-${i}`, externalId: `x${i}` }));
    const [resource] = document.resources;
    return {
      ...document,
      operations,
      assignments: operations.map((one) => ({ operation: one.id, resource: resource.id })),
    };
  });
  const located = await opened.ports.store.locate([organizationOf(scope)], 'planning', crowded);
  if (located.found !== 'one') throw new Error('The planning is not there.');
  const now = () => opened.ports.store.state({ planning: located.planning });
  expect(searched(await now()).length).toBe((count * (count - 1)) / 2);

  const instances = createInstances(() => 0);
  const live = createLiveConflicts(instances, { most: 30 });
  expect(live.at(await now())).toBeNull();
  expect(live.isCrowded(await now())).toBe(true);
  const verbs = createSchedule(opened.ports, {
    instances,
    conflicts: live,
    explanations: new Lru(1),
    figures: new Lru(1),
  });
  const whole = await schedule.listConflicts(scope, crowded, { start: null, end: null, ...ALL_ROWS });
  const pages = [];
  let cursor: string | null = null;
  do {
    const page = await verbs.listConflicts(scope, crowded, { start: null, end: null, limit: 7, cursor });
    if (cursor === null) await schedule.patchPlanning(scope, organizationOf(scope), crowded, { name: 'Meanwhile' });
    pages.push(...page.items);
    cursor = page.next;
  } while (cursor !== null);
  expect(pages).toEqual(whole.items);
  expect(pages).toHaveLength(66);
  const unlimited = await verbs.listConflicts(scope, crowded, { start: null, end: null, ...ALL_ROWS });
  expect([unlimited.items.length, unlimited.next === null]).toEqual([30, false]);

  const stop = live.follow(await now());
  const ids = pages.flatMap(({ operations }) => operations);
  for (const operation of [...new Set(ids)].slice(4)) await schedule.deleteOperation(scope, operation);
  // A change that concerns the whole planning makes it search again.
  await schedule.patchPlanning(scope, organizationOf(scope), crowded, { minimumStaySeconds: 60 });
  const { opened: told, closed, truncated } = live.take(await now());
  expect([told.length, closed.length, truncated]).toEqual([6, 0, false]);
  stop();
});

test('an index with too many conflicts is dropped, which is reported once', async () => {
  const { schedule } = opened;
  const grown = await importSmall(opened, scope);
  const located = await opened.ports.store.locate([organizationOf(scope)], 'planning', grown);
  if (located.found !== 'one') throw new Error('The planning is not there.');
  const now = () => opened.ports.store.state({ planning: located.planning });
  const live = createLiveConflicts(
    createInstances(() => 0),
    { most: 2 },
  );
  const stop = live.follow(await now());
  const place = (operation: string) =>
    schedule.createAssignment(scope, { operation: `${grown}-${operation}`, resource: `${grown}-r1`, override: true });
  const move = (operation: string) =>
    schedule.patchOperation(scope, `${grown}-${operation}`, {
      inboundTask: { expectedTime: at('08:40') },
      outboundTask: { expectedTime: at('09:40') },
    });
  await place('o1');
  await place('o2');
  expect(live.take(await now())).toMatchObject({ opened: [{}], closed: [], truncated: false });
  await move('o3');
  await place('o3');
  expect(live.take(await now())).toEqual({ opened: [], closed: [], truncated: true });
  expect(live.take(await now())).toEqual({ opened: [], closed: [], truncated: false });
  stop();
});

// Guarantee: cached plannings stay within one memory budget, whatever is read.
test('metrics of many changes of a planning stay within the memory budget', async () => {
  const { schedule } = opened;
  const large = await importSmall(opened, scope, (document) => {
    const [{ id, ...model }] = document.operations;
    return { ...document, operations: Array.from({ length: 400 }, (_, i) => ({ ...model, id: `${id}-${i}` })) };
  });
  const organization = organizationOf(scope);
  for (let i = 0; i < 26; i++) await schedule.patchPlanning(scope, organization, large, { name: `Name ${i}` });
  const { items } = await schedule.listChangesets(scope, large, ALL_ROWS);
  const memory = new Budget(3 << 20);
  const { database } = opened.database;
  const ports = { ...opened.ports, store: openStore(database, openSignals(database), { memory }) };
  const verbs = createSchedule(ports, createCaches({ clock: () => 0, resolutions: resolutionsHere }, memory));
  const seen: number[] = [];
  for (const { id } of items) {
    const { operations } = await verbs.metrics(scope, large, { changeId: id, mainline: false, start: null, end: null });
    expect(operations).toBe(400);
    seen.push(memory.used);
  }
  expect(items.length).toBeGreaterThan(26);
  expect(Math.max(...seen)).toBeLessThanOrEqual(memory.limit);
  // Each takes a good part of the budget, so they would not all fit.
  expect(seen[0]).toBeGreaterThan(memory.limit / items.length);
  expect(seen[0]).toBeLessThan(memory.limit);
});

const importLarge = (): Promise<string> =>
  importSmall(opened, scope, (document) => {
    const [{ id, ...model }] = document.operations;
    const operations = Array.from({ length: 1010 }, (_, i) => ({ ...model, id: `${id}-${i}` }));
    const [resource] = document.resources;
    const assignments = operations.slice(0, 3).map((one) => ({ operation: one.id, resource: resource.id }));
    return { ...document, operations, assignments };
  });

// Guarantee: following a large planning blocks nobody: it is searched as a whole in a thread, and only if a change may concern all of it.
test('a large planning is followed without being compiled on this thread', async () => {
  const { schedule, ports } = opened;
  const large = await importLarge();
  const located = await ports.store.locate([organizationOf(scope)], 'planning', large);
  if (located.found !== 'one') throw new Error('The planning is not there.');
  const now = () => ports.store.state({ planning: located.planning });
  const here: Instances = {
    ...createInstances(() => 0),
    of: () => {
      throw new Error('compiled here');
    },
  };
  let looks = 0;
  const live = createLiveConflicts(here, {
    frameOf: (state) => {
      looks++;
      return compiledAside({ clock: () => 0, resolutions: resolutionsHere }, { state }, 'frame');
    },
  });
  const [first, , third] = [...(await now()).all('assignment')];
  const agrees = async (): Promise<void> => {
    const state = await now();
    await live.ready(state);
    live.take(state);
    expect(keptBy(live, state)).toEqual(searched(state));
  };
  const wanted = [live.isWanted(await now()), live.isWanted(await now())];
  await schedule.patchOperation(scope, first.fields.operation, { description: 'asked again after a change' });
  expect([...wanted, live.isWanted(await now())]).toEqual([false, false, true]);
  await live.ready(await now());
  live.follow(await now());
  await agrees();
  expect(live.isWanted(await now())).toBe(true);
  await schedule.deactivateAssignment(scope, first.id);
  await schedule.patchOperation(scope, third.fields.operation, { description: 'seen' });
  await agrees();
  expect(looks).toBe(1);
  await schedule.patchPlanning(scope, organizationOf(scope), large, { minimumStaySeconds: 7200 });
  await agrees();
  expect(looks).toBe(2);
});

// Guarantee: where a plan is compiled makes no difference to the answers.
test('a large planning, compiled in a thread, gives the same answers as on this thread', async () => {
  const { schedule, ports } = opened;
  const large = await importLarge();
  const located = await ports.store.locate([organizationOf(scope)], 'planning', large);
  if (located.found !== 'one') throw new Error('The planning is not there.');
  const state = await ports.store.state({ planning: located.planning });
  const instance = createInstances(ports.clock).of(state);
  const placement = placementOf(instance);
  const asked = { changeId: null, mainline: false, start: null, end: null };
  const {
    planning: _planning,
    workspace: _workspace,
    change,
    ...metrics
  } = await schedule.metrics(scope, large, asked);
  expect(metrics).toEqual(analyze(instance, placement, { of: 'metrics', window: null }));
  expect(change).not.toBeNull();
  const conflicts = findConflicts(instance, placement).map((one) => toConflictRecord(instance, one));
  expect(conflicts.length).toBeGreaterThan(0);
  const from = Math.floor(Date.parse(conflicts[0].startAt) / 1000);
  const listed = async (start: number | null, end: number | null) =>
    (await schedule.listConflicts(scope, large, { start, end, ...ALL_ROWS })).items;
  const marked = conflicts.map((conflict) => ({ ...conflict, mark: null }));
  expect(await listed(null, null)).toEqual(marked);
  expect(await listed(from, from + 1)).toEqual(marked);
  expect(await listed(from - 86_400 * 9, from - 86_400 * 8)).toEqual([]);
  const [operation] = [...state.all('operation')];
  const { items: places } = await schedule.candidates(scope, operation.id);
  const part = instance.names.operations.indexOf(operation.id);
  expect(places.map(({ resource }) => resource)).toEqual(
    analyze(instance, placement, { of: 'candidates', part: instance.operation.indexOf(part) }).map(
      ({ resource }) => resource,
    ),
  );
  await expect(schedule.candidates(scope, operation.id, { part: '7', ...ALL_ROWS })).rejects.toMatchObject({
    code: 'not_found',
  });
  const unassigned = { assignments: [{ operation: conflicts[0].operations[0], resource: null }], operations: [] };
  const overlay = await schedule.score(scope, large, unassigned);
  const virtual = overlaid({ clock: ports.clock, instances: createInstances(ports.clock) }, state, unassigned);
  const { total } = analyze(virtual, placementOf(virtual), { of: 'score' });
  expect(Math.round(100 * overlay.metrics.score.total)).toBe(total);
  expect(overlay.delta).toBeCloseTo(overlay.metrics.score.total - metrics.score.total, 2);
});

// Guarantee: a large planning that changes is not compiled anew, and neither is what is laid over it; the answers are those of a compiled one.
test('a large planning that changes is brought forward in a thread, also under a virtual state and a draft', async () => {
  const { schedule, ports } = opened;
  const large = await importLarge();
  const located = await ports.store.locate([organizationOf(scope)], 'planning', large);
  if (located.found !== 'one') throw new Error('The planning is not there.');
  const asked = { changeId: null, mainline: false, start: null, end: null };
  const { id: workspace } = await schedule.createWorkspace(scope, large, { name: 'Draft' });
  const first = await schedule.metrics(scope, large, asked);
  const { compiled, edited } = plansHere;
  const draft = { ...scope, workspace };
  const stateOf = (selected: string | null) =>
    ports.store.state({ planning: located.planning, ...(selected === null ? {} : { workspace: selected }) });
  const operations = [...(await stateOf(null)).all('operation')].map(({ id }) => id).sort();
  const [late, placed, drafted, gone] = operations;
  await schedule.patchOperation(scope, late, { inboundTask: { expectedTime: at('10:30'), sigma: 600 } });
  await schedule.patchOperation(draft, drafted, { inboundTask: { actualTime: at('09:05') } });
  await schedule.deleteOperation(scope, gone);
  const state = await stateOf(null);
  const anew = createInstances(ports.clock);
  const metricsOf = (instance: Instance) => analyze(instance, placementOf(instance), { of: 'metrics', window: null });
  const virtualState = {
    assignments: [{ operation: placed, resource: [...state.all('resource')][0]?.id ?? '' }],
    operations: [{ id: late, inboundTask: { expectedTime: at('11:00') } }],
  };
  for (let times = 0; times < 2; times++) {
    expect(await schedule.metrics(scope, large, asked)).toMatchObject(metricsOf(anew.of(state)));
    expect(await schedule.metrics(draft, large, asked)).toMatchObject(
      metricsOf(anew.of(await stateOf(workspace), state)),
    );
    const { metrics } = await schedule.score(scope, large, virtualState);
    expect(metrics).toMatchObject(metricsOf(overlaid({ clock: ports.clock, instances: anew }, state, virtualState)));
    const [place] = (await schedule.candidates(scope, late)).items;
    expect(place?.score.before.total).toBe(metricsOf(anew.of(state)).score.total);
  }
  expect(first.operations).toBe(metricsOf(anew.of(state)).operations + 1);
  expect([plansHere.compiled - compiled, plansHere.edited > edited]).toEqual([0, true]);
});
