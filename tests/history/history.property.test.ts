import * as fc from '../properties.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { ALL_ROWS } from '../../schedule/records/page.ts';
import { newScope, openSchedule, organizationOf, type TestSchedule } from '../../schedule/testing/openSchedule.ts';
import type { Scope } from '../../schedule/types.ts';
import { forAll } from './merging.ts';
import { BRANCHES } from './branches.ts';
import { P, perform, rebased } from './commands.ts';
import { foresee, outcomeOf } from './foreseen.ts';
import { type Model, taskAt } from './model.ts';
import {
  expectedDiffs,
  expectedDocument,
  expectedDraftDiff,
  expectedHistory,
  expectedLists,
  readDiffs,
  readDocument,
  readDraftDiff,
  readHistory,
  readLists,
} from './reads.ts';
import { type Step, sequence } from './sequence.ts';
import { start, startDocument } from './start.ts';

const RUNS = Number(process.env['HISTORY_RUNS'] ?? 12);
/** HISTORY_SEED repeats a printed failure. */
const SEED = process.env['HISTORY_SEED'] === undefined ? {} : { seed: Number(process.env['HISTORY_SEED']) };
/** How often each branch was reached; printed with HISTORY_TABLE=1. */
const HITS = new Map<string, number>();

const codeOf = async (attempt: Promise<unknown>): Promise<string | null> => {
  const outcome = await outcomeOf(attempt);
  return 'refused' in outcome ? outcome.refused.code : null;
};

describe.each(testPlaces())('history on $name', (place) => {
  describe.skipIf(place.skipped !== null)('against a model', () => {
    let opened: TestSchedule;
    beforeAll(async () => {
      opened = await openSchedule({}, place);
    });
    afterAll(async () => {
      await opened?.close();
      if (process.env['HISTORY_TABLE'] !== '1') return;
      for (const branch of BRANCHES) console.log(`${String(HITS.get(branch) ?? 0).padStart(8)}  ${branch}`);
    });

    // Guarantee: after any sequence of writes, drafts, rebases, publishes, reverts and deletions, every read at every change in every workspace
    // equals that of a full copy, and every refusal has the reason that the model predicts.
    test('every read at every change in every workspace', { timeout: 600_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(sequence, (steps) => run(opened, steps)),
        { ...SEED, numRuns: RUNS, interruptAfterTimeLimit: 540_000, markInterruptAsFailure: true },
      );
    });
  });
});

