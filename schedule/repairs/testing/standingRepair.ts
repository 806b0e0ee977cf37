import { beforeEach, describe, expect, test } from 'vitest';
import { present } from '../../../engine/present.ts';
import { ALL_ROWS } from '../../records/page.ts';
import { createCaches } from '../../schedule.ts';
import { at, importSmall, operationInput, placedOn, type TestSchedule } from '../../testing/openSchedule.ts';
import type { Scope } from '../../types.ts';
import { createUserNames } from '../../users/userNames.ts';
import type { RepairPolicyInput } from '../../entities/repairPolicy.ts';
import { claimPlanning, repairPlanning, type RepairRound } from '../repairPlanning.ts';

/** o1 on stand 2 from 08:00, o2 on stand 1, o3 on stand 1: without a conflict. */
const placed = placedOn('r2', 'r1', 'r1');

/** What tests of the standing repair need, on a schedule that other tests use, too. */
export const standingRepair = (opened: TestSchedule, scope: Scope) => {
  const { schedule, ports } = opened;
  const node = () => ({
    deps: { ...ports, ...createCaches(ports), names: createUserNames(ports.accounts, ports.clock) },
    lastUnrepaired: new Map<number, readonly string[]>(),
  });
  const one = node();
  const round = async ({ deps, lastUnrepaired } = one): Promise<RepairRound | null> => {
    const work = await claimPlanning(deps);
    return work === undefined ? null : repairPlanning(deps, work, lastUnrepaired);
  };
  /** Works until nothing is due; returns the rounds. */
  const settle = async (on = one): Promise<RepairRound[]> => {
    const rounds: RepairRound[] = [];
    for (let next = await round(on); next !== null; next = await round(on)) rounds.push(next);
    return rounds;
  };
  const start = async (policy: RepairPolicyInput): Promise<string> => {
    const p = await importSmall(opened, scope, placed);
    await schedule.putRepairPolicy(scope, p, { freezeMinutes: 0, ...policy });
    await settle();
    return p;
  };
  /** Puts o1 and o2 in conflict on stand 2. */
  const clash = (p: string) => schedule.createAssignment(scope, { operation: `${p}-o2`, resource: `${p}-r2` });
  const repairs = async (p: string, state: 'open' | 'applied' | 'stale' | 'refused' | 'withdrawn' | null = null) =>
    (await schedule.listRepairs(scope, p, { state, since: null, ...ALL_ROWS })).items;
  const conflicts = async (p: string) =>
    (await schedule.listConflicts(scope, p, { ...ALL_ROWS, start: null, end: null })).items.length;
  const placeOf = async (p: string, operation: string) =>
    (await schedule.operationAssignment(scope, `${p}-${operation}`)).resource;

  return { node, round, settle, start, clash, repairs, conflicts, placeOf };
};

