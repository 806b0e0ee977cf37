/** Resolving conflicts over HTTP, in real worker threads. */
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openApp, type TestApp } from '../../api/testing/openApp.ts';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { ScheduleError } from '../../schedule/errors.ts';
import type { Resolutions } from '../../schedule/ports.ts';
import { importSmall } from '../../schedule/testing/openSchedule.ts';
import { ResolutionPool } from '../../solvers/pool/resolutionPool.ts';
import { listenLocally } from '../listenLocally.ts';

interface Strategy {
  rank: number;
  moves: object[];
  score: { delta: number };
  explanation: string;
}

describe.each(testPlaces())('resolution on $name', (place) => {
  describe.skipIf(place.skipped !== null)('over HTTP', () => {
    let pool: ResolutionPool;
    /** If set, replaces the search of the pool. */
    let search: Resolutions['resolve'] | null = null;
    let server: { readonly url: string; close(): void };
    let api: TestApp;
    /** A planning whose o1 and o2 are in conflict on r2. */
    let p: string;

    beforeAll(async () => {
      pool = new ResolutionPool({ threads: 1 });
      const resolutions: Resolutions = {
        resolve: (request) => (search ?? pool.resolve.bind(pool))(request),
        stress: (request) => pool.stress(request),
        explain: (request) => pool.explain(request),
        reasons: (request) => pool.reasons(request),
        analyze: (request) => pool.analyze(request),
        learn: (request) => pool.learn({ ...request, key: null }),
      };
      api = await openApp({ ports: { resolutions }, place });
      const listener = createAdaptorServer({ fetch: api.app.fetch });
      const port = await listenLocally(listener);
      server = { url: `http://127.0.0.1:${port}`, close: () => listener.close() };
    });
    beforeEach(async () => {
      p = await importSmall(api, api.scope);
      for (const name of ['o1', 'o2']) {
        await api.call('POST /v1/assignments/', { body: { operation: `${p}-${name}`, resource: `${p}-r2` } });
      }
    });
    afterAll(async () => {
      expect(api?.failures).toEqual([]);
      server?.close();
      await api?.close();
      await pool?.close();
    });

    const VERBS = ['resolve-conflict', 'resolve-conflict-stream'] as const;
    const ask = (
      body: object = { virtualState: {} },
      { verb = 'resolve-conflict', name = 'o2', part = '0', headers = {} } = {},
    ) => api.call(`POST /v1/operations/${p}-${name}/${verb}/part/${part}/`, { body, headers });
    const strategiesOf = async (): Promise<Strategy[]> => ((await ask()).body as { strategies: Strategy[] }).strategies;
    const apply = (body: object, headers = {}) =>
      api.call(`POST /v1/operations/${p}-o2/apply-strategy/`, { body, headers });
    const pathsOf = ({ body }: { body: unknown }): string[] =>
      (body as { errors: { path: string }[] }).errors.map(({ path }) => path);

    test('the list is ranked, best first, and the same each time', async () => {
      const answer = await ask();
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ operation: `${p}-o2`, complete: true, conflicts: [{ kind: 'overlap' }] });
      const deltas = (await strategiesOf()).map(({ score }) => score.delta);
      expect(deltas).toEqual(deltas.toSorted((a, b) => a - b));
      expect((await ask()).text).toBe(answer.text);
    });

    test('an explanation has the names of operations and resources, and no ids', async () => {
      const [{ moves, explanation }] = await strategiesOf();
      expect(moves).toMatchObject([{ toResource: `${p}-r1` }]);
      expect(explanation).toMatch(/^Move .* in \/ .* out from Stand 2 to Stand 1\./);
      expect(explanation).not.toContain(p);
    });

    test('the stream has a start, strategies that include those of the list, and an end', async () => {
      const answer = await ask({ virtualState: {} }, { verb: 'resolve-conflict-stream' });
      expect(answer.headers.get('Content-Type')).toBe('application/x-ndjson');
      const lines = answer.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { type: string; strategy: Strategy });
      const listed = await strategiesOf();
      expect(lines[0]).toMatchObject({ type: 'start', operation: `${p}-o2` });
      expect(lines.at(-1)).toEqual({ type: 'done', complete: true, strategies: listed.length });
      const told = lines.slice(1, -1).map(({ strategy }) => JSON.stringify(strategy.moves));
      expect(listed.filter(({ moves }) => !told.includes(JSON.stringify(moves)))).toEqual([]);
    });

    describe.each(VERBS)('%s', (verb) => {
      test('needs a virtual state', async () => {
        for (const body of [{}, { parameters: {} }, { virtualState: null }]) {
          const refused = await ask(body, { verb });
          expect([refused.status, pathsOf(refused)]).toEqual([400, ['virtualState']]);
        }
        const odd = await ask({ virtualState: { assignments: [{ operation: 'nobody', resource: null }] } }, { verb });
        expect([odd.status, pathsOf(odd)]).toEqual([400, ['virtualState.assignments.0.operation']]);
      });

      test('limits parameters, and reports all problems at once', async () => {
        const parameters = {
          maxStrategies: 0,
          maxMoves: 13,
          timeLimitMs: 60_001,
          allowDelay: 'yes',
          maxDelaySeconds: -1,
          allowUnassign: 1,
          windowPaddingSeconds: 604_801,
          seed: 1.5,
          throughConflicts: true,
        };
        const refused = await ask({ virtualState: {}, parameters }, { verb });
        expect(refused.status).toBe(400);
        expect(pathsOf(refused).sort()).toEqual(
          Object.keys(parameters)
            .map((name) => `parameters.${name}`)
            .sort(),
        );
      });

      test('respects its parameters', async () => {
        const parameters = { maxStrategies: 1, maxMoves: 1, allowDelay: false, allowUnassign: true, seed: 9 };
        const { text } = await ask({ virtualState: {}, parameters }, { verb });
        expect(text).toContain('"kind":"reassign"');
        expect(text).not.toContain('"kind":"delay"');
      });

      test('refuses what cannot be resolved before the first line', async () => {
        const codeOf = async (options: object): Promise<unknown> => {
          const { status, body } = await ask({ virtualState: {} }, { verb, ...options });
          return [status, (body as { code?: string }).code];
        };
        expect(await codeOf({ name: 'o3' })).toEqual([404, 'unassigned']);
        expect(await codeOf({ name: 'none' })).toEqual([404, 'not_found']);
        expect(await codeOf({ part: '7' })).toEqual([404, 'not_found']);
        expect(await codeOf({ headers: { 'X-Workspace-Id': 'none' } })).toEqual([404, 'not_found']);
        await api.call(`PATCH /v1/operations/${p}-o2/`, { body: { isFixedToResource: true } });
        expect(await codeOf({})).toEqual([400, 'operation_fixed']);
        await api.call(`PATCH /v1/operations/${p}-o2/`, { body: { isFixedToResource: false, isBlocker: true } });
        expect(await codeOf({})).toEqual([400, 'operation_blocker']);
        // Assigning a blocker would not make it one that can be resolved.
        await api.call(`PATCH /v1/operations/${p}-o3/`, { body: { isBlocker: true } });
        expect(await codeOf({ name: 'o3' })).toEqual([400, 'operation_blocker']);
        const foreign = await api.newUser('admin');
        const path = `/v1/operations/${p}-o2/${verb}/part/0/`;
        expect((await api.call(`POST ${path}`, { as: foreign, body: { virtualState: {} } })).status).toBe(404);
      });
    });

    describe('apply-strategy', () => {
      test('returns the changeset, which a revert undoes', async () => {
        const [{ moves }] = await strategiesOf();
        const applied = await apply({ moves }, { 'Idempotency-Key': p });
        expect(applied.status).toBe(201);
        expect(applied.body).toMatchObject({ source: 'resolution', planning: p, skipped: [] });
        const { id } = applied.body as { id: string };
        const conflicts = async (): Promise<unknown[]> => (await api.call(`GET /v1/plannings/${p}/conflicts/`)).body;
        expect(await conflicts()).toEqual([]);
        const again = await apply({ moves }, { 'Idempotency-Key': p });
        expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([applied.text, 'true']);
        expect((await apply({ moves })).status).toBe(400);
        expect((await api.call(`POST /v1/plannings/${p}/changesets/${id}/revert/`)).status).toBe(201);
        expect(await conflicts()).toHaveLength(1);
        expect(await strategiesOf()).toHaveLength((await strategiesOf()).length);
      });

      test('refuses incomplete and superfluous members of moves, and two places of one operation', async () => {
        expect((await apply({})).status).toBe(400);
        expect((await apply({ moves: [] })).status).toBe(400);
        const odd = await apply({ moves: [{ kind: 'reassign', operation: `${p}-o2`, toResource: 'nowhere' }] });
        expect(odd.body).toMatchObject({ code: 'unknown_reference', errors: [{ path: 'moves.0.toResource' }] });
        const place = (name: string, resource: string, part: string | null = null): object => ({
          kind: 'reassign',
          operation: `${p}-${name}`,
          part,
          toResource: `${p}-${resource}`,
        });
        const twice = await apply({ moves: [place('o2', 'r1'), place('o1', 'r1'), place('o2', 'r2', '0')] });
        expect([twice.status, pathsOf(twice)]).toEqual([400, ['moves.2.operation']]);
        expect(twice.body).toMatchObject({ errors: [{ code: 'duplicate' }] });
        const parts = await apply({ moves: [place('o2', 'r1', 'x'), place('o2', 'r1', 'y')] });
        expect([parts.status, parts.body]).toMatchObject([400, { code: 'no_plan' }]);
        const at = { operation: `${p}-o2`, toResource: `${p}-r1` };
        const contradictory = await apply({
          moves: [
            { ...at, kind: 'unassign' },
            { ...at, kind: 'delay', delaySeconds: 60 },
            { ...at, operation: `${p}-o1`, kind: 'reassign', delaySeconds: 60 },
          ],
        });
        const faults = ['moves.0.toResource', 'moves.1.toResource', 'moves.2.delaySeconds'];
        expect([contradictory.status, pathsOf(contradictory).toSorted()]).toEqual([400, faults]);
        const { resource } = (await api.call(`GET /v1/operations/${p}-o2/assignment/`)).body as { resource: string };
        const stays = { kind: 'delay', operation: `${p}-o2`, toResource: resource, delaySeconds: 60 };
        expect((await apply({ moves: [stays] })).body).toMatchObject({ code: 'no_plan' });
        const viewer = await api.newUser('viewer', api.admin.organization);
        const [{ moves }] = await strategiesOf();
        const path = `/v1/operations/${p}-o2/apply-strategy/`;
        expect((await api.call(`POST ${path}`, { as: viewer, body: { moves } })).status).toBe(403);
      });
    });

    test('too many at a time are refused with a retry hint, in a stream as its last line', async () => {
      search = () => Promise.reject(new ScheduleError('queue_full', 'Too many are waiting.'));
      const [listed, streamed] = [await ask(), await ask({ virtualState: {} }, { verb: 'resolve-conflict-stream' })];
      search = null;
      expect([listed.status, listed.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(JSON.parse(streamed.text)).toEqual({ type: 'error', detail: 'Too many are waiting.', code: 'queue_full' });
    });

    describe('a client that disconnects', () => {
      const parameters = { timeLimitMs: 60_000, maxMoves: 12, maxStrategies: 50 };
      const send = async (verb: string, signal: AbortSignal): Promise<void> => {
        const answer = await fetch(`${server.url}/v1/operations/${p}-o2/${verb}/part/0/`, {
          method: 'POST',
          headers: { Authorization: `Token ${api.admin.key}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ virtualState: {}, parameters }),
          signal,
        });
        await answer.text();
      };

      test.each(VERBS)('ends its %s', async (verb) => {
        const leaving = new AbortController();
        const ended = new Promise<void>((resolve) => {
          search = ({ instance, signal, onConflicts }) => {
            onConflicts?.([]);
            expect(instance.partCount).toBe(3);
            leaving.abort();
            return new Promise((answer) => {
              signal?.addEventListener('abort', () => {
                resolve();
                answer({ conflicts: [], strategies: [], complete: false, steps: 0 });
              });
            });
          };
        });
        await expect(send(verb, leaving.signal)).rejects.toThrow(/abort/);
        await ended;
        search = null;
        // The thread is free, and nothing failed.
        expect((await ask()).status).toBe(200);
      });
    });

    test('stress results follow from the seed', async () => {
      const stress = (body: object) => api.call(`POST /v1/plannings/${p}/stress/`, { body });
      const answer = await stress({ samples: 20, seed: 4 });
      expect(answer.body).toMatchObject({ samples: 20, complete: true, conflicts: { mean: 1 } });
      expect((await stress({ samples: 20, seed: 4 })).text).toBe(answer.text);
      const away = { virtualState: { assignments: [{ operation: `${p}-o1`, resource: null }] } };
      expect((await stress(away)).body).toMatchObject({ samples: 1000, conflicts: { max: 0 } });
      expect((await stress({ samples: 0 })).status).toBe(400);
      expect((await api.call('POST /v1/plannings/none/stress/', { body: {} })).status).toBe(404);
    });

    test('candidates include slots', async () => {
      const slots = (query: string) => api.call(`GET /v1/operations/${p}-o2/candidates/?${query}`);
      const from = Date.parse('2026-11-20T08:30:00Z') / 1000;
      const answer = await slots(`from=${from}&to=${from + 3600}&slots=2`);
      expect(answer.body).toMatchObject([{ resource: `${p}-r1`, feasible: true }, { resource: `${p}-r2` }]);
      for (const query of [
        `from=${from}`,
        'slots=2',
        `from=${from}&to=${from - 1}`,
        `from=${from}&to=${from}&slots=0`,
      ]) {
        expect([query, (await slots(query)).status]).toEqual([query, 400]);
      }
    });

    test('an operation that has left is not delayed, since delays of its tasks could not shift its window', async () => {
      const operation = `/v1/operations/${p}-o2/`;
      const { outboundTask } = (await api.call(`GET ${operation}`)).body as { outboundTask: { expectedTime: string } };
      const delayed = async (): Promise<boolean> => (await ask()).text.includes(`"kind":"delay","operation":"${p}-o2"`);
      expect(await delayed()).toBe(true);
      const actualTime = outboundTask.expectedTime;
      expect((await api.call(`PATCH ${operation}`, { body: { outboundTask: { actualTime } } })).status).toBe(200);
      expect(await delayed()).toBe(false);
      const [from, to] = ['08:30', '12:00'].map((time) => Date.parse(`2026-11-20T${time}:00Z`) / 1000);
      const slots = (await api.call(`GET ${operation}candidates/?from=${from}&to=${to}`)).body as { endAt: string }[];
      expect(new Set(slots.map(({ endAt }) => endAt))).toEqual(new Set([actualTime]));
    });
  });
});
