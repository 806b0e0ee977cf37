import { expect, test, vi } from 'vitest';
import type { Signal, SignalHandlers, Signals } from '../../db/signals/signals.ts';
import { type Claims, startClaimLoop } from './claimLoop.ts';

const NEVER_MS = 1_000_000;
const change = (planning: number): Signal => ({ kind: 'change', planning, change: 1 });

/** A loop over a queue of jobs; each job runs until the test ends it. */
const opened = async (more: Partial<Claims<string>> = {}) => {
  let handlers: SignalHandlers | null = null;
  const signals: Signals = {
    committed: () => undefined,
    announce: async () => undefined,
    async subscribe(of) {
      handlers = of;
      return async () => {
        handlers = null;
      };
    },
    close: async () => undefined,
  };
  const due: string[] = [];
  const running = new Map<string, { readonly end: () => void; readonly fail: (error: Error) => void }>();
  const claims = {
    gatherMs: 1,
    pollMs: NEVER_MS,
    atATime: 2,
    watched: vi.fn(async () => [1]),
    isNews: ({ kind }: Signal) => kind === 'change',
    claim: vi.fn(async () => due.shift()),
    run: (job: string) => new Promise<void>((end, fail) => running.set(job, { end, fail })),
    onError: vi.fn(),
    ...more,
  };
  const loop = await startClaimLoop(signals, claims);
  await expect.poll(() => claims.watched).toHaveBeenCalled();
  return { due, running, claims, loop, tell: (signal: Signal) => handlers?.onSignal(signal), signals: () => handlers };
};

test('a signal of a watched planning wakes it, one of another planning or kind does not', async () => {
  const { due, running, claims, loop, tell } = await opened();
  await expect.poll(() => claims.claim).toHaveBeenCalledTimes(1);
  due.push('a');
  tell(change(2));
  tell({ kind: 'mark', planning: 1, conflict: 'c' });
  tell({ kind: 'task', id: 't' });
  await new Promise((done) => setTimeout(done, 15));
  expect(claims.claim).toHaveBeenCalledTimes(1);
  tell(change(1));
  await expect.poll(() => [...running.keys()]).toEqual(['a']);
  running.get('a')?.end();
  await loop.stop();
});

test('a slow job delays no other; no more than two are under way, and the next one starts when one ends', async () => {
  const { due, running, loop, tell } = await opened();
  due.push('a');
  tell(change(1));
  await expect.poll(() => [...running.keys()]).toEqual(['a']);
  due.push('b', 'c');
  tell(change(1));
  await expect.poll(() => [...running.keys()]).toEqual(['a', 'b']);
  await new Promise((done) => setTimeout(done, 15));
  expect(due).toEqual(['c']);
  running.get('b')?.end();
  await expect.poll(() => [...running.keys()]).toEqual(['a', 'b', 'c']);
  const ended = vi.fn();
  const stopped = loop.stop().then(ended);
  running.get('c')?.end();
  await new Promise((done) => setTimeout(done, 5));
  // It waits for what is under way, and claims nothing more.
  expect(ended).not.toHaveBeenCalled();
  due.push('d');
  running.get('a')?.end();
  await stopped;
  expect(due).toEqual(['d']);
});

test('a poll finds what was added without a signal; without a watched planning nothing is claimed', async () => {
  const watched: number[] = [];
  const { due, running, claims, loop } = await opened({ pollMs: 5, watched: vi.fn(async () => watched) });
  due.push('a');
  await new Promise((done) => setTimeout(done, 20));
  expect(claims.claim).not.toHaveBeenCalled();
  watched.push(7);
  await expect.poll(() => [...running.keys()]).toEqual(['a']);
  running.get('a')?.end();
  await loop.stop();
});

test('after a reconnection everything is looked at; failures are told and end nothing', async () => {
  const watched = vi.fn(async () => [1]);
  const { due, running, claims, loop, signals } = await opened({ watched });
  watched.mockRejectedValueOnce(new Error('The database is away.'));
  signals()?.onReconnect();
  await expect.poll(() => claims.onError).toHaveBeenCalledWith(new Error('The database is away.'));
  due.push('a', 'b');
  signals()?.onReconnect();
  await expect.poll(() => [...running.keys()]).toEqual(['a', 'b']);
  running.get('a')?.fail(new Error('The job failed.'));
  await expect.poll(() => claims.onError).toHaveBeenCalledWith(new Error('The job failed.'));
  due.push('c');
  signals()?.onReconnect();
  await expect.poll(() => running.has('c')).toBe(true);
  running.get('b')?.end();
  running.get('c')?.end();
  await loop.stop();
});
