import { setTimeout as sleep } from 'node:timers/promises';
import type { Signal, Signals } from '../../db/signals/signals.ts';

/** Work on plannings that several nodes do together: each piece is claimed by one of them. */
export interface Claims<Job> {
  /** The delay after a signal, so that all changes written within it are handled together. */
  readonly gatherMs: number;
  /** The interval of polling, which finds plannings that were added, work that is due again, and work that another node left. */
  readonly pollMs: number;
  /** The most jobs under way. */
  readonly atATime: number;
  /** Keys of the plannings whose signals are followed. Called at each poll; if there are none, nothing is claimed. */
  watched(): Promise<readonly number[]>;
  /** Whether this signal of a watched planning means that something may be due. */
  isNews(signal: Signal): boolean;
  /** Called before jobs are claimed, after each signal and at each poll. */
  prepare?(stopping: AbortSignal): Promise<void>;
  /** Claims the next job; undefined if nothing is due. */
  claim(): Promise<Job | undefined>;
  run(job: Job): Promise<void>;
  /** Called when claiming or a job has failed. It is retried at the next poll at the latest. */
  readonly onError: (error: unknown) => void;
}

export interface ClaimLoop {
  /** Claims nothing more and waits for the jobs under way. */
  stop(): Promise<void>;
}

/** Claims and runs what is due, woken by signals and by polling, until it is stopped. A slow job delays no other while fewer than `atATime` are under way. */
export const startClaimLoop = async <Job>(signals: Signals, claims: Claims<Job>): Promise<ClaimLoop> => {
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  const underWay = new Set<Promise<void>>();
  let watched: ReadonlySet<number> = new Set();
  let isPollDue = true;
  let looking: Promise<void> | null = null;
  let again = false;

  const start = (job: Job): void => {
    const running = claims
      .run(job)
      .catch(claims.onError)
      .finally(() => {
        underWay.delete(running);
        look();
      });
    underWay.add(running);
  };
  const lookOnce = async (): Promise<void> => {
    if (isPollDue) watched = new Set(await claims.watched());
    isPollDue = false;
    if (watched.size === 0) return;
    await claims.prepare?.(stopped);
    while (!stopped.aborted && underWay.size < claims.atATime) {
      const job = await claims.claim();
      if (job === undefined) return;
      start(job);
    }
  };
  const lookOn = async (): Promise<void> => {
    do {
      await sleep(claims.gatherMs, undefined, { signal: stopped }).catch(() => undefined);
      again = false;
      if (!stopped.aborted) await lookOnce().catch(claims.onError);
    } while (again && !stopped.aborted);
    looking = null;
  };
  const look = (): void => {
    if (stopped.aborted) return;
    again = looking !== null;
    looking ??= lookOn();
  };
  const poll = (): void => {
    isPollDue = true;
    look();
  };

  const unsubscribe = await signals.subscribe({
    onSignal: (signal) => {
      if ('planning' in signal && watched.has(signal.planning) && claims.isNews(signal)) look();
    },
    onReconnect: poll,
  });
  poll();
  const timer = setInterval(poll, claims.pollMs);
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await unsubscribe();
      await looking;
      await Promise.all(underWay);
    },
  };
};
