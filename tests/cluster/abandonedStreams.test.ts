/** Guarantee: a client that disconnects leaves nothing behind: no busy thread, port, socket or listener. */
import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApp, type TestApp } from '../../api/testing/openApp.ts';
import { openResolutions } from '../../cli/composition/resolutionPort.ts';
import { scopeOf } from '../../schedule/testing/openSchedule.ts';
import { listenLocally } from '../listenLocally.ts';
import { hardResolution, jammedDocument } from './clusterDatabase.ts';

const resolutions = openResolutions({ threads: 1 });
const listeners = new Set<() => void>();
let api: TestApp;
let server: ServerType;
let url: string;

beforeAll(async () => {
  api = await openApp({
    ports: {
      resolutions,
      signals: {
        onTask(_id, listener) {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
    },
  });
  const { user, organization } = api.admin;
  await api.schedule.importPlanning(scopeOf(user, organization, 'admin'), organization, jammedDocument('jam'));
  server = createAdaptorServer({ fetch: api.app.fetch });
  url = `http://127.0.0.1:${await listenLocally(server)}`;
});
afterAll(async () => {
  server.close();
  await resolutions.close();
  await api.close();
});

/** Reads the first line of a stream and disconnects. */
const abandon = async (method: string, path: string, body?: unknown): Promise<void> => {
  const abort = new AbortController();
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Token ${api.admin.key}`, 'Content-Type': 'application/json' },
    signal: abort.signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect([200, 202]).toContain(response.status);
  await response.body!.getReader().read();
  abort.abort();
};
const RESOLVE = '/v1/operations/jam-o30/resolve-conflict-stream/part/0/';
/** What keeps the process alive: ports of threads, sockets, servers. */
const held = (): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    if (/Message|Worker|TCPServer|FSReq/.test(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};
const settled = async (holds: () => boolean | Promise<boolean>): Promise<boolean> => {
  for (let tries = 0; tries < 100; tries++) {
    if (await holds()) return true;
    await sleep(50);
  }
  return false;
};
const connections = (): Promise<number> =>
  new Promise((resolve) => (server as Server).getConnections((_error, count) => resolve(count)));

test('a hundred abandoned streams leave nothing behind', async () => {
  const { id } = (await api.call('POST /v1/plannings/jam/optimize/', { body: { solver: 'external', start: false } }))
    .body as {
    id: string;
  };
  const follow = `/v1/plannings/jam/optimization-task-results/${id}/stream/`;
  await abandon('POST', RESOLVE, hardResolution(30_000));
  await abandon('GET', follow);
  expect(await settled(() => listeners.size === 0)).toBe(true);
  const before = held();

  for (let i = 0; i < 50; i++) await abandon('POST', RESOLVE, hardResolution(30_000));
  await Promise.all(Array.from({ length: 50 }, () => abandon('GET', follow)));

  // The only thread is free: it answers, although fifty requests of half a minute each were started.
  const answer = await api.call(`POST ${RESOLVE.replace('-stream', '')}`, { body: hardResolution(200) });
  expect(answer.status).toBe(200);
  expect(await settled(() => listeners.size === 0)).toBe(true);
  expect(await settled(async () => (await connections()) <= 1)).toBe(true);
  const left = () => Object.entries(held()).filter(([kind, count]) => count > (before[kind] ?? 0));
  expect(
    await settled(() => left().length === 0),
    `more than ${JSON.stringify(before)}: ${JSON.stringify(left())}`,
  ).toBe(true);
  expect(api.failures).toEqual([]);
});
