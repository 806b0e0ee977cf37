/** Guarantee: the typed client and docs/clients.md agree with a served service; they are used here as by a separate program. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventSocket } from '../../client/eventSocket.ts';
import { IN_LINES, linesOf } from '../../client/lines.ts';
import { type Connection, type Export, LivePlanning } from '../../client/livePlanning.ts';
import { PlanningFollower } from '../../client/planningFollower.ts';
import { ServiceError, UnreachableError } from '../../client/serviceError.ts';
import { dataOf, openTidegate, type Tidegate } from '../../client/tidegate.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { launchBrowser, noBrowser } from '../board/browser.ts';
import { listenLocally } from '../listenLocally.ts';
import { type Started, start } from '../processes.ts';
import { Relay } from '../relay.ts';
import { bundleOf, servePage } from './examplePage.ts';
import { LANGUAGES, missingFor, readJobs, runExamples } from './pageExamples.ts';
import { temporaryFolder } from '../temporaryFolder.ts';

const EXAMPLE = path.join(import.meta.dirname, '../../examples/live');

/** What each job of docs/clients.md prints, in any language. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  'Log in, or use a key': /planner@demo[\s\S]*demo/,
  'Create a planning': /small-day/,
  'Upload operations as CSV': /created[\s\S]*2[\s\S]*created[\s\S]*2/,
  'Move an operation': /A2[\s\S]*A1/,
  'Follow it live': /T4/,
  'See conflicts, and resolve one': /T5[\s\S]*strategy[\s\S]*resolution/,
  Optimize: /incumbent[\s\S]*SUCCEEDED/,
  'What if: a draft': /diffs[\s\S]*2010[\s\S]*clashes[\s\S]*publish/,
  'The past, and undo': /revert/,
  'Metrics over time, and the assistant': /20\d\d-[\s\S]*There are no conflicts\./,
};

const directory = temporaryFolder('clients');
let server: Started;
/** A page of another origin than the service. */
let pages: Server;
let page: string;
let environment: { readonly API: string; readonly KEY: string; readonly EMAIL: string; readonly PASSWORD: string };
let tidegate: Tidegate;
/** Planning id of the demo day. */
let id: string;

beforeAll(async () => {
  pages = createServer();
  page = `http://127.0.0.1:${await listenLocally(pages)}`;
  server = start(['serve'], { DATA_DIR: directory, PORT: '0', THREADS: '1', CORS_ORIGINS: page });
  const [, API] = await server.line(/serves (http:\/\/[^\s/]+)/);
  const [, EMAIL, PASSWORD] = await server.line(/^Login: (\S+) \/ (\S+)$/m);
  const [, KEY] = await server.line(/^API key: (tg_\S+)$/m);
  environment = { API, KEY, EMAIL, PASSWORD };
  tidegate = openTidegate({ url: API, token: KEY });
  [, id] = await server.line(/^Demo planning: .* \((\S+)\)$/m);
});
afterAll(async () => {
  pages?.close();
  await server?.end('SIGKILL');
});

const exported = async (): Promise<Export> => {
  const params = { path: { id }, query: { versions: true } };
  const { data, response } = await tidegate.GET('/v1/plannings/{id}/export/', { params });
  return { document: data as PlanningDocument, change: response.headers.get('X-Change-Id') };
};
const standing = (document: PlanningDocument): unknown =>
  new Map(document.assignments.map((one) => [one.operation, one.parts]));
const move = (operation: string, resource: string): Promise<unknown> =>
  dataOf(tidegate.POST('/v1/assignments/', { body: { operation, resource } }));

