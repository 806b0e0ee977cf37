import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { crowdedDocument } from '../../tests/cluster/clusterDatabase.ts';
import { openEventSocket } from '../../tests/openEventSocket.ts';

/** An attacker, who is an admin of an organization of its own. */
export interface Attacker {
  readonly url: string;
  readonly key: string;
  readonly organization: string;
  /** Sends a request and returns the status and the time it took; never throws. */
  readonly send: (method: string, path: string, body?: string, type?: string) => Promise<string>;
  /** Sends JSON and throws when it is rejected; used to prepare an attack. */
  json<T>(method: string, path: string, body?: unknown): Promise<T>;
}

export interface Abuse {
  readonly name: string;
  /** Prepares the attack before the measurement starts. */
  readonly prepare?: (attacker: Attacker) => Promise<unknown>;
  /** Runs the attack and returns summaries of the responses. */
  readonly run: (attacker: Attacker) => Promise<readonly string[]>;
}

const MIB = 1 << 20;
const LARGE = 31 * MIB;
const CSV = 'text/csv';
const JSON_TYPE = 'application/json';
const BULK = '/v1/operations/bulk/';

const each = async (count: number, work: (i: number) => Promise<string>): Promise<string[]> => {
  const answers = await Promise.all(Array.from({ length: count }, (_, i) => work(i)));
  const kinds = new Map<string, number>();
  for (const answer of answers) {
    const kind = answer.replace(/ in .*/, '');
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return [...kinds].map(([kind, times]) => `${times} × ${kind}`);
};

const importing = (attacker: Attacker, document: object): Promise<unknown> =>
  attacker.json('POST', `/v1/organizations/${attacker.organization}/plannings/import/`, document);

/** A planning with `count` operations that all overlap on one stand. */
const crowd = (id: string, count: number): object => {
  const document = crowdedDocument(id, count, 2);
  const [from, to] = ['2026-11-20T08:00:00.000Z', '2026-11-20T20:00:00.000Z'];
  return {
    ...document,
    operations: document.operations.map((operation, i) => ({
      id: operation.id,
      inboundTask: { taskName: `in ${i}`, plannedTime: from, expectedTime: from },
      outboundTask: { taskName: `out ${i}`, plannedTime: to, expectedTime: to },
    })),
    assignments: document.operations.map(({ id: operation }) => ({ operation, resource: `${id}-r0` })),
  };
};

/** Starts an upload that never ends: the head, most of the body, then silence. */
const hold = async ({ url, key }: Attacker): Promise<Socket> => {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) })
    .on('error', () => {})
    .on('data', () => {});
  await once(socket, 'connect');
  const head = `Authorization: Token ${key}\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${LARGE}\r\n`;
  socket.write(`POST ${BULK} HTTP/1.1\r\nHost: ${host}\r\n${head}\r\n`);
  const piece = Buffer.alloc(MIB, ' ');
  for (let sent = 0; sent < 28; sent++) if (!socket.destroyed) socket.write(piece);
  return socket;
};

const CROWD = 'crowd';
const PAST = 'past';
const STAND = 'stand';

