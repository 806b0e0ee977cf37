/** Guarantee: a window of rows has every part that the plan has on them, each once, and no others. */
import { expect, test } from 'vitest';
import { createRandom } from '../../engine/random.ts';
import { randomInstance } from '../../engine/testing/randomInstance.ts';
import { relax } from '../model/relaxation.ts';
import { drawRows } from './windowParts.ts';

test('draws whole rows', () => {
  const random = createRandom(1);
  let several = 0;
  for (let seed = 0; seed < 200; seed++) {
    const instance = randomInstance(seed);
    const relaxation = relax(instance);
    const { partOf, model } = relaxation;
    const { arcStart, arcResource } = instance;
    const placement = Int32Array.from({ length: instance.partCount }, (_, part) => {
      const arcs = arcStart[part + 1] - arcStart[part];
      return arcs === 0 || random.below(4) === 0 ? -1 : arcResource[arcStart[part] + random.below(arcs)];
    });
    const marginals = Float64Array.from(model.part, () => 2 * random.next());
    const outMarginals = new Float64Array(partOf.length);
    const size = 1 + random.below(model.rowCount);
    const parts = drawRows({ relaxation, placement, marginals, outMarginals, random }, size, 1);
    const rows = new Set(Array.from(parts, (i) => placement[partOf[i]]));
    expect(rows.size, `seed ${seed}`).toBeLessThanOrEqual(size);
    const all = [...partOf.keys()].filter((i) => rows.has(placement[partOf[i]]));
    expect(rows.has(-1), `seed ${seed}`).toBe(false);
    expect([...parts], `seed ${seed}`).toEqual(all);
    if (rows.size > 1) several++;
  }
  expect(several).toBeGreaterThan(20);
});
