import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { createRandom, type Random } from '../../engine/random.ts';
import { quantile } from '../table/table.ts';
import { openEventSocket } from '../../tests/openEventSocket.ts';

/** A client with a credential. */
export interface Asker {
  readonly url: string;
  readonly key: string;
}

/** The outcome of a request. */
export interface Outcome {
  readonly what: string;
  /** The HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly ms: number;
  readonly retryAfterMs: number;
}

export interface Load {
  /** Successful responses (status below 400) per second. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The number of responses 429 and 503. */
  readonly refused: number;
  /** The number of other responses from 400 on, and of requests without a response. */
  readonly failed: number;
}

/** The outcomes of the requests of one load, and its duration. */
export interface Outcomes {
  readonly list: readonly Outcome[];
  readonly seconds: number;
}

const ANSWER_MS = 30_000;
const MINUTE_MS = 60_000;
const DAY = Date.parse('2026-11-20T06:00:00.000Z');

/** Draws one request of the mix: of a hundred, 80 read, 14 write, 5 resolve conflicts, and one runs a short optimization without writing. */
const draw = (random: Random, planning: string, operations: number): readonly [string, string, unknown?] => {
  const id = `${planning}-o${random.below(operations)}`;
  const at = `/v1/plannings/${planning}`;
  const drawn = random.below(100);
  if (drawn < 40) return ['GET', `/v1/operations/${id}/`];
  if (drawn < 55) return ['GET', `${at}/operations/?limit=50`];
  if (drawn < 65) return ['GET', `${at}/conflicts/?limit=20`];
  if (drawn < 72) return ['GET', `${at}/changesets/?limit=20`];
  if (drawn < 80) return ['GET', `/v1/operations/${id}/candidates/`];
  if (drawn < 90) {
    const time = new Date(DAY + 10 * random.below(operations) * MINUTE_MS).toISOString();
    return ['PATCH', `/v1/operations/${id}/`, { inboundTask: { expectedTime: time }, description: String(drawn) }];
  }
  if (drawn < 94) return ['POST', '/v1/assignments/', { operation: id, resource: `${planning}-r${random.below(20)}` }];
  if (drawn < 99)
    return [
      'POST',
      `/v1/operations/${id}/resolve-conflict/part/0/`,
      { virtualState: {}, parameters: { timeLimitMs: 200 } },
    ];
  const parameters = { timeLimitSeconds: 0.2, maxReassignments: 5 };
  return ['POST', `${at}/optimize/`, { solver: 'local-search', parameters, dryRun: true }];
};

export class Traffic {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  private readonly sockets: WebSocket[] = [];
  private readonly planning: string;
  private readonly operations: number;

  constructor(planning: string, operations: number) {
    this.planning = planning;
    this.operations = operations;
  }

  send({ url, key }: Asker, random: Random): Promise<Outcome> {
    const [method, path, body] = draw(random, this.planning, this.operations);
    const from = performance.now();
    const what = `${method} ${path.replaceAll(/[\w-]*-o\d+/g, 'ID')}`;
    const outcome = (status: number, retryAfter = 0): Outcome => ({
      what,
      status,
      ms: performance.now() - from,
      retryAfterMs: 1000 * retryAfter,
    });
    return new Promise((resolve) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const asked = request(`${url}${path}`, {
        agent: this.agent,
        method,
        timeout: ANSWER_MS,
        headers: {
          Authorization: `Token ${key}`,
          ...(text === undefined
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
        },
      })
        .on('response', (response) => {
          response
            .on('end', () => resolve(outcome(response.statusCode ?? 0, Number(response.headers['retry-after'] ?? 0))))
            .on('error', () => resolve(outcome(0)))
            .resume();
        })
        .on('timeout', () => asked.destroy())
        .on('error', () => resolve(outcome(0)));
      asked.end(text);
    });
  }

  /** Closed-loop load: each client sends its next request as soon as it has a response; a rejected client waits as the response requires. */
  async closed(askers: readonly Asker[], seconds: number, seed: number): Promise<Outcomes> {
    const all: Outcome[] = [];
    const until = performance.now() + 1000 * seconds;
    await Promise.all(
      askers.map(async (asker, i) => {
        const random = createRandom(seed + i);
        while (performance.now() < until) {
          const one = await this.send(asker, random);
          all.push(one);
          await sleep(one.retryAfterMs);
        }
      }),
    );
    return { list: all, seconds };
  }

  /** Open-loop load: sends requests at a fixed mean rate regardless of the responses, from the clients in turn. */
  async open(askers: readonly Asker[], perSecond: number, seconds: number, seed: number): Promise<Outcomes> {
    const random = createRandom(seed);
    const all: Promise<Outcome>[] = [];
    const from = performance.now();
    for (
      let due = from;
      due < from + 1000 * seconds;
      due += (-1000 * Math.log(1 - random.below(1e6) / 1e6)) / perSecond
    ) {
      const waitMs = due - performance.now();
      if (waitMs > 1) await sleep(waitMs);
      all.push(this.send(askers[all.length % askers.length], random));
    }
    const list = await Promise.all(all);
    return { list, seconds: (performance.now() - from) / 1000 };
  }

  async subscribe({ url, key }: Asker): Promise<void> {
    const socket = openEventSocket(url, key);
    this.sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).on('message', () => resolve());
      socket.once('open', () => socket.send(JSON.stringify({ type: 'subscribe', planning: this.planning })));
    });
  }

  close(): void {
    for (const socket of this.sockets) socket.terminate();
    this.agent.destroy();
  }
}

/** Formats number, median and p99 in milliseconds of the successful requests of each kind, for diagnosis. */
const slowest = (all: readonly Outcome[]): string =>
  [
    ...Map.groupBy(
      all.filter(({ status }) => status > 0 && status < 400),
      ({ what }) => what,
    ),
  ]
    .map(([what, group]) => {
      const [p50, p99] = [0.5, 0.99].map((share) => quantileMs(group, share).toFixed(0));
      return `${what}: ${group.length} ≤ ${p50} ${p99}`;
    })
    .join('; ');

const quantileMs = (all: readonly Outcome[], share: number): number =>
  quantile(
    all.map(({ ms }) => ms),
    share,
  );

/** Counts the unsuccessful responses by status, for diagnosis. */
const failures = (all: readonly Outcome[]): string =>
  [
    ...Map.groupBy(
      all.filter(({ status }) => status === 0 || status >= 400),
      ({ status }) => status,
    ),
  ]
    .map(([status, { length }]) => `${length} × ${status}`)
    .join(', ');

/** Summarizes the outcomes of several loads. */
export const loadOf = (received: readonly Outcomes[]): Load => {
  const all = received.flatMap(({ list }) => list);
  const seconds = received.reduce((sum, one) => sum + one.seconds, 0);
  const good = all.filter(({ status }) => status > 0 && status < 400);
  console.log(`  ${failures(all)}`);
  console.log(`  ${slowest(all)}`);
  const refused = all.filter(({ status }) => status === 429 || status === 503).length;
  return {
    perSecond: good.length / seconds,
    p50Ms: quantileMs(good, 0.5),
    p99Ms: quantileMs(good, 0.99),
    refused,
    failed: all.length - good.length - refused,
  };
};
