import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../engine/random.ts';
import type { PathModel } from '../model/pathModel.ts';
import { rowsOfTwoClasses } from '../testing/rowsOfTwoClasses.ts';
import { RowExchange } from './exchangeRows.ts';
import { RowClass } from './rowClass.ts';

const never = (): boolean => false;
const PARTS = 20;

/** Two classes that have taken as many parts as find room, each part once. */
const filled = (random: Random): { model: PathModel; one: RowClass; other: RowClass } => {
  const { model } = rowsOfTwoClasses(random, PARTS, [3, 2]);
  const [one, other] = [new RowClass(model, [0, 1, 2]), new RowClass(model, [3, 4])];
  const parts = [...Array(PARTS).keys()].sort(() => random.below(3) - 1);
  for (const part of parts) {
    const [first, second] = random.below(2) === 0 ? [one, other] : [other, one];
    const isTaken = (own: RowClass): boolean => own.placeOf[part] >= 0 && own.take(own.placeOf[part]);
    if (!isTaken(first)) isTaken(second);
  }
  one.keep();
  other.keep();
  return { model, one, other };
};

const isValid = ({ next, taken }: RowClass): boolean =>
  taken.every((places) => places.every((place, q) => q === 0 || next[places[q - 1]] <= place));

const costOf = (own: RowClass): number =>
  own.taken.reduce((sum, places, row) => sum + places.reduce((of, place) => of + own.costOf(place, row), 0), 0);

const loadOf = ({ next, taken, parts }: RowClass): number[] =>
  Array.from({ length: parts.length }, (_, k) => taken.flat().filter((place) => place <= k && k < next[place]).length);

const partsOf = ({ taken, parts }: RowClass): number[] => taken.flat().map((place) => parts[place]);

/** What two rows cost if they exchange the parts from `from` on to `to` (exclusive); infinite where that is not possible. */
const costOfExchange = (
  [one, a]: readonly [RowClass, number],
  [other, b]: readonly [RowClass, number],
  from: number,
  to: number,
): number => {
  const isWithin = (part: number): boolean => part >= from && part < to;
  const [ofA, ofB] = [one.taken[a].map((place) => one.parts[place]), other.taken[b].map((place) => other.parts[place])];
  const priceOf = (own: RowClass, row: number, parts: readonly number[]): number => {
    const places = parts.toSorted((p, q) => p - q).map((part) => own.placeOf[part]);
    if (places.includes(-1) || places.some((place, q) => q > 0 && own.next[places[q - 1]] > place))
      return Number.POSITIVE_INFINITY;
    return places.reduce((sum, place) => sum + own.costOf(place, row), 0);
  };
  const mixed = (keeps: readonly number[], gets: readonly number[]): number[] => [
    ...keeps.filter((part) => !isWithin(part)),
    ...gets.filter(isWithin),
  ];
  return priceOf(one, a, mixed(ofA, ofB)) + priceOf(other, b, mixed(ofB, ofA));
};

test.each(['of one class', 'of two classes'])(
  'after comparisons of all pairs of rows %s, no exchange between moments at which both are free saves anything',
  (name) => {
    let saved = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const { one, other } = filled(createRandom(seed));
      const exchange = name === 'of one class' ? new RowExchange([one], false) : new RowExchange([one, other], true);
      const second = name === 'of one class' ? one : other;
      const before = costOf(one) + costOf(other);
      const parts = [...partsOf(one), ...partsOf(other)].sort((p, q) => p - q);
      let sum = 0;
      for (let gain = 1; gain > 0; sum += gain) gain = exchange.exchange(never);
      expect(costOf(one) + costOf(other)).toBeCloseTo(before - sum);
      expect([...partsOf(one), ...partsOf(other)].sort((p, q) => p - q)).toEqual(parts);
      for (const own of [one, other]) {
        expect(isValid(own), `seed ${seed}`).toBe(true);
        expect([...own.load]).toEqual(loadOf(own));
      }
      if (sum > 0) saved++;
      for (let a = 0; a < one.rows.length; a++) {
        for (let b = one === second ? a + 1 : 0; b < second.rows.length; b++) {
          const now = costOfExchange([one, a], [second, b], 0, 0);
          for (let from = 0; from < PARTS; from++)
            for (let to = from + 1; to <= PARTS; to++)
              expect(costOfExchange([one, a], [second, b], from, to), `seed ${seed}`).toBeGreaterThanOrEqual(
                now - 1e-6,
              );
        }
      }
    }
    expect(saved).toBeGreaterThan(25);
  },
);

test('exchanges that are not kept can be taken back', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const { one, other } = filled(createRandom(seed));
    const before = [one, other].map(({ taken, load }) => ({ taken: structuredClone(taken), load: [...load] }));
    new RowExchange([one, other], true).exchange(never);
    one.restore();
    other.restore();
    expect([one, other].map(({ taken, load }) => ({ taken, load: [...load] }))).toEqual(before);
  }
});
