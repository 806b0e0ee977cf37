/** Guarantee: the board shows the server's state with its own pending edits on top. Confirmed or withdrawn edits leave no trace. */
import fc from '../../tests/properties.ts';
import { describe, expect, test } from 'vitest';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { type Edit, editEntry, editsByOperation, inverseOf, operationsIn } from './edit.ts';
import { History } from './history.ts';
import { LiveDocument } from './liveDocument.ts';
import { PlanningCopy } from '../../client/planningCopy.ts';
import { type Diff, type Fields, patchTables, reversed } from '../../client/planningPatch.ts';
import { documentOf, type Tables, tablesOf } from '../../client/planningTables.ts';
import { edits, plannings } from './testing/plannings.ts';
import { UndoStack } from './undoStack.ts';

/** A fake server: makes a change from an edit, and sends its diffs as events do. */
const serverOf = (document: PlanningDocument) => {
  const tables = tablesOf(document);
  const diffsBy = new Map<string, readonly Diff[]>();
  let count = 0;
  const write = (diffs: readonly Diff[]): string => {
    patchTables(tables, diffs);
    const change = `c${++count}`;
    diffsBy.set(change, diffs);
    return change;
  };
  return {
    document: () => documentOf(tables),
    diffs: (change: string) => diffsBy.get(change)!,
    write: (edit: Edit) => write(diffsOf(tables, edit)),
    revert: (change: string) => write(reversed(diffsBy.get(change)!)),
  };
};

const fields = (value: object | undefined | null): Fields | null => (value == null ? null : (value as Fields));

const diffsOf = (tables: Tables, edit: Edit): readonly Diff[] =>
  [...editsByOperation(edit)].flatMap(([id, own]): Diff[] => {
    const before = { operation: tables.operations.get(id), assignment: tables.assignments.get(id) };
    if (before.operation === undefined) return [];
    const after = editEntry(before, own);
    const diffs: Diff[] = [];
    const tell = (entity: string, from: Fields | null, to: Fields | null): void => {
      if (from !== to) diffs.push({ entity, id, before: from, after: to });
    };
    if (before.operation !== after.operation) {
      const alone = (operation: object | undefined): Fields | null => {
        if (operation === undefined) return null;
        const { inboundTask: _in, outboundTask: _out, ...own } = operation as Record<string, unknown>;
        return own;
      };
      tell('operation', alone(before.operation), alone(after.operation));
      for (const role of ['inbound', 'outbound'] as const) {
        const linked = (task: object | null | undefined) => (task == null ? null : { ...task, operation: id, role });
        tell('task', linked(before.operation?.[`${role}Task`]), linked(after.operation?.[`${role}Task`]));
      }
    }
    tell('assignment', fields(before.assignment), fields(after.assignment));
    return diffs;
  });

/** A live document that is connected to changes of the fake server. */
class FollowingDocument extends LiveDocument {
  private readonly followed: PlanningCopy;

  constructor(document: PlanningDocument) {
    const copy = new PlanningCopy(document, null);
    super(copy);
    this.followed = copy;
  }

  take(change: string, diffs: readonly Diff[]): void {
    this.taken(change, this.followed.apply({ change, events: diffs.map((data) => ({ data })) }));
  }
}

/** The document without null members, since null and absent are equivalent. */
const plain = (document: PlanningDocument): PlanningDocument =>
  JSON.parse(
    JSON.stringify(document, (_key, value: unknown) => (value === null ? undefined : value)),
  ) as PlanningDocument;

/** The edits whose operations exist. */
const known = (document: PlanningDocument, gestures: readonly Edit[]): readonly Edit[] => {
  const ids = new Set(document.operations.map(({ id }) => id));
  return gestures.filter((edit) => [...operationsIn(edit)].every((id) => ids.has(id)));
};

describe('patches', () => {
  test('lead to the state that a reload would show', () => {
    fc.assert(
      fc.property(plannings, fc.array(edits, { maxLength: 20 }), (document, gestures) => {
        const server = serverOf(document);
        const live = new FollowingDocument(document);
        for (const edit of known(document, gestures)) {
          const change = server.write(edit);
          live.take(change, server.diffs(change));
        }
        expect(plain(live.document())).toEqual(plain(server.document()));
      }),
    );
  });

  test('applied backwards lead to the initial state', () => {
    fc.assert(
      fc.property(plannings, fc.array(edits, { maxLength: 20 }), (document, gestures) => {
        const server = serverOf(document);
        const changes = known(document, gestures).map((edit) => server.write(edit));
        const tables = tablesOf(server.document());
        for (const change of changes.toReversed()) patchTables(tables, reversed(server.diffs(change)));
        expect(plain(documentOf(tables))).toEqual(plain(document));
      }),
    );
  });
});

test('a past state is the state after its change, in whatever order states are visited', () => {
  const walks = fc.array(fc.nat(20), { maxLength: 12 });
  fc.assert(
    fc.property(plannings, fc.array(edits, { maxLength: 20 }), walks, fc.nat(20), (document, gestures, walk, first) => {
      const server = serverOf(document);
      const documents = [server.document()];
      const states = [plain(server.document())];
      const changes = known(document, gestures).map((edit) => {
        const id = server.write(edit);
        documents.unshift(server.document());
        states.unshift(plain(server.document()));
        return { id, diffs: server.diffs(id) };
      });
      const newestFirst = changes.toReversed();
      const begin = Math.min(first, changes.length);
      const history = new History(documents[begin], newestFirst, begin);
      for (const step of walk) {
        const undone = Math.min(step, changes.length);
        expect(history.go(undone)).toBe(newestFirst[undone]?.id ?? null);
        expect(plain(history.document.document())).toEqual(states[undone]);
      }
    }),
  );
});

