import { expect, test } from 'vitest';
import { createRandom } from '../../engine/random.ts';
import { orderByEnd } from './orderByEnd.ts';

// Guarantee: the order is that of a stable sort by comparison, whatever the ends.
test('agrees with a stable sort by comparison', () => {
  const random = createRandom(11);
  for (let round = 0; round < 300; round++) {
    const range = random.below(2) === 0 ? 20 : 2 ** 31;
    const end = Int32Array.from({ length: random.below(40) }, () => random.below(range) - (range >> 1));
    const n = random.below(end.length + 1);
    const expected = Array.from({ length: n }, (_, i) => i).sort((a, b) => end[a] - end[b] || a - b);
    expect([...orderByEnd(end, n)]).toEqual(expected);
  }
});
