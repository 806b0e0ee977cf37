import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../engine/random.ts';
import type { PathModel } from '../model/pathModel.ts';
import { RowExchange } from './exchangeRows.ts';
import { RowClass } from './rowClass.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** Rows that may all take the same parts, which overlap much, at random costs. */
const alikeRows = (random: Random, rowCount: number, partCount: number): PathModel => {
  const end = Int32Array.from({ length: partCount }, (_, k) => Math.min(partCount, k + 1 + random.below(6)));
  const width = partCount + 1;
  const total = rowCount * width;
  return {
    partCount,
    rowCount,
    rowStart: Int32Array.from({ length: rowCount + 1 }, (_, row) => row * width),
    part: Int32Array.from({ length: total }, (_, k) => (k % width === partCount ? -1 : k % width)),
    cost: Float64Array.from({ length: total }, () => random.below(20)),
    next: Int32Array.from({ length: total }, (_, k) =>
      k % width === partCount ? k : k - (k % width) + end[k % width],
    ),
    usage: new Float64Array(rowCount),
    leaveOut: new Float64Array(partCount).fill(1000),
    overlapCost: NEVER,
    gapCosts: null,
  };
};

/** Takes as many places as find room, in random order. */
const filled = (random: Random, rowCount = 4, partCount = 24): { model: PathModel; own: RowClass } => {
  const model = alikeRows(random, rowCount, partCount);
  const own = new RowClass(model, [...Array(rowCount).keys()]);
  const places = [...Array(partCount).keys()].sort(() => random.below(3) - 1);
  for (const place of places) if (random.below(6) > 0 && own.fullWithin(place, []) === null) own.take(place);
  own.keep();
  return { model, own };
};

const isValid = ({ next, taken }: RowClass): boolean =>
  taken.every((places) => places.every((place, q) => q === 0 || next[places[q - 1]] <= place));

const loadOf = ({ next, taken, parts }: RowClass): number[] =>
  Array.from({ length: parts.length }, (_, k) => taken.flat().filter((place) => place <= k && k < next[place]).length);

test('a part finds room wherever fewer rows are occupied than there are at each moment, by exchanges between rows', () => {
  let exchanged = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const { own } = filled(createRandom(seed));
    for (let place = 0; place < own.parts.length; place++) {
      if (own.taken.some((places) => places.includes(place))) continue;
      const hasRoom = loadOf(own).every((load, k) => place > k || k >= own.next[place] || load < own.rows.length);
      expect(own.fullWithin(place, []) === null).toBe(hasRoom);
      if (!hasRoom) continue;
      const before = own.taken.flat().length;
      own.take(place);
      if ([...own.changed()].length > 1) exchanged++;
      own.keep();
      expect(own.taken.flat()).toHaveLength(before + 1);
      expect(isValid(own), `seed ${seed}, place ${place}`).toBe(true);
      expect([...own.load]).toEqual(loadOf(own));
    }
  }
  expect(exchanged).toBeGreaterThan(20);
});

test('a place that is taken, or given up, in mind counts as if it were', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = createRandom(seed);
    const { own } = filled(random);
    const places = own.taken.flat();
    const [left, place] = [places[random.below(places.length)], random.below(own.parts.length)];
    const entered = random.below(own.parts.length);
    const imagined = own.fullWithin(place, [-1 - left, entered]);
    const load = loadOf(own).map((count, k) => {
      const leaves = left <= k && k < own.next[left] ? 1 : 0;
      return count - leaves + (entered <= k && k < own.next[entered] ? 1 : 0);
    });
    const full = [...load.keys()].filter((k) => k >= place && k < own.next[place] && load[k] >= own.rows.length);
    expect(imagined).toEqual(full.length === 0 ? null : [full[0], full.at(-1)]);
  }
});

test('changes that are not kept can be taken back', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const { own } = filled(createRandom(seed));
    const [taken, load] = [structuredClone(own.taken), [...own.load]];
    const place = own.taken[0][0];
    if (place !== undefined) own.leave(place, 0);
    for (let k = 0; k < own.parts.length; k++)
      if (!own.taken.flat().includes(k) && own.fullWithin(k, []) === null) own.take(k);
    new RowExchange([own], false).exchange(() => false);
    own.restore();
    expect(own.taken).toEqual(taken);
    expect([...own.load]).toEqual(load);
    expect([...own.changed()]).toEqual([]);
  }
});
