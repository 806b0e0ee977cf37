import { expect, test } from 'vitest';
import type { Stay } from './days.ts';
import { feedOf } from './feed.ts';
import { conflictMinutes, movesOf, type Place, sharedBy, withoutStand } from './conflictMinutes.ts';

const stay = (id: string, start: number, end: number, actualStart = start, actualEnd = end): Stay => ({
  id,
  origin: 'ATL',
  isBlocker: false,
  scheduled: { start, end },
  actual: { start: actualStart, end: actualEnd },
});

const plan = (...places: readonly (readonly [string, number, string | null])[]): Map<string, Place[]> =>
  new Map(
    [...Map.groupBy(places, ([operation]) => operation)].map(([operation, own]) => [
      operation,
      own.map(([, from, resource]) => ({ operation, from, resource })),
    ]),
  );

test('conflict minutes count each operation that is one too many, and each that has no stand, by actual times', () => {
  const stays = [stay('a', 0, 60, 0, 90), stay('b', 60, 120), stay('c', 80, 100), stay('d', 0, 10)];
  const all = plan(['a', -30, 'x'], ['b', -30, 'x'], ['c', -30, 'x'], ['d', -30, null]);
  // b is too many from 60 to 90, and c is from 80 to 100; from 90 on, c is so beside b alone.
  expect(conflictMinutes(stays, all)).toEqual({ shared: 50, homeless: 10, total: 60 });
  expect(withoutStand(stays, all)).toBe(1);
  expect(sharedBy(stays, all)).toEqual([
    { a: 'a', b: 'b', minutes: 30, isMoved: false },
    { a: 'a', b: 'c', minutes: 10, isMoved: false },
    { a: 'b', b: 'c', minutes: 20, isMoved: false },
  ]);
  const moved = plan(['a', -30, 'x'], ['b', -30, 'y'], ['b', 20, 'x'], ['c', -30, 'x'], ['c', 85, 'y']);
  expect(sharedBy(stays, moved)).toEqual([
    { a: 'a', b: 'b', minutes: 30, isMoved: true },
    { a: 'a', b: 'c', minutes: 5, isMoved: false },
    { a: 'b', b: 'c', minutes: 5, isMoved: true },
  ]);
});

test('a move counts from its minute on, and by how soon the aircraft arrived', () => {
  const stays = [stay('a', 0, 60, 0, 90), stay('b', 60, 120)];
  const mended = plan(['a', -30, 'x'], ['b', -30, 'x'], ['b', 70, 'y']);
  expect(conflictMinutes(stays, mended).total).toBe(10);
  expect(movesOf(stays, mended)).toEqual({ all: 1, within60: 0, within30: 0, towed: 1 });
  const early = plan(['a', -30, 'x'], ['b', -30, 'x'], ['b', 20, 'z'], ['b', 40, 'y']);
  expect(movesOf(stays, early)).toEqual({ all: 2, within60: 2, within30: 1, towed: 0 });
  expect(movesOf(stays, plan(['b', -30, null], ['b', 40, 'y'])).all).toBe(0);
});

test('the feed says nothing from the future, ends with the actual times, and never expects what should have happened', () => {
  const stays = [
    stay('late', 600, 700, 690, 800),
    stay('early', 600, 700, 580, 690),
    stay('long', 400, 405, 500, 1200),
  ];
  for (let seed = 1; seed <= 20; seed++) {
    const feed = feedOf(stays, seed, 0);
    expect(feed).toEqual(feedOf(stays, seed, 0));
    for (const { id, actual } of stays) {
      for (const [side, at] of [['inboundTask', actual.start] as const, ['outboundTask', actual.end] as const]) {
        const own = feed.filter((message) => message.operation === id && message.side === side);
        expect(own.at(-1)).toMatchObject({ at, expected: at, isActual: true });
        for (const message of own.slice(0, -1)) {
          expect(message.at).toBeLessThan(at);
          expect(message.expected).toBeGreaterThan(message.at);
        }
      }
    }
  }
});
