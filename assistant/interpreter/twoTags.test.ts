import { expect, test } from 'vitest';
import { present } from '../../engine/present.ts';
import { ask, midway as readMidway } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';

const midway = await useAgent();

const { operations, resources, assignments } = readMidway();
const placeOf = new Map(present(assignments).map(({ operation, resource }) => [operation, resource]));
const idsWith = (...wanted: readonly string[]): string[] =>
  operations.flatMap(({ id, tags = [] }) => (wanted.every((tag) => tags.includes(tag)) ? [id] : [])).sort();
const nightStops = idsWith('airline-FL', 'stay-night-stop');
const onRemote = idsWith('airline-WN').filter((id) => placeOf.get(id)?.startsWith('stand-R') === true);

// Guarantee: two tags of different categories are those of what has both.
test('counts what has both of two tags', async () => {
  expect(nightStops.length).toBeGreaterThan(0);
  const listed = `${nightStops.length} operations with airline FL and stay night-stop:`;
  for (const text of ['how many FL night-stop flights?', 'FL "night-stop" flights'])
    expect((await ask(midway, text)).text).toContain(listed);
  expect((await ask(midway, 'average delay of arrivals of FL night-stops')).text).toContain(
    `${nightStops.length} arrivals with airline FL and stay night-stop:`,
  );
  expect((await ask(midway, 'WN flights on remote stands')).text).toMatch(
    onRemote.length === 0 ? /^There are no operations/ : new RegExp(`^${onRemote.length} operations? with airline WN`),
  );
  const { text } = await ask(midway, 'conflicts of FL night-stop flights');
  expect(text).toContain('with airline FL and stay night-stop');
});

test('proposes for what has both of two tags, and for nothing else', async () => {
  const { proposals } = await ask(midway, 'delay all FL night-stop flights by 20 minutes');
  expect(proposals.flatMap(({ moves }) => moves.map(({ operation }) => operation)).toSorted()).toEqual(nightStops);
});

// Guarantee: of tags of one category, of which nothing has two, each is asked for by itself.
test('answers for each of several tags of one category', async () => {
  for (const text of ['FL and NW flights', 'FL, NW flights', 'flights of NW or FL']) {
    const said = (await ask(midway, text)).text;
    expect(said).toContain('17 operations with airline FL:');
    expect(said).toContain('8 operations with airline NW:');
  }
  expect((await ask(midway, 'WN regional jets')).text).toContain('I did not understand');
});

// Guarantee: a tag is one of places in questions about places, and one of flights in those about flights.
test('reads a tag as one that what is asked for has', async () => {
  const wide = resources.filter(({ tags = [] }) => tags.includes('wide-stand')).length;
  expect((await ask(midway, 'which stands are wide-body stands?')).text).toContain(
    `${wide} places with equipment wide-body`,
  );
  expect((await ask(midway, 'which stands are free between 14 and 15 for a wide-body?')).text).toContain(
    'with equipment wide-body',
  );
  expect((await ask(midway, 'how many wide-bodies are there?')).text).toContain('1 operation with type wide-body');
  expect((await ask(midway, 'remote stands on concourse A')).text).toBe(
    'There is no place with boarding remote on Concourse A.',
  );
});
