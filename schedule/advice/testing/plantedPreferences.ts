import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { present } from '../../../engine/present.ts';
import type { PlanningDocument } from '../../../engine/instance/planningDocument.ts';
import { ALL_ROWS } from '../../records/page.ts';
import { standingRepair } from '../../repairs/testing/standingRepair.ts';
import { codeOf, newScope, operationInput, organizationOf, type TestSchedule } from '../../testing/openSchedule.ts';
import type { Scope } from '../../types.ts';

const PIERS = ['A', 'B', 'C'];
const START = Date.parse('2026-11-20T00:00:00Z');
const OPERATIONS = 48;

/** Where the operations of a day stand, how many arrive at once, every half an hour, and which piers are a long way. */
interface Pattern {
  readonly far: readonly string[];
  readonly atOnce: number;
  readonly standOf: (i: number) => string;
}

/** Every third flight is of NK, and stands on pier C. */
const SPREAD: Pattern = {
  far: ['A'],
  atOnce: 1,
  standOf: (i) => `${i % 3 === 0 ? 'C' : present(PIERS[i % 3])}${1 + (i % 2)}`,
};
/** All stand on pier C, where each has only five minutes to the one before and the one after. */
const TIGHT: Pattern = { far: ['A', 'B'], atOnce: 3, standOf: (i) => `C${1 + (i % 3)}` };

/** Three piers of three stands, and a day on which every stand is free for everybody. */
const document = (p: string, { far, atOnce, standOf }: Pattern): PlanningDocument => {
  const startOf = (i: number): number => START + Math.floor(i / atOnce) * 1_800_000;
  const task = (taskName: string, ms: number) => {
    const time = new Date(ms).toISOString();
    return { taskName, plannedTime: time, expectedTime: time };
  };
  const stands = PIERS.flatMap((pier) => [1, 2, 3].map((i) => ({ pier, id: `${p}-${pier}${i}` })));
  return {
    format: 'tidegate/planning@1',
    planning: { id: p, name: 'Planted' },
    locations: [{ id: `${p}-apron`, name: 'Apron' }],
    tags: [
      ...PIERS.map((pier) => ({ uuid: `${p}-pier-${pier}`, category: 'pier', value: pier })),
      ...['NK', 'XY'].map((airline) => ({ uuid: `${p}-${airline}`, category: 'airline', value: airline })),
    ],
    resources: stands.map(({ pier, id }) => ({
      id,
      name: id,
      location: `${p}-apron`,
      tags: [`${p}-pier-${pier}`],
    })),
    groups: [],
    operations: Array.from({ length: OPERATIONS }, (_, i) => ({
      id: `${p}-${i}`,
      tags: [`${p}-${i % 3 === 0 ? 'NK' : 'XY'}`],
      inboundTask: task(`in ${i}`, startOf(i)),
      outboundTask: task(`out ${i}`, startOf(i) + 1_500_000),
    })),
    rules: [
      {
        id: `${p}-far`,
        name: 'A long way',
        kind: 'match',
        weight: 2,
        resourceTags: far.map((pier) => `${p}-pier-${pier}`),
      },
      { id: `${p}-gap`, name: 'Some time between two', kind: 'buffer', weight: 1, parameters: { seconds: 600 } },
    ],
    assignments: Array.from({ length: OPERATIONS }, (_, i) => ({
      operation: `${p}-${i}`,
      resource: `${p}-${standOf(i)}`,
    })),
  };
};

