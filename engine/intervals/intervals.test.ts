import * as fc from '../../tests/properties.ts';
import { expect, test } from 'vitest';
import { radixOrder } from './radixOrder.ts';
import { Timelines } from '../board/timelines.ts';
import { visitOverlaps } from './visitOverlaps.ts';

/** Intervals that are dense enough to overlap; some are empty, some long, with times on both sides of 0. */
const intervals = fc
  .array(
    fc.tuple(fc.integer({ min: -60, max: 400 }), fc.integer({ min: 0, max: 40 }), fc.integer({ min: -1, max: 4 })),
    {
      maxLength: 400,
    },
  )
  .map((rows) => ({
    start: Int32Array.from(rows, ([start]) => start),
    end: Int32Array.from(rows, ([start, length]) => start + (length === 39 ? 500 : length)),
    place: Int32Array.from(rows, ([, , place]) => place),
  }));

test('the sweep visits every overlapping pair of a place once', () => {
  fc.assert(
    fc.property(intervals, ({ start, end, place }) => {
      const found: string[] = [];
      visitOverlaps(start, end, place, (a, b) => found.push(`${a} ${b}`));
      const expected: string[] = [];
      for (let a = 0; a < start.length; a++) {
        for (let b = 0; b < start.length; b++) {
          const isFirst = start[a] < start[b] || (start[a] === start[b] && a < b);
          if (isFirst && place[a] >= 0 && place[a] === place[b] && start[b] < end[a]) expected.push(`${a} ${b}`);
        }
      }
      expect(found.sort()).toEqual(expected.sort());
    }),
  );
});

test('the radix order is the stable order by key', () => {
  const keys = fc.int32Array({ min: -(2 ** 30), max: 2 ** 30 });
  fc.assert(
    fc.property(fc.oneof(keys, fc.int32Array({ min: 0, max: 3 })), (list) => {
      expect([...radixOrder(list)]).toEqual([...list.keys()].sort((a, b) => list[a] - list[b] || a - b));
    }),
  );
});

test('timelines find the parts on a resource in any window after any insertions and deletions', () => {
  fc.assert(
    fc.property(intervals, fc.array(fc.nat({ max: 399 }), { maxLength: 200 }), (all, moves) => {
      const order = radixOrder(all.start);
      const start = order.map((i) => all.start[i]);
      const end = order.map((i) => all.end[i] + 1);
      const timelines = new Timelines(start, end, 2);
      const present = new Set<number>();
      for (const move of moves.filter((part) => part < start.length)) {
        if (present.delete(move)) timelines.delete(1, move);
        else {
          present.add(move);
          timelines.insert(1, move);
        }
      }
      const out = new Int32Array(400);
      for (const from of [-60, 10, 200]) {
        const found = [...out.subarray(0, timelines.overlapping(1, from, from + 30, out))];
        const expected = [...present].filter((part) => start[part] < from + 30 && end[part] > from);
        expect(found).toEqual(expected.sort((a, b) => a - b));
      }
    }),
  );
});
