import { afterAll, beforeAll, expect, test } from 'vitest';
import { findConflicts, toConflictRecord } from '../../engine/conflicts/findConflicts.ts';
import { placementOf } from '../../engine/instance/assignments.ts';
import type { PlanningState } from '../../db/store/planningState.ts';
import { createInstances } from '../instances/instances.ts';
import { at, importSmall, newScope, openSchedule, type TestSchedule } from '../testing/openSchedule.ts';
import type { Scope } from '../types.ts';
import { createLiveConflicts } from './liveConflicts.ts';

let opened: TestSchedule;
let scope: Scope;
let p: string;

beforeAll(async () => {
  opened = await openSchedule();
  scope = await newScope(opened);
  p = await importSmall(opened, scope);
});
afterAll(() => opened.close());

const stateOf = async (workspace: string | null): Promise<PlanningState> => {
  const located = await opened.ports.store.locate([scope.actor.memberships[0].organization], 'planning', p);
  if (located.found !== 'one') throw new Error('The planning is not there.');
  return opened.ports.store.state({ planning: located.planning, workspace });
};

/** A search of the whole plan. */
const searched = (state: PlanningState): string[] => {
  const instance = createInstances(() => 0).of(state);
  const records = findConflicts(instance, placementOf(instance)).map((one) => toConflictRecord(instance, one));
  return records.map((record) => JSON.stringify(record)).sort();
};

// Guarantee: whatever changed, on the mainline or below a draft, the live conflicts are those that a search finds, and what opened and closed
// since tells the difference.
test('agrees with a search after every kind of change', async () => {
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
      expect(
        live
          .at(state)!
          .map((record) => JSON.stringify(record))
          .sort(),
      ).toEqual(searched(state));
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
