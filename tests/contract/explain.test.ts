/** Explanations of a plan over HTTP: what results and candidates say is true of the plan. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { useApp } from '../../api/testing/useApp.ts';
import { signWebhook } from '../../schedule/webhooks/signature.ts';
import type { ReasonRecord } from '../../engine/explain/planReasons.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { at, importSmall } from '../../schedule/testing/openSchedule.ts';

interface Result {
  readonly score: { readonly total: number };
  readonly terms: readonly { cost: number }[];
  readonly costs: {
    operations: { cost: number }[];
    rest: number;
    resources: { cost: number }[];
    operationCount: number;
  };
  readonly reasons: readonly ReasonRecord[];
  readonly reasonCount: number;
  readonly alternatives?: readonly { resource: string; feasible: boolean; breaks: { message: string }[] }[];
}

let p: string;
const id = (name: string): string => `${p}-${name}`;
const sum = (costs: readonly { readonly cost: number }[]): number =>
  costs.reduce((total, { cost }) => total + Math.round(100 * cost), 0) / 100;

/** Two wide stands, one of them closed in the morning; three wide aircraft from 08:30 to 09:00, in a zone of +01:00. */
const crowded = (document: PlanningDocument): PlanningDocument => {
  const [base] = document.operations;
  const wide = document.tags[0].uuid;
  const stay = (name: string, from: string, to: string, more: object = {}) => ({
    ...base,
    id: base.id.replace(/o1$/, name),
    externalId: name,
    tags: [wide],
    inboundTask: { taskName: name, plannedTime: at(from), expectedTime: at(from) },
    outboundTask: { taskName: name, plannedTime: at(to), expectedTime: at(to) },
    ...more,
  });
  const third = { ...document.resources[0], id: document.resources[0].id.replace(/r1$/, 'r3'), name: 'Stand 3' };
  const closure = stay('closure', '06:00', '09:10', { isBlocker: true, tags: [] });
  return {
    ...document,
    planning: { ...document.planning, timezone: 'Europe/Paris' },
    resources: [...document.resources, third],
    operations: [stay('o1', '08:00', '09:00'), stay('o2', '08:30', '09:30'), stay('o3', '10:00', '11:00'), closure],
    assignments: [{ operation: closure.id, resource: third.id }],
    rules: [{ id: `${document.planning.id}-use`, name: 'Use', kind: 'usage', weight: 3 }],
  };
};

const api = await useApp();
beforeAll(async () => {
  p = await importSmall(api, api.scope, crowded);
});

/** A task whose plan was made externally; o2 is unassigned. */
const solved = async (): Promise<string> => {
  const body = { solver: 'external', parameters: {} };
  const task = (await api.call(`POST /v1/plannings/${p}/optimize/`, { body })).body as {
    id: string;
    webhookSecret: string;
  };
  const path = `/v1/plannings/${p}/optimization-task-results/${task.id}/result/`;
  const text = JSON.stringify({
    assignments: ['o1', 'o3'].map((name) => ({ operation: id(name), resource: id('r1') })),
  });
  const webhook = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const answer = await api.call(`POST ${path}`, {
    as: null,
    body: text,
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': webhook,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signWebhook(task.webhookSecret, webhook, timestamp, text)}`,
    },
  });
  expect(answer.status).toBe(200);
  return path;
};

test('a result adds up to its score, and says why an operation is unassigned and what would help', async () => {
  const path = await solved();
  const { score, terms, costs, reasons, reasonCount } = (await api.call(`GET ${path}`)).body as Result;
  expect(score.total).toBe(1003);
  expect(sum(terms)).toBe(score.total);
  expect(sum([...costs.operations, ...costs.resources, { cost: costs.rest }])).toBe(score.total);
  expect(costs).toMatchObject({
    operations: [{ operation: id('o2'), cost: 1000 }],
    operationCount: 1,
    resources: [{ resource: id('r1'), cost: 3 }],
  });

  expect([reasonCount, reasons.length]).toEqual([1, 1]);
  const [reason] = reasons;
  expect(reason).toMatchObject({
    operation: id('o2'),
    conflict: null,
    kind: 'crowded',
    operations: [id('o1'), id('o2')],
    fixed: [id('closure')],
    resources: [id('r1')],
    tags: [id('wide')],
    startAt: at('08:30'),
    endAt: at('09:00'),
    irreducible: true,
  });
  expect(reason.message).toContain('from 09:30 to 10:00');
  expect(reason.message).toContain('size wide');
  // After o1, it is thirty minutes later; on the reopened stand, it would be forty.
  expect(reason.relaxations[0]).toMatchObject({
    kind: 'delay',
    operation: id('o2'),
    seconds: 1800,
    price: 60,
    enough: true,
  });
  const prices = reason.relaxations.map(({ price }) => price);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  expect(reason.relaxations.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['shorten', 'waive']));
});

test('a result can omit explanations and include the alternatives of one operation', async () => {
  const path = await solved();
  const bare = (await api.call(`GET ${path}?explain=false&operation=${id('o2')}`)).body as Result;
  expect(bare).toMatchObject({ costs: null, reasons: null, reasonCount: null });
  expect(sum(bare.terms)).toBe(bare.score.total);
  const told = Object.fromEntries(
    bare.alternatives!.map((one) => [one.resource, one.breaks.map(({ message }) => message)]),
  );
  expect(told).toEqual({
    [id('r1')]: ['Overlaps o1.'],
    [id('r2')]: ['Stand 2 lacks what it needs: size wide.'],
    [id('r3')]: ['Overlaps closure.'],
  });
  expect((await api.call(`GET ${path}?operation=absent`)).status).toBe(404);
});

test('candidates include a reason exactly if none is without conflict', async () => {
  await solved();
  const [first, ...rest] = (await api.call(`GET /v1/operations/${id('o2')}/candidates/`)).body as {
    reason?: ReasonRecord;
  }[];
  expect(first.reason).toMatchObject({ operation: id('o2'), kind: 'crowded', operations: [id('o1'), id('o2')] });
  expect(rest.filter((candidate) => 'reason' in candidate)).toEqual([]);
  const free = (await api.call(`GET /v1/operations/${id('o3')}/candidates/`)).body as object[];
  expect(free.filter((candidate) => 'reason' in candidate)).toEqual([]);
});
