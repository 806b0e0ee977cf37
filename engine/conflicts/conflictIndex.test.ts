import { expect, test } from 'vitest';
import { findConflicts, toConflictRecord } from './findConflicts.ts';
import { compile } from '../instance/compile.ts';
import { formatInstant, parseInstant } from '../instance/instant.ts';
import type { DocumentAssignment, DocumentOperation, PlanningDocument } from '../instance/planningDocument.ts';
import { createRandom, type Random } from '../random.ts';
import { randomDocument } from '../testing/randomInstance.ts';
import { ConflictIndex } from './conflictIndex.ts';
import { toOperationChange } from './operationChange.ts';

/** Returns the document with some operations changed (times, places or tags), deleted or added, and the ids of these operations. */
const changed = (document: PlanningDocument, random: Random): { document: PlanningDocument; ids: Set<string> } => {
  const ids = new Set<string>();
  const operations = document.operations.flatMap((operation): DocumentOperation[] => {
    if (random.next() < 0.6) return [operation];
    ids.add(operation.id);
    if (random.next() < 0.15) return [];
    const shift = (text: string): string => formatInstant(parseInstant(text) + 60_000 * (random.below(41) - 15));
    const { inboundTask } = operation;
    return [
      {
        ...operation,
        isBlocker: random.next() < 0.15,
        inboundTask: inboundTask && { ...inboundTask, expectedTime: shift(inboundTask.expectedTime) },
      },
    ];
  });
  if (random.next() < 0.4) {
    const model = document.operations[random.below(document.operations.length)];
    const id = `new-${random.below(3)}`;
    if (!document.operations.some((operation) => operation.id === id)) operations.push({ ...model, id });
    ids.add(id);
  }
  const place = (): string => `r${random.below(document.resources.length)}`;
  const kept = new Map(document.assignments.map((assignment) => [assignment.operation, assignment]));
  const assignments = operations.flatMap(({ id }): DocumentAssignment[] => {
    const assignment = kept.get(id);
    if (!ids.has(id)) return assignment ? [assignment] : [];
    if (random.next() < 0.2) return [];
    return assignment && random.next() < 0.3 ? [assignment] : [{ operation: id, resource: place() }];
  });
  return { document: { ...document, operations, assignments, parameters: {} }, ids };
};

const recordsOf = (document: PlanningDocument) => {
  const instance = compile(document);
  return findConflicts(instance, instance.placed).map((conflict) => toConflictRecord(instance, conflict));
};

test('after any changes the index has the conflicts that a recount finds, and reports which opened and closed', () => {
  let advanced = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = createRandom(seed);
    let document = { ...randomDocument(seed, { operations: 4 + (seed % 8) }), parameters: {} } as PlanningDocument;
    const first = compile(document);
    const index = ConflictIndex.of(first, first.placed);
    expect(index.conflicts()).toEqual(recordsOf(document));
    for (let step = 0; step < 6; step++) {
      const before = index.conflicts();
      const next = changed(document, random);
      const changes = [...next.ids].map((id) => {
        const operation = next.document.operations.find((found) => found.id === id);
        const assignment = next.document.assignments.find((found) => found.operation === id);
        if (!operation) return { operation: id, isBlocker: false, tags: [], parts: [] };
        return toOperationChange(operation, assignment, document.planning.minimumStaySeconds);
      });
      document = next.document;
      const answer = index.advance(changes);
      const expected = recordsOf(document);
      if (answer === null) {
        const instance = compile(document);
        index.rebase(instance, instance.placed);
        expect(index.conflicts()).toEqual(expected);
        continue;
      }
      advanced++;
      expect(index.conflicts(), `seed ${seed} step ${step}`).toEqual(expected);
      const old = new Set(before.map(({ id }) => id));
      const now = new Set(expected.map(({ id }) => id));
      expect(answer.opened).toEqual(expected.filter(({ id }) => !old.has(id)));
      expect(answer.closed).toEqual(before.filter(({ id }) => !now.has(id)));
    }
  }
  expect(advanced).toBeGreaterThan(1000);
});

test('the index accepts many more operations than it began with', () => {
  const document = randomDocument(7, { operations: 5, resources: 2 });
  const instance = compile(document);
  const index = ConflictIndex.of(instance, instance.placed);
  const parts = (i: number) => [
    { index: 0, name: `x${i}/0`, start: 100 * i, end: 100 * i + 150, resource: 'r0', startsBy: null, endsBy: null },
  ];
  for (let i = 0; i < 900; i++) {
    index.advance([{ operation: `x${i}`, isBlocker: false, tags: document.operations[0].tags ?? [], parts: parts(i) }]);
  }
  expect(index.conflicts().length).toBeGreaterThanOrEqual(899);
});
