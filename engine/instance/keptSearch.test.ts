import { expect, test } from 'vitest';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { atOnce } from '../atOnce.ts';
import { compile } from './compile.ts';
import { keepSearch, recallSearch } from './keptSearch.ts';

const day = generatePlan({ operations: 40, resources: 6, days: 1, seed: 2, disrupted: false });
const instance = compile(day);
const prices = Float64Array.from({ length: instance.partCount }, (_, part) => part + 0.5);
const placement = Int32Array.from({ length: instance.partCount }, (_, part) => (part % 7) - 1);
const bytes = atOnce(keepSearch(instance, { prices, placement }))!;

test('comes back by operation and resource: what is new has nothing, what was delayed has its place but no price', () => {
  expect(atOnce(recallSearch(instance, bytes))).toEqual({ prices, placement });
  const [delayed, gone, ...others] = day.operations;
  const task = { ...delayed.outboundTask!, expectedTime: '2026-06-01T23:00:00Z' };
  const added = { ...gone, id: 'new', inboundTask: null, outboundTask: { ...gone.outboundTask!, taskName: 'new' } };
  const changed = compile({
    ...day,
    resources: day.resources.slice(1).toReversed(),
    operations: [...others, { ...delayed, outboundTask: task }, added],
  });
  const recalled = atOnce(recallSearch(changed, bytes))!;
  const cost = new Map(
    Array.from(prices, (price, part) => [instance.names.operations[instance.operation[part]], price]),
  );
  for (let part = 0; part < changed.partCount; part++) {
    const id = changed.names.operations[changed.operation[part]];
    const expected = id === delayed.id || id === 'new' ? Number.NaN : cost.get(id);
    expect(recalled.prices[part]).toBe(expected);
  }
  const placeOf = (of: typeof instance, places: Int32Array) =>
    new Map(Array.from(places, (place, part) => [of.names.operations[of.operation[part]], of.names.resources[place]]));
  const [before, now] = [placeOf(instance, placement), placeOf(changed, recalled.placement)];
  const closed = day.resources[0].id;
  for (const [id, place] of now) expect(place).toBe(before.get(id) === closed ? undefined : before.get(id));
});

test('is refused where it is of no use: another format, cut short, of another planning, or too much', () => {
  expect(atOnce(recallSearch(instance, bytes.subarray(0, bytes.length - 1)))).toBeNull();
  expect(atOnce(recallSearch(instance, bytes.slice().fill(1, 0, 1)))).toBeNull();
  expect(atOnce(recallSearch(instance, new Uint8Array(3)))).toBeNull();
  const renamed = {
    ...day,
    operations: day.operations.map((operation) => ({ ...operation, id: `x${operation.id}` })),
    assignments: [],
  };
  expect(atOnce(recallSearch(compile(renamed), bytes))).toBeNull();
  expect(atOnce(keepSearch({ ...instance, partCount: 100_001 }, { prices, placement }))).toBeNull();
});
