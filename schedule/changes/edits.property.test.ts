import fc from '../../tests/properties.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Kind, TaskRole } from '../../db/versions/entities.ts';
import type { PlanningRef, PlanningState } from '../../db/versions/planningState.ts';
import { assignmentFields, operationFields, taskFields } from '../../db/testing/samples.ts';
import { newScope, openSchedule, organizationOf, type TestSchedule } from '../testing/openSchedule.ts';
import { Edits } from './edits.ts';

let opened: TestSchedule;
let planning: PlanningRef;

beforeAll(async () => {
  opened = await openSchedule();
  const scope = await newScope(opened);
  await opened.schedule.createPlanning(scope, organizationOf(scope), { name: 'P' });
  [planning] = await opened.ports.store.plannings(organizationOf(scope));
});
// The test may leave dangling references, because edits alone do not check them.
afterAll(() => opened.database.drop());

const OPERATIONS = ['o0', 'o1', 'o2'];
const ROLES: readonly TaskRole[] = ['inbound', 'outbound'];
const KINDS: readonly Kind[] = ['operation', 'task', 'assignment'];

const small = (max: number) => fc.integer({ min: 0, max });
const step = fc.oneof(
  fc.record({ do: fc.constant('operation' as const), operation: small(2), description: small(3) }),
  fc.record({ do: fc.constant('task' as const), task: small(4), operation: small(3), role: small(1), time: small(3) }),
  fc.record({ do: fc.constant('assign' as const), assignment: small(3), operation: small(2), resource: small(2) }),
  fc.record({ do: fc.constant('delete' as const), kind: small(2), id: small(4) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Skips what no verb would write: a second task with one role, or the id of another operation's assignment. */
const apply = (edits: Edits, one: Step): void => {
  if (one.do === 'operation') {
    edits.put('operation', OPERATIONS[one.operation], operationFields({ description: String(one.description) }), {
      reuse: true,
    });
  } else if (one.do === 'task') {
    const operation = OPERATIONS[one.operation] ?? null;
    const role = operation === null ? null : ROLES[one.role];
    const id = `t${one.task}`;
    const there = operation === null || role === null ? undefined : edits.taskOf(operation, role);
    if (there !== undefined && there.id !== id)
      edits.put('task', there.id, { ...there.fields, operation: null, role: null });
    edits.put('task', id, taskFields(operation, role, 1000 * one.time), { reuse: true });
  } else if (one.do === 'assign') {
    const operation = OPERATIONS[one.operation];
    const id = `a${one.assignment}-${operation}`;
    edits.put('assignment', id, assignmentFields(operation, `r${one.resource}`), { reuse: true });
  } else {
    const kind = KINDS[one.kind];
    const live = [...edits.all(kind)].map(([id]) => id).sort();
    if (live.length > 0) edits.delete(kind, live[one.id % live.length]);
  }
};

const view = (state: PlanningState) => ({
  all: KINDS.map((kind) => Object.fromEntries([...state.all(kind)].map(({ id, fields }) => [id, fields]))),
  tasks: OPERATIONS.flatMap((id) => ROLES.map((role) => state.taskOf(id, role)?.id)),
  assignments: OPERATIONS.map((id) => state.assignmentOf(id)?.id),
});

// Guarantee: what a verb reads after its edits is what the store has once they are written.
test('edits read as the store does after writing them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      async (rounds) => {
        for (const round of rounds) {
          const { state, result } = await opened.ports.store.write(
            { planning, workspace: null, source: 'api', author: null, message: null },
            (before, context) => {
              const edits = new Edits(before, context, opened.ports.ids, null);
              for (const one of round) apply(edits, one);
              const seen = {
                all: KINDS.map((kind) => Object.fromEntries(edits.all(kind))),
                tasks: OPERATIONS.flatMap((id) => ROLES.map((role) => edits.taskOf(id, role)?.id)),
                assignments: OPERATIONS.map((id) => edits.assignmentOf(id)?.id),
              };
              return { writes: edits.writes, result: seen };
            },
          );
          expect(view(state)).toEqual(result);
        }
      },
    ),
    { numRuns: 100 },
  );
});
