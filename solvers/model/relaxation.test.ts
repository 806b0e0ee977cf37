import { expect, test } from 'vitest';
import { compile } from '../../engine/instance/compile.ts';
import { Plan } from '../../engine/board/plan.ts';
import { type Instance, pinnedPlacement } from '../../engine/instance/instance.ts';
import { inTheWay, movableParts } from '../../engine/moves/move.ts';
import { evaluate } from '../../engine/objective/evaluate.ts';
import { createRandom, type Random } from '../../engine/random.ts';
import { keysOf } from '../../engine/recordOf.ts';
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

/** Draws a plan without conflicts. */
const drawPlan = (instance: Instance, random: Random): Int32Array => {
  const plan = new Plan(instance, pinnedPlacement(instance));
  const found: number[] = [];
  for (const part of movableParts(plan)) {
    const arc = instance.arcStart[part] + random.below(instance.arcStart[part + 1] - instance.arcStart[part]);
    inTheWay(plan, part, instance.arcResource[arc], found);
    if (random.below(6) > 0 && found.length === 0) plan.move(part, instance.arcResource[arc]);
  }
  return plan.placement.slice();
};

const PARAMETERS = { balance: {}, group: { scope: 'resource' } };

// Guarantee: near a plan, the model counts what balance costs, and what pairs of a group cost that overlap: balance exactly for that plan, and nothing too much for any other one.
test.each(keysOf(PARAMETERS))(
  '%s costs in the model what it costs near the expected plan, and no more elsewhere',
  (kind) => {
    const random = createRandom(5);
    const counts = { same: 0, less: 0 };
    for (let seed = 0; seed < 400; seed++) {
      const document = randomDocument(seed, { operations: 9, resources: 3 });
      const weights = { ...document.planning.weights, risk: 0, conflict: 100_000 };
      const rule = { id: 'own', name: 'Own', kind, weight: 1 + random.below(20), parameters: PARAMETERS[kind] };
      const instance = compile(
        {
          ...document,
          planning: { ...document.planning, weights },
          rules: [...document.rules.filter((other) => other.kind === 'match' || other.kind === kind), rule],
          parameters: {},
        },
        REFERENCE,
      );
      const expected = drawPlan(instance, random);
      const relaxation = relax(instance, wholeExtent(instance, expected));
      const plain = relax(instance);
      for (const placement of [expected, drawPlan(instance, random), drawPlan(instance, random)]) {
        const cost = costInModel(relaxation, placement);
        if (cost === null) continue;
        const { total } = evaluate(instance, placement);
        expect(cost, `seed ${seed}`).toBeLessThanOrEqual(total);
        if (placement === expected && kind === 'balance') expect(cost, `seed ${seed}`).toBe(total);
        if (placement !== expected) counts[cost === total ? 'same' : 'less']++;
        else if (kind === 'group') expect(cost).toBeGreaterThanOrEqual(costInModel(plain, placement)!);
      }
    }
    expect(counts.same).toBeGreaterThan(50);
    expect(counts.less).toBeGreaterThan(50);
  },
);
