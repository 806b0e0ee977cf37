/** What a recheck makes of a plan when the schedule has changed since. Each reason is shown by its smallest case, without a database. */
import { expect, test } from 'vitest';
import {
  assignmentFields,
  locationFields,
  operationFields,
  planningFields,
  resourceFields,
  taskFields,
} from '../../db/testing/samples.ts';
import { asVersion, type Fields, type Kind, type Version } from '../../db/versions/entities.ts';
import { Layer } from '../../db/versions/layer.ts';
import { LayeredState } from '../../db/versions/layeredState.ts';
import { createInstances } from '../instances/instances.ts';
import type { PlannedMoves } from './plannedMoves.ts';
import { type Planned, recheck } from './recheck.ts';

const HOUR_MS = 3_600_000;
const EIGHT = 8 * HOUR_MS;

const row = <K extends Kind>(kind: K, id: string, fields: Fields[K], tombstone = false): Version =>
  asVersion<K>({
    kind,
    id,
    versionId: `${kind} ${id}`,
    workspace: null,
    change: 1,
    base: null,
    tombstone,
    validFrom: 0,
    validTo: null,
    createdAt: 0,
    fields,
  });
const stand = (name: string): Fields['resource'] => resourceFields({ name, location: 'ramp' });
const arrival = (operation: string, fields: Partial<Fields['task']> = {}) =>
  row('task', `${operation} in`, taskFields(operation, 'inbound', EIGHT, fields));

/** Operations a and b are on the stands A and B from 8 to 9 o'clock, and the stand C is free. */
const MORNING: readonly Version[] = [
  row('planning', 'p', planningFields()),
  row('location', 'ramp', locationFields()),
  ...['A', 'B', 'C'].map((name) => row('resource', name, stand(name))),
  ...['a', 'b'].flatMap((id) => [
    row('operation', id, operationFields()),
    arrival(id),
    row('task', `${id} out`, taskFields(id, 'outbound', EIGHT + HOUR_MS)),
    row('assignment', `of ${id}`, assignmentFields(id, id.toUpperCase())),
  ]),
];
/** The schedule after these records changed. */
const after = (...changed: readonly Version[]): LayeredState => {
  const rows = [...MORNING, ...changed].map((version) => ({ version, released: false }));
  return new LayeredState({ key: 1, id: 'p', organization: 'org' }, null, 1, Layer.empty(false).advance(rows), null);
};

/** A plan that was made on the morning's schedule: it moves a from A to this place. */
const moving = (to: string | null): PlannedMoves =>
  new Map([['a', { places: new Map([[0, to]]), from: new Map([[0, 'A']]), delaySeconds: 0 }]]);
const rechecked = async (
  moves: PlannedMoves,
  now: LayeredState,
  allowance = 0,
  conflicts: Planned['conflicts'] = new Set(),
) => {
  const instance = createInstances(() => EIGHT).ofPreview(now);
  const planned = { moves, madeOn: null, conflicts, allowance };
  const { moves: left, skipped } = await recheck(now, instance, null, planned);
  return { left: [...left.keys()], skipped: skipped.map(({ reason }) => reason) };
};

/** An operation is deleted with its tasks and its assignment. */
const withoutA = MORNING.filter(({ id }) => id.split(' ').includes('a')).map(({ kind, id, fields }) =>
  row(kind, id, fields, true),
);

test.each<[string, string, ...Version[]]>([
  ['the operation no longer exists', 'deleted', ...withoutA],
  ['somebody fixed it where it is', 'fixed', row('operation', 'a', operationFields({ isFixedToResource: true }))],
  ['it has arrived', 'started', arrival('a', { actualTime: EIGHT })],
  ['it was turned into a blocker', 'blocker', row('operation', 'a', operationFields({ isBlocker: true }))],
  ['somebody moved it elsewhere', 'reassigned', row('assignment', 'of a', assignmentFields('a', 'B'))],
  ['the planned stand no longer exists', 'ineligible', row('resource', 'C', stand('C'), true)],
  ['another operation took the planned stand', 'conflict', row('assignment', 'of b', assignmentFields('b', 'C'))],
])('a move is left out because %s', async (_, reason, ...changed) => {
  expect(await rechecked(moving('C'), after(...changed))).toEqual({ left: [], skipped: [reason] });
});

test('a move that costs more than it saves is left out, unless whoever applies the plan accepted its cost', async () => {
  const worse = moving(null);
  expect(await rechecked(worse, after())).toEqual({ left: [], skipped: ['score'] });
  expect(await rechecked(worse, after(), Number.MAX_SAFE_INTEGER)).toEqual({ left: ['a'], skipped: [] });
});

test('a plan whose conflicts are not known is made as it is if it leaves fewer conflicts, even if it costs more', async () => {
  const weights = { conflict: 500, unassigned: 1000 };
  const crowded = after(
    row('planning', 'p', planningFields({ weights })),
    row('assignment', 'of b', assignmentFields('b', 'A')),
  );
  expect(await rechecked(moving(null), crowded, 0, 'unknown')).toEqual({ left: ['a'], skipped: [] });
});

test('a part of a split operation is moved although another part is fixed, and the fixed part is not', async () => {
  const part = { startAt: null, endAt: null, resource: 'A', isFixed: false, override: false, metadata: null };
  const half = EIGHT + HOUR_MS / 2;
  const split = row('assignment', 'of a', {
    ...assignmentFields('a', 'A'),
    parts: [
      { ...part, id: 'first', endAt: half },
      { ...part, id: 'second', startAt: half, isFixed: true },
    ],
  });
  const free = Number.MAX_SAFE_INTEGER;
  expect(await rechecked(moving('C'), after(split), free)).toEqual({ left: ['a'], skipped: [] });
  const whole = new Map([
    [0, 'C'],
    [1, 'A'],
  ]);
  const both = (places: ReadonlyMap<number, string>): PlannedMoves =>
    new Map([['a', { places, from: new Map(), delaySeconds: 0 }]]);
  expect(await rechecked(both(whole), after(split), free)).toEqual({ left: ['a'], skipped: [] });
  expect(await rechecked(both(new Map([[1, 'C']])), after(split), free)).toEqual({ left: [], skipped: ['fixed'] });
});

test('a changed time alone leaves nothing out, and what is in place already is neither made nor reported', async () => {
  const free = Number.MAX_SAFE_INTEGER;
  expect(await rechecked(moving('C'), after(arrival('a', { expectedTime: EIGHT + HOUR_MS / 2 })), free)).toEqual({
    left: ['a'],
    skipped: [],
  });
  expect(await rechecked(moving('C'), after(row('assignment', 'of a', assignmentFields('a', 'C'))))).toEqual({
    left: [],
    skipped: [],
  });
});
