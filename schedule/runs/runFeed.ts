import type { Run } from '../../db/runs/runs.ts';
import type { Ports } from '../ports.ts';
import { failWhenOverdue } from './runAccess.ts';

/** Poll interval, in case a signal is lost. */
const LOOK_MS = 2_000;

/** `run` is undefined if the task was deleted. */
export type Listener = (run: Run | undefined, failure: unknown) => void;

/**
 * One run as its followers in this process see it. However many there are, each signal causes one read. A read that is requested during another one
 * follows it, so that followers always see what was read after the last signal.
 */
export class RunFeed {
  private readonly deps: Ports;
  private readonly id: string;
  private readonly onIdle: () => void;
  private readonly followers = new Set<Listener>();
  private readonly stopListening: () => void;
  private readonly timer: NodeJS.Timeout;
  private isReading = false;
  private isAskedAgain = false;

  constructor(deps: Ports, id: string, onIdle: () => void) {
    this.deps = deps;
    this.id = id;
    this.onIdle = onIdle;
    this.stopListening = deps.signals.onTask(id, () => void this.read());
    this.timer = setInterval(() => void this.read(), LOOK_MS);
  }

  /** Calls the listener with the result or the error of each read that starts from now on. Returns a function that stops this. */
  follow(listener: Listener): () => void {
    this.followers.add(listener);
    // Covers changes between the caller's own read and now.
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
      const followers = [...this.followers];
      let [run, failure]: Parameters<Listener> = [undefined, null];
      try {
        const row = await this.deps.runs.get(this.id);
        run = row && (await failWhenOverdue(this.deps, row));
      } catch (error) {
        failure = error;
      }
      for (const follower of followers) if (this.followers.has(follower)) follower(run, failure);
    } while (this.isAskedAgain && this.followers.size > 0);
    this.isReading = false;
  }
}

const feeds = new WeakMap<Ports['runs'], Map<string, RunFeed>>();

/** The feed that all followers of a run in this process share. It closes with the last of them. */
export const feedOf = (deps: Ports, run: Run): RunFeed => {
  let byId = feeds.get(deps.runs);
  if (byId === undefined) feeds.set(deps.runs, (byId = new Map<string, RunFeed>()));
  let feed = byId.get(run.id);
  if (feed === undefined) {
    const all = byId;
    feed = new RunFeed(deps, run.id, () => void all.delete(run.id));
    byId.set(run.id, feed);
  }
  return feed;
};
