/**
 * How much does the service take, what fills up first, and what becomes of those whom it takes when more come than it can serve? Planners who read, write,
 * resolve conflicts and optimize, from one to many, with every eighth listening to events; then requests at a rate of their own: half of what the service
 * does at most, as much, and three times that; and last a tenant beside one that asks ten times its share.
 *
 *   npx node bench/load/mix.ts --setup pglite|postgres|cluster [--seconds 8] [--clients 1,2,4,8,16,32]
 *
 * postgres and cluster need TEST_DATABASE_URL: one server, or two, and a worker. Servers are processes of their own; whoever asks shares the machine with them.
 */
import { loadavg, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { crowdedDocument } from '../../tests/cluster/clusterDatabase.ts';
import { askUntil } from '../../tests/faults/planners.ts';
import { openService, type Service } from '../../tests/faults/service.ts';
import { machine } from '../table/machine.ts';
import { formatTable, publish } from '../table/table.ts';
import { type Asker, type Load, Traffic } from './traffic.ts';
import { readOptions } from '../readOptions.ts';

const OPERATIONS = 400;
const RESOURCES = 20;
const PLANNING = 'mix';
/** With this share of the most, the service is called saturated. */
const SATURATED = 0.95;
const CREDENTIALS = 24;
/** A rate is kept up for so long before anything counts: a crowd that passes is waited for, one that stays is not. */
const WARM_SECONDS = 4;
/** A rate's p99 at three times what the service does, to that at half of it; a tenant's beside one that asks too much, to that beside one that does not. */
const GOALS = { overload: 3, neighbor: 1.5 } as const;
const SETTINGS = {
  BUSY_DELAY_MILLISECONDS: '50',
  REQUESTS_PER_SECOND: '100000',
  REQUESTS_BURST: '100000',
  SOLVER_NICENESS: '10',
  DATABASE_CONNECTIONS: '10',
};

const values = readOptions({
  setup: ['pglite, postgres or cluster', 'pglite'],
  seconds: ['seconds of each load', '8'],
  clients: ['clients at once, separated by commas', '1,2,4,8,16,32'],
});
const seconds = Number(values.seconds);

interface Node {
  readonly cpuSeconds: number;
  readonly loopP99Ms: number;
  readonly megabytes: number;
}

const nodeOf = async (url: string): Promise<Node> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const read = (name: string): number => Number(new RegExp(`^tidegate_${name} (\\S+)`, 'm').exec(text)?.[1] ?? NaN);
  return {
    cpuSeconds: read('process_cpu_seconds_total'),
    loopP99Ms: 1000 * read('nodejs_eventloop_lag_p99_seconds'),
    megabytes: read('process_resident_memory_bytes') / 1e6,
  };
};

interface Line extends Load {
  readonly what: string;
  /** Of each server: processors that it kept busy, the event loop's p99 delay, and what it held. */
  readonly busy: readonly number[];
  readonly loopP99Ms: readonly number[];
  readonly megabytes: readonly number[];
}

const lines: Line[] = [];

/** Runs the load, and looks at each server before and after it. */
const measured = async (what: string, urls: readonly string[], load: () => Promise<Load>): Promise<Line> => {
  const before = await Promise.all(urls.map(nodeOf));
  const from = performance.now();
  const told = await load();
  const took = (performance.now() - from) / 1000;
  const after = await Promise.all(urls.map(nodeOf));
  const line = {
    what,
    ...told,
    busy: after.map(({ cpuSeconds }, i) => (cpuSeconds - before[i].cpuSeconds) / took),
    loopP99Ms: after.map(({ loopP99Ms }) => loopP99Ms),
    megabytes: after.map(({ megabytes }) => megabytes),
  };
  lines.push(line);
  console.log(what, JSON.stringify(told), line.busy.map((one) => one.toFixed(2)).join(' '));
  return line;
};

/** What is late here would look like a late answer: where it may, whoever asks goes before the servers, which are started by now. */
const beforeOthers = (): void => {
  try {
    setPriority(-10);
  } catch {
    console.warn('Only root goes before others: times have some of the waiting of whoever asks in them.');
  }
};

