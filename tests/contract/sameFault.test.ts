/** Guarantee: the same fault has the same code, status, message and path by every way in which it can be sent; only what the path begins with differs. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { failureOf } from '../../api/errors.ts';
import { useApp } from '../../api/testing/useApp.ts';
import type { Problem } from '../../schedule/errors.ts';
import type { PlannedMove } from '../../schedule/plans/moves.ts';
import { readPlan } from '../../cli/planningFile.ts';
import { present } from '../../engine/present.ts';
import { at, importSmall, smallDocument } from '../../schedule/testing/openSchedule.ts';
import type { Row } from './sample.ts';

const api = await useApp();
const p = await importSmall(api, api.scope);

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly problems: readonly Problem[];
}
/** A way in which records are sent: `base` is what its paths begin with. */
interface Door {
  readonly base: string;
  readonly send: (row: Row) => Promise<Answer>;
}

const sent = async (request: string, body: unknown, type = 'application/json'): Promise<Answer> => {
  const answer = await api.call(request, { body, headers: { 'Content-Type': type } });
  const { code, errors = [] } = answer.body as { code: string; errors?: Problem[] };
  return { status: answer.status, code, problems: errors };
};
const csv = (row: Row): string => {
  const cells = (members: Row, base: string): [string, unknown][] =>
    Object.entries(members).flatMap(([name, value]): [string, unknown][] => {
      if (Array.isArray(value)) return [[base + name, value.join('|')]];
      return typeof value === 'object' ? cells(value as Row, `${base}${name}.`) : [[base + name, value]];
    });
  const line = cells(row, '');
  return [line.map(([name]) => name), line.map(([, value]) => value)].join('\n');
};
const upload = `POST /v1/plannings/${p}/operations/bulk-upload/`;
const patched = ({ externalId: _externalId, ...row }: Row): Row => ({ id: `${p}-o1`, ...row });
const tasksOf = ({ inboundTask, outboundTask }: Row): Row => ({ inboundTask, outboundTask });
/** Sends a document with one more record of a list. */
const imported = (list: 'operations' | 'assignments', record: (id: string) => Row): Promise<Answer> => {
  const document = smallDocument(`i${randomUUID().slice(0, 8)}`);
  const changed = { ...document, [list]: [...document[list], record(present(document.planning.id))] };
  return sent(`POST /v1/organizations/${api.admin.organization}/plannings/import/`, changed);
};

/** Doors for new operations. */
const creating: Record<string, Door> = {
  single: { base: '', send: (row) => sent('POST /v1/operations/', { planning: p, ...row }) },
  bulk: { base: '0.', send: (row) => sent('POST /v1/operations/bulk/', [{ planning: p, ...row }]) },
  'bulk of a member': {
    base: 'operations.0.',
    send: (row) => sent('POST /v1/operations/bulk/', { operations: [{ planning: p, ...row }] }),
  },
  edits: { base: 'operations.0.', send: (row) => sent(`POST /v1/plannings/${p}/edits/`, { operations: [row] }) },
  upload: { base: 'operations.0.', send: (row) => sent(upload, { operations: [row] }) },
  NDJSON: { base: 'operations.0.', send: (row) => sent(upload, JSON.stringify(row), 'application/x-ndjson') },
  CSV: { base: 'lines.2.', send: (row) => sent(upload, csv(row), 'text/csv') },
  document: {
    base: 'operations.3.',
    send: ({ externalId: _externalId, ...row }) => imported('operations', (id) => ({ id: `${id}-new`, ...row })),
  },
};
/** Doors for operations that exist. */
const updating: Record<string, Door> = {
  patch: { base: '', send: (row) => sent(`PATCH /v1/operations/${p}-o1/`, patched(row)) },
  'bulk patch': { base: '0.', send: (row) => sent('PATCH /v1/operations/bulk/', [patched(row)]) },
  'bulk patch of a member': {
    base: 'operations.0.',
    send: (row) => sent('PATCH /v1/operations/bulk/', { operations: [patched(row)] }),
  },
  'edits of what exists': {
    base: 'operations.0.',
    send: (row) => sent(`POST /v1/plannings/${p}/edits/`, { operations: [patched(row)] }),
  },
};
/** Doors for the tasks of operations that exist. */
const timing: Record<string, Door> = {
  'bulk tasks': {
    base: 'operations.0.',
    send: (row) =>
      sent('PATCH /v1/operations/tasks/bulk/', { operations: [{ operationId: `${p}-o1`, ...tasksOf(row) }] }),
  },
  'virtual state': {
    base: 'virtualState.operations.0.',
    send: (row) =>
      sent(`POST /v1/plannings/${p}/score/`, { virtualState: { operations: [{ id: `${p}-o1`, ...tasksOf(row) }] } }),
  },
};

const task = (taskName: string, time: string): Row => ({ taskName, plannedTime: at(time), expectedTime: at(time) });
const operation = (more: Row = {}): Row => ({
  externalId: randomUUID(),
  isBlocker: false,
  inboundTask: task('in', '08:00'),
  outboundTask: task('out', '09:00'),
  ...more,
});
const arriving = (more: Row): Row => operation({ inboundTask: { ...task('in', '08:00'), ...more } });
const without = (member: string): Row => {
  const { [member]: _left, ...inboundTask } = task('in', '08:00');
  return operation({ inboundTask });
};