async function run(opened: TestSchedule, steps: readonly Step[]): Promise<void> {
  const { schedule } = opened;
  const scope = await newScope(opened);
  const model = start();
  await schedule.importPlanning(scope, organizationOf(scope), startDocument());
  /** Changeset ids of the model's changes, and when they were made. */
  const ids = new Map<number, string>();
  const times = new Map<number, number>();
  const within = (layer: string | null): Scope => ({ ...scope, workspace: layer });
  const readers = (): (string | null)[] => [
    null,
    ...[...model.now.spaces].flatMap(([id, { state }]) => (state === 'ARCHIVED' ? [] : [id])),
  ];
  const learn = async (): Promise<void> => {
    const { store } = opened.ports;
    const located = await store.locate([organizationOf(scope)], 'planning', P);
    if (located.found !== 'one') throw new Error('The planning is there.');
    const news = await store.changesetsAfter(located.planning, ids.size, 100);
    for (const { change, id, workspace, at } of news) {
      ids.set(change, id);
      times.set(change, at);
      expect([change, workspace]).toEqual([change, model.changes[change - 1]?.layer]);
    }
    expect(ids.size).toBe(model.head);
  };
  await learn();
  for (const one of steps) {
    const command = perform(model, one);
    if (command === null) continue;
    const compare = command.dry && (await foresee(schedule, within(command.layer), command.dry));
    const outcome = await outcomeOf(command.run(schedule, within(command.layer), (change) => ids.get(change)!));
    expect('refused' in outcome ? outcome.refused.code : null, JSON.stringify(one)).toBe(command.expected);
    await compare?.(outcome);
    await learn();
    for (const layer of readers())
      expect(await readDocument(schedule, within(layer), null), `${layer} ${one.verb}`).toEqual(
        expectedDocument(model.view(layer)),
      );
  }
  for (const layer of readers()) await everyRead(opened, within(layer), model, ids);
  // Deleting old history must not affect what is kept, or the versions against which drafts are merged.
  const before = times.get(Math.ceil(model.head / 2))!;
  await opened.ports.store.forget(before);
  const forgotten = Math.max(
    0,
    ...[...times].filter(([change, at]) => at < before && change < model.head).map(([change]) => change),
  );
  const isRead = (layer: string | null) => (model.now.spaces.get(layer ?? '')?.published ?? model.head) >= forgotten;
  for (const layer of readers())
    if (isRead(layer)) await everyRead(opened, within(layer), model, ids, forgotten);
    else expect(await codeOf(readDocument(schedule, within(layer), null))).toBe('not_found');
  for (const layer of readers().filter((id) => model.now.spaces.get(id ?? '')?.state === 'DRAFT')) {
    const expected = rebased(model, layer!, forAll('theirs'));
    expect(await codeOf(schedule.rebaseWorkspace(scope, layer!, { strategy: 'theirs' }))).toBe(expected);
    expect(await readDocument(schedule, within(layer), null)).toEqual(expectedDocument(model.view(layer)));
  }
  for (const [branch, count] of model.hits) HITS.set(branch, (HITS.get(branch) ?? 0) + count);
}

/** Operations that have both tasks. */
const windowed = (model: Model, layer: string | null): number => {
  const view = model.view(layer);
  const operations = model.rows(layer, 'operation');
  return operations.filter(({ id }) => taskAt(view, id, 'inbound') && taskAt(view, id, 'outbound')).length;
};

async function everyRead(
  { schedule }: TestSchedule,
  scope: Scope,
  model: Model,
  ids: ReadonlyMap<number, string>,
  forgotten = 0,
): Promise<void> {
  const { workspace } = scope;
  expect(await readLists(schedule, scope)).toEqual(expectedLists(model, workspace));
  for (const { id } of forgotten > 0 ? [] : model.rows(workspace, 'operation')) {
    expect(await readHistory(schedule, scope, id)).toEqual(expectedHistory(model, workspace, id));
  }
  if (workspace !== null && forgotten === 0) {
    expect(await readDraftDiff(schedule, scope, workspace)).toEqual(expectedDraftDiff(model, workspace));
  }
  const metrics = await schedule.metrics(scope, P, { changeId: null, mainline: false, start: null, end: null });
  expect(metrics.operations).toBe(windowed(model, workspace));
  const own = model.changes.filter(({ layer, change }) => layer === workspace && change > forgotten).toReversed();
  const listed = (await schedule.listChangesets(scope, P, ALL_ROWS)).items;
  expect(listed.map(({ id }) => id)).toEqual(own.map(({ change }) => ids.get(change)));
  const space = workspace === null ? undefined : model.now.spaces.get(workspace)!;
  const status = space === undefined ? 'committed' : space.published !== null ? 'published' : 'draft';
  expect(listed.every((changeset) => changeset.status === status)).toBe(true);
  for (const change of model.changes) {
    const id = ids.get(change.change)!;
    if (change.change <= forgotten || (change.layer !== null && change.layer !== workspace)) {
      expect(await codeOf(schedule.getChangeset(scope, P, id))).toBe('not_found');
      continue;
    }
    expect(await readDiffs(schedule, scope, id)).toEqual(expectedDiffs(change));
    // A workspace reads as it was over the mainline at that time; before it was created, as the mainline.
    expect(await readDocument(schedule, scope, id), `${workspace} at ${change.change}`).toEqual(
      expectedDocument(
        model.view(model.snapshots[change.change].spaces.has(workspace ?? '') ? workspace : null, change.change),
      ),
    );
  }
}
