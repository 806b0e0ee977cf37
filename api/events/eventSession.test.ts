import { expect, test } from 'vitest';
import type { Events, Sink } from '../../schedule/events/events.ts';
import { ScheduleError } from '../../schedule/errors.ts';
import type { Actor } from '../../schedule/types.ts';
import { EdgeError } from '../errors.ts';
import { Message } from '../../schedule/events/message.ts';
import { EventSession } from './eventSession.ts';
import type { Piece } from './outbox.ts';
import { SocketPlaces } from './socketPlaces.ts';

const EVENT = new Message({});
const LARGE = new Message({ text: 'x'.repeat(200_000) });
const PLANNING = { key: 1, id: 'p', organization: 'o' };

/** Long enough for a busy machine, and short enough to wait for. */
const [NEVER_MS, SOON_MS] = [60_000, 50];

/** A session that is subscribed to a planning, on a fake socket and a fake hub that the test controls. */
const open = async (stallMs = NEVER_MS) => {
  const socket = {
    sent: [] as string[],
    code: 0,
    deflates: false,
    isPaused: false,
    isStuck: false,
    isClosing: false,
    /** Of all pieces, also those that a stuck socket never sends. */
    handedBytes: 0,
    write({ bytes }: Piece, done: () => void) {
      this.handedBytes += bytes.length;
      if (this.isStuck) return;
      if (this.isClosing) return done();
      this.sent.push(bytes.toString());
      setImmediate(done);
    },
    pause() {
      this.isPaused = true;
    },
    resume() {
      this.isPaused = false;
    },
    close(code: number) {
      this.code = code;
    },
    terminate() {},
  };
  const world = {
    isKnown: true,
    isMember: true,
    isReachable: true,
    memberships: [] as Actor['memberships'],
    /** The result of a check is known only then. */
    checked: Promise.resolve(),
    stops: 0,
    sink: null as Sink | null,
    caughtUp: Promise.resolve(),
  };
  const hub: Events = {
    subscriberCount: 0,
    async subscribe(_scope, _request, sink) {
      world.sink = sink;
      return { planning: PLANNING, caughtUp: world.caughtUp, stop: () => void world.stops++ };
    },
    present() {},
    authorize: async () => {},
    onClose() {},
    async close() {},
  };
  const unexpected: unknown[] = [];
  const authenticate = async () => {
    if (!world.isReachable) throw new ScheduleError('database_unavailable', 'The database cannot be reached.');
    const { isKnown } = world;
    await world.checked;
    if (!isKnown) throw new EdgeError('unauthenticated', 'The credential has expired.');
    return { kind: 'login' as const, user: 'u', credential: 'c', memberships: world.memberships };
  };
  const authorize = async () => {
    if (!world.isMember) throw new ScheduleError('not_found', 'There is no planning p.');
  };
  const session = new EventSession(socket, {
    hub,
    organization: null,
    authenticate,
    rechecks: { authenticate, authorize },
    requestId: 'r',
    onUnexpected: (error) => unexpected.push(error),
    stallMs,
    places: new SocketPlaces({ each: 1, node: 1 }),
    onRefused: (reason) => unexpected.push(reason),
  });
  await session.authenticate('Token x');
  await session.receive('{"type":"subscribe","planning":"p"}');
  expect(unexpected).toEqual([]);
  return { socket, world, session, unexpected };
};

test('a session continues while credential and membership are valid', async () => {
  const { socket, world, session } = await open();
  await session.recheck();
  world.sink?.send(EVENT);
  expect([socket.code, socket.sent, world.stops]).toEqual([0, ['{}'], 0]);
});

test.each(['isKnown', 'isMember'] as const)('a session ends with 4401 when %s no longer holds', async (condition) => {
  const { socket, world, session } = await open();
  world[condition] = false;
  await session.recheck();
  expect([socket.code, world.stops]).toEqual([4401, 1]);
  const { length } = socket.sent;
  world.sink?.send(EVENT);
  expect(socket.sent).toHaveLength(length);
});

test('the deletion of a planning ends its subscription, not the session', async () => {
  const { socket, world, session } = await open();
  world.memberships = [{ organization: PLANNING.organization, role: 'viewer' }];
  world.isMember = false;
  await session.recheck();
  await session.recheck();
  expect([socket.code, world.stops, socket.sent]).toEqual([0, 1, [expect.stringContaining('not_found')]]);
});

