import { expect, test } from 'vitest';
import { ask, collect, openAgent } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';

const midway = await useAgent();

// Guarantee: what planners write in a hurry (misspelled, rude, several requests at once, statements) is understood as they mean it. The planning is that
// of interpreter.test.ts.
test.each<readonly [string, readonly string[], string]>([
  ['conflicts between WN 807 and WN 2205?', ['list_conflicts'], '1 conflict between WN 807 / WN 103 and WN 2205'],
  ['is there a conflict between WN 807 and WN 26', ['list_conflicts'], 'There are no conflicts between'],
  ['wich flights are in confilct at B12', ['list_conflicts'], '(I read "wich" as "which".)\n(I read "confilct" as'],
  ['asign WN 807 to B20', ['propose_changes'], '(I read "asign" as "assign".)\nI propose: WN 807'],
  [
    'fix the damn conflict of WN 807, you stupid bot',
    ['list_conflicts', 'resolve_conflict', 'propose_strategy'],
    'I p',
  ],
  ['WN 807 -> B20', ['propose_changes'], 'I propose: WN 807 / WN 103 from B12 to B20'],
  ['WN 807 B20', ['explain_placement'], 'could go to B20'],
  ['move WN 807 to B20 now', ['propose_changes'], 'from B12 to B20'],
  ['WN 807 is 40 minutes late, what now?', ['what_if'], '40 min later than expected now'],
  ['WN 807 lands at 19:00 now', ['what_if'], 'arrives at 19:00'],
  ['new eta of WN 807: 19:00', ['what_if'], 'arrives at 19:00'],
  ['WN 807 needs another stand', ['explain_placement', 'propose_changes'], 'to B15, the best other place'],
  ['B4 is out of service from 14 to 18', ['clear_resource'], 'To clear B4, 14:00–18:00 I propose 5 moves'],
  ['is B4 closed tonight?', ['find_operations'], 'There is no closure on B4, 18:00'],
  ['late arrivals this morning', ['find_operations'], ' arrivals are late by 15 min or more, 06:00–12:00:'],
  [
    'is B4 or A5 free at 13:10?',
    ['find_operations', 'find_operations'],
    'Yes, B4 is free at 13:10.\nYes, A5 is free at',
  ],
  [
    'which of B4 and A5 is free from 18:00 to 20:00',
    ['find_operations', 'find_operations'],
    'No, B4 is not free, 18:00',
  ],
  ['is B4 free or A5 at 13:10', ['find_operations', 'find_operations'], '\nYes, A5 is free at 13:10.'],
  ['which is free at 13:10, B4 or A5?', ['find_operations', 'find_operations'], '\nYes, A5 is free at 13:10.'],
  ['are B4 and A5 both free at 13:10?', ['find_operations', 'find_operations'], '\nYes, A5 is free at 13:10.'],
  ['is A5 occupied now', ['find_operations'], 'Nothing is on A5 at 13:10'],
  [
    'when is the next free slot on B4',
    ['find_operations'],
    'B4 is free 13:10–13:33 (23 min), then 14:22–15:02 (40 min)',
  ],
  ['when is B4 free next?', ['find_operations'], 'then 16:29–17:18 (49 min).'],
  ['how long is B4 free after 15:00?', ['find_operations'], 'B4 is free 15:00–15:02 (2 min), then 16:29–17:18'],
  [
    'when is B12 free for 3 hours',
    ['find_operations'],
    'WN 1606 / WN 2552 is on B12. B12 is next free from Fri 18 Jan 07:48 on.',
  ],
  [
    'which stand has the most conflicts?',
    ['list_conflicts'],
    'B7 has the most conflicts: 11 of 92. Then come B2 9, B1 8,',
  ],
  ['which conflicts have a probability above 50 %?', ['list_conflicts'], '92 conflicts with a probability above 50 %'],
  [
    'conflicts on B4 with a probability of more than 99%',
    ['list_conflicts'],
    '1 conflict with a probability above 99 % on B4',
  ],
  ['close A5 and close B4', ['clear_resource'], 'To clear A5 from now on and B4 from now on I propose 11 moves'],
  ['close B4 from 14 to 18 and close A5', ['clear_resource'], 'To clear B4, 14:00–18:00 and A5 from now on I propose'],
  ['close A5 and B4 from 14 to 18', ['clear_resource'], 'To clear A5, 14:00–18:00 and B4, 14:00–18:00 I propose'],
  [
    'close B3, B4 and A5 between 14 and 18',
    ['clear_resource'],
    'B3, 14:00–18:00 and B4, 14:00–18:00 and A5, 14:00–18:00',
  ],
  [
    'close B4 between 14 and 16 and A5 between 16 and 18',
    ['clear_resource'],
    'To clear B4, 14:00–16:00 and A5, 16:00–18:00 I propose',
  ],
  [
    'B4 and B5 out of service from 14 to 18',
    ['clear_resource'],
    'To clear B4, 14:00–18:00 and B5, 14:00–18:00 I propose',
  ],
  ['B4 u/s until 18:00', ['clear_resource'], 'To clear B4'],
  ['move the flight on B12 at 17:50 to B20', ['propose_changes'], 'I propose: WN 807 / WN 103 from B12 to B20'],
  ['move whatever is on B12 at 17:50 to B20', ['propose_changes'], 'I propose: WN 807 / WN 103 from B12 to B20'],
  ['why is the aircraft that is parked on B12 at 17:50 there?', ['explain_placement'], 'WN 807 / WN 103 is on B12'],
  ['move the flight on B12 at 18:10 to B20', [], 'Which operation do you mean by "flight on B12 at 18:10"?\n1. WN 807'],
  ['move the flight on B12 to B20', [], 'I did not understand that'],
  ['move the flight on A5 at 13:10 to B20', [], 'I did not understand that'],
  ['when does the last aircraft arrive on B4 tonight?', ['find_operations'], 'last arrival on B4'],
  ['do not move the flight on B12 at 17:50 to B20', [], 'I did not understand that'],
  [
    'delay WN 807 by 20 min and WN 26 by 15 min',
    ['propose_changes'],
    'WN 807 / WN 103 is held for 20 min. WN 26 / WN 470 is held for 15 min.',
  ],
  ['delay WN 807 by 20 min and B4 by 15 min', [], 'I did not understand that'],
  ['WN 807 is 20 min late and WN 26 by 15 min', [], 'I did not understand that'],
  ['WN 807 eta', ['find_operations'], 'WN 807 arrives 17:38'],
  ['when does the last aircraft leave B4 tonight?', ['find_operations'], 'last departure on B4'],
  ['assign all unassigned flights', ['find_operations'], 'Every operation has a place already.'],
  ['clear all', [], 'I did not understand that'],
  ['remove everything', [], 'I did not understand that'],
  ['which stands are free on A at 18:00', ['find_resources'], ' on Concourse A are free at 18:00'],
  ['arrivals on B between 14 and 15', ['find_operations'], ' on Concourse B, 14:00–15:00'],
  ['conflicts not on B', ['list_conflicts'], ', except Concourse B'],
  [
    'move WN 807 to any free stand on A',
    ['explain_placement', 'propose_changes'],
    'the best other place on Concourse A',
  ],
  ['what is on a 14', [], 'I did not understand that'],
  ['arrivals on Z between 14 and 15', [], 'I know no'],
  ['any free stand on concourse A at 18:00', ['find_resources'], ' on Concourse A are free at 18:00'],
  ['any empty stands on concourse A at 18:00?', ['find_resources'], ' on Concourse A are free at 18:00'],
  ['free stands on concourse A at 18:00', ['find_resources'], ' on Concourse A are free at 18:00'],
  ['a free gate on concourse A at 18:00', ['find_resources'], ' on Concourse A are free at 18:00'],
  ['could you please free stand B4 from 14 to 18', ['clear_resource'], 'To clear B4, 14:00–18:00'],
  ['free up the B4 gate from 14 to 18', ['clear_resource'], 'To clear B4, 14:00–18:00'],
  ['WN 807 is 40 late', ['what_if'], '40 min later than expected now'],
  ['what if WN 807 is 20 early', ['what_if'], '20 min earlier than expected now'],
  ['is 807 late', [], 'I did not understand that'],
  ['B4 unserviceable until 18:00', ['clear_resource'], 'To clear B4'],
  ['is B4 unserviceable tonight?', ['find_operations'], 'There is no closure on B4, 18:00'],
  ['which stands are closed today?', ['find_operations'], '2 closures, 00:00–Fri 18 Jan 00:00:\n- '],
  ['closures on concourse B', ['find_operations'], ' on Concourse B'],
  ['number of conflicts', ['list_conflicts'], '92 conflicts'],
  ['flights on the ground at 17:00', ['find_operations'], ' operations at 17:00:'],
  ['aircraft on the ground', ['find_operations'], ' at 13:10:'],
  ['which flights are due between 14 and 15', ['find_operations'], '14 arrivals, 14:00–15:00'],
  ['next arrival on B4 after 17:00', ['find_operations'], 'The next arrival on B4 after 17:00 is WN '],
  ['next arrival on B4 between 16:30 and 17:00', ['find_operations'], 'No arrival lies ahead on B4, 16:30–17:00.'],
  ['put WN 807 remote', ['explain_placement', 'propose_changes'], 'the best other place with boarding remote'],
  ["where's WN 807 parked and until when", ['find_operations'], 'is on B12, 17:38–18:25'],
  ['put WN 807 on B20 and WN 26 on B3', ['propose_changes'], 'from B12 to B20. WN 26 / WN 470 from B13 to B3.'],
  ['what is on B4 and B5', ['find_operations', 'find_operations'], '\nOn B5 in the next 24 hours:'],
  ['conflicts on concourse A and B', ['list_conflicts', 'list_conflicts'], ' on Concourse B'],
  ['arrivals on concourse A or B between 14 and 15', ['find_operations', 'find_operations'], ' on Concourse B'],
  [
    'flights arriving in 17 minutes',
    ['find_operations', 'find_operations'],
    'There are no arrivals at 13:27. The next arrival after 13:27 is ',
  ],
  ['departures in the late evening', [], 'I did not understand that'],
  ['delay WN 807 by 0 minutes', [], 'whole minutes, one at least'],
  ['which stand is best for WN 807?', ['explain_placement'], 'would be free and allowed:\n1. '],
  ['which airline is most punctual?', ['rank_groups'], 'the smallest average delay of arrivals'],
  ['how many flights are in port', ['find_operations'], 'operations at 13:10'],
  ['where are WN 807 and WN 26?', ['find_operations', 'find_operations'], '\nWN 26'],
  ['where is WN 807 and is B4 free at 13:10?', ['find_operations', 'find_operations'], '\n\nYes, B4 is free at 13:10.'],
  ['can WN 807 shift to B20?', ['explain_placement'], 'WN 807 / WN 103 could go to B20'],
  ['put WN 807 on B20 instead of B12', ['propose_changes'], 'WN 807 / WN 103 from B12 to B20.'],
  ['how late can WN 807 be before it clashes', ['what_if'], 'WN 807'],
  // conflicts by their probability
  ['conflicts between 20 and 40 %', [], 'I did not understand that'],
  ['conflicts with a probability of at least 99 %', ['list_conflicts'], 'with a probability of at least 99 %'],
  ['conflicts below 50 %', ['list_conflicts'], 'There are no conflicts with a probability below 50 %.'],
  ['conflicts with no more than 50 % probability', ['list_conflicts'], 'with a probability of at most 50 %'],
  ['at least 80 % probable conflicts on B4', ['list_conflicts'], 'with a probability of at least 80 % on B4'],
  ['conflicts of 90 percent or more', ['list_conflicts'], 'with a probability of at least 90 %'],
  // locations, and abbreviations
  ['what is on concourse A at 15:00', ['find_operations'], 'on Concourse A at 15:00'],
  ["what's on concourse A", ['find_operations'], 'on Concourse A at 13:10'],
  ['conflicts on concourse B', ['list_conflicts'], 'conflicts on Concourse B'],
  ['conflicts of FL', ['list_conflicts'], 'conflicts with airline FL'],
  ['which flights does FL have on concourse A', ['find_operations'], 'operations with airline FL on Concourse A'],
  ['is anything free on concourse A at 15:00', ['find_resources'], 'places on Concourse A are free at 15:00'],
  ['arr between 14 and 15 on concourse A', ['find_operations'], 'on Concourse A, 14:00–15:00'],
  ['how many stands are on concourse A', ['find_resources'], '14 places on Concourse A'],
  ['how many flights are on concourse A between 3 and 4 pm', ['find_operations'], 'on Concourse A, 15:00–16:00'],
  ['delayed dep by more than 20 min', ['find_operations'], 'departures are late by 20 min or more'],
  ['flights w/o stand', ['find_operations'], 'Every operation has a place'],
  ['dep between 14 and 15', ['find_operations'], 'departures, 14:00–15:00'],
  ['which a/c are late more than 30 min', ['find_operations'], 'late by 30 min or more'],
  [
    'is there space for WN 807 on concourse A',
    ['explain_placement'],
    'places on Concourse A would be free and allowed',
  ],
  ['where can WN 807 go on concourse A', ['explain_placement'], 'places on Concourse A would be free and allowed'],
  ['move WN 807 to concourse A', ['explain_placement', 'propose_changes'], 'the best other place on Concourse A.'],
  ['STD of WN 807', ['find_operations'], 'WN 103 leaves'],
  ['which flights are on concorse A tonight', ['find_operations'], 'I read "concorse" as "concourse"'],
  ['which stands are free tonight for a 40 m aircraft?', [], 'I know nothing called "40 m" here'],
  ['which gates are free tonight for planes over 40m', [], 'I know nothing called "40m" here'],
  ['which gates are free tonight for 40 m', ['find_resources'], 'free for 40 min, 18:00'],
  ['which departures are more than 90 minutes late?', ['find_operations'], 'late by 1 h 30 min or more'],
  ['which arrivals are more than 90 m late?', ['find_operations'], 'late by 1 h 30 min or more'],
  ['which stand is the busiest', ['resource_use'], 'A1: 30 h 14 min (74 %), 11 operations'],
  ["why can't WN 807 go to B4", ['explain_placement'], 'cannot go to B4'],
  ['why cant WN 807 go to B4', ['explain_placement'], 'cannot go to B4'],
  ['who moved WN 807', ['list_changes'], 'The latest changes of WN 807 / WN 103:\n- '],
  [
    'Move WN 807 to B20, WN 26 onto B3 and delay WN 2205 by 10 minutes please',
    ['propose_changes'],
    'I propose: WN 807 / WN 103 from B12 to B20. WN 26 / WN 470 from B13 to B3. ',
  ],
  [
    'unassign WN 807 and WN 26',
    ['propose_changes'],
    'WN 807 / WN 103 loses its place. WN 26 / WN 470 loses its place.',
  ],
  ['never mind', [], 'Nothing has changed'],
  ['which flights still need a stand?', ['find_operations'], 'Every operation has a place'],
  ['who put WN 807 on B12?', ['list_changes'], 'The latest changes of WN 807'],
  ['is WN 807 on B12?', ['explain_placement'], 'is on B12 already'],
  ["what's the next conflict?", ['list_conflicts'], 'at 13:10'],
  ['why do WN 807 and WN 2205 conflict', ['list_conflicts'], 'overlap 24 min on B12'],
  [
    'resolve the conflict between WN 807 and WN 2205',
    ['list_conflicts', 'resolve_conflict', 'propose_strategy'],
    'I propose',
  ],
])('%s', async (text, tools, said) => {
  const answer = await ask(midway, text);
  expect(answer.text).toContain(said);
  expect(answer.tools).toEqual(tools);
});