/** Sends the row by each door. Returns the answer, which must be the same by all, without what its paths begin with. */
const sameFault = async (row: Row, doors: Record<string, Door>): Promise<unknown> => {
  const answers: Record<string, unknown> = {};
  for (const [name, { base, send }] of Object.entries(doors)) {
    const { problems, ...answer } = await send(row);
    for (const { path } of problems) expect(path.startsWith(base), `${name}: ${path}`).toBe(true);
    answers[name] = {
      ...answer,
      problems: problems.map(({ path, code, message }) => [path.slice(base.length), code, message]),
    };
  }
  const [first] = Object.values(answers);
  expect(answers).toEqual(Object.fromEntries(Object.keys(doors).map((name) => [name, first])));
  return first;
};

const everyDoor = { ...creating, ...updating, ...timing };
/** A document may have crossed times, since an export of a planning in which estimates have crossed them is one. */
const { document: _document, ...created } = creating;

test.each<[string, string, string, Row, Record<string, Door>]>([
  ['an unknown group', 'unknown_reference', 'group', operation({ group: 'nowhere' }), { ...creating, ...updating }],
  ['an unknown tag', 'unknown_reference', 'tags.0', operation({ tags: ['none'] }), { ...creating, ...updating }],
  [
    'crossed times',
    'times_crossed',
    'outboundTask.scheduledTime',
    operation({ outboundTask: { ...task('out', '09:00'), plannedTime: at('07:00') } }),
    created,
  ],
  [
    'percentiles out of order',
    'percentiles_out_of_order',
    'inboundTask.expectedTimeP05',
    arriving({ expectedTimeP05: at('09:00'), expectedTimeP95: at('09:30') }),
    everyDoor,
  ],
  ['no name', 'required', 'inboundTask.taskName', without('taskName'), creating],
  ['no expected time', 'required', 'inboundTask.expectedTime', without('expectedTime'), creating],
  ['a number below its range', 'too_small', 'inboundTask.sigma', arriving({ sigma: -1 }), everyDoor],
  ['a number above its range', 'too_big', 'inboundTask.skewFactor', arriving({ sigma: 60, skewFactor: 7 }), everyDoor],
  ['an unknown member', 'unknown_member', 'inboundTask.nonsense', arriving({ nonsense: 1 }), everyDoor],
  [
    'an unknown member of the operation',
    'unknown_member',
    'nonsense',
    operation({ nonsense: 1 }),
    { ...creating, ...updating },
  ],
  ['a text that is too long', 'too_big', 'inboundTask.taskName', arriving({ taskName: 'x'.repeat(300) }), everyDoor],
  [
    'a time that is none',
    'invalid_timestamp',
    'inboundTask.expectedTime',
    arriving({ expectedTime: 'soon' }),
    everyDoor,
  ],
  ['a text instead of a number', 'invalid_type', 'inboundTask.sigma', arriving({ sigma: 'much' }), everyDoor],
])('%s is %s at %s', async (_fault, code, path, row, doors) => {
  const first = await sameFault(row, doors);
  expect(first).toMatchObject({ status: 400, problems: [[path, code, expect.any(String)]] });
});

test('times too far from those of the planning are too_big where the request has them', async () => {
  const far = (taskName: string): Row => {
    const time = '2190-01-01T08:00:00Z';
    return { taskName, plannedTime: time, expectedTime: time };
  };
  const first = await sameFault(operation({ inboundTask: far('in'), outboundTask: far('out') }), {
    ...created,
    ...updating,
    ...timing,
  });
  expect(first).toMatchObject({
    status: 400,
    problems: ['inboundTask', 'outboundTask'].map((side) => [`${side}.expectedTime`, 'too_big', expect.any(String)]),
  });
});

/** Doors for assignments. */
const assigning: Record<string, Door> = {
  single: { base: '', send: (row) => sent('POST /v1/assignments/', row) },
  bulk: { base: 'assignments.0.', send: (row) => sent('POST /v1/assignments/bulk/', { assignments: [row] }) },
  edits: { base: 'assignments.0.', send: (row) => sent(`POST /v1/plannings/${p}/edits/`, { assignments: [row] }) },
  document: {
    base: 'assignments.0.',
    send: ({ operation: of, ...row }) =>
      imported('assignments', (id) => ({ operation: of === `${p}-o1` ? `${id}-o1` : of, ...row })),
  },
  'virtual state': {
    base: 'virtualState.assignments.0.',
    send: (row) => sent(`POST /v1/plannings/${p}/score/`, { virtualState: { assignments: [row] } }),
  },
};