test('a state from before the deletion of a tag is begun at, since no difference tells what had the tag', () => {
  const [document] = fc.sample(plannings, 1);
  const before = { uuid: 't', category: 'service', value: 'VIP' };
  const deleted = { id: 'second', diffs: [{ entity: 'tag', id: 't', before, after: null }] };
  const history = new History(document, [deleted, { id: 'first', diffs: [] }]);
  expect([0, 1, 2].map((undone) => history.reaches(undone))).toEqual([true, false, false]);
  const earlier = history.from(document, 1);
  expect([0, 1, 2].map((undone) => earlier.reaches(undone))).toEqual([true, true, true]);
  expect(earlier.go(1)).toBe('first');
});

describe('edits', () => {
  test('show their result at once, whether the response or the event arrives first', () => {
    fc.assert(
      fc.property(plannings, fc.array(fc.tuple(edits, fc.boolean()), { maxLength: 12 }), (document, gestures) => {
        const server = serverOf(document);
        const live = new FollowingDocument(document);
        for (const [edit, answerFirst] of gestures) {
          if (known(live.document(), [edit]).length === 0) continue;
          const key = live.show(edit);
          const shown = plain(live.document());
          const change = server.write(edit);
          if (answerFirst) live.acknowledge(key, change);
          live.take(change, server.diffs(change));
          if (!answerFirst) live.acknowledge(key, change);
          expect(live.pendingCount).toBe(0);
          expect(plain(live.document())).toEqual(shown);
        }
        expect(plain(live.document())).toEqual(plain(server.document()));
      }),
    );
  });

  test('that were refused leave no trace, even when others changed the same operations in the meantime', () => {
    fc.assert(
      fc.property(
        plannings,
        fc.array(edits, { maxLength: 8 }),
        fc.array(edits, { maxLength: 8 }),
        (document, mine, theirs) => {
          const server = serverOf(document);
          const live = new FollowingDocument(document);
          const keys = known(document, mine).map((edit) => live.show(edit));
          for (const edit of known(document, theirs)) {
            const change = server.write(edit);
            live.take(change, server.diffs(change));
          }
          for (const key of keys) live.takeBack(key);
          expect(plain(live.document())).toEqual(plain(server.document()));
        },
      ),
    );
  });
});

test('a deleted operation with one side is shown with that side alone when its deletion is undone', () => {
  const outboundTask = { id: 'out', taskName: 'Departure', expectedTime: '2026-11-20T12:00:00Z' };
  const entry = { operation: { id: 'a', inboundTask: null, outboundTask }, assignment: undefined };
  const inverse = inverseOf({ delete: { operations: ['a'] } }, () => entry);
  const own = editsByOperation(inverse).get('a')!;
  expect(editEntry({ operation: undefined, assignment: undefined }, own)).toEqual(entry);
});

// Guarantee: a gesture on thousands of operations, such as a plan that is kept, is shown without reading all of it for each.
test('each part of an edit is read a fixed number of times, however many operations the edit has', () => {
  const readsOf = (count: number): number => {
    let reads = 0;
    const operations = Array.from({ length: count }, (_, i) => ({
      get id() {
        reads++;
        return `o${i}`;
      },
      isFixedToResource: true,
    }));
    const live = LiveDocument.empty();
    live.takeBack(live.show({ operations }));
    expect(live.pendingCount).toBe(0);
    return reads / count;
  };
  expect(readsOf(200)).toBe(readsOf(20));
});

test('undoing every step leads to the initial state, and redoing every step to the final one', () => {
  fc.assert(
    fc.property(plannings, fc.array(edits, { maxLength: 12 }), (document, gestures) => {
      const server = serverOf(document);
      const live = new FollowingDocument(document);
      const stack = new UndoStack();
      const hear = (change: string): void => live.take(change, server.diffs(change));
      for (const edit of gestures) {
        if (known(live.document(), [edit]).length === 0) continue;
        const inverse = inverseOf(edit, (id) => live.entryOf(id));
        const change = server.write(edit);
        hear(change);
        stack.push({ gesture: { kind: 'edit', label: 'x' }, change, edit, inverse });
      }
      const end = plain(live.document());
      for (let step = stack.undoable; step !== undefined; step = stack.undoable) {
        const key = live.show(step.inverse);
        const shown = plain(live.document());
        const change = server.revert(step.change);
        live.acknowledge(key, change);
        hear(change);
        expect(plain(live.document())).toEqual(shown);
        stack.undid(step, change);
      }
      expect(plain(live.document())).toEqual(plain(document));
      for (let step = stack.redoable; step !== undefined; step = stack.redoable) {
        const change = server.revert(step.change);
        hear(change);
        stack.redid(step, change);
      }
      expect(plain(live.document())).toEqual(end);
    }),
  );
});
