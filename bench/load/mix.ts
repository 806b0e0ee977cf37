/**
 * How much load can the service handle, what saturates first, and how are requests treated when there are more than it can serve?
 * Planners read, write, resolve conflicts and optimize, from one client to many, with one in eight subscribed to events; then requests
 * arrive at a fixed rate: half of the service's maximum, the maximum, and three times that; and last, one tenant is measured beside
 * another that sends ten times its share.
 * npm run bench -- mix --setup pglite|postgres|cluster [--seconds 8] [--clients 1,2,4,8,16,32] [--apart]
 * postgres and cluster need TEST_DATABASE_URL; they run one server, or two, and a worker. Servers are processes of their own. The load
 * generator shares the processors with them; with --apart (Linux), it has the first processor for itself and they have the others. A
 * database server has to be kept there by whoever starts it: taskset --cpu-list 1-.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism, loadavg, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { testPlaces } from '../../db/testing/testDatabases.ts';
import { crowdedDocument } from '../../tests/cluster/clusterDatabase.ts';
import { openService, type Service } from '../../tests/faults/service.ts';
import { machine } from '../table/machine.ts';
import { formatTable, median, publish } from '../table/table.ts';
import { request } from './request.ts';
import { login, newTenant } from './tenants.ts';
import { type Asker, type Outcomes, type Load, loadOf, Traffic } from './traffic.ts';
import { numbers, readOptions } from '../readOptions.ts';

const OPERATIONS = 400;
const RESOURCES = 20;
/** At this share of the maximum, the service counts as saturated. */
const SATURATED = 0.95;
const CREDENTIALS = 12;
/** The warm-up of each rate before anything is counted: a temporary backlog is waited for, a lasting one is not. */
const WARM_SECONDS = 4;
/**
 * Limits on ratios of p99: at three times the maximum rate to that at half of it, and of a tenant beside an excessive one to that
 * beside a normal one.
 */
const GOALS = { overload: 3, neighbor: 1.5 } as const;
const SETTINGS = {
  REQUESTS_PER_SECOND: '100000',
  REQUESTS_BURST: '100000',
  SOLVER_NICENESS: '10',
  DATABASE_CONNECTIONS: '10',
};

const values = readOptions({
  setup: ['the setup: pglite, postgres or cluster', 'pglite'],
  seconds: ['duration of each load in seconds', 8],
  clients: ['numbers of concurrent clients, comma-separated', '1,2,4,8,16,32'],
  rounds: ['turns of each comparison', 3],
  delay: ['BUSY_DELAY_MILLISECONDS', '8'],
  apart: ['whether the load generator has the first processor for itself (Linux)', false],
  most: ['maximum rate of the service in requests per second; 0: the rate measured with concurrent clients', 0],
});
const seconds = values.seconds;

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
  /** For each server: the processors that it kept busy, the event loop's p99 delay, and its memory. */
  readonly busy: readonly number[];
  readonly loopP99Ms: readonly number[];
  readonly megabytes: readonly number[];
}

const lines: Line[] = [];

/** One of several loads that take turns. */
interface Turn {
  readonly what: string;
  readonly load: () => Promise<Outcomes>;
}

/** Runs the loads in turns, `rounds` times, and reads each server's metrics before and after each load. */
const measured = async (urls: readonly string[], turns: readonly Turn[], rounds: number): Promise<Line[]> => {
  const all = turns.map(() => ({ received: [] as Outcomes[], busy: [] as number[][], nodes: [] as Node[][] }));
  for (let round = 0; round < rounds; round++)
    for (const [i, { load }] of turns.entries()) {
      const before = await Promise.all(urls.map(nodeOf));
      const from = performance.now();
      all[i].received.push(await load());
      const took = (performance.now() - from) / 1000;
      const after = await Promise.all(urls.map(nodeOf));
      all[i].busy.push(after.map(({ cpuSeconds }, node) => (cpuSeconds - before[node].cpuSeconds) / took));
      all[i].nodes.push(after);
    }
  return turns.map(({ what }, i) => {
    const { received, busy, nodes } = all[i];
    const typical = (read: (node: number, round: number) => number): number[] =>
      urls.map((_, node) => median(nodes.map((__, round) => read(node, round))));
    const line = {
      what,
      ...loadOf(received),
      busy: typical((node, round) => busy[round][node]),
      loopP99Ms: typical((node, round) => nodes[round][node].loopP99Ms),
      megabytes: typical((node, round) => nodes[round][node].megabytes),
    };
    lines.push(line);
    console.log(JSON.stringify(line));
    return line;
  });
};

/**
 * Raises the priority of this process where permitted, because its own delays would look like late responses. The servers, which are
 * already running, keep theirs.
 */
const beforeOthers = (): void => {
  try {
    setPriority(-10);
  } catch {
    console.warn('Only root may raise the priority: times include some delays of the load generator.');
  }
};