test('the typed client loads, streams, gets errors by code, and follows its own changes', async () => {
  const socket = new EventSocket(environment.API, environment.KEY);
  const follower = new PlanningFollower();
  socket.send({ type: 'subscribe', planning: id, batch: true });
  for await (const message of socket) {
    follower.take(message);
    if (message.type === 'state') break;
  }
  const loaded = await exported();
  follower.load(loaded.document, loaded.change);

  const seen: string[] = [];
  const request = {
    ...IN_LINES,
    params: { path: { id } },
    body: { parameters: { stepLimit: 500, timeLimitSeconds: 600 } },
  };
  for await (const line of linesOf<'/v1/plannings/{id}/optimize/'>(
    tidegate.POST('/v1/plannings/{id}/optimize/', request),
  )) {
    seen.push(line.type);
    if (line.type === 'done') expect(line.task.status).toBe('SUCCEEDED');
  }
  expect(seen).toContain('incumbent');
  // Whatever the run wrote, this is the last change.
  const [{ operation, parts }] = loaded.document.assignments;
  const { id: resource } = loaded.document.resources.find((one) => one.id !== parts?.[0].resource)!;
  await move(operation, resource);
  const fresh = await exported();
  for await (const message of socket) {
    follower.take(message);
    if (follower.copy?.change === fresh.change) break;
  }
  expect(standing(follower.copy!.document())).toEqual(standing(fresh.document));

  const params = { header: { 'If-Match': '"another"' } };
  const body = { operation, resource };
  const refusal: unknown = await dataOf(tidegate.POST('/v1/assignments/', { params, body })).catch((error) => error);
  expect(refusal).toBeInstanceOf(ServiceError);
  expect(refusal).toMatchObject({ status: 412, code: 'version_mismatch', stale: [{ id: operation }] });
  const missing = tidegate.GET('/v1/operations/{id}/', { params: { path: { id: 'none' } } });
  await expect(dataOf(missing)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  socket.close();
  for await (const message of socket) follower.take(message);
  expect(socket.closeCode).not.toBeNull();
});

test('an expired token is renewed once, and an unreachable server is reported as such', async () => {
  const asked: (string | null)[] = [];
  const token = async (refused: string | null): Promise<string | null> => {
    asked.push(refused);
    return refused === null ? 'ended' : refused === 'ended' ? environment.KEY : null;
  };
  const body = { name: 'Of the second token' };
  const params = { path: { id } };
  const { POST } = openTidegate({ url: environment.API, token });
  expect((await dataOf(POST('/v1/plannings/{id}/workspaces/', { params, body }))).name).toBe(body.name);
  expect(asked).toEqual([null, 'ended']);
  const nobody = openTidegate({ url: environment.API, token: async () => null });
  await expect(dataOf(nobody.GET('/v1/organizations/'))).rejects.toMatchObject({ status: 401 });
  const away = openTidegate({ url: 'http://127.0.0.1:1' });
  await expect(away.GET('/v1/organizations/')).rejects.toBeInstanceOf(UnreachableError);
});

test('a response that breaks off is as good as none', async () => {
  const broken = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('[{"id":', () => response.destroy());
  });
  const client = openTidegate({ url: `http://127.0.0.1:${await listenLocally(broken)}` });
  await expect(dataOf(client.GET('/v1/organizations/'))).rejects.toBeInstanceOf(UnreachableError);
  const path = { path: { id } };
  const csv = client.GET('/v1/plannings/{id}/export/csv/', { params: path, parseAs: 'text' });
  await expect(csv).rejects.toBeInstanceOf(UnreachableError);
  broken.close();
});

/** A server's address whose connections can be cut. */
const openRelay = (): Promise<Relay> => Relay.open(new URL(environment.API).port);

test('a live planning continues after a lost connection, even one in the middle of its first load', async () => {
  const relay = await openRelay();
  const before = (await exported()).document;
  const [{ operation }, { operation: other }] = before.assignments;
  const [to, back] = before.resources.map((resource) => resource.id);
  const states: Connection[] = [];
  const failures: unknown[] = [];
  let loads = 0;
  const live = new LivePlanning(
    {
      url: `http://127.0.0.1:${relay.port}`,
      token: async (refused) => (refused === null ? environment.KEY : null),
      planning: id,
      load: async () => {
        const early = await exported();
        loads++;
        // The connection breaks during the export, and other users keep writing.
        await expect.poll(() => states).toEqual(['connected']);
        relay.cut();
        await move(operation, to);
        await expect.poll(() => states).toEqual(['connected', 'reconnecting', 'connected']);
        return early;
      },
    },
    {
      loaded: () => {},
      changed: () => {},
      connection: (state) => states.push(state),
      failed: (error) => failures.push(error),
    },
  );
  const isCurrent = async (): Promise<void> => {
    const isAsFresh = async (): Promise<boolean> => live.copy?.change === (await exported()).change;
    await expect.poll(isAsFresh, { interval: 200 }).toBe(true);
    expect(standing(live.copy!.document())).toEqual(standing((await exported()).document));
  };
  try {
    await isCurrent();
    await move(other, to);
    await isCurrent();
    relay.cut();
    await move(operation, back);
    await move(other, back);
    await isCurrent();
    expect(loads).toBe(1);
    expect(failures).toEqual([]);
  } finally {
    live.close();
    relay.close();
  }
});

