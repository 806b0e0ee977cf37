/**
 * Does the server still respond while many clients resolve conflicts? A server in a process of its own on the embedded database imports
 * the disrupted week of 7,000 operations on 150 stands, and `--clients` clients request the best five strategies of one conflict after
 * another. `npm run bench -- concurrent [--clients 50] [--seconds 30]`. The event loop's delay is measured by the server
 * itself (`/metrics`).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { ownServer } from '../load/ownServer.ts';
import { request } from '../load/request.ts';
import { quantile } from '../table/table.ts';
import { readOptions } from '../readOptions.ts';

const values = readOptions({
  clients: ['number of concurrent clients', 50],
  seconds: ['duration in seconds', 30],
});
const LIMIT_MS = 20;

const server = ownServer({ DEMO: 'false', REQUESTS_PER_SECOND: '1000000', REQUESTS_BURST: '1000000' });
const [, url, key] = await server.line(/serves (http:\/\/\S+)[\s\S]*API key: (\S+)/);
const get = <T>(path: string): Promise<T> => request<T>(url, key, 'GET', path);

const lag = async (): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`, { headers: { Authorization: `Token ${key}` } })).text();
  return 1000 * Number(/^tidegate_nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]);
};
const show = (name: string, times: readonly number[]): void => {
  const [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1].map((share) => quantile(times, share).toFixed(1));
  console.log(`${name}: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, most ${most} ms of ${times.length}`);
};

try {
  const document = generatePlan({ operations: 7000, resources: 150, days: 7, seed: 1, disrupted: true });
  const [{ id: organization }] = await get<{ id: string }[]>('/v1/organizations/');
  await request(url, key, 'POST', `/v1/organizations/${organization}/plannings/import/`, document);
  const found = await get<{ readonly operations: readonly string[] }[]>(
    `/v1/plannings/${document.planning.id}/conflicts/`,
  );
  const operations = [...new Set(found.flatMap((conflict) => conflict.operations))];
  console.log(`${found.length} conflicts, ${operations.length} operations in them`);

  const ask = async (operation: string): Promise<number> => {
    const from = performance.now();
    const body = { virtualState: {}, parameters: { timeLimitMs: 2000 } };
    await request(url, key, 'POST', `/v1/operations/${operation}/resolve-conflict/part/0/`, body);
    return performance.now() - from;
  };
  await ask(operations[0]);
  await lag();
  await sleep(5000);
  console.log(`event loop of an idle server: p99 ${(await lag()).toFixed(1)} ms`);

  const until = performance.now() + 1000 * values.seconds;
  const answers: number[] = [];
  const pings: number[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < until) answers.push(await ask(operations[next++ % operations.length]));
  };
  const ping = async (): Promise<void> => {
    while (performance.now() < until) {
      const from = performance.now();
      await get('/healthz');
      pings.push(performance.now() - from);
      await sleep(20);
    }
  };
  await Promise.all([ping(), ...Array.from({ length: values.clients }, client)]);
  const p99 = await lag();
  const verdict = p99 <= LIMIT_MS ? 'met' : 'MISSED';
  console.log(
    `event loop under ${values.clients} clients: p99 ${p99.toFixed(1)} ms; ≤ ${LIMIT_MS} ${verdict}\n` +
      `${answers.length} resolutions, ${(answers.length / values.seconds).toFixed(1)} a second`,
  );
  show('a resolution, its time in the queue included', answers);
  show('another request meanwhile', pings);
} finally {
  await server.end();
}
