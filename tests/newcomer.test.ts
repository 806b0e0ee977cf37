/** Guarantee: a newcomer's first two minutes work as the README says, and nothing acknowledged is lost. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Started, start, tidegate } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

interface Curl {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The request that the printed curl command would send. */
const readCurl = (line: string): Curl => ({
  url: /(http:\S+)/.exec(line)?.[1] ?? '',
  headers: Object.fromEntries([...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value])),
  body: /-d '([^']+)'/.exec(line)?.[1] ?? '',
});

/** Reads lines until one of them matches, or to the end. Returns the whole text. */
const readUntil = async (reader: ReadableStreamDefaultReader<string>, pattern: RegExp): Promise<string> => {
  let text = '';
  while (!pattern.test(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  return text;
};
const readerOf = (response: Response): ReadableStreamDefaultReader<string> =>
  response.body!.pipeThrough(new TextDecoderStream()).getReader();
const NEVER = /(?!)/;

describe('from an empty directory', () => {
  const directory = temporaryFolder('newcomer');
  let environment: Record<string, string>;
  let server: Started;
  let curl: Curl;
  let base: string;

  const get = async (route: string): Promise<unknown> => {
    const response = await fetch(`${base}${route}`, { headers: curl.headers });
    expect(response.status).toBe(200);
    return response.json();
  };
  const serve = async (): Promise<void> => {
    server = start(['serve'], environment);
    base = (await server.line(/serves (http:\/\/\S+)/))[1]!;
  };

  beforeAll(async () => {
    environment = { DATA_DIR: directory, PORT: '0', THREADS: '1' };
    await serve();
    curl = readCurl((await server.line(/^ {2}curl .*$/m))[0]);
  });

  afterAll(() => server.end('SIGKILL'));

  test('the start prints how to log in, and both ways work', async () => {
    const [, email, password] = /^Login: (\S+) \/ (\S+)$/m.exec(server.stdout())!;
    expect(server.stdout()).toMatch(/^API key: tg_\S+$/m);
    const login = await fetch(`${base}/auth/login/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect(login.status).toBe(200);
    const { access } = (await login.json()) as { access: string };
    const user = await fetch(`${base}/v1/user/current/`, { headers: { Authorization: `Bearer ${access}` } });
    expect(await user.json()).toMatchObject({ email });
    expect(await get('/v1/organizations/')).toHaveLength(1);
  });

  test('a second server on the same data refuses to start', async () => {
    const second = await tidegate(['serve'], environment);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`process ${server.process.pid}`);
    expect(second.stderr.trim().split('\n')).toHaveLength(1);
  });

  test('the printed command resolves every conflict of the demo day in one changeset', async () => {
    const planning = /plannings\/([^/]+)\//.exec(curl.url)![1];
    const before = (await get(`/v1/plannings/${planning}/conflicts/`)) as unknown[];
    expect(before.length).toBeGreaterThan(50);
    const changesets = (await get(`/v1/plannings/${planning}/changesets/`)) as unknown[];

    const response = await fetch(curl.url, { method: 'POST', headers: curl.headers, body: curl.body });
    expect(response.status).toBe(202);
    const lines = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const scores = lines.filter(({ type }) => type === 'incumbent').map(({ score }) => score.total as number);
    expect(scores.length).toBeGreaterThan(0);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(lines.at(-1)).toMatchObject({ type: 'done', task: { status: 'SUCCEEDED', applied: { skipped: [] } } });

    expect(await get(`/v1/plannings/${planning}/conflicts/`)).toEqual([]);
    const after = (await get(`/v1/plannings/${planning}/changesets/`)) as { source: string }[];
    expect(after.length).toBe(changesets.length + 1);
    expect(after[0]).toMatchObject({ source: 'solver' });
  });

  test('the assignments survive kill -9', async () => {
    const planning = /plannings\/([^/]+)\//.exec(curl.url)![1];
    const before = await get(`/v1/plannings/${planning}/assignments/`);
    await server.end('SIGKILL');
    await serve();
    expect(server.stdout()).not.toContain('API key: tg_');
    expect(await get(`/v1/plannings/${planning}/assignments/`)).toEqual(before);
  });

  let document: { operations: unknown[] };
  const planningOf = (): string => /plannings\/([^/]+)\//.exec(curl.url)![1];
  test('data commands work beside the running server', async () => {
    const planning = planningOf();
    const file = path.join(directory, 'export.json');
    const beside = await tidegate(['export', planning, '--out', file], environment);
    expect(beside).toMatchObject({ code: 0, stderr: '' });
    document = JSON.parse(await readFile(file, 'utf8')) as typeof document;
    expect(document.operations.length).toBeGreaterThan(1000);
    const changesets = (await get(`/v1/plannings/${planning}/changesets/`)) as { id: string }[];
    const first = await tidegate(['export', planning, '--change', changesets.at(-1)!.id], environment);
    expect(JSON.parse(first.stdout)).not.toEqual(document);
    const table = await tidegate(['export', planning, '--csv'], environment);
    expect(table.stdout).toMatch(/^\uFEFFoperation,externalId,name,/);
    const unknown = await tidegate(['export', planning, '--change', 'nope'], environment);
    expect(unknown).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('nope') });
    const made = await tidegate(['token', 'create', '--role', 'viewer'], environment);
    expect(made.stdout).toMatch(/^API key: tg_\S+$/m);
    const small = path.join(directory, 'small.json');
    await writeFile(
      small,
      JSON.stringify({ ...document, operations: [], assignments: [], planning: { name: 'Small' } }),
    );
    const imported = await tidegate(['import', small, file], environment);
    expect(imported).toMatchObject({ code: 0 });
    expect(imported.stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^Imported "Small" as /),
      expect.stringMatching(/^Imported "Atlanta, 2008-03-14" as .* \(with new ids: some were taken\)\.$/),
    ]);
    expect(imported.stderr.trim().split('\n')).toEqual([
      `1/2  ${small}: 0 operations …`,
      `2/2  ${file}: ${document.operations.length} operations …`,
    ]);
  });

  test("an airport's files are uploaded, and told apart by their names", async () => {
    const files = ['season.ssim', 'legs.xml', 'flights.csv'].map((name) => `fixtures/files/${name}`);
    const day = ['--station', 'FRA', '--from', '2026-11-20', '--to', '2026-11-20'];
    const mapping = ['--mapping', 'fixtures/files/flights.mapping.json'];
    const upload = ['import', ...files, '--planning', planningOf(), ...day, ...mapping];
    const tried = await tidegate([...upload, '--dry-run'], environment);
    expect(tried.stdout).toContain(`${files[2]}: nothing was written; it would be 3 created, 0 updated, 0 unchanged`);
    const uploaded = await tidegate(upload, environment);
    expect(uploaded).toMatchObject({ code: 0, stderr: '' });
    expect(uploaded.stdout.trim().split('\n')).toEqual(
      [1, 1, 3].map((created, i) => `${files[i]}: ${created} created, 0 updated, 0 unchanged`),
    );
    document = JSON.parse((await tidegate(['export', planningOf()], environment)).stdout) as typeof document;
  });

  let interrupted: string;
  test('a stopping server ends its streams at once, even those that nobody reads', async () => {
    const ask = (body: object): Promise<Response> =>
      fetch(curl.url.replace(/^http:\/\/[^/]+/, base), {
        method: 'POST',
        headers: curl.headers,
        body: JSON.stringify(body),
      });
    const limits = { dryRun: true, parameters: { timeLimitSeconds: 60, gap: 0 } };
    const [read, unread] = [await ask(limits), await ask(limits)];
    const reader = readerOf(read);
    let text = await readUntil(reader, /incumbent/);
    const startedAt = performance.now();
    const ended = server.end('SIGTERM');
    text += await readUntil(reader, NEVER);
    const streamMs = performance.now() - startedAt;
    expect(await ended).toBe(0);
    expect([streamMs < 5_000, performance.now() - startedAt < 15_000]).toEqual([true, true]);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; code?: string; task?: { id: string } });
    expect(lines.at(-1)).toMatchObject({ type: 'error', code: 'shutting_down' });
    interrupted = lines[0].task!.id;
    await unread.body?.cancel().catch(() => {});
  });

  test('data commands work without a server, too', async () => {
    const without = await tidegate(['export', planningOf()], environment);
    expect(without.code).toBe(0);
    expect(JSON.parse(without.stdout)).toEqual(document);
  });

  test('the optimization continues after the restart, and can be followed again', async () => {
    await serve();
    const task = `/v1/plannings/${planningOf()}/optimization-task-results/${interrupted}/`;
    const followed = await fetch(`${base}${task}stream/`, { headers: curl.headers });
    const reader = readerOf(followed);
    await readUntil(reader, /"RUNNING"/);
    const cancelled = await fetch(`${base}${task}cancel/`, { method: 'POST', headers: curl.headers, body: '{}' });
    expect(await cancelled.json()).toMatchObject({ status: 'CANCELLED' });
    const text = await readUntil(reader, NEVER);
    expect(JSON.parse(text.trim().split('\n').at(-1)!)).toMatchObject({ type: 'done', task: { status: 'CANCELLED' } });
  });
});

describe('bad input', () => {
  test('every invalid setting is one clear line, and exit code 2', async () => {
    const { code, stderr } = await tidegate(['serve'], { PORT: 'eighty', THREADS: '0' });
    expect(code).toBe(2);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining('PORT=eighty'),
      expect.stringContaining('THREADS=0'),
    ]);
  });

  test('every problem of a document is reported with its path, and nothing is imported', async () => {
    const directory = temporaryFolder('bad', onTestFinished);
    const file = path.join(directory, 'plan.json');
    await writeFile(
      file,
      JSON.stringify({
        format: 'tidegate/planning@1',
        planning: { name: 'Bad' },
        locations: [{ id: 'l', name: 'L' }],
        tags: [],
        resources: [{ id: 'r', name: 'R', location: 'nowhere' }],
        groups: [],
        operations: [
          {
            id: 'o',
            inboundTask: { taskName: 'in', plannedTime: '2026-01-01T00:00:00', expectedTime: '2026-01-01T00:00:00Z' },
            outboundTask: {
              taskName: 'out',
              plannedTime: '2026-01-01T01:00:00Z',
              expectedTime: '2026-01-01T01:00:00Z',
            },
          },
        ],
        rules: [{ id: 'x', name: 'x', kind: 'nonsense' }],
        assignments: [],
      }),
    );
    for (const command of [
      ['solve', file],
      ['import', file],
      ['import', 'fixtures/days/mdw-2008-01-17.json', file],
    ]) {
      const { code, stdout, stderr } = await tidegate(command, { DATA_DIR: directory });
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toContain('resources.0.location');
      expect(stderr).toContain('operations.0.inboundTask.plannedTime');
      expect(stderr).toContain('rules.0');
      expect(stderr).not.toContain('    at ');
    }
  });

  test('an option for files of operations imports no document, and such a file asks for its planning', async () => {
    const DATA_DIR = temporaryFolder('uploads', onTestFinished);
    const document = 'fixtures/days/mdw-2008-01-17.json';
    for (const [command, stderr] of [
      [['import', document, '--dry-run'], '--dry-run: is only for files of operations, and needs --planning\n'],
      [
        ['import', 'fixtures/files/season.ssim'],
        'fixtures/files/season.ssim: is not a planning document; files of operations need --planning\n',
      ],
    ] as const)
      expect(await tidegate(command, { DATA_DIR })).toEqual({ code: 2, stdout: '', stderr });
    expect(await readdir(DATA_DIR)).toEqual([]);
  });

  test('a database that cannot be opened is one line with the setting, never with the password, and exit code 1', async () => {
    for (const [environment, setting] of [
      [{ DATABASE_URL: 'postgres://planner:hunter2@127.0.0.1:1/plans' }, /^DATABASE_URL: .*ECONNREFUSED.*\n$/],
      [{ DATA_DIR: 'package.json' }, /^DATA_DIR=package\.json: .*\n$/],
    ] as const)
      for (const command of ['serve', 'migrate']) {
        const { code, stderr } = await tidegate([command], environment);
        expect(code).toBe(1);
        expect(stderr).toMatch(setting);
        expect(stderr).not.toContain('hunter2');
      }
  });

  test('production has no demo, not even seeded', async () => {
    const { code, stderr } = await tidegate(['seed'], { NODE_ENV: 'production', DATA_DIR: 'no-such-folder' });
    expect(code).toBe(2);
    expect(stderr).toBe('NODE_ENV=production: the demo day is not meant for production\n');
  });

  test.each([
    [['solve', 'package.json', '--threads', '100000'], '--threads'],
    [['solve', 'package.json', '--seed', '1e99'], '--seed'],
    [['solve', 'no-such-file.json'], 'no such file'],
    [['solve', 'fixtures'], 'it is a folder'],
    [['solve', 'package.json', '--seed', 'x'], '--seed'],
    [['solve', 'package.json', '--solver', 'magic'], 'no such solver'],
    [['fly'], 'unknown command'],
  ])('%j is one clear message, and exit 2', async (args, message) => {
    const { code, stderr } = await tidegate(args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });
});