const keysOf = async (service: Service): Promise<string[]> => {
  const { body } = await askUntil(service, 'GET /v1/organizations/');
  const [{ id: organization }] = body as unknown as { id: string }[];
  const imported = await askUntil(
    service,
    `POST /v1/organizations/${organization}/plannings/import/`,
    crowdedDocument(PLANNING, OPERATIONS, RESOURCES),
  );
  if (imported.status !== 201) throw new Error(JSON.stringify(imported.body));
  const keys: string[] = [];
  for (let i = 0; i < CREDENTIALS; i++) {
    const made = await askUntil(service, 'POST /v1/api-keys/', { name: `k${i}`, organization, role: 'planner' });
    keys.push(String(made.body['key']));
  }
  return keys;
};

const rounded = (all: readonly number[], digits: number): string => all.map((one) => one.toFixed(digits)).join(', ');

const main = async (setup: string): Promise<void> => {
  const [embedded, server] = testPlaces();
  const place = setup === 'pglite' ? embedded : server;
  if (place.skipped !== null) throw new Error(place.skipped);
  const service = await openService(place, SETTINGS);
  const traffic = new Traffic(PLANNING, OPERATIONS);
  beforeOthers();
  try {
    const urls = setup === 'cluster' ? service.urls() : service.urls().slice(0, 1);
    const askers = (await keysOf(service)).map((key, i): Asker => ({ key, url: urls[i % urls.length] }));
    const many = (count: number): Asker[] => Array.from({ length: count }, (_, i) => askers[i % askers.length]);
    await traffic.closed(many(4), Math.min(5, seconds), 1);
    const counts = values.clients.split(',').map(Number);
    const curve: Line[] = [];
    let listening = 0;
    for (const count of counts) {
      for (; listening < count / 8; listening++) await traffic.subscribe(askers[listening % askers.length]);
      curve.push(await measured(`${count} clients`, urls, () => traffic.closed(many(count), seconds, count)));
    }
    const most = Math.max(...curve.map(({ perSecond }) => perSecond));
    const saturated = curve.findIndex(({ perSecond }) => perSecond >= SATURATED * most);
    const at = (share: number, who: readonly Asker[]) => async () => {
      await traffic.open(who, share * most, WARM_SECONDS, 5);
      return traffic.open(who, share * most, seconds, 7);
    };
    const everybody = askers.slice(2);
    const half = await measured('half of that a second', urls, at(0.5, everybody));
    await measured('as much a second', urls, at(1, everybody));
    const over = await measured('three times as much a second', urls, at(3, everybody));
    const share = 0.25;
    // Both at one server: there is nothing to get out of the way to.
    const [one, other] = [askers[0], { ...askers[1], url: askers[0].url }];
    const beside = async (what: string, times: number): Promise<Line> => {
      const loud = traffic.open([other], times * share * most, seconds + WARM_SECONDS, 11);
      await sleep(1000 * WARM_SECONDS);
      const line = await measured(what, urls, () => traffic.open([one], share * most, seconds, 13));
      console.log('  the other:', JSON.stringify(await loud));
      return line;
    };
    const quiet = await beside('a tenant, beside one that asks as much', 1);
    const loud = await beside('a tenant, beside one that asks ten times as much', 10);
    const head = ['load', 'a second', 'p50 ms', 'p99 ms', 'refused', 'failed', 'processors', 'loop p99 ms', 'MB'];
    const rows = lines.map((line) => [
      line.what,
      line.perSecond.toFixed(0),
      line.p50Ms.toFixed(0),
      line.p99Ms.toFixed(0),
      line.refused,
      line.failed,
      rounded(line.busy, 2),
      rounded(line.loopP99Ms, 0),
      rounded(line.megabytes, 0),
    ]);
    const goal = (name: string, times: number, limit: number): string =>
      `${name}: p99 × ${times.toFixed(2)} (≤ ${limit} ${times <= limit ? 'met' : 'MISSED'})`;
    const text = [
      `${setup}: ${OPERATIONS} operations; 80 % reads, 14 % writes, 5 % resolutions, 1 % runs, every eighth client listens. ${machine()}, load ${loadavg()[0].toFixed(1)}; whoever asks runs beside the servers.`,
      formatTable(head, rows),
      `Saturated with ${counts[saturated]} clients, ${most.toFixed(0)} a second. ${goal('Three times that', over.p99Ms / half.p99Ms, GOALS.overload)}. ${goal('Beside a loud tenant', loud.p99Ms / quiet.p99Ms, GOALS.neighbor)}.`,
    ].join('\n\n');
    await publish(`mix-${setup}`, text, { machine: machine(), setup, lines });
  } finally {
    traffic.close();
    await service.close();
  }
};

await main(values.setup);
