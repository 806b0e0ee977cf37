import { expect, test } from 'vitest';
import type { AgentRequest } from '../../api/contract/agent.ts';
import { ask, collect } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';

const midway = await useAgent();

const MOVED = /^WN 807 \/ WN 103 from B12 to (\S+)\.$/;

// Guarantee: what depends on a condition, or names a choice, becomes a proposal of a move to a place that is free and allowed, or none. WN 807 is on B12;
// B15 and B20 are free then, and B4 and B7 are not.
test.each<readonly [string, string | null, string]>([
  ['move WN 807 to B20 if it is free', 'B20', 'B20 is free and allowed for WN 807'],
  ['move WN 807 to B20, but only if it is free', 'B20', 'B20 is free and allowed'],
  ['if B20 is free, move WN 807 there', 'B20', 'B20 is free and allowed'],
  ['put WN 807 on B20 as long as it is free', 'B20', 'B20 is free and allowed'],
  ['move WN 807 to B20 unless it is taken', 'B20', 'B20 is free and allowed'],
  ['move WN 807 to B20 if it causes no conflict', 'B20', 'No new conflict; '],
  ['move WN 807 to B4 if it is free', null, 'Overlaps WN 1948'],
  ['if it is free, move WN 807 to B4', null, 'So I propose nothing.'],
  ['if B4 is free, move WN 807 there', null, 'So I propose nothing.'],
  ['move WN 807 to B4 without new conflicts', null, 'That would cause a new conflict, so I propose nothing.'],
  ['move WN 807 to B20 if A5 is free', null, 'not on another one, so I propose nothing'],
  ['if A5 is free, move WN 807 to B20', null, 'not on another one, so I propose nothing'],
  ['move WN 807 to B12 if it is free', null, 'is on B12 already'],
  ['put WN 807 on B4 or B20, whichever is free', 'B20', 'B20 is free and allowed, B4 is not: '],
  ['put WN 807 on B20 or B15', 'B15', 'Both are free and allowed; B15 changes the score by −1 990, B20 by −1 985.'],
  ['move WN 807 to B20, else B15', 'B20', 'B20 is free and allowed. '],
  ['move WN 807 to B4 if possible, otherwise to B15', 'B15', 'B15 is free and allowed, B4 is not: '],
  ['move WN 807 to B4 or, if it is not free, to B15', 'B15', 'B15 is free and allowed, B4 is not: '],
  ['move WN 807 to B4; if that is taken, to B15', 'B15', 'B15 is free and allowed, B4 is not: '],
  ['move WN 807 to B4. If it is not free, to B15.', 'B15', 'B15 is free and allowed, B4 is not: '],
  ['move WN 807 to B4. But only if it is free.', null, 'So I propose nothing.'],
  ['move WN 807 to B4 or B7', null, 'Neither place is free and allowed for WN 807'],
  ['move WN 807 to B20 or B12', null, 'is on B12 already, so I propose nothing'],
  ['move WN 807 to B20 or B20', null, 'twice, so I propose nothing'],
])('%s', async (text, place, said) => {
  const { text: answer, proposals } = await ask(midway, text);
  expect(answer).toContain(said);
  expect(proposals.map(({ explanation }) => MOVED.exec(explanation)?.[1])).toEqual(place === null ? [] : [place]);
});

// Guarantee: a condition that is not understood makes no unconditional proposal, and neither does the opposite of one.
test.each([
  'move WN 807 to B20 if it is not free',
  'move WN 807 to B20 only if WN 26 is late',
  "don't move WN 807 to B20 if it is free",
  'move WN 807 to B20 unless it is free',
  'move WN 807 to B20 if it rains',
  'move WN 807 to B20. Only if it rains.',
  'move WN 807 to B4; otherwise wait',
  'move WN 807 and WN 26 to B20 if it is free',
  'move WN 807 to B20 if it is free and WN 26 to B15',
  'move WN 807 to B20 or WN 26 to B15',
  'move WN 807 to B4, B15 or B20',
  'move WN 807 to B20 when it is free',
  'do not move WN 807 to B4 or B20',
])('%s', async (text) => {
  const { text: answer, proposals } = await ask(midway, text);
  expect(proposals).toEqual([]);
  expect(answer).toContain('I did not understand that');
});

