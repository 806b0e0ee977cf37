import { expect, test } from 'vitest';
import { ALL_ROWS } from '../../schedule/records/page.ts';
import { ask } from '../testing/openAgent.ts';
import { useAgent } from '../testing/useAgent.ts';

const midway = await useAgent();

const isOnB = (resource: string): boolean => resource.startsWith('stand-B');

const conflictsOf = async () => {
  const { test: opened, scope, planning } = midway;
  const { items } = await opened.schedule.listConflicts(scope, planning, { start: null, end: null, ...ALL_ROWS });
  return items;
};

// Guarantee: conflicts that are to be left out, and no others, are left out, however that is said.
test.each([
  'conflicts except those of B-stands',
  'conflicts except B stands',
  'conflicts except those on concourse B',
  'all conflicts apart from the B gates',
  'conflicts not on concourse B',
  'conflicts outside concourse B',
  'which conflicts are there other than on concourse B?',
])('%s', async (text) => {
  const all = await conflictsOf();
  const wanted = all.filter(({ resource }) => !isOnB(resource));
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.length).toBeLessThan(all.length);
  const answer = await ask(midway, text);
  expect(answer.text).toContain(`${wanted.length} conflicts, except Concourse B`);
  expect(answer.proposals).toEqual([]);
});

test.each(['conflicts without WN 807', 'conflicts except those of WN 807', 'conflicts but not WN 807'])(
  '%s',
  async (text) => {
    const [operation] = await midway.test.schedule.searchOperations(midway.scope, midway.planning, 'WN807/WN103');
    const wanted = (await conflictsOf()).filter(({ operations }) => !operations.includes(operation.id));
    expect((await ask(midway, text)).text).toContain(`${wanted.length} conflicts, except WN 807 / WN 103`);
  },
);

test('a list of conflicts leaves out more in a second message, and one of them is resolved without it', async () => {
  const listed = await ask(midway, 'conflicts tonight', 'except concourse B');
  expect(listed.text).toBe((await ask(midway, 'conflicts tonight except concourse B')).text);
  const resolved = await ask(midway, 'resolve the first conflict except those on concourse B');
  const first = (await conflictsOf()).find(({ resource }) => !isOnB(resource));
  expect(resolved.lines).toContainEqual(
    expect.objectContaining({
      type: 'tool_call',
      name: 'list_conflicts',
      arguments: expect.objectContaining({ except: { locations: [expect.any(String)] } }),
    }),
  );
  expect(resolved.text).toContain(`on ${first!.resource.replace('stand-', '')}`);
});

// Guarantee: the whole is not resolved where a part was left out, and a name that is unknown leaves nothing out.
test.each<readonly [string, string]>([
  ['resolve all conflicts except those on concourse B', 'except Concourse B'],
  ['conflicts except Z-stands', 'I know no operation called "Z-stands"'],
  ['conflicts except', 'I did not understand that'],
  ['conflicts not', 'I did not understand that'],
])('%s', async (text, said) => {
  const answer = await ask(midway, text);
  expect(answer.text).toContain(said);
  expect(answer.tools).not.toContain('start_optimization');
});