test.each<[string, string, string, Row]>([
  ['an unknown resource', 'unknown_reference', 'resource', { operation: `${p}-o1`, resource: 'nowhere' }],
  [
    'an unknown resource of a part',
    'unknown_reference',
    'parts.0.resource',
    { operation: `${p}-o1`, parts: [{ resource: 'nowhere' }] },
  ],
  ['an unknown operation', 'unknown_reference', 'operation', { operation: 'nobody', resource: null }],
  ['no operation', 'required', 'operation', { resource: null }],
  ['an unknown member', 'unknown_member', 'nonsense', { operation: `${p}-o1`, resource: null, nonsense: 1 }],
  [
    'a time that is none',
    'invalid_timestamp',
    'parts.0.endAt',
    { operation: `${p}-o1`, parts: [{ resource: null, endAt: 'soon' }] },
  ],
])('an assignment with %s is %s at %s', async (_fault, code, path, row) => {
  const first = await sameFault(row, assigning);
  expect(first).toMatchObject({ status: 400, problems: [[path, code, expect.any(String)]] });
});

/** Doors for two new operations at once. */
const creatingTwo: Record<string, Door> = {
  bulk: {
    base: '1.',
    send: (row) =>
      sent(
        'POST /v1/operations/bulk/',
        [row, row].map((one) => ({ planning: p, ...one })),
      ),
  },
  edits: { base: 'operations.1.', send: (row) => sent(`POST /v1/plannings/${p}/edits/`, { operations: [row, row] }) },
  document: {
    base: 'operations.1.',
    send: ({ externalId: _externalId, ...row }) => {
      const document = smallDocument(`i${randomUUID().slice(0, 8)}`);
      return sent(`POST /v1/organizations/${api.admin.organization}/plannings/import/`, {
        ...document,
        operations: [row, row],
      });
    },
  },
};
test('two records with one id are duplicate at the id of the second', async () => {
  const first = await sameFault(operation({ id: 'twice' }), creatingTwo);
  expect(first).toMatchObject({ status: 400, problems: [['id', 'duplicate', expect.any(String)]] });
});

/** Doors for moves: those of a strategy and those of a proposal of the assistant. */
const { scope } = api;
const moving: Record<string, Door> = {
  strategy: {
    base: 'moves.0.',
    send: (row) => sent(`POST /v1/operations/${p}-o1/apply-strategy/`, { virtualState: {}, moves: [row] }),
  },
  proposal: {
    base: 'moves.0.',
    send: async (row) => {
      const moves = [row as unknown as PlannedMove];
      const proposal = { virtualState: {}, moves, explanation: '' };
      const error = await api.schedule.createProposal(scope, p, proposal).catch((refusal: unknown) => refusal);
      const { status, body } = failureOf(error, '');
      return { status, code: body.code, problems: body.errors ?? [] };
    },
  },
};
test.each<[string, string, string, Row]>([
  [
    'an unknown resource',
    'unknown_reference',
    'toResource',
    { kind: 'reassign', operation: `${p}-o1`, toResource: 'nowhere' },
  ],
  [
    'an unknown operation',
    'unknown_reference',
    'operation',
    { kind: 'reassign', operation: 'nobody', toResource: `${p}-r1` },
  ],
])('a move with %s is %s at %s', async (_fault, code, path, row) => {
  const first = await sameFault(row, moving);
  expect(first).toMatchObject({ status: 400, problems: [[path, code, expect.any(String)]] });
});

test('the command line names the same problems of a document as an import', async () => {
  const document = smallDocument(`i${randomUUID().slice(0, 8)}`);
  const [{ externalId: _externalId, ...first }] = document.operations;
  const operations = [
    { ...first, group: 'nowhere', tags: ['none'] },
    { ...first, inboundTask: { ...first.inboundTask, sigma: -1 } },
    { ...first, id: `${first.id}-late`, inboundTask: { ...task('in', '08:00'), expectedTimeP05: at('09:00') } },
  ];
  // An import reads the shapes before the references, so each operation is sent in a document of its own.
  for (const one of [[operations[0]], [operations[1]], [operations[2]], [first, first]]) {
    const changed = { ...document, operations: one };
    const { problems } = await sent(`POST /v1/organizations/${api.admin.organization}/plannings/import/`, changed);
    expect(problems.length).toBeGreaterThan(0);
    const lines = problems.map(({ path, message }) => `${path}: ${message}`);
    expect(() => readPlan(changed)).toThrow(expect.objectContaining({ problems: lines }));
  }
});

test.each<[string, string, Row, Row]>([
  ['expectedTime', 'The outbound expectedTime is before the inbound one.', { expectedTime: at('10:00') }, {}],
  ['expectedTime', 'The outbound expectedTime is before the inbound actualTime.', { actualTime: at('10:00') }, {}],
  ['actualTime', 'The outbound actualTime is before the inbound expectedTime.', {}, { actualTime: at('07:00') }],
  [
    'expectedTime',
    'The outbound expectedTime is before the inbound expectedTime with imposedDelayInSeconds.',
    { imposedDelayInSeconds: 7200 },
    {},
  ],
])('crossed times are at the outbound %s: %s', async (member, message, inbound, outbound) => {
  const answer = await present(created['single']).send(
    operation({
      inboundTask: { ...task('in', '08:00'), ...inbound },
      outboundTask: { ...task('out', '09:00'), ...outbound },
    }),
  );
  expect(answer.problems).toEqual([{ path: `outboundTask.${member}`, code: 'times_crossed', message }]);
});
