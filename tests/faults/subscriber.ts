import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenLocally } from '../listenLocally.ts';
import { askUntil, PLANNING } from './planners.ts';
import type { Service } from './service.ts';

/** A receiver of a webhook that records the changes in its messages. */
export const openSubscriber = async () => {
  const told = new Set<string>();
  let status = 204;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { data } = (await json(request)) as { data: { change: string } };
    if (status === 204) told.add(data.change);
    response.writeHead(status).end();
  };
  // Ignores aborted requests, because a sender may be killed while sending.
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    /** Messages count as received only while this is 204, which it is at first. */
    respondWith(code: number): void {
      status = code;
    },
    /** Those of the changes that have not arrived when nothing has arrived for `silenceMs`. */
    async missing(changes: readonly string[], silenceMs: number): Promise<string[]> {
      let [heard, deadline] = [told.size, performance.now() + silenceMs];
      for (;;) {
        const missing = changes.filter((change) => !told.has(change));
        if (missing.length === 0 || performance.now() > deadline) return missing;
        if (told.size > heard) [heard, deadline] = [told.size, performance.now() + silenceMs];
        await sleep(50);
      }
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
};

export const subscribe = async (service: Service, url: string): Promise<void> => {
  const path = `POST /v1/plannings/${PLANNING}/webhooks/`;
  const { status, body } = await askUntil(service, path, { url, events: ['operation.*'] });
  if (status !== 201) throw new Error(JSON.stringify(body));
};
