import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { columnsOf } from './pathPlan.ts';
import { relax } from './relaxation.ts';

const REFERENCE = { referenceTime: '2026-06-01T00:00:00Z' };

// Guarantee: the index by part, which is built together with the rows, is the one that the rows themselves give, also where places that cost too much are dropped.
test('the index by part agrees with the rows', () => {
  let dropped = 0;
  for (let seed = 9000; seed < 9150; seed++) {
    const instance = compile(randomDocument(seed, { operations: 12, resources: 4 }), REFERENCE);
    const { model, columns, partOf } = relax(instance);
    expect(columns, `seed ${seed}`).toEqual(columnsOf(model));
    const arcs = partOf.reduce((sum, part) => sum + instance.arcStart[part + 1] - instance.arcStart[part], 0);
    if (columns.column.length < arcs) dropped++;
  }
  expect(dropped).toBeGreaterThan(0);
});
