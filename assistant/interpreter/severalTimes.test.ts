import { expect, test } from 'vitest';
import { ask } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';

const midway = await useAgent();

const textOf = async (text: string): Promise<string> => (await ask(midway, text)).text;

// Guarantee: a question about several times is answered for each of them, as if it were asked once for each.
test.each([
  ['arrivals between 14 and 15 and between 17 and 18', 'arrivals between 14 and 15', 'arrivals between 17 and 18'],
  ['conflicts from 14 to 15 and from 20 to 21', 'conflicts from 14 to 15', 'conflicts from 20 to 21'],
  ['which stands are free at 15 and at 19?', 'which stands are free at 15?', 'which stands are free at 19?'],
])('%s', async (both, one, other) => {
  const note = /^\(This planning .*\)\n/;
  expect((await textOf(both)).replace(note, '')).toBe(
    `${(await textOf(one)).replace(note, '')}\n${(await textOf(other)).replace(note, '')}`,
  );
});

// Guarantee: a place is closed at each of the times that are named, and at no other.
test('closes one place for several times', async () => {
  const { text, proposals } = await ask(midway, 'close B4 from 14 to 15 and from 18 to 19');
  expect(text).toContain('To clear B4, 14:00–15:00 and B4, 18:00–19:00 I propose');
  expect(proposals).toHaveLength(1);
  const listed = await ask(midway, 'close B4 from 14 to 15, from 18 to 19');
  expect(listed.text).toBe(text);
});

test('does not guess which of several places is closed at a further time', async () => {
  const { text, proposals } = await ask(midway, 'close B4 and B6 from 14 to 15 and from 18 to 19');
  expect(text).toContain('I did not understand that');
  expect(proposals).toEqual([]);
});

// Guarantee: what is supposed to be closed is cleared as if it were requested, but nothing is proposed.
test.each([
  ['what if B4 and B6 are closed from 14 to 15?', 'close B4 and B6 from 14 to 15'],
  ['what if B4 is closed from 14 to 15 and from 18 to 19?', 'close B4 from 14 to 15 and from 18 to 19'],
  ['suppose we close B4, B6 and A12 from 14 to 15', 'close B4, B6 and A12 from 14 to 15'],
])('%s', async (supposed, requested) => {
  const movesIn = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('- '));
  const [judged, proposed] = [await ask(midway, supposed), await ask(midway, requested)];
  expect(judged.tools).toEqual(['what_if']);
  expect(judged.proposals).toEqual([]);
  expect(movesIn(judged.text)).toEqual(movesIn(proposed.text));
  expect(movesIn(judged.text).length).toBeGreaterThan(1);
});
