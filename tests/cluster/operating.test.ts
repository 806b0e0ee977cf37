/** Guarantee: operators see from outside what servers and workers do: metrics, logs, readiness. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabase } from '../../db/testing/testDatabases.ts';
import { accepted, openTidegate, type Tidegate } from '../../client/tidegate.ts';
import { addTenant, clusterPlace, crowdedDocument, type Tenant } from './clusterDatabase.ts';
import { type Started, killAll, startServer, startWorker } from '../processes.ts';
import { Relay } from '../relay.ts';
import { freePort } from '../freePort.ts';
import { EventListener } from './eventListener.ts';
import { startOtlpReceiver } from './otlpReceiver.ts';
import { cancelRun, importPlanning, readRun, type Run, startRun, untilRunIs } from '../served.ts';
import { alerts, askedFor, queries } from './watched.ts';

type Line = Record<string, unknown> & { readonly msg: string };

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

/** Values by name and labels, as in `name{label="value"}`. */
const metricsOf = async (base: string): Promise<Map<string, number>> => {
  const response = await fetch(`${base}/metrics`);
  expect(response.headers.get('Content-Type')).toContain('text/plain');
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
};

/** More connections than Node's own limit, and fewer than Linux keeps waiting. */
const CROWD = 700;
/** The limit on Linux; elsewhere it is lower. */
const mostUnaccepted = (): number => {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 0;
  }
};
const deploy = path.join(import.meta.dirname, '../../deploy');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) console.warn('The alerts are not judged by promtool: there is none.');

test.skipIf(!hasPromtool)('the alerts fire for the reasons and at the times that they state', () => {
  const { status, stdout, stderr } = spawnSync(
    'promtool',
    ['test', 'rules', path.join(deploy, 'prometheus/rules.test.yml')],
    {
      encoding: 'utf8',
    },
  );
  expect({ status, stdout, stderr }).toMatchObject({ status: 0 });
});

test('every alert has a runbook, and a case in which it fires', () => {
  const named = (file: string, pattern: RegExp) =>
    [...new Set([...readFileSync(path.join(deploy, file), 'utf8').matchAll(pattern)].map(([, name]) => name))].sort();
  const known = alerts()
    .map(({ alert }) => alert)
    .sort();
  expect(named('../docs/operations.md', /^\*\*(Tidegate\w+)\*\*/gm)).toEqual(known);
  expect(named('prometheus/rules.test.yml', /alertname: (\w+)\n +exp_alerts:\n +- exp_labels/g)).toEqual(known);
});

