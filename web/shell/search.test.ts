/** Guarantee: a search finds what has all of its words, in any order, and the best match first. */
import { expect, test } from 'vitest';
import { PlanningCopy } from '../../client/planningCopy.ts';
import { smallPlan } from '../../tests/board/smallPlan.ts';
import { LiveDocument } from '../planning/liveDocument.ts';
import { Scene } from '../timeline/model/scene.ts';
import { search } from './search.ts';

const document = new LiveDocument(new PlanningCopy(smallPlan('p'), 'change'));
const found = (typed: string) => search(typed, document, new Scene(document));
const ids = (typed: string): readonly string[] => (found(typed)?.matches ?? []).map(({ id }) => id);

test('words match in any order and case', () => {
  expect(ids('ek 50')).toEqual(['p-EK50']);
  expect(ids(' 50  EK ')).toEqual(['p-EK50']);
  expect(ids('50 cx')).toEqual([]);
  expect(found('  ')).toBeNull();
});

test('a resource is found by its name, with the operations on it', () => {
  expect(found('A1')).toMatchObject({
    matches: [{ kind: 'resource', id: 'p-A1' }],
    operations: new Set(['p-AZ10', 'p-BA20']),
    resources: new Set(['p-A1']),
  });
  expect(ids('a')).toEqual(['p-A1', 'p-A2', 'p-A3', 'p-A4', 'p-AZ10', 'p-BA20']);
});

test('an id that was drawn is found only as a whole', () => {
  const id = '01A22E6F-2C53-739A-A52A-66B158DB934A';
  const plan = smallPlan('p');
  const operations = plan.operations.map((one) => (one.id === 'p-DL40' ? { ...one, externalId: id } : one));
  const drawn = new LiveDocument(new PlanningCopy({ ...plan, operations }, 'change'));
  const idsIn = (typed: string) => search(typed, drawn, new Scene(drawn))?.matches.map((match) => match.id);
  expect(idsIn('B1')).toEqual(['p-B1']);
  expect(idsIn(id.toLowerCase())).toEqual(['p-DL40']);
  expect(ids('p-dl')).toEqual(['p-DL40']);
});

test('operations are found by their tags, and whole names come before parts of them', () => {
  expect(ids('e')).toEqual(['p-EK50']);
  expect(ids('c').slice(0, 5).toSorted()).toEqual(['p-AZ10', 'p-BA20', 'p-CX30', 'p-DL40', 'p-FR60']);
});
