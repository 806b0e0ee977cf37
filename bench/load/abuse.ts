/**
 * Can one client bring the service down? A server with default limits on the embedded database receives the worst known requests, one
 * after the other, while a well-behaved tenant sends twenty requests a second.
 * npm run bench -- abuse [--only TEXT]     runs only attacks whose name contains TEXT
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { crowdedDocument } from '../../tests/cluster/clusterDatabase.ts';
import type { Started } from '../../tests/processes.ts';
import { machine } from '../table/machine.ts';
import { formatTable, publish, quantile } from '../table/table.ts';
import { ABUSES, type Abuse, type Attacker } from './abuses.ts';
import { forgetPeak, peakMegabytes } from './memory.ts';
import { ownServer } from './ownServer.ts';
import { request } from './request.ts';
import { GREETING, login, newTenant, type Tenant } from './tenants.ts';
import { readOptions } from '../readOptions.ts';

const GOAL = { p99Ms: 250, peakMb: 1500 } as const;
const OPERATIONS = 60;
/** A pause before and after each attack, so that the tenant is measured during it and not during the effects of the previous one. */
const REST_MS = 1000;
const WARM_UP_MS = 3000;
/** Each attack lasts at least this long, so that there is enough to measure. */
const LEAST_MS = 5000;
const MOST_SECONDS = 60;

const values = readOptions({
  only: ['run only attacks whose name contains this', ''],
});

/** A server with a well-behaved tenant and an attacker. */
interface Place {
  readonly server: Pick<Started, 'process'>;
  readonly attacker: Attacker;
  /** What the well-behaved tenant has measured since the last call. */
  readonly noted: (message: 'more' | 'end') => Promise<{ took: number[]; failures: string[] }>;
  end(): Promise<void>;
}

const attackerOf = (url: string, { organization, key }: Tenant): Attacker => ({
  url,
  key,
  organization,
  async send(method, path, body, type = 'application/json') {
    const startedAt = performance.now();
    const seconds = (): string => `in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { Authorization: `Token ${key}`, ...(body === undefined ? {} : { 'Content-Type': type }) },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(MOST_SECONDS * 1000),
      });
      const text = await answer.text();
      const code = answer.ok ? '' : ` ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`;
      return `${answer.status}${code} ${seconds()}`;
    } catch (error) {
      const { cause, name } = error as Error & { readonly cause?: { readonly code?: string } };
      return `cut off (${cause?.code ?? name}) ${seconds()}`;
    }
  },
  json: (method, path, body) => request(url, key, method, path, body),
});

const openPlace = async (): Promise<Place> => {
  const server = ownServer({ DEMO: 'false' });
  const [, url, email, password] = await server.line(GREETING);
  const access = await login(url, email, password);
  const [tenant, other] = [await newTenant(url, access, 'tenant'), await newTenant(url, access, 'attacker')];
  const importing = (one: Tenant, document: object): Promise<unknown> =>
    request(url, one.key, 'POST', `/v1/organizations/${one.organization}/plannings/import/`, document);
  await importing(tenant, crowdedDocument('own', OPERATIONS, 20));
  await importing(other, crowdedDocument('mine', 5, 2));
  const thread = new Worker(new URL('wellBehaved.ts', import.meta.url), {
    workerData: { url, key: tenant.key, planning: 'own', operations: OPERATIONS },
  });
  const noted: Place['noted'] = (message) =>
    new Promise((resolve) => {
      thread.once('message', resolve);
      thread.postMessage(message);
    });
  const end = async (): Promise<void> => {
    await noted('end');
    await server.end();
  };
  return { server, attacker: attackerOf(url, other), noted, end };
};

/** The peak memory in megabytes; null once the process has ended. */
const peakOf = ({ process: { pid } }: Place['server']): number | null => {
  try {
    return peakMegabytes(pid!);
  } catch {
    return null;
  }
};

interface Line {
  readonly name: string;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  readonly failures: number;
  readonly peakMb: number | null;
  readonly answers: readonly string[];
}

/** Repeats an attack that ends early. */
const attack = async ({ run }: Abuse, { attacker, server }: Place): Promise<readonly string[]> => {
  const startedAt = performance.now();
  let answers: readonly string[] = [];
  while (answers.length === 0 || performance.now() - startedAt < LEAST_MS) {
    const responses = await run(attacker).catch((error: unknown) => [(error as Error).message.slice(0, 200)]);
    if (answers.length === 0) answers = responses;
    if (peakOf(server) === null) break;
  }
  return answers;
};

const measure = async (abuse: Abuse, place: Place): Promise<Line> => {
  const { server, attacker, noted } = place;
  const { name, prepare } = abuse;
  await sleep(WARM_UP_MS);
  const unprepared = await prepare?.(attacker).then(
    () => [],
    (error: unknown) => [`not prepared: ${(error as Error).message.slice(0, 200)}`],
  );
  await noted('more');
  if (peakOf(server) !== null) forgetPeak(server.process.pid!);
  await sleep(REST_MS);
  const answers = [...(unprepared ?? []), ...(await attack(abuse, place))];
  await sleep(REST_MS);
  const peakMb = peakOf(server);
  const { took, failures } = await noted('more');
  const [p50Ms, p99Ms, mostMs] = [0.5, 0.99, 1].map((share) => Math.round(quantile(took, share)));
  for (const failure of failures.slice(0, 3)) console.error(`  ${failure}`);
  console.error(
    `${name}: p50 ${p50Ms}, p99 ${p99Ms}, most ${mostMs} ms, ${failures.length} failures, ${peakMb} MB; ${answers.join('; ')}`,
  );
  return { name, requests: took.length, p50Ms, p99Ms, mostMs, failures: failures.length, peakMb, answers };
};

const isMet = ({ p99Ms, failures, peakMb: peak }: Line): boolean =>
  p99Ms < GOAL.p99Ms && failures === 0 && peak !== null && peak < GOAL.peakMb;

const lines: Line[] = [];
const nothing: Abuse = { name: 'nothing', run: () => sleep(LEAST_MS).then(() => ['nothing']) };
for (const abuse of [nothing, ...ABUSES.filter(({ name }) => name.includes(values.only))]) {
  const place = await openPlace();
  try {
    lines.push(await measure(abuse, place));
  } finally {
    await place.end();
  }
}

const rows = lines.map((line) => [
  line.name,
  line.requests,
  line.p50Ms,
  line.p99Ms,
  line.mostMs,
  line.failures,
  line.peakMb ?? 'ended',
  isMet(line) ? 'met' : 'MISSED',
  line.answers.join('; '),
]);
const head = [
  'beside',
  'requests',
  'p50 ms',
  'p99 ms',
  'most ms',
  'failures',
  'peak MB',
  'goal',
  "the attacker's responses",
];
const text = `Can one client bring the service down? A well-behaved tenant's twenty requests a second during the worst known requests; goal: p99 under ${GOAL.p99Ms} ms, no failure, process under ${GOAL.peakMb} MB. ${machine()}.

${formatTable(head, rows)}`;
if (values.only === '') await publish('abuse', text, { machine: machine(), goal: GOAL, lines });
else console.log(text);
