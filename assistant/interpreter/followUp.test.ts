import { expect, test } from 'vitest';
import { ask } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';

const midway = await useAgent();

// Guarantee: a message that goes on where the one before it ended is answered like the whole request that it stands for.
test.each<readonly [readonly string[], string]>([
  [['is A12 free at 15:00?', 'and at 21:00?'], 'is A12 free at 21:00?'],
  [['close A12', 'from 14 to 16'], 'close A12 from 14 to 16'],
  [['close A12', 'from 14 to 16', 'and B4?'], 'close B4 from 14 to 16'],
  [['which flights are late?', 'by more than 30 minutes'], 'which flights are late by more than 30 minutes?'],
  [['which flights are late?', 'on concourse B'], 'which flights on concourse B are late?'],
  [['flights staying longer than 5 hours', 'more than 8 hours'], 'flights staying longer than 8 hours'],
  [['is A12 free at 15:00?', 'and B4?'], 'is B4 free at 15:00?'],
  [['is A12 free at 15:00?', 'and at 9'], 'is A12 free at 21:00?'],
  [['is A12 free at 10:00?', 'and at 9'], 'is A12 free at 09:00?'],
  [['what is on A12 at 3pm', 'and at 5'], 'what is on A12 at 17:00'],
  [['is A12 free at 21:00?', 'until when?'], 'when is A12 free from 21:00'],
  [['WN arrivals between 14 and 15', 'only those on B4', 'how many?'], 'WN arrivals between 14 and 15 on B4'],
  [['delay WN 807 by 10 minutes', 'make it 20'], 'delay WN 807 by 20 minutes'],
  [['delay WN 807 by 1 hour', 'make it two'], 'delay WN 807 by 2 hours'],
  [['what if WN 807 is 40 minutes late?', 'and 60?'], 'what if WN 807 is 60 minutes late?'],
  [['is A12 free at 15:00?', 'and at 21:00?', 'what about B4?'], 'is B4 free at 21:00?'],
  [['is A12 free at 15:00? And B4?', 'and at 21:00?'], 'is B4 free at 21:00?'],
  [['what if WN 807 is 40 minutes late?', 'and 50 minutes?'], 'what if WN 807 is 50 minutes late?'],
  [['why is WN 807 on B12?', 'and WN 26?'], 'why is WN 26 there?'],
  [['where is WN 807?', 'why?'], 'why is WN 807 there?'],
  [['could WN 807 use B4?', 'why not?'], 'why not B4 for WN 807?'],
  [['where is WN 807?', 'why not on B4?'], 'why not B4 for WN 807?'],
  [['conflicts on concourse A tonight', 'and on concourse B?'], 'conflicts on concourse B tonight'],
  [['move WN 807 somewhere else', 'no, another stand'], 'where could WN 807 go?'],
  [['arrivals between 14 and 15', 'and departures?'], 'departures between 14 and 15'],
  [['arrivals between 14 and 15', 'and departures?', 'and between 15 and 16?'], 'departures between 15 and 16'],
  [['conflicts on B4 tonight', 'and on B12?'], 'conflicts on B12 tonight'],
  [['conflicts on B4 tonight', 'resolve the first one'], 'resolve the first conflict on B4 tonight'],
  [['where is WN 807?', 'why not on B4?', 'move it there'], 'move WN 807 to B4'],
  [['is B4 free at 15:00?', 'move WN 807 there'], 'move WN 807 to B4'],
  [['is B4 free at 15:00? Could WN 807 go there?'], 'is B4 free at 15:00? could WN 807 go to B4?'],
  [['what is on B4 at 15:00?', 'any conflicts there tonight?'], 'conflicts on B4 tonight'],
  [['conflicts on concourse A tonight', 'what is free there at 20:00?'], 'what is free on concourse A at 20:00?'],
  [['what is on B4 at 15:00?', 'is there a conflict on B12?'], 'conflicts on B12'],
  [['what is on B4 at 15:00?', 'are there any conflicts?'], 'conflicts'],
  [['what is on B4 at 15:00?', 'why is WN 807 there?'], 'why is WN 807 there?'],
  [['conflicts on B4 tonight', 'fix the first'], 'resolve the first conflict on B4 tonight'],
  [['conflicts on B4 tonight', 'resolve the second one'], 'resolve the second conflict on B4 tonight'],
  [['conflicts on B4 tonight', 'resolve them'], 'resolve the conflicts on B4 tonight'],
  [['worst conflicts on B4', 'resolve the first one'], 'resolve the worst conflict on B4'],
  [['conflicts on concourse A tonight', 'which of them are critical?'], 'critical conflicts on concourse A tonight'],
  [['conflicts on concourse A tonight', 'only those above 80 %'], 'conflicts above 80 % on concourse A tonight'],
  [['conflicts on concourse A tonight', 'only those on A12'], 'conflicts on concourse A on A12 tonight'],
  [['WN arrivals between 14 and 15', 'how many of them on B4?'], 'WN arrivals between 14 and 15 on B4'],
  [['WN flights tonight', 'which of them are on concourse B?'], 'WN flights on concourse B tonight'],
  [['WN flights tonight', 'and on concourse B?'], 'WN flights on concourse B tonight'],
  [['WN flights tonight', 'and FL?'], 'FL flights tonight'],
  [['conflicts on A12 tonight', 'and on concourse B?'], 'conflicts on concourse B tonight'],
  [['arrivals between 14 and 15', 'departures too'], 'departures between 14 and 15'],
  [['move WN 807 to A12', 'not A12, B20'], 'move WN 807 to B20'],
  [['move WN 807 to A12', 'B20, not A12'], 'move WN 807 to B20'],
  [['move WN 807 to A12', 'actually make it B20'], 'move WN 807 to B20'],
  [['move WN 807 to A12', 'B20 instead'], 'move WN 807 to B20'],
  [['delay WN 807 by 20 minutes', 'make that 30 minutes'], 'delay WN 807 by 30 minutes'],
  [['is A12 free at 15:00?', 'not A12, B4'], 'is B4 free at 15:00?'],
  [['where is WN 807?', 'move it back to B4'], 'move WN 807 to B4'],
  [['move WN 807 to A12', 'no, B20'], 'move WN 807 to B20'],
  [['move WN 807 to A12', 'and WN 26 to B20'], 'move WN 26 to B20'],
])('%j', async (texts, whole) => {
  const [followed, said] = [await ask(midway, ...texts), await ask(midway, whole)];
  expect(followed.text).toBe(said.text);
  expect(followed.tools).toEqual(said.tools);
});