/** Tests of the advice, on a schedule that other tests use, too. Its threads have to be able to learn. */
export const testAdvice = (opened: TestSchedule, scope: Scope): void => {
  const { schedule } = opened;
  const { settle } = standingRepair(opened, scope);
  const query = { since: null, choices: 500, runSeconds: 0 };
  const start = async (pattern = SPREAD): Promise<string> => {
    const p = `p${randomUUID().slice(0, 8)}`;
    await schedule.importPlanning(scope, organizationOf(scope), document(p, pattern));
    return p;
  };
  const move = (p: string, i: number, to: string, message: string | null = null) =>
    schedule.createAssignment({ ...scope, message }, { operation: `${p}-${i}`, resource: `${p}-${to}` });

  describe('advice', () => {
    test('is a rule that agrees with the planner, which can be written as it is and then leaves nothing to advise', async () => {
      const p = await start();
      for (let i = 0; i < 42; i += 3) await move(p, i, i % 2 === 0 ? 'B2' : 'B3', 'NK has its bus at pier B.');
      const advice = await schedule.advise(scope, p, query);
      expect(advice).toMatchObject({
        choices: { moved: 14, placed: 0, refused: 0, kept: OPERATIONS - 14 },
        leftOut: 0,
      });
      const [proposal, ...others] = advice.proposals;
      expect(others).toEqual([]);
      expect(proposal).toMatchObject({
        kind: 'rule',
        agreement: { choices: 14, before: 0, after: 14 },
        reasons: ['NK has its bus at pier B.'],
        effect: { run: null },
      });
      expect(proposal?.explanation).toMatch(/^Operations of airline NK were moved .*pier [BC].* would have agreed\.$/);
      const [request] = present(proposal).requests;
      expect(request).toMatchObject({ method: 'POST', path: '/v1/rules/', body: { operationTags: [`${p}-NK`] } });
      await schedule.createRule(scope, present(request).body);
      const after = await schedule.advise(scope, p, query);
      expect(after.agreement).toEqual({ choices: 14, before: 14, after: 14 });
      expect(after.proposals).toEqual([]);
    });

    test('is a weight of a rule about pairs where a planner minds it more than it costs', async () => {
      const p = await start(TIGHT);
      for (let i = 3; i < OPERATIONS; i += 6) {
        for (let j = i; j < i + 3; j++) await move(p, j, `A${1 + (j % 3)}`);
      }
      const advice = await schedule.advise(scope, p, query);
      expect(advice.proposals).toMatchObject([
        {
          kind: 'weight',
          agreement: { choices: 24, before: 0, after: 24 },
          requests: [{ method: 'PATCH', path: `/v1/rules/${p}-gap/` }],
        },
      ]);
      const [proposal] = advice.proposals;
      expect(present(present(proposal).weight).after).toBeGreaterThan(1);
      await schedule.patchRule(scope, `${p}-gap`, present(present(proposal).requests[0]).body);
      expect(await schedule.advise(scope, p, query)).toMatchObject({ agreement: { before: 24 }, proposals: [] });
    });

    test('does not count what was undone, goes by the last of several moves in a row, and leaves plans from elsewhere out', async () => {
      const p = await start();
      await move(p, 0, 'B1');
      const { items } = await schedule.listChangesets(scope, p, { ...ALL_ROWS, limit: 1 });
      await schedule.revertChangeset(scope, p, present(items[0]).id);
      await move(p, 3, 'A1');
      await move(p, 3, 'B1');
      await schedule.bulkAssign(
        scope,
        Array.from({ length: 30 }, (_, i) => ({ operation: `${p}-${i + 6}`, resource: `${p}-A3` })),
      );
      expect(await schedule.advise(scope, p, query)).toMatchObject({ choices: { moved: 1, placed: 0, kept: 0 } });
      expect(await schedule.advise(scope, p, { ...query, since: '2100-01-01T00:00:00Z' })).toMatchObject({
        choices: { moved: 0 },
        proposals: [],
      });
      await schedule.putRepairPolicy(scope, p, { mode: 'propose', freezeMinutes: 0 });
      await settle();
      await move(p, 47, 'A3');
      await schedule.createOperation(scope, operationInput(p, '23:30', '23:50', { id: `${p}-more` }));
      await schedule.createAssignment(scope, { operation: `${p}-more`, resource: `${p}-A3` });
      await settle();
      const { items: open } = await schedule.listRepairs(scope, p, { state: 'open', since: null, ...ALL_ROWS });
      await schedule.refuseRepair(scope, present(open[0]).id, { reason: 'Too far.' });
      expect(await schedule.advise(scope, p, query)).toMatchObject({ choices: { refused: 1 } });
      expect(await codeOf(schedule.advise(await newScope(opened), p, query))).toBe('not_found');
    });
  });
};