/** Sends each message with all that was said before, as the board does; the proposals of the answers. */
const converse = async (...texts: readonly string[]) => {
  const messages: AgentRequest['messages'][number][] = [];
  const answers = [];
  for (const content of texts) {
    messages.push({ role: 'user', content });
    const { agent, scope, planning } = midway;
    const answer = await collect(
      await agent.chat({ scope, planning, signal: new AbortController().signal }, { messages }),
    );
    messages.push({ role: 'assistant', content: answer.text.trimStart() });
    answers.push(answer.text);
  }
  return answers;
};

// Guarantee: a number chooses the place that was listed with it, and a list that is another one by now proposes nothing.
test('lists as many places as are asked for, and proposes the chosen one', async () => {
  const [list, , second] = await converse(
    'give me three options for WN 807',
    'where is WN 26?',
    'give me 2 options for it',
  );
  const { lines } = await ask(midway, 'give me three options for WN 807');
  const [result] = lines.flatMap((line) => (line.type === 'tool_result' ? [line.result] : []));
  const { candidates } = result as {
    candidates: readonly { resource: { id: string; name: string }; current: boolean; feasible: boolean }[];
  };
  const free = candidates.filter(({ current, feasible }) => feasible && !current).map(({ resource }) => resource);
  const listed = [...(list ?? '').matchAll(/\n\d\. (\S+),/g)].map(([, name]) => name);
  expect(listed).toEqual(free.slice(0, 3).map(({ name }) => name));
  expect([...(second ?? '').matchAll(/\n\d\. /g)]).toHaveLength(2);
  for (const [index, said] of ['the first one', 'take the second', 'option 3 please'].entries()) {
    const { proposals } = await ask(midway, 'top three stands for WN 807', said);
    expect(proposals.map(({ moves }) => moves.map((move) => move['toResource']))).toEqual([[free[index]?.id]]);
  }
  const [, missing] = await converse('three options for WN 807', 'number 4');
  expect(missing).toBe('I listed no place with that number, so I propose nothing.');
  const changed = await ask(midway, 'what are my options for WN 26?', 'the first one');
  expect(changed.proposals).toHaveLength(1);
  const { agent, scope, planning } = midway;
  const messages: AgentRequest['messages'] = [
    { role: 'user', content: 'three options for WN 807' },
    { role: 'assistant', content: (list ?? '').replaceAll(/\n2\. \S+,/g, '\n2. Z9,') },
    { role: 'user', content: 'the second one' },
  ];
  const other = await collect(
    await agent.chat({ scope, planning, signal: new AbortController().signal }, { messages }),
  );
  expect(other.text).toContain('no longer those that I listed, so I propose nothing');
  expect(other.proposals).toEqual([]);
});

/** The conflict that an answer takes up. */
const takenUp = (answer: string | undefined): string =>
  /\n\n(.+?) \((?:critical|warning|info)/.exec(answer ?? '')?.[1] ?? 'none';

// Guarantee: "the next one" is the conflict after those that were taken up, and not one of them again.
test('goes on with the next conflict', async () => {
  const [list] = await converse('conflicts');
  const listed = [...(list ?? '').matchAll(/\n- (.+?) \((?:critical|warning|info)/g)].map(([, one]) => one);
  const answers = await converse(
    'resolve the first conflict',
    'and the next one',
    'resolve the next one',
    'next, please',
  );
  expect(answers.map(takenUp)).toEqual(listed.slice(0, 4));
  const fromThird = await converse('resolve the third conflict', 'the next one');
  expect(fromThird.map(takenUp)).toEqual(listed.slice(2, 4));
  const worst = await converse('worst conflicts on B7', 'resolve the first one', 'and the next one');
  const onB7 = [...(worst[0] ?? '').matchAll(/\n- (.+?) \((?:critical|warning|info)/g)].map(([, one]) => one);
  expect(worst.slice(1).map(takenUp)).toEqual(onB7.slice(0, 2));
  const [twice] = await converse('resolve the first conflict. And the next one.');
  expect([...(twice ?? '').matchAll(/\n\n(.+?) \((?:critical|warning|info)/g)].map(([, one]) => one)).toEqual(
    listed.slice(0, 2),
  );
});

test('says so if all are taken up, or if it does not know which one came before', async () => {
  const [, second] = await converse('resolve the first conflict of WN 807', 'and the next one');
  expect(second).toBe('1 conflict of WN 807 / WN 103. I have already answered each of them.');
  const unseen = await ask(midway, 'resolve the first conflict', 'and the next one');
  expect(unseen.text).toContain('I do not see what I answered before');
  expect(unseen.proposals).toEqual([]);
  expect((await ask(midway, 'where is WN 807?', 'and the next one')).text).toContain('I did not understand that');
});