/** The worst requests that were found. */
export const ABUSES: readonly Abuse[] = [
  {
    name: 'CSV header of 100 000 names',
    run: async (attacker) => {
      const header = Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(',');
      return Promise.all(
        ['none', 'mine'].map((id) =>
          attacker.send('POST', `/v1/plannings/${id}/operations/bulk-upload/`, `${header}\n`, CSV),
        ),
      );
    },
  },
  {
    name: '31 MB of CSV rows',
    run: async ({ send }) => [
      await send('POST', '/v1/plannings/mine/operations/bulk-upload/', `a,b\n${'1,2\n'.repeat(LARGE / 4 - 1)}`, CSV),
    ],
  },
  {
    name: '31 MB of [',
    run: async ({ send }) => [
      await send('POST', BULK, '['.repeat(LARGE)),
      await send('POST', '/v1/plannings/mine/score/', '['.repeat(LARGE)),
    ],
  },
  {
    name: '31 MB of {} at the login',
    run: async ({ send }) => [
      await send('POST', '/auth/login/', `[${'{},'.repeat(LARGE / 3 - 1)}{}]`),
      await send('POST', BULK, `[${'{},'.repeat(LARGE / 3 - 1)}{}]`),
    ],
  },
  {
    name: 'crowd of 3000, conflicts, metrics',
    run: async (attacker) => {
      await importing(attacker, crowd(CROWD, 3000)).catch(() => {});
      return [
        await attacker.send('GET', `/v1/plannings/${CROWD}/conflicts/?limit=1`),
        await attacker.send('GET', `/v1/plannings/${CROWD}/metrics/`),
      ];
    },
  },
  {
    name: '26 past states of 40 000 operations',
    prepare: async (attacker) => {
      await importing(attacker, crowdedDocument(PAST, 40_000, 300));
      for (let i = 0; i < 26; i++) {
        await attacker.json('PATCH', `/v1/operations/${PAST}-o${i}/`, { description: `change ${i}` });
      }
    },
    run: async (attacker) => {
      const changes = await attacker.json<{ id: string }[]>('GET', `/v1/plannings/${PAST}/changesets/?limit=26`);
      const answers: string[] = [];
      for (const { id } of changes) {
        answers.push(await attacker.send('GET', `/v1/plannings/${PAST}/metrics/?change_id=${id}`));
      }
      return [answers[0], `… ${answers.at(-1)}`];
    },
  },
  {
    name: '220 members with passwords, and logins',
    run: async (attacker) => {
      const path = `/v1/organizations/${attacker.organization}/members/`;
      const members = each(220, (i) =>
        attacker.send(
          'POST',
          path,
          JSON.stringify({ email: `m${i}@example.org`, role: 'viewer', password: `a long password ${i}` }),
        ),
      );
      const login = JSON.stringify({ email: 'nobody@example.org', password: 'a long password' });
      return [...(await members), `login ${await attacker.send('POST', '/auth/login/', login)}`];
    },
  },
  {
    name: '60 held uploads of 31 MB',
    run: async (attacker) => {
      const sockets = await Promise.all(Array.from({ length: 60 }, () => hold(attacker)));
      await sleep(15_000);
      const ended = sockets.filter((socket) => socket.destroyed || socket.readyState !== 'open').length;
      for (const socket of sockets) socket.destroy();
      return [`${ended} of 60 were ended within 15 s`];
    },
  },
  {
    name: '256 stress requests and a run of an hour',
    prepare: (attacker) => importing(attacker, crowdedDocument('busy', 300, 4)),
    run: async (attacker) => {
      const parameters = { timeLimitSeconds: 3600, gap: 0 };
      const body = JSON.stringify({ solver: 'local-search', dryRun: true, parameters });
      const run = await attacker.send('POST', '/v1/plannings/busy/optimize/', body);
      const stress = JSON.stringify({ samples: 100_000, timeLimitMs: 2000 });
      const answers = await each(256, () => attacker.send('POST', '/v1/plannings/busy/stress/', stress));
      const runs = await attacker.json<{ id: string }[]>('GET', '/v1/plannings/busy/optimization-task-results/');
      for (const { id } of runs) {
        await attacker.send('POST', `/v1/plannings/busy/optimization-task-results/${id}/cancel/`, '{"apply":false}');
      }
      return [`run ${run}`, ...answers];
    },
  },
  {
    name: 'resolution with 800 operations on one stand',
    prepare: (attacker) => importing(attacker, crowdedDocument(STAND, 800, 40)),
    run: async (attacker) => {
      const assignments = Array.from({ length: 800 }, (_, i) => ({
        operation: `${STAND}-o${i}`,
        resource: `${STAND}-r0`,
      }));
      const body = JSON.stringify({ virtualState: { assignments }, parameters: { timeLimitMs: 2000, maxMoves: 12 } });
      return [await attacker.send('POST', `/v1/operations/${STAND}-o400/resolve-conflict/part/0/`, body)];
    },
  },
  {
    name: 'one socket of padded subscribes',
    run: async ({ url, key }) => {
      const socket = openEventSocket(url, key);
      let closedAt: number | null = null;
      const startedAt = performance.now();
      socket.on('error', () => {}).on('message', () => {});
      socket.on('close', () => {
        closedAt ??= performance.now() - startedAt;
      });
      await once(socket, 'open');
      const message = JSON.stringify({ type: 'subscribe', planning: 'none', padding: 'x'.repeat(60_000) });
      let sent = 0;
      while (closedAt === null && performance.now() - startedAt < 10_000) {
        if (socket.bufferedAmount < 8 * MIB) {
          socket.send(message);
          sent += 1;
        } else await sleep(1);
        if (sent % 50 === 0) await sleep(0);
      }
      socket.terminate();
      return [`${sent} messages, ${closedAt === null ? 'stayed open' : `closed after ${Math.round(closedAt)} ms`}`];
    },
  },
  {
    name: 'upload of 10 000 operations into 60 plannings',
    prepare: async (attacker) => {
      for (let i = 0; i < 60; i++) {
        const path = `/v1/organizations/${attacker.organization}/plannings/`;
        await attacker.json('POST', path, { id: `target-${i}`, name: `Target ${i}` });
      }
    },
    run: async ({ send }) => {
      const plannings = Array.from({ length: 59 }, (_, i) => `target-${i + 1}`);
      const task = { taskName: 'x', plannedTime: '2026-11-20T08:00:00Z', expectedTime: '2026-11-20T08:00:00Z' };
      const later = { ...task, plannedTime: '2026-11-20T10:00:00Z', expectedTime: '2026-11-20T10:00:00Z' };
      const operations = Array.from({ length: 10_000 }, (_, i) => ({
        externalId: `X${i}`,
        inboundTask: task,
        outboundTask: later,
      }));
      const path = '/v1/plannings/target-0/operations/bulk-upload/';
      return [
        `60 plannings ${await send('POST', path, JSON.stringify({ plannings, operations }))}`,
        `one planning ${await send('POST', path, JSON.stringify({ operations }))}`,
      ];
    },
  },
];