/** Restricts this process with its threads, and those that it starts from now on, to a list of processors such as `1-3`. */
const runOn = (processors: string): void => {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(process.pid)]);
};

/** Creates an organization with keys and a planning of the same name in which every operation has a place. */
const settle = async (service: Service, administrator: string, name: string): Promise<string[]> => {
  const [url] = service.urls();
  const { organization, key, newKey } = await newTenant(url, administrator, name);
  const document = crowdedDocument(name, OPERATIONS, RESOURCES);
  const assignments = document.operations.map(({ id }, i) => ({
    operation: id,
    resource: `${name}-r${i % RESOURCES}`,
  }));
  const planning = { ...document, assignments };
  await request(url, key, 'POST', `/v1/organizations/${organization}/plannings/import/`, planning);
  const keys = [key];
  while (keys.length < CREDENTIALS) keys.push(await newKey());
  return keys;
};

const rounded = (all: readonly number[], digits: number): string => all.map((one) => one.toFixed(digits)).join(', ');

const main = async (setup: string): Promise<void> => {
  const [embedded, server] = testPlaces();
  const place = setup === 'pglite' ? embedded : server;
  if (place.skipped !== null) throw new Error(place.skipped);
  if (values.apart) runOn(`1-${availableParallelism() - 1}`);
  const service = await openService(place, { ...SETTINGS, BUSY_DELAY_MILLISECONDS: values.delay });
  if (values.apart) runOn('0');
  const [traffic, others] = ['one', 'other'].map((name) => new Traffic(name, OPERATIONS));
  try {
    const urls = setup === 'cluster' ? service.urls() : service.urls().slice(0, 1);
    const administrator = await login(urls[0], service.email, service.password);
    const clientsOf = async (name: string): Promise<Asker[]> =>
      (await settle(service, administrator, name)).map((key, i): Asker => ({ key, url: urls[i % urls.length] }));
    const [askers, otherAskers] = [await clientsOf('one'), await clientsOf('other')];
    beforeOthers();
    const many = (count: number): Asker[] => Array.from({ length: count }, (_, i) => askers[i % askers.length]);
    await traffic.closed(many(4), Math.min(5, seconds), 1);
    const counts = numbers(values.clients);
    const curve: Line[] = [];
    let listening = 0;
    for (const count of values.most === 0 ? counts : []) {
      for (; listening < count / 8; listening++) await traffic.subscribe(askers[listening % askers.length]);
      const load = () => traffic.closed(many(count), seconds, count);
      curve.push(...(await measured(urls, [{ what: `${count} clients`, load }], 1)));
    }
    const most = values.most || Math.max(...curve.map(({ perSecond }) => perSecond));
    const saturated = curve.findIndex(({ perSecond }) => perSecond >= SATURATED * most);
    const rounds = values.rounds;
    const at = (share: number) => async () => {
      await traffic.open(askers, share * most, WARM_SECONDS, 5);
      return traffic.open(askers, share * most, seconds, 7);
    };
    const [half, over] = await measured(
      urls,
      [
        { what: 'half of the maximum rate', load: at(0.5) },
        { what: 'three times the maximum rate', load: at(3) },
      ],
      rounds,
    );
    const share = 0.25;
    const beside = (times: number) => async () => {
      const loud = others.open(otherAskers, times * share * most, seconds + WARM_SECONDS, 11);
      await sleep(1000 * WARM_SECONDS);
      const received = await traffic.open(askers, share * most, seconds, 13);
      console.log('  the other:', JSON.stringify(loadOf([await loud])));
      return received;
    };
    const [quiet, loud] = await measured(
      urls,
      [
        { what: 'a tenant beside one with the same rate', load: beside(1) },
        { what: 'a tenant beside one with ten times its rate', load: beside(10) },
      ],
      rounds,
    );
    const head = ['load', 'per second', 'p50 ms', 'p99 ms', 'refused', 'failed', 'processors', 'loop p99 ms', 'MB'];
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
      `${setup}: ${OPERATIONS} operations; 80 % reads, 14 % writes, 5 % resolutions, 1 % runs, one in eight clients is subscribed to events. ${machine()}, load ${loadavg()[0].toFixed(1)}; the load generator ${values.apart ? 'has one processor for itself, and the servers have the others' : 'shares the processors with the servers'}.`,
      formatTable(head, rows),
      `Maximum rate: ${most.toFixed(0)} requests per second; saturated with ${counts[saturated] ?? '–'} clients. ${goal('Three times the maximum rate', over.p99Ms / half.p99Ms, GOALS.overload)}. ${goal('Beside an excessive tenant', loud.p99Ms / quiet.p99Ms, GOALS.neighbor)}.`,
    ].join('\n\n');
    await publish(`mix-${setup}`, text, { machine: machine(), setup, lines });
  } finally {
    traffic.close();
    others.close();
    await service.close();
  }
};

await main(values.setup);
