import { expect, test } from 'vitest';
import { ask } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';

const midway = await useAgent();

// Guarantee: two places are swapped only if one operation is on each of them then.
test('swaps what is on two places', async () => {
  const { proposals } = await ask(midway, 'swap B13 and B14 at 15:00');
  const moves = proposals.flatMap(({ moves: all }) => all.map(({ kind, toResource }) => `${kind} ${toResource}`));
  expect(moves).toEqual(['swap stand-B14', 'swap stand-B13']);
});

test('says what is there if that is not one operation on each place', async () => {
  const { text, proposals } = await ask(midway, 'swap stands B13 and B4 at 15:00');
  expect(proposals).toEqual([]);
  expect(text).toContain('There at 15:00:\n- B13: WN 2542\n- B4: nothing\n');
  expect(text).toContain('"swap B13 and B4 at 15:00"');
});
