import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, collect, openAgent, type TestAgent } from '../testing/openAgent.ts';

let midway: TestAgent;
beforeAll(async () => {
  midway = await openAgent();
});
afterAll(() => midway.close());

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
  ['is B4 closed tonight?', ['find_operations'], 'No, B4 is not free'],
  ['when is the next free slot on B4', ['find_operations'], 'It is free'],
  ['which stand is the busiest', ['planning_metrics'], '278 operations'],
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
