import { afterAll, beforeAll, expect, test } from 'vitest';
import { present } from '../../engine/present.ts';
import { ask, openAgent, type TestAgent } from '../testing/openAgent.ts';

let midway: TestAgent;
beforeAll(async () => {
  midway = await openAgent();
});
afterAll(() => midway.close());

/** The conflicts that the engine's judgment of a request without its condition opens, and what it changes of the score. */
const judged = async (text: string) => {
  const { lines } = await ask(midway, text);
  const [result] = lines.flatMap((line) => (line.type === 'tool_result' ? [line.result] : [])).slice(-1);
  return result as { newConflicts: readonly unknown[]; delta: number };
};

const SWAPPED = 'swap WN 807 and WN 1948';
const HELD = 'delay WN 807 by 20 minutes';

// Guarantee: a request that depends on a condition becomes the very proposal that it would be without it if the engine says that the condition holds, and none if not.
test.each([
  [SWAPPED, 'if it causes no new conflicts', 'noNewConflict'],
  [HELD, 'unless it clashes', 'noNewConflict'],
  [HELD, 'as long as it doesn’t cause any conflict', 'noNewConflict'],
  ['delay WN 807 by 1 minute', 'without new conflicts', 'noNewConflict'],
  ['find another stand for WN 807', 'provided there is no new conflict', 'noNewConflict'],
  ['move WN 807 to B20', 'if it improves the score', 'better'],
  ['move WN 807 to B4', 'unless that makes the plan worse', 'noWorse'],
  ['delay all WN flights on B12 by 10 minutes', 'unless that causes conflicts', 'noNewConflict'],
  ['move WN 807 to B20 and WN 1948 to B15', 'if it causes no new conflicts', 'noNewConflict'],
  ['delay WN 807 and WN 1948 by 20 minutes', 'but only if nothing clashes', 'noNewConflict'],
] as const)('%s %s', async (request, condition, kind) => {
  const { newConflicts, delta } = await judged(request);
  const holds = { noNewConflict: newConflicts.length === 0, better: delta < 0, noWorse: delta <= 0 }[kind];
  const [plain] = (await ask(midway, request)).proposals;
  for (const text of [`${request} ${condition}`, `${request}, ${condition}`, `${request}. ${condition}`]) {
    const { text: answer, proposals } = await ask(midway, text);
    expect(proposals.map(({ moves, score }) => ({ moves, score }))).toEqual(
      holds ? [{ moves: present(plain).moves, score: present(plain).score }] : [],
    );
    expect(answer.includes('so I propose nothing.')).toBe(!holds);
  }
});

test('clears a place only if everything on it finds another one', async () => {
  const whole = await ask(midway, 'clear concourse B from 8:00 to 22:00');
  expect(whole.text).toContain('These would have to stay:');
  expect(whole.proposals).toHaveLength(1);
  const conditional = await ask(midway, 'clear concourse B from 8:00 to 22:00 if everything finds a place');
  expect(conditional.proposals).toEqual([]);
  expect(conditional.text).toContain('Not everything finds another place, so I propose nothing.\nThese would have to');
  const one = await ask(midway, 'clear B7 from 10 to 12');
  expect(one.text).not.toContain('have to stay');
  const movesOf = (text: string) => ask(midway, text).then(({ proposals: [only] }) => present(only).moves);
  const [moved] = one.proposals;
  expect(await movesOf('clear B7 from 10 to 12 unless something has to stay')).toEqual(present(moved).moves);
  expect(await movesOf('clear B7 from 10 to 12, if nothing is left without a stand')).toEqual(present(moved).moves);
  expect(await movesOf('if everyone finds another stand, clear B7 from 10 to 12')).toEqual(present(moved).moves);
});

test('takes a condition that follows as one of the request before', async () => {
  const { newConflicts } = await judged(SWAPPED);
  const { proposals } = await ask(midway, SWAPPED, 'but only if it causes no new conflicts');
  expect(proposals).toHaveLength(newConflicts.length === 0 ? 1 : 0);
});

// Guarantee: a condition that is not understood, or that only a part of a request depends on, makes no proposal.
test.each([
  `${SWAPPED} if it causes new conflicts`,
  `${SWAPPED} if it rains`,
  `${HELD} unless it causes no conflicts`,
  `${HELD} if everything finds a place`,
  'move WN 807 to B20 if it causes no new conflicts and WN 1948 to B15',
  'close B7 if everything finds a place and B8 from 10 to 12',
])('%s', async (text) => {
  const { text: answer, proposals } = await ask(midway, text);
  expect(proposals).toEqual([]);
  expect(answer).toContain('I did not understand that');
});
