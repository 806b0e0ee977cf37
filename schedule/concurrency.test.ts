/** Many concurrent writers, on both databases: nothing is lost, nothing happens twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testPlaces } from '../db/testing/testDatabases.ts';
import { Plan } from '../engine/board/plan.ts';
import { importPlanning } from './documents/importPlanning.ts';
import { addMember } from './organizations/members.ts';
import { createOrganization } from './organizations/organizations.ts';
import { createPlanning } from './plannings/createPlanning.ts';
import type { Ports } from './ports.ts';
import { executeRun } from './runs/executeRun.ts';
import type { Schedule } from './schedule.ts';
import {
  type TestSchedule,
  codeOf,
  importSmall,
  newScope,
  openSchedule,
  operationInput,
  organizationOf,
  smallDocument,
  solverCalled,
} from './testing/openSchedule.ts';
import type { Scope } from './types.ts';
import { createWebhook } from './webhooks/webhookVerbs.ts';

describe.each(testPlaces())('on $name', (place) => {
  describe.skipIf(place.skipped !== null)('at once', () => {
    let opened: TestSchedule;
    let schedule: Schedule;
    let scope: Scope;
    let p: string;

    beforeAll(async () => {
      opened = await openSchedule(
        {
          solvers: [solverCalled('auto')],
          solve: async ({ instance }) => {
            const plan = new Plan(instance, instance.placed);
            plan.place(0, instance.arcResource[instance.arcStart[0]]);
            return { solution: plan.snapshot(), bound: null, iterations: 1, seconds: 0 };
          },
        },
        place,
      );
      schedule = opened.schedule;
    });
    beforeEach(async () => {
      scope = await newScope(opened);
      p = await importSmall(opened, scope);
    });
    afterAll(() => opened?.close());

    const changes = async () => {
      const [ref] = await opened.ports.store.plannings(organizationOf(scope));
      return opened.ports.store.changesetsAfter(ref, 0, 1000);
    };

    test('one idempotency key creates one operation under concurrency', async () => {
      const keyed: Scope = { ...scope, idempotency: { key: 'k', route: 'r', fingerprint: 'f' } };
      const attempts = Array.from({ length: 8 }, async () => {
        try {
          return (await schedule.createOperation(keyed, operationInput(p, '12:00', '13:00'))).id;
        } catch (error) {
          return (error as { code: string }).code;
        }
      });
      const outcomes = new Set(await Promise.all(attempts));
      outcomes.delete('idempotency_in_flight');
      expect(outcomes.size).toBe(1);
      expect((await changes()).length).toBe(2);
    });

    test('a process that dies right after creating a planning has created it once, however often the request is repeated', async () => {
      const organization = organizationOf(scope);
      const ending = { ...opened.ports, transaction: () => Promise.reject(new Error('ended')) };
      const keyed = (key: string): Scope => ({ ...scope, idempotency: { key, route: 'r', fingerprint: key } });
      const makes: ((ports: Ports) => Promise<unknown>)[] = [
        (ports) => createPlanning(ports, keyed('make'), organization, { name: 'Made' }),
        (ports) => importPlanning(ports, keyed('import'), organization, smallDocument(`${p}-again`)),
      ];
      for (const make of makes) {
        await make(ending).catch(() => {});
        const before = await opened.ports.store.plannings(organization);
        const again = await make(opened.ports);
        expect(await make(opened.ports)).toEqual(again);
        expect(await opened.ports.store.plannings(organization)).toEqual(before);
      }
      expect(await opened.ports.store.plannings(organization)).toHaveLength(3);
    });

    test('a process that ends in the middle of making something has made it once or not at all, and it is made once', async () => {
      const organization = organizationOf(scope);
      const { accounts, webhooks } = opened.ports;
      const keyed = (key: string): Scope => ({ ...scope, idempotency: { key, route: 'r', fingerprint: key } });
      const member = { email: 'new@example.org', role: 'viewer' } as const;
      const hook = { url: 'https://example.org/', events: ['*'] };
      const makes: ((ports: Ports) => Promise<unknown>)[] = [
        (ports) => createOrganization(ports, keyed('organization'), { name: 'Made' }),
        (ports) => addMember(ports, keyed('member'), organization, member),
        (ports) => createWebhook(ports, keyed('webhook'), p, hook).then(({ secret: _told, ...made }) => made),
      ];
      const [ref] = await opened.ports.store.plannings(organization);
      const count = async () => [
        (await accounts.memberships(scope.actor.user)).length,
        (await accounts.members(organization)).length,
        (await webhooks.list(ref)).length,
      ];
      const before = await count();
      const refusing = { ...opened.ports, transaction: () => Promise.reject(new Error('ended')) };
      for (const make of makes) await expect(make(refusing)).rejects.toThrow('ended');
      expect(await count()).toEqual(before);
      const { transaction } = opened.ports;
      const ending = {
        ...opened.ports,
        transaction: async (body: Parameters<typeof transaction>[0]) => {
          await transaction(body);
          throw new Error('ended');
        },
      };
      for (const make of makes) {
        await expect(make(ending)).rejects.toThrow('ended');
        expect(await make(opened.ports)).toEqual(await make(opened.ports));
      }
      expect(await count()).toEqual(before.map((n) => n + 1));
    });

    test('changes are gapless, and every writer’s field is kept', async () => {
      const operations = ['o1', 'o2', 'o3'].map((o) => `${p}-${o}`);
      await Promise.all(
        operations.flatMap((id) => [
          schedule.patchOperation(scope, id, { description: 'd' }),
          schedule.patchOperation(scope, id, { externalId: 'e' }),
          schedule.patchOperation(scope, id, { inboundTask: { isMock: true } }),
        ]),
      );
      expect((await changes()).map(({ change }) => change)).toEqual(Array.from({ length: 10 }, (_, i) => i + 1));
      for (const id of operations) {
        const record = await schedule.getOperation(scope, id);
        expect(record).toMatchObject({ description: 'd', externalId: 'e', inboundTask: { isMock: true } });
      }
    });

    test('If-Match lets one of many writers succeed', async () => {
      const { versionId } = await schedule.getOperation(scope, `${p}-o1`);
      const matching = { ...scope, ifMatch: [versionId] };
      const codes = await Promise.all(
        ['a', 'b', 'c', 'd'].map((description) =>
          codeOf(schedule.patchOperation(matching, `${p}-o1`, { description })),
        ),
      );
      expect(codes.sort()).toEqual(['none', 'version_mismatch', 'version_mismatch', 'version_mismatch']);
    });

    test('a workspace is published once, completely, while others write', async () => {
      const { id: workspace } = await schedule.createWorkspace(scope, p, { name: 'W' });
      await schedule.patchOperation({ ...scope, workspace }, `${p}-o1`, { description: 'draft' });
      const codes = await Promise.all([
        codeOf(schedule.publishWorkspace(scope, workspace)),
        codeOf(schedule.publishWorkspace(scope, workspace)),
        ...['o2', 'o3'].map((o) => codeOf(schedule.patchOperation(scope, `${p}-${o}`, { description: 'live' }))),
      ]);
      expect(codes.sort()).toEqual(['none', 'none', 'none', 'workspace_not_draft']);
      expect((await schedule.getOperation(scope, `${p}-o1`)).description).toBe('draft');
      expect((await schedule.getOperation(scope, `${p}-o3`)).description).toBe('live');
    });

    test('two workers with one task apply one result', async () => {
      const { id } = await schedule.startOptimization(scope, p, {});
      const runs = await Promise.all(['w1', 'w2', 'w3'].map((worker) => executeRun(opened.ports, id, { worker })));
      expect(runs.filter((run) => run !== null)).toHaveLength(1);
      expect((await changes()).filter(({ source }) => source === 'solver')).toHaveLength(1);
    });

    test('a worker that lost its task to another is fenced', async () => {
      const { id } = await schedule.startOptimization(scope, p, {});
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const { solve } = opened.ports;
      const slow = executeRun({ ...opened.ports, solve: (request) => held.then(() => solve(request)) }, id, {
        worker: 'slow',
      });
      await expect.poll(async () => (await opened.ports.runs.get(id))?.status).toBe('RUNNING');
      const taken = await opened.ports.runs.claim(id, 'fast', -1000);
      expect(taken?.attempt).toBe(2);
      release();
      expect(await slow).toBeNull();
      expect((await opened.ports.runs.get(id))?.status).toBe('RUNNING');
      expect((await changes()).filter(({ source }) => source === 'solver')).toEqual([]);
    });
  });
});
