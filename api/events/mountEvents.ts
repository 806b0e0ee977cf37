import { upgradeWebSocket } from '@hono/node-server';
import type { Hono } from 'hono';
import type { WebSocket } from 'ws';
import type { AppDependencies } from '../dependencies.ts';
import { EdgeError } from '../errors.ts';
import type { Variables } from '../variables.ts';
import type { Events } from '../../schedule/events/events.ts';
import { EventSession, scopeOf, type Socket } from './eventSession.ts';
import { type Checks, shareChecks } from './sharedChecks.ts';

const AUTHENTICATE_MS = 5_000;
const PING_MS = 30_000;
/** Together: how long a session outlives its token or membership at most. */
const RECHECK_MS = 8000;
const CHECK_AGE_MS = 2000;
const GOING_AWAY = 1001;

/** `/v1/events/`: a WebSocket. The server must hand its upgrades to `ws` (option `websocket` of its adaptor). */
export const mountEvents = (app: Hono<{ Variables: Variables }>, hub: Events, deps: AppDependencies): void => {
  const sockets = new Set<WebSocket>();
  const checks: Checks = {
    authenticate: (credential) => deps.identity.authenticate(credential),
    authorize: (actor, planning) => hub.authorize(scopeOf(actor), planning),
  };
  const rechecks = shareChecks(checks, CHECK_AGE_MS, () => Date.now());
  hub.onClose(() => {
    for (const socket of sockets) socket.close(GOING_AWAY, 'The server is shutting down.');
  });

  const upgrade = upgradeWebSocket((context) => {
    const authorization = context.req.header('Authorization');
    const requestId = String(context.get('requestId'));
    let session: EventSession | undefined;
    const timers: NodeJS.Timeout[] = [];
    return {
      onOpen(_event, { raw }) {
        const socket = raw as unknown as WebSocket;
        sockets.add(socket);
        const opened = new EventSession(listening(socket), {
          hub,
          authenticate: checks.authenticate,
          rechecks,
          requestId,
          onUnexpected: (error) => deps.log.error({ err: error, requestId }, 'event socket failed'),
        });
        session = opened;
        let isAlive = true;
        socket.on('pong', () => {
          isAlive = true;
        });
        timers.push(
          setTimeout(() => {
            if (!opened.isAuthenticated) opened.rejectClient('Nobody authenticated within 5 s.');
          }, AUTHENTICATE_MS),
          setInterval(() => {
            if (!isAlive) return socket.terminate();
            isAlive = false;
            socket.ping();
          }, PING_MS),
          setInterval(() => void opened.recheck(), RECHECK_MS),
        );
        if (authorization !== undefined) void opened.authenticate(authorization);
      },
      onMessage({ data }) {
        void session?.receive(typeof data === 'string' ? data : '');
      },
      onClose(_event, { raw }) {
        for (const timer of timers) clearTimeout(timer);
        session?.close();
        sockets.delete(raw as unknown as WebSocket);
      },
    };
  });

  app.get('/v1/events/', async (context, next) => {
    context.set('route', '/v1/events/');
    if (context.req.header('Upgrade')?.toLowerCase() === 'websocket') return upgrade(context, next);
    context.header('Upgrade', 'websocket');
    throw new EdgeError('upgrade_required', 'This is a WebSocket; connect with ws:// or wss://.');
  });
};

/** Messages are bytes that many sockets get, and text on the wire all the same. */
const listening = (socket: WebSocket): Socket => ({
  send: (message) => socket.send(message, { binary: false }),
  close: (code, reason) => socket.close(code, reason),
  terminate: () => socket.terminate(),
  get bufferedAmount() {
    return socket.bufferedAmount;
  },
});