// Guarantee: no word that changes the meaning is passed over: what is asked is answered, or it is said why not.
test.each<readonly [string, readonly string[], string]>([
  // what has changed
  ['what changed since 14 January', ['list_changes'], 'Nothing was changed, Mon 14 Jan 00:00–'],
  ['changes since monday', ['list_changes'], 'Nothing was changed, Mon 14 Jan 00:00–'],
  ['what happened since 8 am', ['list_changes'], 'Nothing was changed, 08:00–13:10'],
  ['what changed 3 days ago', ['list_changes'], 'Nothing was changed, Mon 14 Jan 00:00–Tue 15 Jan 00:00'],
  ['what changed at 20:00', ['list_changes'], 'Nothing was changed, Wed 16 Jan 20:00–'],
  ['my changes', ['list_changes'], 'Your latest changes:\n- '],
  ['undo my last change', ['list_changes'], 'Your last change: '],
  ['who changed B12', [], 'not those of a place such as B12'],
  ['did you move WN 807 to B20?', ['list_changes'], 'The latest changes of WN 807'],
  // questions that begin like commands
  ['is anything free on B12 tonight?', ['find_operations'], 'B12 is not free'],
  ['which stand is free for a B777 between 14:00 and 15:30?', [], 'I know no tag called "B777"'],
  ['which stands accept a B777', [], 'I know no operation called "B777"'],
  ['where can I put WN 807', ['explain_placement'], '26 places would be free and allowed'],
  ['yes, move WN 807 to B20', ['propose_changes'], 'I propose: WN 807 / WN 103 from B12 to B20'],
  // times that do not fit, and lengths
  ['could WN 807 go to B20 at 15:00?', [], 'WN 807 / WN 103 is on B12, 17:38–18:25. So it needs no place at 15:00'],
  ['is WN 807 on B20?', ['explain_placement'], 'WN 807 / WN 103 is on B12, 17:38–18:25. WN 807 / WN 103 could go'],
  ['which stands are free for 2 hours from 4 pm', ['find_resources'], 'free, 16:00–18:00: '],
  ['is B12 free for 2 hours', ['find_operations'], 'B12 is not free, 13:10–15:10'],
  ['close A5 for 2 hours from 20:00', ['clear_resource'], 'A5, 20:00–22:00'],
  ['which stands are empty all day', ['find_resources'], 'places are free, 00:00–Fri 18 Jan 00:00: '],
  ['A5 is closed all day tomorrow', ['clear_resource'], 'A5, Fri 18 Jan 00:00–Sat 19 Jan 00:00'],
  ['close A5 at 20:00', ['clear_resource'], 'A5, 20:00–Fri 18 Jan 00:00'],
  ['free B12 by 3 pm', [], 'Is B12 to be free from 15:00 on, or until then?'],
  // places from which it cannot be moved
  ['move WN 807 off B3', [], 'So I cannot move it from B3'],
  ['what if WN 807 moves from A1 to B20', [], 'So I cannot move it from A1'],
  // arrivals and departures
  ['what if WN 807 leaves 30 minutes later', ['what_if'], 'leaves 30 min later than expected now (at 18:55)'],
  ['what if WN 807 leaves at 15:00', ['what_if'], 'WN 807 / WN 103 would leave before it arrives'],
  ['how late can WN 807 leave', ['what_if'], 'may leave up to'],
  ['late departures', ['find_operations'], 'departures are late by 15 min or more'],
  ['flights later than 2 hours', ['find_operations'], 'operations are late by 2 h or more'],
  ['resolve the worst conflict', ['list_conflicts', 'resolve_conflict', 'propose_strategy'], 'I propose'],
  ['status tomorrow', ['planning_metrics'], 'score of the whole plan'],
  // words that are near others, and numbers that are no times
  ['next three departures', ['find_operations'], 'The next 3 departures:'],
  ['which stands are next to B12', [], 'I did not understand that'],
  ['improve the plan by 10 %', [], 'I did not understand that'],
  ['optimize for 5', [], 'I did not understand that'],
  ['arrivals on 30 February', [], 'I did not understand that'],
])('takes every word: %s', async (text, tools, said) => {
  const answer = await ask(midway, text);
  expect(answer.text).toContain(said);
  expect(answer.tools).toEqual(tools);
});

