import { expect, test } from 'vitest';
import type { DocumentOperation } from '../../engine/instance/planningDocument.ts';
import { present } from '../../engine/present.ts';
import { ask, midway as readMidway } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';

const midway = await useAgent();

const document = readMidway();
const flights = document.operations.filter(({ isBlocker }) => isBlocker !== true);
const placeOf = new Map(
  present(document.assignments).map(({ operation, resource }) => [operation, present(resource)] as const),
);
const minutesLate = (task: DocumentOperation['inboundTask']): number =>
  Math.round((Date.parse(present(task?.expectedTime)) - Date.parse(present(task?.scheduledTime))) / 60_000);
const average = (all: readonly number[]): number =>
  Math.round((10 * all.reduce((sum, one) => sum + one, 0)) / all.length) / 10;
const share = (part: number, whole: number): string => `${Math.round((1000 * part) / whole) / 10} %`;
const hourOf = (task: DocumentOperation['inboundTask']): string => present(task?.expectedTime).slice(0, 13);

// Guarantee: averages and shares are those of the data, computed here from the document alone.
test('answers averages and shares from the data', async () => {
  const arrivals = flights.map(({ inboundTask }) => minutesLate(inboundTask));
  const late = await ask(midway, 'what is the average delay of arrivals?');
  expect(late.text).toContain(`278 arrivals: on average ${average(arrivals)} min late (median: `);
  const departures = flights.map(({ outboundTask }) => minutesLate(outboundTask));
  const lateDepartures = await ask(midway, 'how late are departures on average?');
  expect(lateDepartures.text).toContain(`278 departures: on average ${average(departures)} min late`);
  const onB = flights.filter(({ id }) => placeOf.get(id)?.startsWith('stand-B') === true);
  const onConcourse = await ask(midway, 'what share of flights is on concourse B?');
  expect(onConcourse.text).toBe(
    `Of 278 operations, ${onB.length} are on Concourse B: ${share(onB.length, flights.length)}.`,
  );
  const wn = flights.filter(({ tags = [] }) => tags.includes('airline-WN'));
  const wnOnB = onB.filter(({ tags = [] }) => tags.includes('airline-WN'));
  const ofAirline = await ask(midway, 'what percentage of WN flights is on concourse B?');
  expect(ofAirline.text).toBe(
    `Of ${wn.length} operations with airline WN, ${wnOnB.length} are on Concourse B: ${share(wnOnB.length, wn.length)}.`,
  );
  const punctual = arrivals.filter((minutes) => minutes < 15).length;
  expect((await ask(midway, 'punctuality of arrivals')).text).toBe(
    `Of 278 arrivals, ${punctual} are less than 15 min late: ${share(punctual, 278)}.`,
  );
});

// Guarantee: stays are longer or shorter than a time, and not as long.
test('lists long and short stays from the data', async () => {
  const stayOf = ({ inboundTask, outboundTask }: DocumentOperation): number =>
    (Date.parse(present(outboundTask?.expectedTime)) - Date.parse(present(inboundTask?.expectedTime))) / 60_000;
  const long = flights.filter((flight) => stayOf(flight) > 300).length;
  for (const text of ['which flights stay longer than 5 hours?', 'flights longer than 5 h on the ground'])
    expect((await ask(midway, text)).text).toContain(`${long} operations stay longer than 5 h:`);
  const short = flights.filter((flight) => stayOf(flight) < 40).length;
  expect((await ask(midway, 'turnarounds under 40 minutes')).text).toContain(
    `${short} operations stay shorter than 40 min:`,
  );
  const onB = flights.filter(
    (flight) => placeOf.get(flight.id)?.startsWith('stand-B') === true && stayOf(flight) > 300,
  );
  const { text } = await ask(midway, 'which flights stay longer than 5 hours?', 'only those on concourse B');
  expect(text).toContain(`${onB.length} operations stay longer than 5 h on Concourse B:`);
});

test('answers the busiest hour from the data', async () => {
  const hours = new Map<string, number>();
  for (const { inboundTask } of flights) {
    hours.set(hourOf(inboundTask), (hours.get(hourOf(inboundTask)) ?? 0) + 1);
  }
  const most = Math.max(...hours.values());
  const answer = await ask(midway, 'what is the peak hour of arrivals?');
  expect(answer.text).toContain(`Most arrivals, ${most}, are in th`);
  const all = await ask(midway, 'how many arrivals per hour?');
  const counted = [...all.text.matchAll(/: (\d+) arrivals?, /g)].map(([, count]) => Number(count));
  expect(counted.filter((count) => count > 0).sort((a, b) => a - b)).toEqual([...hours.values()].sort((a, b) => a - b));
});

