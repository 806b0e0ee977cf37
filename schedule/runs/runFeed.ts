import type { Run } from '../../db/runs/runs.ts';
import type { Ports } from '../ports.ts';
import { failWhenOverdue } from './runAccess.ts';

/** A signal wakes; without one the row is looked at anyway. */
const LOOK_MS = 2_000;

/**
 * One run as this process's followers see it: however many they are, each signal makes one read. A read that is asked for while one is under way
 * follows it, so that what is shown was read after the last signal.
 */
export class RunFeed {
  private readonly deps: Ports;
  private readonly id: string;
  private readonly onIdle: () => void;
  private readonly followers = new Set<() => void>();
  private readonly stopListening: () => void;
  private readonly timer: NodeJS.Timeout;
  private isReading = false;
  private isAskedAgain = false;
  /** Undefined: the task is gone. */
  latest: Run | undefined;
  /** Counts the reads. */
  version = 0;
  /** Why the last read failed, or null. */
  failure: unknown = null;

  constructor(deps: Ports, first: Run, onIdle: () => void) {
    this.deps = deps;
    this.id = first.id;
    this.latest = first;
    this.onIdle = onIdle;
    this.stopListening = deps.signals.onTask(first.id, () => void this.read());
    this.timer = setInterval(() => void this.read(), LOOK_MS);
  }

  /** Calls back after each read; answers how to stop. */
  follow(listener: () => void): () => void {
    this.followers.add(listener);
    // What happened between the caller's own read and now.
    void this.read();
    return () => {
      if (!this.followers.delete(listener) || this.followers.size > 0) return;
      clearInterval(this.timer);
      this.stopListening();
      this.onIdle();
    };
  }

  private async read(): Promise<void> {
    if (this.isReading) {
      this.isAskedAgain = true;
      return;
    }
    this.isReading = true;
    do {
      this.isAskedAgain = false;
      try {
        const row = await this.deps.runs.get(this.id);
        this.latest = row && (await failWhenOverdue(this.deps, row));
        this.failure = null;
      } catch (error) {
        this.failure = error;
      }
      this.version++;
      for (const follower of this.followers) follower();
    } while (this.isAskedAgain && this.followers.size > 0);
    this.isReading = false;
  }
}

const feeds = new WeakMap<Ports['runs'], Map<string, RunFeed>>();

/** The feed that all followers of a run in this process share; it ends with the last of them. */
export const feedOf = (deps: Ports, run: Run): RunFeed => {
  let byId = feeds.get(deps.runs);
  if (byId === undefined) feeds.set(deps.runs, (byId = new Map<string, RunFeed>()));
  let feed = byId.get(run.id);
  if (feed === undefined) {
    const all = byId;
    feed = new RunFeed(deps, run, () => void all.delete(run.id));
    byId.set(run.id, feed);
  }
  return feed;
};
