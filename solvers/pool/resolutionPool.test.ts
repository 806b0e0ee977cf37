import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findConflicts } from '../../engine/conflicts/findConflicts.ts';
import { compile } from '../../engine/instance/compile.ts';
import type { PlacedOperation, PlanEdit } from '../../engine/instance/keptPlan.ts';
import type { DocumentAssignment } from '../../engine/instance/planningDocument.ts';
import { type PlanPiece, piecesOf } from '../../engine/instance/planPieces.ts';
import { analyze } from '../../engine/metrics/analysis.ts';
import { createResolver } from '../../engine/strategies/createResolver.ts';
import type { Strategy } from '../../engine/strategies/strategy.ts';
import { stress } from '../../engine/stress/stress.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { ResolutionPool } from './resolutionPool.ts';

describe('resolution pool', () => {
  const instance = compile(generatePlan({ operations: 1000, resources: 40, days: 2, seed: 3, disrupted: true }));
  const placement = instance.placed;
  const [conflict] = findConflicts(instance, placement);
  let pool: ResolutionPool;
  beforeAll(() => {
    pool = new ResolutionPool({ threads: 1 });
  });
  afterAll(() => pool.close());

  test('a thread returns what the search returns here, posts strategies as they are found, and keeps the snapshot', async () => {
    const options = { maxMoves: 3 };
    const run = { stop: () => false, report: () => {} };
    const expected = createResolver(instance, placement).resolve(conflict.a, options, run);
    for (let i = 0; i < 2; i++) {
      const streamed: Strategy[] = [];
      const resolution = await pool.resolve({
        key: 'plan',
        instance,
        placement,
        part: conflict.a,
        options,
        timeLimitMs: 60_000,
        onStrategy: (strategy) => streamed.push(strategy),
      });
      expect(resolution).toEqual(expected);
      for (const strategy of resolution.strategies) expect(streamed).toContainEqual(strategy);
    }
  });

  test('a cancelled job ends early and frees its thread', async () => {
    const given = new AbortController();
    const running = pool.resolve({
      key: 'plan',
      instance,
      placement,
      part: conflict.a,
      options: { maxMoves: 9, throughConflicts: true, maxStrategies: 50 },
      timeLimitMs: 600_000,
      signal: given.signal,
      onStrategy: () => given.abort(),
    });
    expect((await running).complete).toBe(false);
    expect(
      (await pool.resolve({ key: 'plan', instance, placement, part: conflict.a, options: { maxMoves: 1 } })).complete,
    ).toBe(true);
  });

  test('jobs are answered in the order in which they were requested', async () => {
    const order: number[] = [];
    const jobs = Array.from({ length: 12 }, async (_, i) => {
      await pool.stress({ key: 'plan', instance, placement, samples: 5, seed: i });
      order.push(i);
    });
    await Promise.all(jobs);
    expect(order).toEqual(jobs.map((_, i) => i));
  });

  test('a fault rejects with an error, and its thread continues to work', async () => {
    const none = placement.map(() => -1);
    await expect(pool.resolve({ key: null, instance, placement: none, part: 0 })).rejects.toMatchObject({
      code: 'solver_failed',
    });
    const report = await pool.stress({ key: 'plan', instance, placement, samples: 5, seed: 1 });
    expect(report).toEqual(stress(instance, placement, { samples: 5, seed: 1 }));
  });

  test('a kept plan becomes the wanted version by edits, with others laid over it for one job; what edits cannot do is compiled', async () => {
    const document = generatePlan({ operations: 60, resources: 6, days: 1, seed: 5, disrupted: true });
    const [operation] = document.operations;
    const assignment = document.assignments.find((one) => one.operation === operation.id) ?? null;
    const placed = (resource: string | null): PlacedOperation => ({
      operation,
      assignment: { operation: operation.id, resource, override: true },
    });
    const edit = (after: PlacedOperation): PlanEdit => ({ id: operation.id, before: { operation, assignment }, after });
    const documentWith = (after: PlacedOperation) => ({
      ...document,
      assignments: [
        ...document.assignments.filter((one) => one.operation !== operation.id),
        ...(after.assignment === null ? [] : [after.assignment]),
      ] as DocumentAssignment[],
    });
    const question = { of: 'metrics', window: null } as const;
    const expected = (after: PlacedOperation, baseline = after) => {
      const here = compile(documentWith(after), { baseline: documentWith(baseline).assignments });
      return analyze(here, here.placed, question);
    };
    let sent = 0;
    async function* pieces(): AsyncGenerator<PlanPiece> {
      sent++;
      for (const piece of piecesOf(document)) yield { of: 'document', piece };
    }
    const options = { referenceTime: '2026-01-01T00:00:00Z' };
    const here = { operation, assignment };
    const ask = (version: number, since: readonly PlanEdit[] | null, overlay: readonly PlanEdit[] = []) =>
      pool.analyze({
        key: null,
        pieces,
        options,
        question,
        kept: { key: 'kept', version, ...options, since: () => since, overlay: () => overlay, pieces },
      });
    expect(await ask(1, null)).toEqual(expected(here));
    const [first, second] = document.resources.map(({ id }) => placed(id));
    expect(await ask(2, [edit(first)])).toEqual(expected(first));
    expect(await ask(2, [], [{ ...edit(second), before: first }])).toEqual(expected(second, first));
    expect(await ask(2, [])).toEqual(expected(first));
    // What cannot be laid over the plan is compiled for this job alone, which here has no overlay.
    expect(await ask(2, [], [edit(placed('nowhere'))])).toEqual(expected(here));
    expect([sent, await ask(2, []), sent]).toEqual([2, expected(first), 2]);
    expect(await ask(3, null)).toEqual(expected(here));
    expect(sent).toBe(3);
  });

  test.for([
    { keptMegabytes: 1000, sent: 2 },
    { keptMegabytes: 0.01, sent: 6 },
  ])('two plans that are asked by turns are sent $sent times where threads keep $keptMegabytes MB', async (one) => {
    const document = generatePlan({ operations: 60, resources: 6, days: 1, seed: 5, disrupted: true });
    const small = new ResolutionPool({ threads: 1, keptMegabytes: one.keptMegabytes });
    let sent = 0;
    async function* pieces(): AsyncGenerator<PlanPiece> {
      sent++;
      for (const piece of piecesOf(document)) yield { of: 'document', piece };
    }
    const source = { version: 1, referenceTime: '2026-01-01T00:00:00Z', since: () => [], overlay: () => [], pieces };
    for (const key of ['one', 'other', 'one', 'other', 'one', 'other'])
      await small.analyze({ key: null, pieces, options: {}, question: { of: 'score' }, kept: { ...source, key } });
    await small.close();
    expect(sent).toBe(one.sent);
  });

  test('a thread that ignores its flag is terminated and replaced; its job fails, and jobs that wait start', async () => {
    const recycled: unknown[] = [];
    const stubborn = new ResolutionPool({
      threads: 1,
      worker: new URL('./testing/stubbornWorker.ts', import.meta.url),
      patienceMs: 200,
      onRecycled: (fault) => recycled.push(fault),
    });
    const stuck = stubborn.stress({ key: null, instance, placement, samples: 5, seed: 666, timeLimitMs: 50 });
    const next = stubborn.stress({ key: null, instance, placement, samples: 5, seed: 1 });
    await expect(stuck).rejects.toMatchObject({ code: 'thread_recycled' });
    expect((await next).samples).toBe(5);
    expect(recycled).toHaveLength(1);
    await stubborn.close();
  });

  test('a group with fifty times as many jobs hardly delays another group', async () => {
    const busy = new AbortController();
    const long = Array.from({ length: 50 }, (_, seed) =>
      pool
        .stress({ key: 'plan', instance, placement, samples: 10_000_000, seed, group: 'many', signal: busy.signal })
        .catch(() => {}),
    );
    const startedAt = performance.now();
    await pool.resolve({ key: 'plan', instance, placement, part: conflict.a, options: { maxMoves: 1 }, group: 'few' });
    const elapsedMs = performance.now() - startedAt;
    busy.abort();
    await Promise.all(long);
    // The wait of 50 ms and the start of a thread; each job ahead of it takes half a minute.
    expect(elapsedMs).toBeLessThan(10_000);
  });

  test('a plan sent in pieces is compiled by the thread: it gives the same answer, and its problems reject the job', async () => {
    const document = generatePlan({ operations: 600, resources: 20, days: 2, seed: 4, disrupted: true });
    const here = compile(document);
    const question = { of: 'metrics', window: null } as const;
    let taken = 0;
    async function* pieces(): AsyncGenerator<PlanPiece> {
      taken++;
      for (const piece of piecesOf(document)) yield { of: 'document', piece };
    }
    for (let i = 0; i < 2; i++) {
      const answer = await pool.analyze({ key: 'pieces', pieces, options: {}, question });
      expect(answer).toEqual(analyze(here, here.placed, question));
    }
    expect(taken).toBe(1);
    async function* unsound(): AsyncGenerator<PlanPiece> {
      yield* pieces();
      yield { of: 'document', piece: { assignments: [{ operation: 'nobody', resource: null }] } };
    }
    await expect(pool.analyze({ key: null, pieces: unsound, options: {}, question })).rejects.toMatchObject({
      problems: [{ code: 'unknown_reference' }],
    });
    async function* broken(): AsyncGenerator<PlanPiece> {
      yield* pieces();
      throw new Error('No more.');
    }
    await expect(pool.analyze({ key: null, pieces: broken, options: {}, question })).rejects.toThrow('No more.');
    await expect(pool.analyze({ key: 'pieces', pieces, options: {}, question })).resolves.toBeDefined();
  });
});
