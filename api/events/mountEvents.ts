import { memberOf } from '../../engine/recordOf.ts';
import { upgradeWebSocket } from '@hono/node-server';
import { Counter, Gauge, type Registry } from 'prom-client';
import { WebSocket } from 'ws';
import type { AppDependencies } from '../dependencies.ts';
import { EdgeError } from '../errors.ts';
import type { App } from '../variables.ts';
import type { Events } from '../../schedule/events/events.ts';
import { actorScope } from '../../schedule/access/actorScope.ts';
import { EventSession, type Socket } from './eventSession.ts';
import type { Piece } from './outbox.ts';
import { type Checks, shareChecks } from './sharedChecks.ts';
import { PLACE_REASONS, type PlaceReason, SocketPlaces } from './socketPlaces.ts';

const AUTHENTICATE_MS = 5_000;
const PING_MS = 30_000;
/** With the age of cached checks and the grace of a close, a session outlives its token or membership by at most 10 s. */
const RECHECK_MS = 5000;
const CHECK_AGE_MS = 2000;
const GOING_AWAY = 1001;
const HINTS = {
  proxy: ' A proxy in between has to pass the headers Connection and Upgrade.',
  handshake: ' Its handshake needs a valid Sec-WebSocket-Key, and the Sec-WebSocket-Version 13.',
};

/** Serves the WebSocket `/v1/events/`. The server must pass upgrades to `ws` (option `websocket` of the adaptor). */
export const mountEvents = (app: App, hub: Events, deps: AppDependencies): void => {
  const sockets = new Set<WebSocket>();
  const checks: Checks = {
    authenticate: (credential) => deps.identity.authenticate(credential),
    // The same id may be in another of the user's organizations by now.
    authorize: (actor, { id, organization }) => hub.authorize({ ...actorScope(actor), organization }, id),
  };
  const rechecks = shareChecks(checks, CHECK_AGE_MS, () => performance.now());
  const places = new SocketPlaces<EventSession>({ each: deps.config.eventSockets, node: deps.config.nodeEventSockets });
  countSockets(deps.metrics, () => places.size);
  const onRefused = countRefused(deps.metrics);
  hub.onClose(() => {
    for (const socket of sockets) socket.close(GOING_AWAY, 'The server is shutting down.');
  });

  const upgrade = upgradeWebSocket((context) => {
    const authorization = context.req.header('Authorization');
    const organization = context.req.header('X-Organization-Id') ?? null;
    const requestId = String(context.get('requestId'));
    let session: EventSession | undefined;
    const timers: NodeJS.Timeout[] = [];
    return {
      onOpen(_event, { raw }) {
        const socket = socketOf(raw);
        sockets.add(socket);
        const opened = new EventSession(toSocket(socket), {
          hub,
          organization,
          authenticate: checks.authenticate,
          rechecks,
          requestId,
          onUnexpected: (error) => deps.log.error({ err: error, requestId }, 'event socket failed'),
          stallMs: deps.config.eventStallSeconds * 1000,
          places,
          onRefused,
        });
        session = opened;
        places.wait(opened)?.refusePlace({ reason: 'waiting', text: 'Too many clients have not authenticated yet.' });
        timers.push(...watch(socket, opened));
        if (authorization !== undefined) void opened.authenticate(authorization);
      },
      onMessage({ data }) {
        void session?.receive(typeof data === 'string' ? data : '');
      },
      onClose(_event, { raw }) {
        for (const timer of timers) clearTimeout(timer);
        session?.close();
        sockets.delete(socketOf(raw));
      },
    };
  });

  app.get('/v1/events/', async (context, next) => {
    context.set('route', '/v1/events/');
    if (memberOf(context.env, 'incoming', 'upgrade') === true) return upgrade(context, next);
    context.header('Upgrade', 'websocket');
    const text = 'This is a WebSocket; connect with ws:// or wss://.';
    const asks = context.req.header('Upgrade')?.toLowerCase() === 'websocket';
    const isPassed = /\bupgrade\b/i.test(context.req.header('Connection') ?? '');
    throw new EdgeError('upgrade_required', `${text}${asks ? HINTS[isPassed ? 'handshake' : 'proxy'] : ''}`);
  });
};

const countSockets = (metrics: Registry, count: () => number): Gauge =>
  new Gauge({
    name: 'tidegate_event_sockets',
    help: 'Open event sockets with a valid credential.',
    registers: [metrics],
    collect() {
      this.set(count());
    },
  });

/** Counts refused sockets. */
const countRefused = (metrics: Registry): ((reason: PlaceReason) => void) => {
  const refused = new Counter({
    name: 'tidegate_event_sockets_refused_total',
    help: 'Event sockets refused: credential, too many of one; node, too many of all; waiting, too many that sent no credential.',
    labelNames: ['reason'],
    registers: [metrics],
  });
  for (const reason of PLACE_REASONS) refused.inc({ reason }, 0);
  return (reason) => refused.inc({ reason });
};

/** Starts the timers by which a session has to authenticate, answers pings, and is checked again. */
const watch = (socket: WebSocket, session: EventSession): NodeJS.Timeout[] => {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  return [
    setTimeout(() => {
      // On a busy machine, a message that came in time is read only after this timer.
      setImmediate(() => {
        if (session.awaitsCredential) session.rejectClient('Nobody authenticated within 5 s.');
      });
    }, AUTHENTICATE_MS),
    setInterval(() => {
      // A paused socket is not read, so its pongs do not arrive; the outbox notices whether such a client still reads.
      if (!isAlive && !session.isPaused) return socket.terminate();
      isAlive = false;
      socket.ping();
    }, PING_MS),
    setInterval(() => void session.recheck(), RECHECK_MS),
  ];
};

/** The socket behind the adaptor's event: it upgrades by the server of `webSocketServer.ts`. */
const socketOf = (raw: unknown): WebSocket => {
  if (raw instanceof WebSocket) return raw;
  throw new TypeError('The connection was not upgraded by ws.');
};

/** The part of `ws` that sends frames. It is private, but there is no public way to send a message that is compressed already. */
interface FrameSender {
  sendFrame(frame: readonly Buffer[], done: () => void): void;
}
const senderOf = (socket: object): FrameSender => Reflect.get(socket, '_sender');

/** The header of a compressed frame from a server (RFC 6455, section 5.2; RFC 7692, section 6). */
const frameHead = ({ bytes: { length }, isFirst, isLast }: Piece): Buffer => {
  const [fin, deflated, text] = [isLast ? 0x80 : 0, isFirst ? 0x40 : 0, isFirst ? 1 : 0];
  const first = fin | deflated | text;
  if (length < 126) return Buffer.from([first, length]);
  const head = Buffer.alloc(length < 65_536 ? 4 : 10);
  head[0] = first;
  head[1] = length < 65_536 ? 126 : 127;
  head.writeUIntBE(length, head.length === 4 ? 2 : 4, head.length === 4 ? 2 : 6);
  return head;
};

/** Adapts a `ws` socket. Messages are buffers that many sockets share, yet they are sent as text frames. */
const toSocket = (socket: WebSocket): Socket => ({
  deflates: socket.extensions.includes('permessage-deflate'),
  write(piece, done) {
    if (socket.readyState !== socket.OPEN) return done();
    const { bytes, isLast, isDeflated } = piece;
    if (!isDeflated) return socket.send(bytes, { binary: false, compress: false, fin: isLast }, done);
    senderOf(socket).sendFrame([frameHead(piece), bytes], done);
  },
  close: (code, reason) => socket.close(code, reason),
  terminate: () => socket.terminate(),
  pause: () => socket.pause(),
  resume: () => socket.resume(),
});