/** Tests of the standing repair. `setTime` sets the clock of the schedule. */
export const testStandingRepair = (opened: TestSchedule, scope: Scope, setTime: (ms: number) => void): void => {
  const { schedule, ports } = opened;
  const { node, round, settle, start, clash, repairs, conflicts, placeOf } = standingRepair(opened, scope);
  beforeEach(() => setTime(Date.parse('2026-11-20T05:00:00Z')));

  describe('the standing repair', () => {
    test('proposes the least disturbance, once, and the proposal is applied once, as a changeset of its own source', async () => {
      const p = await start({ mode: 'propose' });
      expect(await repairs(p)).toEqual([]);
      await clash(p);
      expect(await schedule.repairBalance(scope, p, null)).toMatchObject({ caughtUp: false, proposed: 0, hours: [] });
      await settle();
      const [repair, ...others] = await repairs(p, 'open');
      expect(others).toEqual([]);
      expect(repair).toMatchObject({ proved: true, movesBound: 1, closes: [{ operations: [`${p}-o1`, `${p}-o2`] }] });
      expect(repair?.moves).toHaveLength(1);
      expect(repair?.explanation).toMatch(/^\S.* to .*: free .*, nobody else moves\.$/);
      expect(await conflicts(p)).toBe(1);
      const applied = await schedule.applyRepair(scope, present(repair).id);
      expect(await schedule.applyRepair(scope, present(repair).id)).toEqual(applied);
      expect(await conflicts(p)).toBe(0);
      const changeset = await schedule.getChangeset(scope, p, present(applied.changeset));
      expect(changeset).toMatchObject({ source: 'repair', author: scope.actor.user, message: repair?.explanation });
      await settle();
      expect(await repairs(p, 'open')).toEqual([]);
      const balance = await schedule.repairBalance(scope, p, null);
      const figures = { proposed: 1, applied: 1, moves: 1, conflictsClosed: 1, conflictMinutesAvoided: 30 };
      expect(balance).toMatchObject({ ...figures, conflicts: 0, caughtUp: true });
      expect(balance.hours).toEqual([{ startAt: at('05:00'), ...figures, refused: 0, stale: 0, withdrawn: 0 }]);
    });

    test('has caught up when nothing is due, claimed, or to be written', async () => {
      const p = await start({ mode: 'apply' });
      const caughtUp = async () => (await schedule.repairBalance(scope, p, null)).caughtUp;
      expect(await caughtUp()).toBe(true);
      await schedule.putRepairPolicy(scope, p, { mode: 'apply', freezeMinutes: 5 });
      expect(await caughtUp()).toBe(false);
      const { deps, lastUnrepaired } = node();
      const work = present(await claimPlanning(deps));
      expect(await caughtUp()).toBe(false);
      await repairPlanning(deps, work, lastUnrepaired);
      expect(await caughtUp()).toBe(true);
      await clash(p);
      await settle();
      expect(await caughtUp()).toBe(true);
      await schedule.putRepairPolicy(scope, p, { mode: 'off' });
      await settle();
      await clash(p);
      expect(await caughtUp()).toBe(true);
    });

    test('a planning that changes all the time takes turns with others', async () => {
      const [busy, other] = [await start({ mode: 'propose' }), await start({ mode: 'propose' })];
      const rename = (p: string) => schedule.patchOperation(scope, `${p}-o3`, { description: String(Math.random()) });
      for (const p of [busy, other]) await rename(p);
      const rounds = [];
      for (let i = 0; i < 2; i++) {
        rounds.push((await round())?.planning);
        await rename(busy);
      }
      expect(new Set(rounds)).toEqual(new Set([busy, other]));
      await settle();
    });

    test('what was refused keeps its reason and is not proposed again; another way is', async () => {
      const p = await start({ mode: 'propose' });
      await clash(p);
      await settle();
      const first = present((await repairs(p, 'open'))[0]);
      const refused = await schedule.refuseRepair(scope, first.id, { reason: 'The bridge is broken.' });
      expect(refused).toMatchObject({ state: 'refused', reason: 'The bridge is broken.', decidedBy: scope.actor.user });
      await settle();
      const open = await repairs(p, 'open');
      expect(open.map(({ moves }) => moves)).not.toContainEqual(first.moves);
      expect(open.length).toBe(1);
    });

    test('goes stale when its conflict is gone or its place is taken, and is withdrawn when it is turned off', async () => {
      const p = await start({ mode: 'propose' });
      await clash(p);
      await settle();
      const [move] = present((await repairs(p, 'open'))[0]).moves;
      await schedule.createAssignment(scope, {
        operation: present(move).operation,
        resource: present(move).toResource,
      });
      await settle();
      expect(await repairs(p)).toMatchObject([{ state: 'stale', reason: 'A conflict that it closes is gone.' }]);
      await clash(p);
      await schedule.createAssignment(scope, { operation: `${p}-o1`, resource: `${p}-r2` });
      await settle();
      const again = present((await repairs(p, 'open'))[0]);
      await schedule.putRepairPolicy(scope, p, { mode: 'off' });
      await settle();
      expect((await repairs(p)).find(({ id }) => id === again.id)?.state).toBe('withdrawn');
    });

    test('withdraws every repair, however many there are', async () => {
      const p = await start({ mode: 'propose' });
      await clash(p);
      const { deps, lastUnrepaired } = node();
      const work = present(await claimPlanning(deps));
      const repair = { moves: [], score: {}, explanation: '', createdAt: 0, details: { closes: [] } };
      const proposed = Array.from({ length: 201 }, () => ({ ...repair, id: deps.ids() }));
      const nothing = { change: work.head, againInMs: null, delayed: {}, decided: [], undone: [] };
      expect(await deps.repairs.finish(work, { ...nothing, proposed })).toBe(true);
      await schedule.putRepairPolicy(scope, p, { mode: 'off' });
      await repairPlanning(deps, present(await claimPlanning(deps)), lastUnrepaired);
      expect(await repairs(p, 'open')).toEqual([]);
    });

    test('neither moves what arrives within the freeze nor what the policy leaves out', async () => {
      const p = await start({ mode: 'propose', resources: ['nowhere'] }).catch(() => null);
      expect(p).toBeNull();
      const q = await start({ mode: 'propose', freezeMinutes: 300 });
      await clash(q);
      await settle();
      expect(await repairs(q)).toEqual([]);
      await schedule.putRepairPolicy(scope, q, {
        mode: 'propose',
        freezeMinutes: 0,
        maxLoss: 0,
        resources: [`${q}-r2`],
      });
      await settle();
      expect(await repairs(q)).toEqual([]);
    });

    test('two nodes make one repair, and one that died is replaced; what it still sends has no effect', async () => {
      const p = await start({ mode: 'apply' });
      await clash(p);
      const dead = present(await ports.repairs.claim(1000));
      const two = node();
      expect(await round(two)).toBeNull();
      await new Promise((done) => setTimeout(done, 1100));
      await Promise.all([settle(), settle(two), settle(node())]);
      expect(await repairs(p)).toMatchObject([{ state: 'applied' }]);
      expect(await conflicts(p)).toBe(0);
      const late = { change: 0, againInMs: null, delayed: {}, decided: [], proposed: [], undone: [] };
      expect(await ports.repairs.finish(dead, late)).toBe(false);
      const { items } = await schedule.listChangesets(scope, p, ALL_ROWS);
      expect(items.filter(({ source }) => source === 'repair')).toHaveLength(1);
    });

    test('pauses when a person undid a repair, and is resumed by writing the policy', async () => {
      const p = await start({ mode: 'apply' });
      await clash(p);
      await settle();
      const [repair] = await repairs(p, 'applied');
      await schedule.revertChangeset(scope, p, present(present(repair).changeset));
      await settle();
      expect(await schedule.getRepairPolicy(scope, p)).toMatchObject({ mode: 'apply', paused: { reason: 'undone' } });
      expect(await repairs(p, 'applied')).toMatchObject([{ id: repair?.id, reason: expect.stringMatching(/^Revert/) }]);
      expect(await conflicts(p)).toBe(1);
      // While it pauses it only proposes, and not what was undone.
      const open = await repairs(p, 'open');
      expect(open.map(({ moves }) => moves)).not.toContainEqual(repair?.moves);
      expect((await schedule.putRepairPolicy(scope, p, { mode: 'apply', freezeMinutes: 0 })).paused).toBeNull();
    });

    test('looks no more often than every 30 s at what nobody has decided while it pauses', async () => {
      const p = await start({ mode: 'apply' });
      await clash(p);
      await settle();
      await schedule.revertChangeset(scope, p, present(present((await repairs(p, 'applied'))[0]).changeset));
      await settle();
      expect(await repairs(p, 'open')).toHaveLength(1);
      await new Promise((done) => setTimeout(done, 1100));
      expect(await round()).toBeNull();
    });

    test('pauses when a person undid a repair, also if hundreds of changes came before that', async () => {
      const p = await start({ mode: 'apply' });
      await clash(p);
      await settle();
      const [repair] = await repairs(p, 'applied');
      for (let i = 0; i < 201; i++) await schedule.patchOperation(scope, `${p}-o3`, { description: `Edit ${i}` });
      await schedule.revertChangeset(scope, p, present(present(repair).changeset));
      await settle();
      expect(await schedule.getRepairPolicy(scope, p)).toMatchObject({ mode: 'apply', paused: { reason: 'undone' } });
    });

    test('pauses before it would move an operation a second time within the hour', async () => {
      const p = await start({ mode: 'apply', operationTags: null });
      await clash(p);
      await settle();
      const [first] = await repairs(p, 'applied');
      const moved = present(present(first).moves[0]);
      const other = moved.operation === `${p}-o1` ? `${p}-o2` : `${p}-o1`;
      await schedule.patchOperation(scope, other, { isFixedToResource: true });
      await schedule.createAssignment(scope, { operation: moved.operation, resource: `${p}-r2` });
      await settle();
      const { operationName } = await schedule.getOperation(scope, moved.operation);
      const detail = `Repairs would move ${operationName} more than once within the hour.`;
      expect(await schedule.getRepairPolicy(scope, p)).toMatchObject({ paused: { reason: 'oscillation', detail } });
      expect(await repairs(p, 'applied')).toHaveLength(1);
      // An hour later it may move again.
      setTime(Date.parse('2026-11-20T06:30:00Z'));
      await schedule.putRepairPolicy(scope, p, { mode: 'apply', freezeMinutes: 0 });
      await settle();
      expect(await repairs(p, 'applied')).toHaveLength(2);
      expect(await placeOf(p, moved.operation.slice(p.length + 1))).not.toBe(`${p}-r2`);
    });

    test('an operation that may not move again does not keep other conflicts open: they are repaired before the pause', async () => {
      const p = await start({ mode: 'apply' });
      await clash(p);
      await settle();
      const [first] = await repairs(p, 'applied');
      const moved = present(present(first).moves[0]);
      const other = moved.operation === `${p}-o1` ? `${p}-o2` : `${p}-o1`;
      await schedule.patchOperation(scope, other, { isFixedToResource: true });
      await schedule.createOperation(scope, operationInput(p, '10:30', '11:30', { id: `${p}-o4` }));
      await schedule.bulkAssign(scope, [
        { operation: moved.operation, resource: `${p}-r2` },
        { operation: `${p}-o4`, resource: `${p}-r1` },
      ]);
      await settle();
      expect(await schedule.getRepairPolicy(scope, p)).toMatchObject({ paused: { reason: 'oscillation' } });
      expect(await repairs(p, 'applied')).toHaveLength(2);
      expect(await conflicts(p)).toBe(1);
    });

    test('pauses when most of the day is delayed at once, and applies nothing then', async () => {
      const p = await start({ mode: 'apply', implausibleShare: 0.5 });
      await schedule.bulkCreateOperations(
        scope,
        Array.from({ length: 20 }, (_, i) => operationInput(p, '12:00', '13:00', { id: `${p}-more${i}` })),
      );
      await settle();
      expect((await schedule.getRepairPolicy(scope, p)).paused).toBeNull();
      await clash(p);
      await schedule.bulkPatchOperations(
        scope,
        Array.from({ length: 20 }, (_, i) => ({
          id: `${p}-more${i}`,
          inboundTask: { expectedTime: at('15:00') },
          outboundTask: { expectedTime: at('16:00') },
        })),
      );
      await settle();
      const { paused } = await schedule.getRepairPolicy(scope, p);
      expect(paused).toMatchObject({ reason: 'implausible' });
      expect(paused?.detail).toMatch(/^20 of 2[34] operations/);
      expect(await repairs(p, 'applied')).toEqual([]);
      expect(await repairs(p, 'open')).toHaveLength(1);
    });

    test('delays that are read only an hour later did not come at once', async () => {
      const p = await start({ mode: 'apply' });
      const more = Array.from({ length: 20 }, (_, i) => `${p}-more${i}`);
      await schedule.bulkCreateOperations(
        scope,
        more.map((id) => operationInput(p, '12:00', '13:00', { id })),
      );
      await settle();
      const later = { inboundTask: { expectedTime: at('15:00') }, outboundTask: { expectedTime: at('16:00') } };
      await schedule.bulkPatchOperations(
        scope,
        more.map((id) => ({ id, ...later })),
      );
      setTime(Date.now() + 3_600_000);
      await settle();
      expect((await schedule.getRepairPolicy(scope, p)).paused).toBeNull();
    });
  });
};
