import { afterAll, beforeAll, expect, test } from 'vitest';
import { present } from '../../engine/present.ts';
import { ALL_ROWS } from '../../schedule/records/page.ts';
import { ask, midway as readMidway, openAgent, type TestAgent } from '../testing/openAgent.ts';
import { port } from '../testing/port.ts';

let midway: TestAgent;
beforeAll(async () => {
  midway = await openAgent();
});
afterAll(() => midway.close());

const document = readMidway();
const flights = document.operations.filter(({ isBlocker }) => isBlocker !== true);
const airlineOf = new Map(
  flights.map(({ id, tags = [] }) => [id, present(tags.find((tag) => tag.startsWith('airline-'))).slice(8)] as const),
);
type Flight = (typeof flights)[number];
const minutesBetween = (from: string | undefined, to: string | undefined): number =>
  (Date.parse(present(to)) - Date.parse(present(from))) / 60_000;
const stayOf = ({ inboundTask, outboundTask }: Flight): number =>
  minutesBetween(inboundTask?.expectedTime, outboundTask?.expectedTime);
const lateOf = ({ inboundTask }: Flight): number =>
  minutesBetween(inboundTask?.scheduledTime, inboundTask?.expectedTime);
const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

/** The airlines in order of a value of their flights, as `WN 12`. */
const ranked = (valueOf: (own: readonly Flight[]) => number): string[] =>
  [...Map.groupBy(flights, ({ id }) => present(airlineOf.get(id)))]
    .map(([airline, own]) => ({ airline, value: Math.round(valueOf(own)) }))
    .sort((a, b) => b.value - a.value || (a.airline < b.airline ? -1 : 1))
    .map(({ airline, value }) => `${airline} ${value}`);

/** What the tool of an answer ranked, in minutes or pieces. */
const rankedBy = async (text: string) => {
  const { lines } = await ask(midway, text);
  const [result] = lines.flatMap((line) => (line.type === 'tool_result' ? [line.result] : []));
  const { groups } = result as { groups: readonly { tag: { name: string }; value: number }[] };
  return groups.map(({ tag, value }) => `${tag.name} ${Math.round(value)}`);
};

// Guarantee: which airline has the most of something is counted from the data, computed here from the document alone.
test.each([
  ['which airline has the most flights?', (own: readonly Flight[]) => own.length],
  ['busiest carrier', (own: readonly Flight[]) => own.length],
  ['which airline has the longest total ground time?', (own: readonly Flight[]) => sum(own.map(stayOf))],
  ['airline with the longest average turnaround', (own: readonly Flight[]) => sum(own.map(stayOf)) / own.length],
  [
    'which airline has the most late arrivals?',
    (own: readonly Flight[]) => own.filter((one) => Math.round(lateOf(one)) >= 15).length,
  ],
  ['which airline has the most tows?', () => 0],
  ['top 3 airlines by flights', (own: readonly Flight[]) => own.length],
])('%s', async (text, valueOf) => {
  expect(await rankedBy(text)).toEqual(ranked(valueOf));
});

test('counts a conflict between two airlines for both', async () => {
  const { test: schedule, scope, planning } = midway;
  const window = { start: null, end: null, ...ALL_ROWS };
  const { items } = await schedule.schedule.listConflicts(scope, planning, window);
  const { text } = await ask(midway, 'which airline has the most conflicts?');
  const counts = new Map<string, number>();
  for (const { operations } of items)
    for (const airline of new Set(operations.map((id) => airlineOf.get(id) ?? '')))
      counts.set(airline, (counts.get(airline) ?? 0) + 1);
  for (const [airline, count] of counts) if (airline !== '') expect(text).toContain(`\n- ${airline}: ${count}, of `);
  expect(text).toContain(`There are ${items.length} in all; one between two of them counts for both.`);
});

test('ranks within a window and in the other order', async () => {
  const fewest = await ask(midway, 'which airline has the fewest arrivals between 14:00 and 16:00?');
  expect(fewest.text).toMatch(
    /^\(.*\n?.* the fewest arrivals of \d airlines, 14:00–16:00:|^.* the fewest arrivals of \d/,
  );
  const none = await ask(midway, 'which airline has the most unassigned flights?');
  expect(none.text).toBe('No airline has any operations without a place.');
});

test('counts the shifts of a vessel within its call', async () => {
  const at = (hours: number): string => new Date(Date.parse('2008-01-17T00:00:00Z') + 3_600_000 * hours).toISOString();
  const task = (hours: number) => ({
    taskName: 'MSC Irina',
    scheduledTime: at(hours),
    expectedTime: at(hours),
    expectedTimesSource: 'schedule' as const,
  });
  const leg = (id: string, from: number) => ({
    id,
    tags: ['msc'],
    group: 'visit',
    inboundTask: task(from),
    outboundTask: task(from + 6),
  });
  const shifting = await openAgent(() => ({
    ...port,
    groups: [{ id: 'visit', name: 'MSC Irina' }],
    operations: [...port.operations, leg('leg-1', 0), leg('leg-2', 7), leg('leg-3', 14)],
    assignments: [
      ...present(port.assignments),
      ...[1, 2, 2].map((berth, index) => ({
        id: `at-leg-${index + 1}`,
        operation: `leg-${index + 1}`,
        resource: `berth-${berth + 1}`,
      })),
    ],
  }));
  const { text } = await ask(shifting, 'which line has the most shifts?');
  expect(text).toContain('MSC has the most changes of place of 3 lines:\n- MSC: 1, of 6 operations');
  await shifting.close();
});
