import { expect, test } from 'vitest';
import { isRecord } from '../../engine/recordOf.ts';
import { ask, midway as readMidway } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';

const midway = await useAgent();
const { operations } = readMidway();

const idsWith = (member: string, code: string): string[] =>
  operations.flatMap(({ id, metadata }) => (isRecord(metadata) && metadata[member] === code ? [id] : [])).sort();

// Guarantee: the places where flights come from and go to are those of the metadata of their file.
test('lists and counts the flights of a route', async () => {
  const from = idsWith('origin_code', 'DEN').length;
  const to = idsWith('destination_code', 'DEN').length;
  expect((await ask(midway, 'how many flights from DEN?')).text).toContain(`${from} operations with origin DEN:`);
  expect((await ask(midway, 'which flights go to den')).text).toContain(`${to} operations with destination DEN:`);
  expect((await ask(midway, 'average delay of arrivals from DEN')).text).toContain(`${from} arrivals with origin DEN`);
  expect((await ask(midway, 'which origin has the most arrivals?')).text).toContain(`DEN has the most arrivals`);
});

test('delays all flights of an origin, and no other', async () => {
  const { proposals } = await ask(midway, 'delay everything from DEN by 20 minutes');
  expect(proposals.flatMap(({ moves }) => moves.map(({ operation }) => operation)).toSorted()).toEqual(
    idsWith('origin_code', 'DEN'),
  );
});

// Guarantee: words and times that are also codes of places are words and times, unless they are written as codes.
test('reads codes only where a route can be meant', async () => {
  expect((await ask(midway, 'conflicts from Sat to Sun')).text).toContain('Sat 19 Jan 00:00–Mon 21 Jan 00:00');
  expect((await ask(midway, 'how many flights today?')).text).not.toContain('destination');
  expect((await ask(midway, 'DEN arrivals')).text).toContain('Which tag do you mean by "DEN"?');
  expect((await ask(midway, 'flights from ZQZ')).text).toContain('"ZQZ"');
});
