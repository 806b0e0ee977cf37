import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createAdaptorServer, getRequestListener, RequestError } from '@hono/node-server';
import { isEventSocket, webSocketServer } from '../../api/events/webSocketServer.ts';
import { sendRefusal } from '../../api/events/refusedUpgrade.ts';
import { answerMalformedRequests, malformedAddress } from '../../api/malformedRequests.ts';
import type { Config } from '../config.ts';
import { closeGently } from './gentleClose.ts';
import { type Limits, serverLimits } from './serverLimits.ts';

type ServerConfig = Limits & Pick<Config, 'HOST' | 'IDLE_SECONDS'>;

/** What the adaptor passes on besides the request. */
interface Environment {
  readonly incoming: IncomingMessage;
}

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
  const answer = (request: Request, env: Environment) => {
    const { incoming } = env;
    if (incoming.headers.host === undefined && incoming.httpVersion === '1.1') return malformedAddress();
    return app?.fetch(request, env) ?? opened.promise.then((one) => one.fetch(request, env));
  };
  const listener = getRequestListener((request, env) => answer(request, env as Environment), {
    hostname: config.HOST,
    // The app answers its own errors.
    errorHandler: (error) => (error instanceof RequestError ? malformedAddress() : new Response(null, { status: 500 })),
  });
  const server = createAdaptorServer({
    fetch: async (request, env) => {
      const response = await answer(request, env as Environment);
      if (response.status >= 400) await sendRefusal((env as Environment).incoming.socket, response);
      return response;
    },
    createServer: ((options: ServerOptions) =>
      createHttpServer(options, (incoming, outgoing) => void listener(incoming, outgoing))) as typeof createHttpServer,
    serverOptions: { ...serverLimits(config), requireHostHeader: false, shouldUpgradeCallback: isEventSocket },
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
