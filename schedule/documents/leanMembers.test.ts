import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import type { DocumentTask, PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { leanMembers } from './leanMembers.ts';

const leanTask = (task: DocumentTask | null): DocumentTask | null => task && leanMembers(task);

/** Members that stored records have, and most documents leave out. */
const EMPTY = { externalId: null, description: null, metadata: { gate: 7 }, group: null, tags: [] };
const EMPTY_TASK = { externalId: 'x', expectedTimeP05: null, sigma: null, actualTime: null, tags: [], isMock: true };

test('a plan that is compiled from lean records is the same', () => {
  for (let seed = 0; seed < 60; seed++) {
    const document = randomDocument(seed);
    const stored = document.operations.map((operation) => ({
      ...EMPTY,
      ...operation,
      inboundTask: operation.inboundTask && { ...EMPTY_TASK, ...operation.inboundTask },
      outboundTask: operation.outboundTask && { ...EMPTY_TASK, ...operation.outboundTask },
    }));
    const operations: PlanningDocument['operations'] = stored.map((operation) => ({
      ...leanMembers(operation),
      inboundTask: leanTask(operation.inboundTask),
      outboundTask: leanTask(operation.outboundTask),
    }));
    const [lean, whole] = [operations, stored].map((all) => compile({ ...document, operations: all }));
    expect(
      Buffer.from(lean.buffer as ArrayBuffer).equals(Buffer.from(whole.buffer as ArrayBuffer)),
      `seed ${seed}`,
    ).toBe(true);
    expect(lean.names).toEqual(whole.names);
  }
});