test('answers how many are there at once from the data', async () => {
  const there = (at: string): number =>
    flights.filter(
      ({ inboundTask, outboundTask }) =>
        present(inboundTask?.expectedTime) <= at && present(outboundTask?.expectedTime) > at,
    ).length;
  const most = Math.max(...flights.map(({ inboundTask }) => there(present(inboundTask?.expectedTime))));
  const answer = await ask(midway, 'when are the most aircraft on the ground?');
  expect(answer.text).toContain(`At most ${most} operations are there at once, for the first time `);
});

test('answers which place has most operations from the data', async () => {
  const counts = new Map<string, number>();
  for (const { id } of flights) {
    const place = present(placeOf.get(id));
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const answer = await ask(midway, 'which stand has the most flights?');
  const [, first, count] = /\n- (\S+): .*?, (\d+) operations/.exec(answer.text) ?? [];
  expect(Number(count)).toBe(Math.max(...counts.values()));
  expect(counts.get(`stand-${first}`)).toBe(Number(count));
});

// Guarantee: each of these is understood as a planner means it, and answered by the tools that models use.
test.each<readonly [string, readonly string[], string]>([
  ['average delay', ['operation_figures'], '278 arrivals: on average '],
  ['median departure delay on concourse A', ['operation_figures'], ' departures on Concourse A: on average '],
  ['mean delay of WN flights between 14 and 16', ['operation_figures'], ' with airline WN, 14:00–16:00: on average '],
  ['average delay except WN', ['operation_figures'], ', except airline WN: on average '],
  ['total delay', ['operation_figures'], '; sum: '],
  ['average turnaround time on B4', ['operation_figures'], ' operations on B4: a stay of '],
  ['how long do flights stay on average?', ['operation_figures'], '278 operations: a stay of '],
  ['what % of flights is on remote stands?', ['find_operations', 'find_operations'], ' with boarding remote: '],
  ['share of flights more than 30 minutes late', ['find_operations', 'find_operations'], ' late by 30 min or more: '],
  ['what share of departures is late?', ['find_operations', 'find_operations'], ' late by 15 min or more: '],
  ['share of WN flights', ['find_operations', 'find_operations'], ' are with airline WN: '],
  ['what share of flights is unassigned?', ['find_operations', 'find_operations'], '0 are without a place: 0 %.'],
  ['the peak of arrivals this afternoon', ['operation_figures'], 'Most arrivals, 12:00–18:00, '],
  ['most flights at once on concourse A', ['operation_figures'], ' operations on Concourse A are there at once'],
  [
    'which stand on concourse A has the fewest flights?',
    ['resource_use'],
    'on Concourse A, those with fewest operations',
  ],
  ['how many flights arrive on time?', ['find_operations', 'find_operations'], ' less than 15 min late: '],
  ['busiest day of departures', ['operation_figures'], 'Most departures, '],
  ['arrivals per day', ['operation_figures'], 'Arrivals and departures by day:\n- Wed 16 Jan: '],
  ['which day has the most arrivals?', ['operation_figures'], ' are on this day:\n- Thu 17 Jan: '],
  ['busiest hour', ['operation_figures'], 'Most arrivals and departures, '],
  ['when are most departures?', ['operation_figures'], 'Most departures, '],
  ['departures per hour on concourse A', ['operation_figures'], 'Arrivals and departures by hour on Concourse A:\n- '],
  ['which stand is used most?', ['resource_use'], 'Of 42 places, most used, '],
  ['the least used stand on concourse A today', ['resource_use'], ' places on Concourse A, least used, 00:00–'],
  ['utilization of A1', ['resource_use'], 'A1: 30 h 14 min (74 %), 11 operations.'],
  ['how much is concourse A used today?', ['resource_use'], ' on Concourse A are used '],
  ['which stand is used most by WN?', [], 'No place has airline WN.'],
])('%s', async (text, tools, said) => {
  const answer = await ask(midway, text);
  expect(answer.text).toContain(said);
  expect(answer.tools).toEqual(tools);
  expect(answer.proposals).toEqual([]);
});

// Guarantee: figures that no tool has are not answered by others.
test.each([
  'average of the average',
  'what is the average score?',
  'what share of conflicts is on B4?',
  'average number of conflicts',
  'average delay of the worst',
  'which airline is used most?',
])('%s', async (text) => {
  const answer = await ask(midway, text);
  expect(answer.text).toContain('I did not understand that');
  expect(answer.tools).toEqual([]);
});