// Guarantee: a client that logs in again continues on the same socket, although its first login has ended.
test('a credential that is refused after the client has sent another one ends nothing', async () => {
  const { socket, world, session } = await open();
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(world, { isKnown: false, checked: promise });
  const rechecked = session.recheck();
  world.isKnown = true;
  const again = session.receive('{"type":"authenticate","token":"y"}');
  await new Promise((done) => setTimeout(done, 5));
  resolve();
  await Promise.all([rechecked, again]);
  await session.recheck();
  world.sink?.send(EVENT);
  expect([socket.code, socket.sent, world.stops]).toEqual([0, ['{}'], 0]);
});

test('a client that reads nothing is closed with 1013, and a replay does not wait for it', async () => {
  const { socket, world } = await open(SOON_MS);
  socket.isStuck = true;
  for (let i = 0; i < 20; i++) world.sink?.send(LARGE);
  expect(await world.sink?.ready()).toBe(false);
  expect([socket.code, world.stops]).toEqual([1013, 1]);
});

test('twelve thousand events of one change hold no more than the window for a client that stops reading, until it is closed with 1013', async () => {
  const { socket, world } = await open(SOON_MS);
  const event = new Message({ text: 'x'.repeat(1000) });
  world.sink?.send(event);
  socket.isStuck = true;
  for (let i = 0; i < 12_000; i++) world.sink?.send(event);
  expect(world.sink?.isBehind).toBe(true);
  expect(await world.sink?.ready()).toBe(false);
  // 512 KiB in flight; the others are references to the one message of all clients, and are dropped.
  expect(socket.handedBytes).toBeLessThan((512 << 10) + 2 * event.bytes.length);
  expect([socket.code, world.stops, world.sink?.isBehind]).toEqual([1013, 1, false]);
});

test('a client with a large backlog is not closed as long as it reads some of it', async () => {
  const { socket, world } = await open();
  for (let i = 0; i < 60; i++) world.sink?.send(LARGE);
  expect(world.sink?.isBehind).toBe(true);
  expect(await world.sink?.ready()).toBe(true);
  expect([socket.code, world.sink?.isBehind, socket.sent.join('').length]).toEqual([0, false, 60 * LARGE.bytes.length]);
});

test('while a credential is being checked, nobody waits for one; one that cannot be checked is no invalid one', async () => {
  const { socket, world, session, unexpected } = await open();
  world.isReachable = false;
  await session.receive('{"type":"authenticate","token":"y"}');
  expect([session.awaitsCredential, socket.code, unexpected.length]).toEqual([false, 1013, 1]);
  expect(socket.sent.join('')).toContain('database_unavailable');
});

test('a session whose credential is revoked ends even during a replay', async () => {
  const { socket, world, session } = await open();
  const { promise, resolve } = Promise.withResolvers<void>();
  world.caughtUp = promise;
  void session.receive('{"type":"subscribe","planning":"p","workspace":"w"}');
  await new Promise((done) => setTimeout(done, 5));
  world.isKnown = false;
  await session.recheck();
  expect([socket.code, world.stops]).toEqual([4401, 2]);
  resolve();
});

test('a socket is paused while more than 16 messages of its client wait', async () => {
  const { socket, world, session } = await open();
  const { promise, resolve } = Promise.withResolvers<void>();
  world.caughtUp = promise;
  const sent = Array.from({ length: 17 }, () => session.receive('{"type":"subscribe","planning":"p"}'));
  expect([socket.isPaused, session.isPaused]).toEqual([true, true]);
  resolve();
  await Promise.all(sent);
  expect([socket.isPaused, session.isPaused]).toEqual([false, false]);
});

test('messages for a closing socket are dropped without an error', async () => {
  const { socket, world, session } = await open();
  socket.isClosing = true;
  for (let i = 0; i < 20_000; i++) world.sink!.send(i % 1000 === 0 ? LARGE : EVENT);
  expect(await world.sink!.ready()).toBe(true);
  expect([world.sink!.isBehind, socket.sent]).toEqual([false, []]);
  socket.isClosing = false;
  world.sink!.send(EVENT);
  expect(socket.sent).toHaveLength(1);
  session.close();
});
