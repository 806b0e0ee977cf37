import { expect, test } from 'vitest';
import { ask } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';

const midway = await useAgent();

// Guarantee: what a shift manager says is understood, with negations and in words for the same thing. The planning is that of interpreter.test.ts.
test.each<readonly [string, readonly string[], string]>([
  ['which conflicts involve WN 1405?', ['list_conflicts'], '1 conflict of WN 1405'],
  ['any problems in the next hour?', ['list_conflicts'], '13:10–14:10'],
  ['what happens in the next two hours?', ['find_operations'], ' operations, 13:10–15:10'],
  ['why does WN 1405 conflict with WN 1828?', ['list_conflicts'], 'between WN 1405'],
  ['how punctual are we?', ['find_operations', 'find_operations'], 'are less than 15 min late'],
  ['what if B4 breaks down at 14:00 for 2 hours', ['what_if'], 'If B4 is closed, 14:00–16:00'],
  [
    'what if all WN arrivals between 14 and 15 are 20 minutes late',
    ['find_operations', 'find_operations', 'what_if'],
    'with airline WN, 14:00–15:00 are 20 min later',
  ],
  ['top 3 most delayed flights', ['find_operations'], 'The 3 most delayed arrivals:'],
  ['the five longest stays on concourse B', ['find_operations'], 'The 5 longest stays on Concourse B:'],
  ['show the next 4 WN departures', ['find_operations'], 'The next 4 departures with airline WN:'],
  ['the first 2 arrivals after 20:00', ['find_operations'], 'The first 2 arrivals, 20:00–'],
  ['concourse A is closed from 14 to 14:30', ['clear_resource'], 'clear Concourse A, 14:00–14:30'],
  ['how busy is concourse A at 17:00?', ['find_operations'], ' on Concourse A at 17:00'],
  ['summarize the evening', ['planning_metrics'], 'The plan, 18:00–'],
  ['are there any wide-bodies on concourse A?', ['find_operations'], 'with type wide-body on Concourse A'],
  ['which stands are free for the next hour and a half', ['find_resources'], 'free, 13:10–14:40'],
  ['which stands are free for the next half hour', ['find_resources'], 'free, 13:10–13:40'],
  ['delay WN 1405 by a half hour', ['propose_changes'], 'is held for 30 min'],
  ['delay WN 1405 by three quarters of an hour', ['propose_changes'], 'is held for 45 min'],
  ['which stands are occupied at 15:00', ['find_operations'], ' operations at 15:00:'],
  ['which stands are in use now', ['find_operations'], ' operations at 13:10:'],
  ['which stands on concourse A are not free at 15:00', ['find_operations'], 'on Concourse A at 15:00'],
  ['which flights are not on time this afternoon', ['find_operations'], 'arrivals are late by 15 min or more, 12:00'],
  [
    'which departures are not on time this afternoon',
    ['find_operations'],
    'departures are late by 15 min or more, 12:00',
  ],
  ['which arrivals are not late this afternoon', ['find_operations', 'find_operations'], 'are less than 15 min late'],
  ['what flights use gate B4 between 2 and 3', ['find_operations'], 'On B4, 14:00–15:00:'],
  ['which gates have no flights between 2 and 3', ['find_resources'], 'places are free, 14:00–15:00'],
  ['is there any gate for WN 1405 on concourse A', ['explain_placement'], 'places on Concourse A would be free'],
  ['how many 737s are on the ground at 15:00', ['find_operations'], ' at 15:00'],
  ['flights staying overnight', ['find_operations'], ' operations, 22:00–'],
  ['which stands on A are not in use at 5', ['find_resources'], ' on Concourse A are free at 17:00'],
  ['what should I fix first', ['list_conflicts'], 'the worst first'],
  ["what's on B4 now and until when", ['find_operations'], 'B4'],
  ["when's the next gap on B4", ['find_operations'], 'B4 is free 13:10–13:33'],
  ['how long until B4 is free', ['find_operations'], 'B4 is free 13:10–13:33'],
  ['is there anywhere for WN 1405 to go', ['explain_placement'], 'places would be free and allowed'],
  ['what would it take to put WN 1405 on B4', ['explain_placement'], 'cannot go to B4'],
  ['why is B4 full at 14:00', ['find_operations'], 'B4'],
  ['put WN 1405 somewhere on concourse B', ['explain_placement', 'propose_changes'], 'best other place on Concourse B'],
  ['how likely is it that WN 1405 and WN 1828 overlap', ['list_conflicts'], 'probability 67 %'],
  ["what's the chance of a conflict on B5 this afternoon", ['list_conflicts'], 'on B5, 12:00–18:00'],
  ['how sure are you that WN 1405 conflicts', ['list_conflicts'], '1 conflict of WN 1405'],
  ['how uncertain is WN 1405', ['find_operations'], '90 % between'],
  ['when is WN 1405 gone?', ['find_operations'], 'WN 1405 leaves 14:30'],
  ['who changed FL 842 last', ['list_changes'], 'The latest changes of FL 842'],
  ['undo the last two changes', ['list_changes'], '"Undo all after this"'],
  ['put everything back', ['list_changes'], 'The last change'],
  ['which repairs are open', ['list_repairs'], 'The standing repair is off'],
  ['what if WN 1405 and FL 842 are both 40 minutes late', ['what_if'], 'WN 1405 and FL 842 / FL 875 are 40 min later'],
])('%s', async (text, tools, said) => {
  const answer = await ask(midway, text);
  expect(answer.text).toContain(said);
  expect(answer.tools).toEqual(tools);
});

// Guarantee: a short question goes on from what was answered.
test.each<readonly [string, string, string]>([
  ['who parks on B5 after WN 1828', 'and before?', 'is next before WN 1828'],
  ['move FL 842 to A5', 'any other options?', 'places would be free and allowed'],
  ['move FL 842 to A5', 'where else?', 'places would be free and allowed'],
  ['conflicts this evening', 'how many are on B4?', 'conflicts on B4, 18:00'],
  ['arrivals this evening', 'how many of them are on concourse A?', 'arrivals on Concourse A, 18:00'],
  ['where is FL 842', 'how many are on B4?', 'On B4'],
])('%s – %s', async (before, text, said) => {
  expect((await ask(midway, before, text)).text).toContain(said);
});

// Guarantee: what "I" changed is never what somebody else did.
test('one’s own changes are not those of all', async () => {
  for (const text of ['what did I change?', 'what did I move today', 'what have I changed']) {
    const { text: said } = await ask(midway, text);
    expect(said, text).toMatch(/^(?:Your latest changes|You changed nothing|Nothing was changed)/);
  }
  expect((await ask(midway, 'what do I do now?')).text).toContain('the worst first');
});

// Guarantee: as many are listed as are asked for.
test.each([
  ['the 3 longest stays', 3],
  ['next 5 arrivals', 5],
  ['the two worst conflicts', 2],
])('%s', async (text, count) => {
  const lines = (await ask(midway, text)).text
    .split('\n')
    .filter((line) => line.startsWith('- ') && !line.includes('more'));
  expect(lines).toHaveLength(count);
});
