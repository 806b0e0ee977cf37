/**
 * How long does a tenant wait while another one requests fifty times its share? A server with default limits has two tenants: one
 * resolves a conflict now and then and optimizes; the other has 100 hard resolutions open at any time (with two tenants, each may have
 * at most two waiting), and 50 optimizations of an hour each. The waiting times of the first tenant, alone and beside the other, are
 * measured alternately.
 * [DATABASE_URL=… of an empty database] npm run bench -- shares [--resolutions 8] [--runs 3]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { hardResolution, jammedDocument } from '../../tests/cluster/clusterDatabase.ts';
import { machine } from '../table/machine.ts';
import { formatTable, median, publish } from '../table/table.ts';
import { ownServer } from './ownServer.ts';
import { request } from './request.ts';
import { elapsedMs } from './rounds.ts';
import { GREETING, login, newTenant, type Tenant } from './tenants.ts';
import { readOptions } from '../readOptions.ts';

const values = readOptions({
  resolutions: ['number of resolutions to measure in each turn', 8],
  runs: ['number of runs to measure', 3],
});
const GOAL_MS = 1000;
/** The default of the server's setting. */
const SLICE_MS = 20_000;
const OPEN_AT_ONCE = 100;
const RUNS = 50;
/** A key may have sixteen requests in progress, so a hundred open requests need several keys. */
const KEYS = 8;
const PAUSE_MS = 250;
/** The number of alternations of measuring alone and beside the other tenant, because the machine may have other work, too. */
const TURNS = 4;
/** After this time, a hundred requests are waiting. */
const CROWD_MS = 3000;
/** The time that it takes to save the progress of a run and to start another. */
const HAND_OVER_MS = 500;

const database = process.env['DATABASE_URL'] ?? '';
const server = ownServer({
  DATABASE_URL: database,
  DEMO: 'false',
  REQUESTS_PER_SECOND: '1000',
  REQUESTS_BURST: '1000',
});

interface Place {
  readonly url: string;
  readonly tenant: Tenant;
  readonly other: Tenant;
  readonly keys: readonly string[];
}

const open = async (): Promise<Place> => {
  const [, url, email, password] = await server.line(GREETING);
  const access = await login(url, email, password);
  const [tenant, other] = [await newTenant(url, access, 'tenant'), await newTenant(url, access, 'other')];
  for (const [{ organization, key }, id] of [[tenant, 'own'] as const, [other, 'jam'] as const])
    await request(url, key, 'POST', `/v1/organizations/${organization}/plannings/import/`, jammedDocument(id));
  const keys = await Promise.all(Array.from({ length: KEYS }, other.newKey));
  return { url, tenant, other, keys };
};

const resolved = (url: string, key: string, operation: string, timeLimitMs: number): Promise<unknown> =>
  request(url, key, 'POST', `/v1/operations/${operation}/resolve-conflict/part/0/`, hardResolution(timeLimitMs));

/** Keeps a hundred requests open until the returned function is called, which returns how many were answered. */
const crowd = ({ url, keys }: Place) => {
  let isOn = true;
  let answered = 0;
  const lines = Array.from({ length: OPEN_AT_ONCE }, async (_, i) => {
    while (isOn) {
      await resolved(url, keys[i % KEYS], 'jam-o30', 2000).then(
        () => answered++,
        () => sleep(PAUSE_MS),
      );
    }
  });
  return async (): Promise<number> => {
    isOn = false;
    await Promise.all(lines);
    return answered;
  };
};

const optimizing = (url: string, key: string, planning: string, timeLimitSeconds: number): Promise<{ id: string }> =>
  request(url, key, 'POST', `/v1/plannings/${planning}/optimize/`, {
    solver: 'local-search',
    dryRun: true,
    parameters: { timeLimitSeconds, gap: 0 },
  });

const tasksOf = (planning: string): string => `/v1/plannings/${planning}/optimization-task-results/`;

/** The milliseconds from the request of a run until it began. */
const begun = async ({ url, tenant }: Place): Promise<number> => {
  const { id } = await optimizing(url, tenant.key, 'own', 1);
  type Task = { status: string; createdAt: string; startedAt: string };
  for (;;) {
    const task = await request<Task>(url, tenant.key, 'GET', `${tasksOf('own')}${id}/`);
    if (task.status === 'SUCCEEDED') return Date.parse(task.startedAt) - Date.parse(task.createdAt);
    if (task.status === 'FAILED') throw new Error('The run failed.');
    await sleep(PAUSE_MS);
  }
};

interface Line {
  readonly name: string;
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  readonly goalMs: number;
}

const most = (times: readonly number[]): number => Math.round(Math.max(...times));
/** How much longer the longest wait was beside the other tenant, in milliseconds. */
const delayOf = ({ alone, beside }: Line): number => Math.max(0, most(beside) - most(alone));

const lines: Line[] = [];
try {
  const place = await open();
  const { url, tenant, other } = place;
  const ask = () => elapsedMs(() => resolved(url, tenant.key, 'own-o30', 200));
  await ask();
  const [alone, beside]: number[][] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    for (let i = 0; i < values.resolutions; i++) {
      alone.push(await ask());
      await sleep(PAUSE_MS);
    }
    const end = crowd(place);
    await sleep(CROWD_MS);
    for (let i = 0; i < values.resolutions; i++) {
      beside.push(await ask());
      await sleep(PAUSE_MS);
    }
    console.error(`${await end()} resolutions of the other were answered meanwhile`);
  }
  lines.push({ name: 'a resolution', alone, beside, goalMs: GOAL_MS });

  const [first, then]: number[][] = [[], []];
  for (let i = 0; i < values.runs; i++) first.push(await begun(place));
  for (let i = 0; i < RUNS; i++) await optimizing(url, other.key, 'jam', 3600);
  await sleep(5000);
  for (let i = 0; i < values.runs; i++) then.push(await begun(place));
  lines.push({ name: 'a run, until it begins', alone: first, beside: then, goalMs: SLICE_MS + HAND_OVER_MS });
} finally {
  await server.end();
}

const rows = lines.map((line) => [
  line.name,
  Math.round(median(line.alone)),
  most(line.alone),
  Math.round(median(line.beside)),
  most(line.beside),
  delayOf(line),
  line.goalMs,
  delayOf(line) <= line.goalMs ? 'met' : 'MISSED',
]);
const text = `How long does a tenant wait while another one requests fifty times its share (${OPEN_AT_ONCE} hard resolutions open at any time; ${RUNS} optimizations of an hour)? ${database === '' ? 'Embedded database' : 'PostgreSQL'}, ${machine()}.

${formatTable(['what', 'alone, median ms', 'most ms', 'beside, median ms', 'most ms', 'delay ms', 'goal ms', ''], rows)}`;
await publish(database === '' ? 'shares-pglite' : 'shares-postgres', text, {
  machine: machine(),
  goalMs: GOAL_MS,
  sliceMs: SLICE_MS,
  lines,
});