// Guarantee: a name alone requests nothing, and what stands for no request is not guessed.
test.each<readonly [readonly string[], string]>([
  [['move WN 807 to A12', 'and WN 26?'], 'about'],
  [['swap WN 807 and WN 26', 'no, WN 103'], 'about'],
  [['move WN 807 to A12', 'not B4, B20'], 'I did not understand that'],
  [['move WN 807 to A12', 'not A12'], 'I did not understand that'],
  [['where is WN 807?', 'which of them are critical?'], 'I did not understand that'],
  [['conflicts on B4 tonight', 'which of them are wet?'], 'I did not understand that'],
  [['conflicts on B4 tonight', 'resolve the eighth one'], 'there is none with that number'],
  [['hello there', 'and at 21:00?'], 'I did not understand that'],
  [['where is WN 807?', 'move it there'], 'Which stand or berth do you mean by "there"?'],
  [['put WN 807 out there'], 'Which stand or berth do you mean by "there"?'],
  [['move WN 807 to A12', "no, don't"], 'Nothing has changed'],
  [['move WN 807 to A12', "don't"], 'Nothing has changed'],
  [['conflicts on A12', 'only those on B4'], 'I did not understand that'],
  [['any conflicts there?'], 'Which stand or berth do you mean by "there"?'],
  [['is A12 free at 15:00?', 'and tow it?'], 'Which operation do you mean by "it"?'],
])('%j is not one more of the same', async (texts, said) => {
  const { text, proposals } = await ask(midway, ...texts);
  expect(proposals).toEqual([]);
  if (said !== 'about') expect(text).toContain(said);
});

// Guarantee: the neighbors on a place are those of the plan, one after the other.
test('says who comes before and after an operation on its place', async () => {
  const first = await ask(midway, 'who comes after WN 807?');
  expect(first.text).toBe('On B12, WN 2205 (18:01–18:46) is next after WN 807 / WN 103 (17:38–18:25): they overlap.');
  const second = await ask(midway, 'who comes after WN 807?', 'and the one after it?');
  expect(second.text).toContain('is next after WN 2205 (18:01–18:46): ');
  const before = await ask(midway, 'who was on B12 before WN 2205?');
  expect(before.text).toBe('On B12, WN 807 / WN 103 (17:38–18:25) is next before WN 2205 (18:01–18:46): they overlap.');
  expect((await ask(midway, 'who is on B4 before WN 807?')).text).toContain('is on B12, 17:38–18:25. It is not on B4.');
});

// Guarantee: arrivals and departures are counted on from the next one.
test.each(['and the one after that?', 'and the next one?', 'and then?', 'the one after'])('%s', async (text) => {
  const { text: listed } = await ask(midway, 'arrivals on concourse B after 13:10');
  const [, second] = [...listed.matchAll(/- (\S+ \S+)/g)].map(([, name]) => name);
  expect((await ask(midway, 'next arrival on concourse B', text)).text).toContain(
    `The next arrival on Concourse B after that is ${second}`,
  );
});

test('does not turn a bound around', async () => {
  expect((await ask(midway, 'flights staying less than an hour', 'more than 8 hours')).text).toContain(
    'I did not understand that',
  );
});
