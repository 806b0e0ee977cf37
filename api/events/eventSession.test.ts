import { expect, test } from 'vitest';
import type { Events, Sink } from '../../schedule/events/events.ts';
import { ScheduleError } from '../../schedule/errors.ts';
import { EdgeError } from '../errors.ts';
import { EventSession } from './eventSession.ts';

const EVENT = Buffer.from('{}');
const PLANNING = { key: 1, id: 'p', organization: 'o' };

/** A session that listens to a planning, on a socket and a hub that do as told. */
const open = async () => {
  const socket = {
    sent: [] as string[],
    code: 0,
    bufferedAmount: 0,
    send(message: Buffer | string) {
      this.sent.push(message.toString());
    },
    close(code: number) {
      this.code = code;
    },
    terminate() {},
  };
  const world = { isKnown: true, isMember: true, stops: 0, sink: null as Sink | null };
  const hub: Events = {
    subscriberCount: 0,
    async subscribe(_scope, _request, sink) {
      world.sink = sink;
      return { planning: PLANNING, stop: () => void world.stops++ };
    },
    authorize: async () => {},
    onClose() {},
    async close() {},
  };
  const unexpected: unknown[] = [];
  const authenticate = async () => {
    if (!world.isKnown) throw new EdgeError('unauthenticated', 'The credential has expired.');
    return { kind: 'login' as const, user: 'u', credential: 'c', memberships: [] };
  };
  const authorize = async () => {
    if (!world.isMember) throw new ScheduleError('not_found', 'No planning p here.');
  };
  const session = new EventSession(socket, {
    hub,
    authenticate,
    rechecks: { authenticate, authorize },
    requestId: 'r',
    onUnexpected: (error) => unexpected.push(error),
  });
  await session.authenticate('Token x');
  await session.receive('{"type":"subscribe","planning":"p"}');
  expect(unexpected).toEqual([]);
  return { socket, world, session };
};

test('goes on while credential and membership hold', async () => {
  const { socket, world, session } = await open();
  await session.recheck();
  world.sink?.send(EVENT);
  expect([socket.code, socket.sent, world.stops]).toEqual([0, ['{}'], 0]);
});

test.each(['isKnown', 'isMember'] as const)('ends with 4401 when %s no longer holds', async (condition) => {
  const { socket, world, session } = await open();
  world[condition] = false;
  await session.recheck();
  expect([socket.code, world.stops]).toEqual([4401, 1]);
  const { length } = socket.sent;
  world.sink?.send(EVENT);
  expect(socket.sent).toHaveLength(length);
});

test('a client that takes nothing is let go with 1013, and a replay does not wait for it', async () => {
  const { socket, world } = await open();
  socket.bufferedAmount = 1 << 30;
  world.sink?.send(EVENT);
  expect([socket.code, socket.sent, world.stops]).toEqual([1013, [], 1]);
  expect(await world.sink?.ready()).toBe(false);
});