describe.skipIf(clusterPlace.skipped !== null)('a server and a worker', () => {
  const planning = 'watched';
  let opened: TestDatabase;
  let tenant: Tenant;
  let environment: Record<string, string>;
  let server: { node: Started; url: string };
  let worker: Started;
  let workerUrl: string;
  let collector: Awaited<ReturnType<typeof startOtlpReceiver>>;

  const tidegate = (): Tidegate => openTidegate({ url: server.url, token: tenant.key });
  const optimize = (headers: Readonly<Record<string, string>>, timeLimitSeconds: number): Promise<Run> =>
    startRun(tidegate(), planning, { solver: 'local-search', parameters: { timeLimitSeconds, gap: 0 } }, headers);
  const untilStatus = ({ id }: Run, wanted: Run['status']): Promise<Run> =>
    untilRunIs(tidegate(), planning, id, wanted);
  const describeAs = (id: string, description: string) =>
    accepted(tidegate().PATCH('/v1/operations/{id}/', { params: { path: { id } }, body: { description } }));
  const logged = (): Line[] =>
    worker
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);

  beforeAll(async () => {
    collector = await startOtlpReceiver();
    opened = await clusterPlace.open();
    tenant = await addTenant(opened);
    environment = {
      DATABASE_URL: opened.url!,
      DATABASE_CONNECTIONS: '4',
      ORGANIZATION_RUNS: '2',
      QUEUE_LIMIT: '2',
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    };
    const port = await freePort();
    workerUrl = `http://127.0.0.1:${port}`;
    [server, worker] = await Promise.all([
      startServer({ ...environment, DRAIN_NOTICE_SECONDS: '3' }),
      startWorker({ ...environment, METRICS_PORT: String(port) }),
    ]);
    await importPlanning(tidegate(), tenant.organization, crowdedDocument(planning, 40, 4));
  });
  afterAll(async () => {
    killAll();
    collector?.close();
    await opened?.drop();
  });

  test('a run shows in the metrics of its worker, and its request in the log', async () => {
    const before = await metricsOf(workerUrl);
    expect(before.get('tidegate_queue_depth')).toBe(0);
    expect(before.get('tidegate_pool_busy_threads')).toBe(0);
    const ended = await untilStatus(await optimize({ 'X-Request-Id': 'night-shift-7' }, 1), 'SUCCEEDED');
    await expect.poll(() => logged().map(({ msg }) => msg)).toContain('optimization ended');

    const metrics = await metricsOf(workerUrl);
    const solver = 'solver="local-search"';
    expect(metrics.get(`tidegate_run_seconds_count{${solver},status="SUCCEEDED"}`)).toBe(1);
    expect(metrics.get(`tidegate_run_seconds_sum{${solver},status="SUCCEEDED"}`)).toBeGreaterThan(0.9);
    const { score, gap } = ended.after as { readonly score: { readonly total: number }; readonly gap: number | null };
    expect(metrics.get(`tidegate_run_score{${solver}}`)).toBe(score.total);
    expect(metrics.get(`tidegate_run_iterations_per_second{${solver}}`)).toBeGreaterThan(0);
    expect(metrics.get(`tidegate_run_gap_count{${solver}}`)).toBe(gap === null ? undefined : 1);
    if (gap !== null) expect(metrics.get(`tidegate_run_gap_sum{${solver}}`)).toBeCloseTo(gap, 9);

    const lines = logged().filter(({ task }) => task === ended.id);
    expect(lines.map(({ msg, requestId }) => `${msg} ${requestId as string}`)).toEqual([
      'optimization claimed night-shift-7',
      'optimization ended night-shift-7',
    ]);
    expect(lines[1]).toMatchObject({ status: 'SUCCEEDED', planning, user: tenant.user });
  });

  // The process accepts nothing for a moment; connections wait in the system's backlog.
  test.skipIf(mostUnaccepted() < CROWD)('a crowd of new connections is accepted completely', async () => {
    const { hostname, port } = new URL(server.url);
    process.kill(server.node.process.pid!, 'SIGSTOP');
    const sockets = Array.from({ length: CROWD }, () => connect(Number(port), hostname).on('error', () => {}));
    try {
      const all = Promise.all(sockets.map((socket) => once(socket, 'connect'))).then(() => true);
      expect(await Promise.race([all, sleep(5000, false)])).toBe(true);
    } finally {
      process.kill(server.node.process.pid!, 'SIGCONT');
      for (const socket of sockets) socket.destroy();
    }
  });

  test('one trace leads from the request through the queue to the solver and the changeset', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const caller = 'b7ad6b7169203331';
    const task = await optimize({ traceparent: `00-${traceId}-${caller}-01` }, 1);
    await untilStatus(task, 'SUCCEEDED');
    const find = (name: string) => collector.spans.find((span) => span.traceId === traceId && span.name === name);
    while (find('optimization') === undefined || find('POST /v1/plannings/{id}/optimize/') === undefined)
      await sleep(50);
    const [asked, run, solve] = ['POST /v1/plannings/{id}/optimize/', 'optimization', 'solve'].map(find);
    expect(asked).toMatchObject({
      parentSpanId: caller,
      attributes: { 'tidegate.user': tenant.user, 'tidegate.planning': planning, 'http.response.status_code': 202 },
    });
    expect(run).toMatchObject({
      parentSpanId: asked?.spanId,
      attributes: { 'tidegate.task': task.id, 'tidegate.status': 'SUCCEEDED' },
    });
    expect(solve).toMatchObject({ parentSpanId: run?.spanId, attributes: { 'tidegate.solver': 'local-search' } });
    expect(find('changeset')).toMatchObject({
      parentSpanId: run?.spanId,
      attributes: { 'tidegate.planning': planning, 'tidegate.source': 'solver' },
    });
    const line = server.node
      .stderr()
      .split('\n')
      .find((text) => text.includes('optimize/') && text.includes(traceId));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ msg: 'request', user: tenant.user, planning, traceId });
  });

  test('a worker answers its probes, and nothing else', async () => {
    const answers = ['/healthz', '/readyz', '/metrics', '/v1/plannings/', '/'].map((at) => statusOf(workerUrl + at));
    expect(await Promise.all(answers)).toEqual([200, 200, 200, 404, 404]);
  });

  test('a worker is not ready while its database does not respond', async () => {
    const { hostname, port } = new URL(opened.url!);
    const address = await Relay.open(port, hostname);
    const url = new URL(opened.url!);
    [url.hostname, url.port] = ['127.0.0.1', String(address.port)];
    const probes = await freePort();
    const other = await startWorker({ ...environment, DATABASE_URL: url.href, METRICS_PORT: String(probes) });
    const readiness = () => statusOf(`http://127.0.0.1:${probes}/readyz`);
    try {
      expect(await readiness()).toBe(200);
      address.quiet(true);
      expect(await readiness()).toBe(503);
      expect(await statusOf(`http://127.0.0.1:${probes}/healthz`)).toBe(200);
      address.quiet(false);
      await expect.poll(readiness, { timeout: 20_000 }).toBe(200);
    } finally {
      address.quiet(false);
      await other.end('SIGKILL');
      address.close();
    }
  });

  test('a worker that cannot listen says so and ends', { timeout: 60_000 }, async () => {
    const { port } = new URL(workerUrl);
    const starting = startWorker({ ...environment, METRICS_PORT: port });
    await expect(starting).rejects.toThrow(`METRICS_PORT=${port}: another process listens on 127.0.0.1:${port}`);
  });

  test('waiting runs, subscribers and lag show in the metrics; a full queue is 503', async () => {
    const running = await optimize({ 'X-Request-Id': 'r1' }, 60);
    await untilStatus(running, 'RUNNING');
    const waiting = [await optimize({ 'X-Request-Id': 'r2' }, 1), await optimize({ 'X-Request-Id': 'r3' }, 1)];
    await expect(optimize({ 'X-Request-Id': 'r4' }, 1)).rejects.toMatchObject({
      status: 503,
      code: 'queue_full',
      retryAfterSeconds: expect.any(Number),
    });
    const listener = new EventListener(() => [server.url], tenant.key, planning);
    await listener.listen();
    await describeAs(`${planning}-o1`, 'late');
    await expect.poll(() => listener.heard).not.toHaveLength(0);

    const [metrics, busy] = [await metricsOf(server.url), await metricsOf(workerUrl)];
    expect([metrics, busy].map((one) => one.get('tidegate_queue_depth'))).toEqual([2, 2]);
    expect([metrics, busy].map((one) => one.get('tidegate_pool_busy_threads'))).toEqual([0, 1]);
    expect(metrics.get('tidegate_event_subscribers')).toBe(1);
    expect(metrics.get('tidegate_event_lag_seconds_count')).toBe(1);
    const route = 'method="PATCH",route="/v1/operations/{id}/"';
    expect(metrics.get(`tidegate_http_requests_total{${route},status="200"}`)).toBe(1);
    expect(metrics.get(`tidegate_http_request_seconds_count{${route}}`)).toBe(1);
    listener.stop();
    const depth = async () => (await metricsOf(server.url)).get('tidegate_queue_depth');
    for (const { id } of waiting) await cancelRun(tidegate(), planning, id, { apply: false });
    await expect.poll(depth).toBe(0);
    const deleted = await optimize({ 'X-Request-Id': 'r5' }, 1);
    await expect.poll(depth).toBe(1);
    await fetch(`${server.url}/v1/plannings/${planning}/optimization-task-results/${deleted.id}/`, {
      method: 'DELETE',
      headers: { Authorization: `Token ${tenant.key}` },
    });
    await expect.poll(depth).toBe(0);
    await cancelRun(tidegate(), planning, running.id, { apply: false });
    for (const { id } of [running, ...waiting])
      expect((await readRun(tidegate(), planning, id)).status).toBe('CANCELLED');
  });

  test('alerts and dashboard use only metrics and labels that exist', async () => {
    const texts = await Promise.all(
      [server.url, workerUrl].map(async (base) => (await fetch(`${base}/metrics`)).text()),
    );
    const names = new Set(texts.flatMap((text) => [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)));
    const known = texts.join('\n');
    for (const query of queries()) {
      const asked = askedFor(query);
      for (const name of asked.names) {
        const family = name.replace(/_(?:bucket|sum|count)$/, '');
        expect(
          names.has(name) || names.has(family) || name === 'tidegate_backup_timestamp_seconds',
          `${name} in ${query}`,
        ).toBe(true);
      }
      for (const label of asked.labels) expect(known, `${label} in ${query}`).toMatch(new RegExp(`[{,]${label}="`));
    }
  });

  test('a stopping server says that it is not ready while it still responds, and ends', async () => {
    expect(await statusOf(`${server.url}/readyz`)).toBe(200);
    const ending = server.node.end('SIGTERM');
    await expect.poll(() => statusOf(`${server.url}/readyz`), { interval: 10 }).not.toBe(200);
    const response = await fetch(`${server.url}/readyz`);
    // A connection with constant requests is closed, too, so that its client reconnects to another node.
    const told = ['Retry-After', 'Connection'].map((name) => response.headers.get(name));
    expect([response.status, ...told]).toEqual([503, '5', 'close']);
    expect(await statusOf(`${server.url}/healthz`)).toBe(200);
    await describeAs(`${planning}-o2`, 'in time');
    expect(await ending).toBe(0);
    await expect(fetch(`${server.url}/readyz`)).rejects.toThrow();
  });
});
