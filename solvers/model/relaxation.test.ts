import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { Plan } from '../../engine/board/plan.ts';
import { pinnedPlacement } from '../../engine/instance/instance.ts';
import { inTheWay, movableParts } from '../../engine/moves/move.ts';
import { evaluate } from '../../engine/objective/evaluate.ts';
import { createRandom } from '../../engine/random.ts';
import { randomDocument } from '../../engine/testing/randomInstance.ts';
import { columnsOf } from './pathPlan.ts';
import { relax, type Relaxation, wholeExtent } from './relaxation.ts';

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

/** What a plan costs in the model, in hundredths; null where the model lacks one of its places. */
const costInModel = (relaxation: Relaxation, placement: ArrayLike<number>): number | null => {
  const { model, partOf, constant } = relaxation;
  let total = 0;
  for (let row = 0; row < model.rowCount; row++) {
    let count = 0;
    for (let k = model.rowStart[row]; k < model.rowStart[row + 1] - 1; k++) {
      if (placement[partOf[model.part[k]]] !== row) continue;
      total += model.cost[k];
      count++;
    }
    if (count > 0) total += model.usage[row];
    if (count !== partOf.filter((part) => placement[part] === row).length) return null;
  }
  partOf.forEach((part, i) => {
    if (placement[part] < 0) total += model.leaveOut[i];
  });
  return Math.round(constant + 100 * total);
};

// Guarantee: near a plan, the model counts what balance costs: exactly for that plan, and never too much for any other one.
test('balance costs in the model what it costs near the expected plan, and no more elsewhere', () => {
  const random = createRandom(5);
  const counts = { same: 0, less: 0 };
  for (let seed = 0; seed < 300; seed++) {
    const document = randomDocument(seed, { operations: 9, resources: 3 });
    const rules = document.rules.filter(({ kind }) => kind === 'match' || kind === 'balance');
    const balance = { id: 'even', name: 'Even', kind: 'balance', weight: 1 + random.below(20), parameters: {} };
    const instance = compile(
      {
        ...document,
        planning: { ...document.planning, weights: { ...document.planning.weights, risk: 0 } },
        rules: [...rules, balance],
        parameters: {},
      },
      REFERENCE,
    );
    const found: number[] = [];
    const drawn = (): Int32Array => {
      const plan = new Plan(instance, pinnedPlacement(instance));
      for (const part of movableParts(plan)) {
        const arc = instance.arcStart[part] + random.below(instance.arcStart[part + 1] - instance.arcStart[part]);
        inTheWay(plan, part, instance.arcResource[arc], found);
        if (random.below(4) > 0 && found.length === 0) plan.move(part, instance.arcResource[arc]);
      }
      return plan.placement.slice();
    };
    const expected = drawn();
    const relaxation = relax(instance, wholeExtent(instance, expected));
    for (const placement of [expected, drawn(), drawn()]) {
      const cost = costInModel(relaxation, placement);
      if (cost === null) continue;
      const { total } = evaluate(instance, placement);
      expect(cost, `seed ${seed}`).toBeLessThanOrEqual(total);
      if (placement === expected) expect(cost, `seed ${seed}`).toBe(total);
      counts[cost === total ? 'same' : 'less']++;
    }
  }
  expect(counts.same).toBeGreaterThan(100);
  expect(counts.less).toBeGreaterThan(100);
});