test('a live planning whose export cannot be loaded loads it later, unless the service refuses', async () => {
  const { error: refusal, response } = await openTidegate({ url: environment.API, token: environment.KEY }).GET(
    '/v1/plannings/{id}/export/',
    { params: { path: { id: 'absent' } } },
  );
  const away = openTidegate({ url: 'http://127.0.0.1:1' });
  const follow = (load: (attempt: number) => Promise<Export>) => {
    const states: Connection[] = [];
    const failures: unknown[] = [];
    let attempts = 0;
    const live = new LivePlanning(
      { url: environment.API, token: async () => environment.KEY, planning: id, load: () => load(attempts++) },
      {
        loaded: () => {},
        changed: () => {},
        connection: (state) => states.push(state),
        failed: (error) => failures.push(error),
      },
    );
    return { live, states, failures };
  };
  const interrupted = follow(async (attempt) => {
    // The first request comes before there is a connection.
    if (attempt < 3) await dataOf(away.GET('/v1/organizations/'));
    return exported();
  });
  const refused = follow(async () => Promise.reject(new ServiceError(response, refusal)));
  try {
    await expect.poll(() => interrupted.live.copy, { timeout: 20_000 }).not.toBeNull();
    expect(interrupted.states).toEqual(['connected']);
    expect(interrupted.failures).toEqual([expect.any(UnreachableError), expect.any(UnreachableError)]);
    expect(refused.live.copy).toBeNull();
    expect(refused.failures).toEqual([expect.objectContaining({ status: 404 })]);
  } finally {
    interrupted.live.close();
    refused.live.close();
  }
});

/** What is slow while a planning is loaded for the first time. */
type Slow = 'token' | 'connection' | 'export';

test.each<[string, { readonly slow: Slow; readonly isChanged: boolean }]>([
  ['nobody changes anything meanwhile', { slow: 'token', isChanged: false }],
  ['somebody does, after it is there', { slow: 'token', isChanged: true }],
  ['somebody does, after it is there, and the subscription is on its way', { slow: 'connection', isChanged: true }],
  ['somebody does, while it is on its way', { slow: 'export', isChanged: true }],
])(
  'what is loaded before there is a connection is used, and no change is missing: %s',
  async (_, { slow, isChanged }) => {
    const { assignments, resources } = (await exported()).document;
    const [{ operation, resource, parts }] = assignments;
    const to = resources.find((one) => one.id !== (resource ?? parts?.[0]?.resource))!.id;
    const relay = await openRelay();
    relay.quiet(slow === 'connection');
    const token = Promise.withResolvers<void>();
    const mayConnect = (): void => {
      token.resolve();
      relay.quiet(false);
    };
    let isConnected = false;
    let loads = 0;
    const told: string[] = [];
    const live = new LivePlanning(
      {
        url: `http://127.0.0.1:${relay.port}`,
        token: async () => {
          if (slow !== 'connection') await token.promise;
          return environment.KEY;
        },
        planning: id,
        load: async () => {
          loads++;
          const found = await exported();
          if (slow === 'export') {
            await move(operation, to);
            mayConnect();
            await expect.poll(() => isConnected).toBe(true);
          }
          return found;
        },
      },
      {
        loaded: () => told.push('loaded'),
        changed: (_message, touched) => told.push(...touched.operations),
        connection: (state) => (isConnected = state === 'connected'),
        failed: (error) => expect.fail(String(error)),
      },
    );
    try {
      if (slow !== 'export') {
        await expect.poll(() => live.copy).not.toBeNull();
        if (isChanged) await move(operation, to);
        mayConnect();
      }
      await expect.poll(() => isConnected).toBe(true);
      await expect.poll(async () => live.copy?.change === (await exported()).change, { interval: 50 }).toBe(true);
      expect(standing(live.copy!.document())).toEqual(standing((await exported()).document));
      expect(told).toEqual(isChanged ? ['loaded', operation] : ['loaded']);
      expect(loads).toBe(1);
    } finally {
      live.close();
      relay.close();
    }
  },
);