test('resolves the conflict that it lists as the worst', async () => {
  const listed = /first:\n- (.*?) \(/.exec((await ask(midway, 'show the worst conflicts')).text)![1];
  expect((await ask(midway, 'resolve the worst conflict')).text).toContain(listed);
});

// Guarantee: what was done to a planning is dated by the clock, whatever day is planned.
test('knows what changed in the last hour of the clock, also for a planning of another time', async () => {
  const today = { ...midway, agent: midway.with({ clock: Date.now }) };
  const { text } = await ask(today, 'what changed in the last hour?');
  expect(text).toContain('uploaded by you');
  expect(text).not.toContain('I take Thu 17 Jan');
  expect((await ask(midway, 'what changed in the last hour?')).text).toContain('Nothing was changed');
});

test('a what-if that only changes times is seen in lists of conflicts', async () => {
  const { agent, scope, planning } = midway;
  const [record] = await midway.test.schedule.searchOperations(scope, planning, 'WN807/WN103');
  const times = {
    inboundTask: { expectedTime: '2008-01-18T05:00:00Z' },
    outboundTask: { expectedTime: '2008-01-18T05:40:00Z' },
  };
  const virtualState = { assignments: [], operations: [{ id: record.id, ...times }] };
  const signal = new AbortController().signal;
  const messages = [{ role: 'user' as const, content: 'conflicts between WN 807 and WN 2205' }];
  const answer = await collect(await agent.chat({ scope, planning, signal }, { messages, virtualState }));
  expect(answer.text).toContain('There are no conflicts');
});

// Guarantee: the code of an airline is not the plural of a letter that is a tag, too.
test('AS is an airline beside the size A', async () => {
  const airline = { uuid: 'airline-AS', category: 'airline', value: 'AS' };
  const agent = await openAgent((document) => ({ ...document, tags: [...document.tags, airline] }));
  try {
    const answer = await ask(agent, 'how many AS flights are there?');
    expect(answer.text).toContain('There are no operations with airline AS');
  } finally {
    await agent.close();
  }
});
