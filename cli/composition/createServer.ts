import type { ServerResponse } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { isEventSocket, webSocketServer } from '../../api/events/webSocketServer.ts';
import { answerMalformedRequests } from '../../api/malformedRequests.ts';
import type { Config } from '../config.ts';
import { closeGently } from './gentleClose.ts';
import { type Limits, serverLimits } from './serverLimits.ts';

type ServerConfig = Limits & Pick<Config, 'HOST' | 'IDLE_SECONDS'>;

/** What answers requests. */
interface App {
  readonly fetch: (request: Request, env: object) => Response | Promise<Response>;
}

/**
 * Creates a server that does not listen yet. The app needs the address, which is known only once the server listens: requests that come before
 * `useApp` wait for it.
 */
export const createServer = (config: ServerConfig, isDraining: () => boolean) => {
  let app: App | null = null;
  const sockets = webSocketServer();
  const opened = Promise.withResolvers<App>();
  const server = createAdaptorServer({
    fetch: (request, env) => app?.fetch(request, env) ?? opened.promise.then((one) => one.fetch(request, env)),
    hostname: config.HOST,
    serverOptions: { ...serverLimits(config), shouldUpgradeCallback: isEventSocket },
    websocket: { server: sockets },
  });
  if ('setTimeout' in server) server.setTimeout(config.IDLE_SECONDS * 1000);
  if ('closeIdleConnections' in server) {
    closeGently(server, sockets);
    answerMalformedRequests(server);
  }
  // Otherwise a client that sends requests without a pause would keep its connection, and the draining server, open until the time limit.
  server.prependListener('request', (_, response: ServerResponse) => {
    if (isDraining()) response.shouldKeepAlive = false;
  });
  const useApp = (one: App): void => {
    app = one;
    opened.resolve(one);
  };
  return { server, useApp };
};
