import { Lookout } from '../../schedule/lookout.ts';
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
  const looker = new Looker(claims);
  const unsubscribe = await signals.subscribe({
    onSignal: (signal) => {
      if ('planning' in signal && looker.watches(signal.planning) && claims.isNews(signal)) looker.look();
    },
    onReconnect: () => looker.poll(),
  });
  looker.poll();
  const timer = setInterval(() => looker.poll(), claims.pollMs);
  return {
    async stop() {
      const ended = looker.stop();
      clearInterval(timer);
      await unsubscribe();
      await ended;
    },
  };
};

/** Looks for jobs and starts them. */
class Looker<Job> {
  private readonly claims: Claims<Job>;
  private readonly lookout: Lookout;
  private readonly underWay = new Set<Promise<void>>();
  private watched: ReadonlySet<number> = new Set();
  private isPollDue = true;

  constructor(claims: Claims<Job>) {
    this.claims = claims;
    this.lookout = new Lookout(() => this.lookOnce().catch(claims.onError), claims.gatherMs);
  }

  watches(planning: number): boolean {
    return this.watched.has(planning);
  }

  /** Reads anew which plannings are watched, and looks. */
  poll(): void {
    this.isPollDue = true;
    this.look();
  }

  look(): void {
    this.lookout.look();
  }

  async stop(): Promise<void> {
    await this.lookout.stop();
    await Promise.all(this.underWay);
  }

  private async lookOnce(): Promise<void> {
    const { claims, underWay } = this;
    const { stopped } = this.lookout;
    if (this.isPollDue) this.watched = new Set(await claims.watched());
    this.isPollDue = false;
    if (this.watched.size === 0) return;
    await claims.prepare?.(stopped);
    while (!stopped.aborted && underWay.size < claims.atATime) {
      const job = await claims.claim();
      if (job === undefined) return;
      this.start(job);
    }
  }

  private start(job: Job): void {
    const running = this.claims
      .run(job)
      .catch(this.claims.onError)
      .finally(() => {
        this.underWay.delete(running);
        this.look();
      });
    this.underWay.add(running);
  }
}
