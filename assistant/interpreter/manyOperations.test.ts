import { expect, test } from 'vitest';
import type { DocumentOperation, PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { present } from '../../engine/present.ts';
import { type Answer, ask, midway, type TestAgent } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';
import { port } from '../testing/port.ts';

const airport = await useAgent();
const quay = await useAgent(() => port);

const document: PlanningDocument = midway();
const placeOf = new Map(document.assignments.map(({ operation, resource }) => [operation, resource]));

interface Wanted {
  readonly airline?: string;
  readonly place?: string;
  /** When it arrives, in hours of 17 January in Chicago. */
  readonly arrives?: readonly [number, number];
  readonly not?: readonly string[];
}

/** The ids of operations, from the document alone. */
const idsOf = ({ airline, place, arrives, not = [] }: Wanted): string[] =>
  document.operations
    .filter(({ isBlocker }) => isBlocker !== true)
    .filter(({ tags = [] }) => airline === undefined || tags.includes(`airline-${airline}`))
    .filter(({ id }) => place === undefined || placeOf.get(id) === `stand-${place}`)
    .filter(({ inboundTask }) => {
      const at = Date.parse(present(inboundTask?.expectedTime));
      const [from, to] = (arrives ?? []).map((hour) => Date.parse('2008-01-17T06:00:00Z') + hour * 3_600_000);
      return from === undefined || to === undefined || (at >= from && at < to);
    })
    .filter(({ externalId }) => !not.includes(externalId ?? ''))
    .map(({ id }: DocumentOperation) => id)
    .sort();

const movedBy = ({ proposals }: Answer) =>
  proposals
    .flatMap(({ moves }) => moves)
    .map(({ kind, operation, toResource, delaySeconds }) => ({ kind, operation, toResource, delaySeconds }));

// Guarantee: a request for all of several operations is a proposal for exactly those, and for nothing else.
test.each<readonly [string, Wanted, number]>([
  ['delay all FL flights by 20 minutes', { airline: 'FL' }, 20],
  ['hold the FL flights for a quarter of an hour please', { airline: 'FL' }, 15],
  ['delay all FL flights on A1 by 20 min', { airline: 'FL', place: 'A1' }, 20],
  ['delay everything on B4 after 17:00 by half an hour', { place: 'B4', arrives: [17, 24] }, 30],
  ['push every flight on stand B4 between 14 and 16 back by 5 minutes', { place: 'B4', arrives: [14, 16] }, 5],
  ['delay all arrivals between 14 and 15 by 10 minutes', { arrives: [14, 15] }, 10],
  ['delay all FL flights except FL35/FL837 by 20 minutes', { airline: 'FL', not: ['FL35/FL837'] }, 20],
  [
    'delay all FL flights by 20 min but not FL35/FL837 and FL870/FL870',
    { airline: 'FL', not: ['FL35/FL837', 'FL870/FL870'] },
    20,
  ],
])('%s', async (text, wanted, minutes) => {
  const moves = movedBy(await ask(airport, text));
  expect(moves.map(({ operation }) => operation).toSorted()).toEqual(idsOf(wanted));
  const held = { kind: 'delay', delaySeconds: minutes * 60 };
  expect(moves.map(({ kind, delaySeconds }) => ({ kind, delaySeconds }))).toEqual(moves.map(() => held));
});

/** Operations and their new places, in the order of their names. */
const placed = async (agent: TestAgent, ...texts: readonly string[]): Promise<string[]> =>
  movedBy(await ask(agent, ...texts))
    .map(({ operation, toResource }) => `${operation} ${toResource ?? 'nowhere'}`)
    .toSorted();

const TO_BERTH_2 = ['call-601 berth-2', 'call-602 berth-2', 'call-603 berth-2', 'call-604 berth-2'];
const NOT_MSC = ['call-604 berth-2'];
const NOT_MAERSK = TO_BERTH_2.slice(0, 3);

// Guarantee: what is left out of a request stays where it is, however it is left out.
test.each<readonly [readonly string[], readonly string[]]>([
  [['move everything from berth 1 to berth 2'], TO_BERTH_2],
  [['move everything from berth 1 to berth 2 except Maersk Elba'], NOT_MAERSK],
  [['move everything but Maersk Elba from berth 1 to berth 2'], NOT_MAERSK],
  [['move all but the Maersk calls from berth 1 to berth 2, please'], NOT_MAERSK],
  [['please move everything except for call 604 from berth 1 onto berth 2'], NOT_MAERSK],
  [['move all from berth 1 to berth 2 excluding the MSC ones'], NOT_MSC],
  [['move all but MSC Irina from berth 1 to berth 2'], NOT_MSC],
  [['move all calls other than call 601, call 602 and call 603 from berth 1 to berth 2'], NOT_MSC],
  [['move all Maersk calls from berth 1 to berth 2'], NOT_MSC],
  [['move the MSC calls on berth 1 to berth 2'], NOT_MAERSK],
  [['move all MSC calls except call 602 from berth 1 to berth 2'], ['call-601 berth-2', 'call-603 berth-2']],
  [['move everything from berth 1 to berth 2', 'except the Maersk calls'], NOT_MAERSK],
  [['unassign all Maersk calls'], ['call-604 nowhere']],
  [['unassign everything on berth 1 from Friday to Sunday but call 602'], ['call-604 nowhere']],
])('%j', async (texts, moves) => {
  expect(await placed(quay, ...texts)).toEqual(moves);
});

// Guarantee: several names with one verb are one request for each of them.
test.each<readonly [string, readonly string[]]>([
  ['move call 601 and call 603 to berth 2', ['call-601 berth-2', 'call-603 berth-2']],
  [
    'please move call 601, call 602 and the call 604 onto berth 2',
    ['call-601 berth-2', 'call-602 berth-2', 'call-604 berth-2'],
  ],
  ['unassign call 601, call 604', ['call-601 nowhere', 'call-604 nowhere']],
  ['take call 601 and call 604 off berth 1', ['call-601 nowhere', 'call-604 nowhere']],
])('%s', async (text, moves) => {
  expect(await placed(quay, text)).toEqual(moves);
});

test('holds each of several operations', async () => {
  const moves = movedBy(await ask(quay, 'delay call 601, Ever Fit and call 604 by 2 hours'));
  expect(moves).toMatchObject(
    ['call-601', 'call-607', 'call-604'].map((operation) => ({ kind: 'delay', operation, delaySeconds: 7200 })),
  );
});

test('asks which of several operations is meant, and goes on with the answer', async () => {
  const text = 'move call 601 and MSC Irina to berth 3';
  expect((await ask(quay, text)).text).toContain('Which operation do you mean by "MSC Irina"?\n1. MSC Irina (601)');
  expect(await placed(quay, text, '2')).toEqual(['call-601 berth-3', 'call-602 berth-3']);
});

// Guarantee: a location is cleared of what is on all of its places, and what is moved does not go to another of them.
const FROM = Date.parse('2008-01-17T14:00:00-06:00');
const TO = Date.parse('2008-01-17T15:00:00-06:00');
const onConcourse = (place: string | null | undefined): boolean => place?.startsWith('stand-B') === true;
test.each([
  'close concourse B from 14 to 15',
  'concourse B must be empty from 14:00 until 15:00',
  'move everything off concourse B between 2pm and 3pm',
])('%s', async (text) => {
  const answer = await ask(airport, text);
  const moves = movedBy(answer);
  const there = document.operations
    .filter(({ id, isBlocker }) => isBlocker !== true && onConcourse(placeOf.get(id)))
    .filter(({ inboundTask, outboundTask }) => {
      const [arrival, departure] = [inboundTask, outboundTask].map((task) => Date.parse(present(task?.expectedTime)));
      return present(arrival) < TO && present(departure) > FROM;
    })
    .map(({ id }) => id);
  expect(answer.text).toMatch(/^To clear Concourse B, 14:00–15:00 I propose/);
  expect(there.length).toBeGreaterThan(20);
  expect(moves.filter(({ operation }) => !there.includes(operation))).toEqual([]);
  expect(moves.filter(({ toResource }) => onConcourse(toResource))).toEqual([]);
  const [, staying = ''] = answer.text.split('These would have to stay:');
  expect(moves.length + (staying.match(/^- /gm)?.length ?? 0)).toBe(there.length);
});

const isBoeing = ({ description }: DocumentOperation): boolean => description?.startsWith('Boeing 757') === true;

// Guarantee: a kind of aircraft in the plural is all of that kind, and a duration remains one.
test('knows kinds of aircraft in the plural', async () => {
  const all = document.operations.filter(isBoeing);
  expect(all.length).toBeGreaterThan(1);
  for (const text of ['how many 757s', 'list all 757s', 'where are the Boeing 757s?'])
    expect((await ask(airport, text)).text).toMatch(new RegExp(`^${all.length} operations of "Boeing 757"`));
  const [one] = all;
  const place = placeOf.get(present(one).id)?.replace('stand-', '');
  const moved = movedBy(await ask(airport, `delay all 757s on ${place} by 10 minutes`));
  const there = all.filter(({ id }) => placeOf.get(id) === `stand-${place}`);
  expect(moved.map(({ operation }) => operation).sort()).toEqual(there.map(({ id }) => id).sort());
  expect((await ask(airport, 'which A320s are on concourse A tonight?')).text).toContain('of "A320"');
  expect((await ask(airport, 'which 999s are on concourse A tonight?')).text).toContain('both an end and a duration');
  const late = await ask(airport, 'what if WN 807 is 757 seconds late?');
  expect(late.text).toContain('13 min later');
});

// Guarantee: how long something is to be free within a time counts, and where only one of both can be meant, that is asked.
test('takes a duration beside a window for a time within it', async () => {
  const stands = await ask(airport, 'which stands are free for 2 hours between 14:00 and 18:00?');
  const all = await ask(airport, 'which stands are free from 14:00 to 18:00?');
  const countIn = ({ text }: Answer): number => Number(/^(\d+) places/.exec(text)?.[1]);
  expect(stands.text).toContain(' are free for 2 h, 14:00–18:00: ');
  expect(countIn(stands)).toBeGreaterThan(countIn(all));
  expect((await ask(airport, 'is B4 free for 40 minutes between 16:00 and 18:00?')).text).toContain(
    'B4 is next free 16:29–17:18 (49 min)',
  );
  expect((await ask(airport, 'is B4 free for 90 minutes between 16:00 and 18:00?')).text).toContain(
    'B4 is not free for 1 h 30 min',
  );
  for (const text of ['close B4 between 14 and 18 for 1 hour', 'what if B4 is closed tonight for 2 hours?']) {
    const answer = await ask(airport, text);
    expect(answer.text).toContain('both an end and a duration');
    expect(answer.proposals).toEqual([]);
  }
  expect((await ask(airport, 'close B4 between 14 and 18 for 4 hours')).text).toContain('To clear B4, 14:00–18:00');
});

const onConcourseA = (place: string | null | undefined): boolean => place?.startsWith('stand-A') === true;

// Guarantee: what goes into a location goes to its places, each without a new conflict, and nothing else moves.
test.each<readonly [string, readonly string[]]>([
  ['move everything off concourse B to concourse A between 2pm and 3pm', []],
  ['move everything from the B stands to concourse A between 14 and 15', []],
  ['move all WN flights to concourse A from concourse B between 14 and 15', []],
  ['clear concourse B into concourse A from 14 to 15', []],
  ['move everything from B4 to concourse A', ['B4']],
  ['move everything from B4 to the A gates', ['B4']],
])('%s', async (text, [only]) => {
  const answer = await ask(airport, text);
  const moves = movedBy(answer);
  const isWanted = (place: string | undefined): boolean =>
    only === undefined ? onConcourse(place) : place === `stand-${only}`;
  expect(moves.length).toBeGreaterThan(0);
  expect(moves.filter(({ operation }) => !isWanted(placeOf.get(operation) ?? undefined))).toEqual([]);
  expect(moves.filter(({ toResource }) => !onConcourseA(toResource))).toEqual([]);
  expect(answer.text).toContain(' to Concourse A');
  expect(answer.text).toContain('No new conflict');
});

// Guarantee: what several named operations are supposed to be is supposed of each of them, and of no other.
test.each(['what if WN 807 and WN 26 are 30 minutes late?', 'if WN 807, WN 26 are 30 late'])('%s', async (text) => {
  const answer = await ask(airport, text);
  const ids = document.operations.flatMap(({ id, externalId = '' }) =>
    ['WN807/WN103', 'WN26/WN470'].includes(externalId ?? '') ? [id] : [],
  );
  expect(ids).toHaveLength(2);
  const [call] = answer.lines.filter((line) => line.type === 'tool_call');
  const { times } = present(call).arguments as { times: { operation: string; lateMinutes: number }[] };
  expect(times.map(({ operation }) => operation).sort()).toEqual(ids.sort());
  expect(times.map(({ lateMinutes }) => lateMinutes)).toEqual([30, 30]);
  expect(answer.text).toContain('If WN 807 / WN 103 and WN 26 / WN 470 are 30 min later than expected now: ');
  expect(answer.proposals).toEqual([]);
});

test.each([
  ['what if WN 807 and WN 807 are 30 minutes late?', 'name an operation twice'],
  ['what if WN 807 or WN 26 are 30 minutes late?', 'I did not understand that'],
  ['what if WN 807 and B4 are 30 minutes late?', 'I did not understand that'],
  ['what if WN 807 and WN 26 are not 30 minutes late?', 'I did not understand that'],
])('%s', async (text, said) => {
  const answer = await ask(airport, text);
  expect(answer.text).toContain(said);
  expect(answer.proposals).toEqual([]);
});

test('moves what is somewhere at a moment, and nothing that comes later', async () => {
  const answer = await ask(airport, 'move all WN flights on B12 at 17:50 to B20');
  expect(answer.text).toContain('from B12 at 17:50 to B20');
  expect(movedBy(answer).map(({ operation }) => operation)).toEqual(['N466WN.1']);
  const freed = await ask(airport, 'free B12 at 17:50');
  expect(freed.text).toContain('To clear B12, 17:50–Fri 18 Jan 00:00');
});

test('moves everything of a location to one place, even if that makes conflicts', async () => {
  const answer = await ask(airport, 'move everything off concourse B to A12 between 14 and 15');
  const moves = movedBy(answer);
  expect(moves.length).toBeGreaterThan(1);
  expect(moves.filter(({ operation }) => !onConcourse(placeOf.get(operation)))).toEqual([]);
  expect(new Set(moves.map(({ toResource }) => toResource))).toEqual(new Set(['stand-A12']));
  expect(answer.text).toContain('new conflict');
});

// Guarantee: what cannot be left out, or could mean fewer or other operations, is not passed over.
test.each<readonly [string, string]>([
  ['move everything from berth 1 to berth 2 except Ever Fit', 'Ever Fit is not on Berth 1 then'],
  ['move everything from berth 1 to berth 3 except berth 2', 'Berth 2 is not on Berth 1 then'],
  ['move everything from berth 1 to berth 2 except Ever Fot', 'I know nothing called "Fot"'],
  ['move everything from berth 1 not to berth 2', 'I did not understand that'],
  ['move everything from berth 1 to a deep berth', 'I did not understand that'],
  ['move everything with problems from berth 1 to berth 2', 'I did not understand that'],
  ['do not move everything from berth 1 to berth 2', 'I did not understand that'],
  ['should I move everything from berth 1 to the quay?', 'I did not understand that'],
  ['move everything from berth 1 not to the quay', 'I did not understand that'],
  ['move everything from berth 1 to the key', 'I did not understand that'],
  ['delay all MSC calls except Ever Fit by 2 hours', 'Ever Fit is none of these operations'],
  ['delay all MSC calls except those on berth 3 by 2 hours', 'Berth 3 is none of these operations'],
  ['delay all but 601', 'I did not understand that'],
  ['delay all MSC calls until 14:00', 'I did not understand that'],
  ['delay all MSC departures by 2 hours', 'I did not understand that'],
  ['delay all calls at 10:00 by 1 hour', 'from when until when'],
  ['delay all one calls by 2 hours', 'Which operation do you mean by "one"?'],
  ['delay all at calls by 2 hours', 'I did not understand that'],
  ['delay call 601 and everything on berth 1 by 2 hours', 'I did not understand that'],
  ['unassign call 607 and everything on berth 1', 'I did not understand that'],
  ['close berth 1 and Maersk on Friday', 'I did not understand that'],
  ['delay all of them by 2 hours', 'I did not understand that'],
  ['delay all calls there by 2 hours', 'Which stand or berth do you mean by "there"?'],
  ['delay all calls on the quay by 2 hours', 'I did not understand that'],
  ['delay all calls with problems by 2 hours', 'I did not understand that'],
  ["don't delay the MSC calls by 2 hours", 'I did not understand that'],
  ['did you delay all MSC calls by 2 hours?', 'I did not understand that'],
])('proposes nothing: %s', async (text, said) => {
  const answer = await ask(quay, text);
  expect(answer.text).toContain(said);
  expect(answer.proposals).toEqual([]);
});

test('closes a place and a location for the same time', async () => {
  const { text, proposals } = await ask(airport, 'close A1 and concourse B between 14 and 15');
  expect(text).toMatch(/^To clear A1, 14:00–15:00 and Concourse B, 14:00–15:00 I propose/);
  expect(proposals[0]?.explanation).toMatch(/^Clears A1, Concourse B of \d+ operations\.$/);
});

test('says what closing a location would do', async () => {
  const { text, proposals } = await ask(airport, 'what if concourse C is closed from 17 to 20?');
  expect(text).toMatch(/^If Concourse C is closed, 17:00–20:00: 4 operations would go elsewhere\.\n- /);
  expect(proposals).toEqual([]);
});

test('takes a code in capitals for the operator that has it, although it is a word', async () => {
  const moves = movedBy(await ask(quay, 'delay all ONE calls by 2 hours'));
  expect(moves).toMatchObject([{ kind: 'delay', operation: 'call-609', delaySeconds: 7200 }]);
});

test('proposes no more operations at once than a proposal may have', async () => {
  const { text, proposals } = await ask(airport, 'delay all WN flights by 20 minutes');
  expect(text).toContain('Those are 242 operations, and a proposal contains at most 200. So I propose nothing');
  expect(proposals).toEqual([]);
});

test('says which operations are there, but not held, because they arrive before', async () => {
  const { text } = await ask(airport, 'delay everything on B4 between 14 and 16 by 5 minutes');
  expect(text).toContain('These are there then, but arrive before, so they stay as they are:\n- WN 1374');
});

// Guarantee: questions about all operations of one operator, whether it is known by a tag, by the names of vessels or by an uploaded file, and about
// what one of several operations has most of, are answered from the planning.
test.each<readonly [string, string]>([
  ['Maersk calls', '3 operations with line Maersk:\n- Maersk Elba, Fri 18 Jan 06:00'],
  ['which MSC calls are there on Saturday?', '1 operation with line MSC'],
  ['Evergreen calls', '1 operation of "Evergreen":\n- Ever Fit'],
  ['calls operated by Evergreen', '1 operation of "Evergreen":\n- Ever Fit'],
  ['Ever calls', '1 operation of "Ever":\n- Ever Fit'],
  ['Everg calls', 'I know no operation called "Everg"'],
  ['what does Evergreen have on 24 January', '1 operation of "Evergreen"'],
  ['when is the next Evergreen arrival?', 'The next arrival of "Evergreen" is Ever Fit'],
  ['calls except Maersk and MSC', '3 operations, except line Maersk, line MSC:\n- Hamburg Bridge'],
  ['ONE calls', '1 operation with line ONE:\n- Hamburg Bridge'],
  ['deep berths', '1 place with depth deep: Berth 3'],
  [
    'what if all Maersk calls are 20 hours late?',
    'If 3 operations with line Maersk are 20 h later than expected now: ',
  ],
  ['all MSC calls on berth 1 are late by 30 minutes', 'If 3 operations with line MSC on Berth 1 are 30 min later'],
  [
    'suppose everything on berth 1 except MSC is 1 hour late',
    'If 1 operation on Berth 1, except line MSC is 1 h later',
  ],
  ['are all MSC calls 1 hour late?', 'No operation is late by 1 h or more with line MSC.'],
  ['which vessels are not on berth 1?', '5 operations, except Berth 1:\n- Maersk Utah'],
  [
    'what is the longest call?',
    'The longest stay is that of 2 operations:\n- MSC Irina, Sat 19 Jan 06:00–Sun 20 Jan 12:00, Berth 1: 30 h',
  ],
  [
    'which Maersk call is the longest',
    'The longest stay with line Maersk: Maersk Elba, Mon 21 Jan 14:00–Tue 22 Jan 14:00, no place: 24 h.',
  ],
  ['longest stay on berth 1 except MSC', 'The longest stay on Berth 1, except line MSC: Maersk Elba, Fri 18 Jan'],
  ['which turnaround is the shortest?', 'The shortest stay: Ever Fit'],
  ['who stays longest on berth 3', 'There is no operation on Berth 3.'],
  ['the latest arrival', 'The last arrival: Evergale'],
  ['first Maersk arrival', 'The first arrival with line Maersk: Maersk Elba, Fri 18 Jan 06:00'],
  ['last departure on berth 1', 'The last departure on Berth 1: MSC Irina, Tue 22 Jan 06:00'],
  ['first call on Saturday', 'The first arrival, Sat 19 Jan 00:00–Sun 20 Jan 00:00: MSC Irina, Sat 19 Jan 06:00'],
  ['last MSC vessel', 'The last arrival with line MSC: MSC Irina, Tue 22 Jan 06:00'],
  ['earliest departure after Monday', 'I did not understand that'],
  ['most delayed vessel', 'No operation is late.'],
  ['longest vessel', 'I did not understand that'],
  ['which berth is the longest?', 'I did not understand that'],
  ['which call is not the longest?', 'I did not understand that'],
  ['the last but one arrival', 'I did not understand that'],
])('%s', async (text, said) => {
  const answer = await ask(quay, text);
  expect(answer.text).toContain(said);
  expect(answer.proposals).toEqual([]);
});

test('finds the extremes that the planning has', async () => {
  const stays = document.operations
    .filter(({ id, isBlocker }) => isBlocker !== true && placeOf.get(id) === 'stand-B4')
    .map(({ inboundTask, outboundTask }) => ({
      name: present(inboundTask).taskName,
      minutes:
        (Date.parse(present(outboundTask?.expectedTime)) - Date.parse(present(inboundTask?.expectedTime))) / 60_000,
    }))
    .toSorted((a, b) => a.minutes - b.minutes);
  expect((await ask(airport, 'shortest stay on B4')).text).toContain(`on B4: ${present(stays[0]).name}`);
  expect((await ask(airport, 'longest turnaround on B4')).text).toContain(`on B4: ${present(stays.at(-1)).name}`);
  expect((await ask(airport, 'which flight has the biggest delay?')).text).toContain(
    'OH 5152 / OH 5333, 14:09–14:34, C2: 3 h 27 min',
  );
});

// Guarantee: "it" is the operation of the request before, also in one sentence, and an operation may be moved and held, but not twice.
test('moves and holds one operation with one proposal', async () => {
  for (const text of [
    'delay WN 1405 by 15 minutes and move it to B20',
    'move WN 1405 to B20, and delay it by 15 minutes',
  ]) {
    const moves = movedBy(await ask(airport, text));
    expect(moves.map(({ kind }) => kind).toSorted()).toEqual(['delay', 'reassign']);
    expect(new Set(moves.map(({ operation }) => operation)).size).toBe(1);
  }
  expect(movedBy(await ask(airport, 'move WN 1405 to B20 and move it to B19'))).toEqual([]);
});
