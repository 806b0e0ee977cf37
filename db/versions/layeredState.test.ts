/** What a draft reads: the mainline with the draft's rows laid over it. Each rule is shown by its smallest case. */
import { describe, expect, test } from 'vitest';
import { assignmentFields, operationFields, taskFields } from '../testing/samples.ts';
import { asVersion, type Fields, type Kind, type Version } from './entities.ts';
import { Layer } from './layer.ts';
import { LayeredState } from './layeredState.ts';

const DRAFT = 'draft';

/** A row of the mainline; its versionId is `main:<id>`. */
const main = <K extends Kind>(kind: K, id: string, fields: Fields[K], change = 1): Version<K> =>
  asVersion<K>({
    kind,
    id,
    versionId: `main:${id}`,
    workspace: null,
    change,
    base: null,
    tombstone: false,
    validFrom: 0,
    validTo: null,
    createdAt: 0,
    fields,
  });
/** A row of the draft, branched from the mainline's version with that id; `base: null` means that it was created in the draft. */
const own = <K extends Kind>(
  kind: K,
  id: string,
  fields: Fields[K],
  how: Partial<Pick<Version, 'base' | 'tombstone' | 'change'>> = {},
): Version<K> => ({
  ...main(kind, id, fields, 2),
  versionId: `${DRAFT}:${id}`,
  workspace: DRAFT,
  base: `main:${id}`,
  ...how,
});

const layer = (isDraft: boolean, versions: readonly Version[]): Layer =>
  Layer.empty(isDraft).advance(versions.map((version) => ({ version, released: false })));
const draftOver = (mainline: readonly Version[], draft: readonly Version[]): LayeredState =>
  new LayeredState({ key: 1, id: 'p', organization: 'org' }, DRAFT, 2, layer(false, mainline), layer(true, draft));

const shown = (state: LayeredState, kind: Kind): string[] =>
  [...state.all(kind)].map(({ versionId }) => versionId).sort();

const operation = (description = 'as it was') => operationFields({ description });
const inbound = (of: string, time = 1) => taskFields(of, 'inbound', time);

describe('a draft', () => {
  test('shows the mainline where it has no row of its own, and its own row where it has one', () => {
    const state = draftOver(
      [main('operation', 'o1', operation()), main('operation', 'o2', operation())],
      [own('operation', 'o1', operation('changed')), own('operation', 'o3', operation(), { base: null })],
    );
    expect(shown(state, 'operation')).toEqual(['draft:o1', 'draft:o3', 'main:o2']);
    expect(state.count('operation')).toBe(3);
  });

  test('hides what it deleted', () => {
    const state = draftOver(
      [main('operation', 'o1', operation())],
      [own('operation', 'o1', operation(), { tombstone: true })],
    );
    expect([state.get('operation', 'o1'), state.count('operation')]).toEqual([undefined, 0]);
  });

  test('hides what the mainline deleted since, even if the draft had changed it, but keeps what the draft created', () => {
    const state = draftOver(
      [],
      [own('operation', 'o1', operation('changed')), own('operation', 'o2', operation(), { base: null })],
    );
    expect(shown(state, 'operation')).toEqual(['draft:o2']);
  });

  test('has no tasks and no assignment of a deleted operation, whichever layer deleted it and whichever has them', () => {
    const hanging = [main('task', 't', inbound('o')), main('assignment', 'a', assignmentFields('o', 'r'))];
    const deletedHere = draftOver(
      [main('operation', 'o', operation()), ...hanging],
      [own('operation', 'o', operation(), { tombstone: true })],
    );
    const deletedThere = draftOver(
      [],
      [own('task', 't', inbound('o')), own('assignment', 'a', assignmentFields('o', 'r'))],
    );
    for (const state of [deletedHere, deletedThere]) {
      expect([state.get('task', 't'), state.taskOf('o', 'inbound')]).toEqual([undefined, undefined]);
      expect([state.get('assignment', 'a'), state.assignmentOf('o')]).toEqual([undefined, undefined]);
      expect([state.count('task'), state.count('assignment')]).toEqual([0, 0]);
    }
  });

  test('keeps its own assignment if the mainline ended the one below it, because an assignment depends on its operation', () => {
    const state = draftOver(
      [main('operation', 'o', operation())],
      [own('assignment', 'a', assignmentFields('o', 'r'), { base: 'main:ended' })],
    );
    expect(state.assignmentOf('o')?.versionId).toBe('draft:a');
  });

  test("has one assignment of an operation: its own, even with another id than the mainline's", () => {
    const state = draftOver(
      [main('operation', 'o', operation()), main('assignment', 'there', assignmentFields('o', 'r1'))],
      [own('assignment', 'here', assignmentFields('o', 'r2'), { base: 'main:there' })],
    );
    expect(shown(state, 'assignment')).toEqual(['draft:here']);
    expect([state.get('assignment', 'there'), state.get('assignment', 'here')?.versionId]).toEqual([
      undefined,
      'draft:here',
    ]);
  });
});

describe('of two tasks that the layers linked to one role', () => {
  const operations = [main('operation', 'o', operation())];

  test('the draft’s own wins, whenever it was written', () => {
    const state = draftOver(
      [...operations, main('task', 'theirs', inbound('o'), 9)],
      [own('task', 'ours', inbound('o'), { base: null, change: 2 })],
    );
    expect(state.taskOf('o', 'inbound')?.id).toBe('ours');
  });

  test('of two of its own, the later one wins, then the one with the larger id', () => {
    const made = (id: string, change: number) => own('task', id, inbound('o'), { base: null, change });
    expect(draftOver(operations, [made('a', 3), made('b', 2)]).taskOf('o', 'inbound')?.id).toBe('a');
    expect(draftOver(operations, [made('a', 3), made('b', 3)]).taskOf('o', 'inbound')?.id).toBe('b');
  });

  test('one that the draft unlinked is not shown', () => {
    const state = draftOver(
      [...operations, main('task', 't', inbound('o'))],
      [own('task', 't', taskFields(null, null, 1))],
    );
    expect([state.taskOf('o', 'inbound'), state.get('task', 't')?.versionId]).toEqual([undefined, 'draft:t']);
  });
});