describe('docs/clients.md', () => {
  test('has an example of each job in each language', async () => {
    const jobs = await readJobs();
    expect([...jobs.keys()]).toEqual(Object.keys(PRINTED));
    for (const [job, blocks] of jobs) {
      expect([...blocks.keys()].toSorted(), job).toEqual(LANGUAGES.map(({ fence }) => fence).toSorted());
    }
  });

  // One after another, because each creates and deletes the same planning.
  for (const language of LANGUAGES) {
    const missing = missingFor(language);
    const name = missing.length === 0 ? language.fence : `${language.fence} (skipped: no ${missing.join(', ')} here)`;
    test.skipIf(missing.length > 0)(`its examples work: ${name}`, async () => {
      const printed = await runExamples(language, environment);
      for (const [job, pattern] of Object.entries(PRINTED)) expect(printed.get(job), job).toMatch(pattern);
    });
  }
});

describe('examples/live', () => {
  test('has no more than 150 lines', async () => {
    const files = ['index.html', 'live.ts'].map((file) => readFile(path.join(EXAMPLE, file), 'utf8'));
    const lines = (await Promise.all(files)).join('').trimEnd().split('\n').length;
    expect(lines).toBeLessThanOrEqual(150);
  });

  test.skipIf(noBrowser !== null)(
    `shows the demo day live; a drag is judged, written and undone${noBrowser === null ? '' : ` (skipped: ${noBrowser})`}`,
    async () => {
      servePage(pages, await bundleOf(EXAMPLE));
      const browser = await launchBrowser();
      try {
        const shown = await browser.newPage({ viewport: { width: 1600, height: 900 } });
        const faults: string[] = [];
        shown.on('pageerror', (error) => faults.push(String(error)));
        await shown.goto(`${page}/#api=${environment.API}&key=${environment.KEY}&planning=${id}`);
        const state = shown.getByRole('status', { name: 'State' });
        await expect.poll(() => state.textContent(), { timeout: 60_000 }).toMatch(/^Live · \d+ conflicts$/);

        const { document } = await exported();
        // A bar in conflict may be below another one.
        const operation = (await shown.locator('.bar:not(.conflict)').first().getAttribute('title'))!;
        const { parts } = document.assignments.find((one) => one.operation === operation)!;
        const from = parts?.[0].resource;
        const found = await dataOf(
          tidegate.GET('/v1/operations/{id}/candidates/', { params: { path: { id: operation } } }),
        );
        const to = found.find(({ feasible, current }) => feasible && !current)!.resource;
        const bar = shown.getByTitle(operation, { exact: true }).first();
        const row = shown.locator(`[data-resource="${to}"]`);
        const middle = async (of: typeof bar, share: number): Promise<{ readonly x: number; readonly y: number }> => {
          const box = (await of.boundingBox())!;
          return { x: box.x + box.width * share, y: box.y + box.height / 2 };
        };
        // High enough that both rows are visible.
        await shown.setViewportSize({ width: 2400, height: 6000 });
        const [start, end] = [await middle(bar, 0.5), await middle(row, 0.5)];
        await shown.mouse.move(start.x, start.y);
        await shown.mouse.down();
        await shown.mouse.move(start.x, end.y, { steps: 3 });
        expect(await shown.getByRole('status', { name: 'Verdict' }).textContent()).toMatch(`${to}: free`);
        expect(await row.getAttribute('class')).toContain('free');
        await shown.mouse.up();
        const standsAt = async (): Promise<unknown> =>
          (await exported()).document.assignments.find((one) => one.operation === operation)?.parts?.[0].resource;
        await expect.poll(standsAt).toBe(to);
        await expect.poll(() => state.textContent()).toContain(`${operation} to ${to}`);
        await shown.getByRole('button', { name: 'Undo' }).click();
        await expect.poll(standsAt).toBe(from);

        // A move by another user.
        await move(operation, to);
        await expect.poll(() => state.textContent()).toMatch(/^Demo planner: /);
        expect(faults).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});
