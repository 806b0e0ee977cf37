import type { Pieces } from '../../db/runs/pieces.ts';
import type { Run } from '../../db/runs/runs.ts';
import { Lookout } from '../lookout.ts';
import type { Helpers } from '../ports.ts';

/** Interval of looking for news that no signal has announced. */
const LOOK_MS = 1000;

/** Offers pieces of one attempt of a run to other workers, and passes on their answers. When the database fails, nobody solves a piece. */
export class PieceOffers implements Helpers {
  places = 0;
  private readonly pieces: Pieces;
  private readonly attempt: { readonly run: string; readonly attempt: number };
  private readonly worker: string;
  private readonly waiting = new Map<number, (answer: Uint8Array | null) => void>();
  private readonly timer: NodeJS.Timeout;
  private readonly subscribed: Promise<() => Promise<void>>;
  private readonly underWay = new Set<Promise<void>>();
  private readonly lookout = new Lookout(() => this.lookOnce());

  /** `worker` is the one that has the run. */
  constructor(pieces: Pieces, { id, attempt }: Pick<Run, 'id' | 'attempt'>, worker: string) {
    this.pieces = pieces;
    this.attempt = { run: id, attempt };
    this.worker = worker;
    // What an earlier attempt has asked is no longer wanted.
    this.track(pieces.withdraw({ run: id, attempt: attempt - 1 }));
    this.timer = setInterval(() => this.lookout.look(), LOOK_MS);
    this.subscribed = pieces.onNews(id, () => this.lookout.look());
    this.subscribed.catch(() => {});
    this.lookout.look();
  }

  solve(piece: number, order: Uint8Array, signal: AbortSignal): Promise<Uint8Array | null> {
    if (this.isEnded || signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.waiting.set(piece, resolve);
      signal.addEventListener('abort', () => this.settle(piece, null), { once: true });
      const asked = this.pieces.ask({ ...this.attempt, piece }, order);
      this.track(asked.catch(() => this.settle(piece, null)));
    });
  }

  /** Withdraws what is still asked. */
  async end(): Promise<void> {
    const stopped = this.lookout.stop();
    this.places = 0;
    clearInterval(this.timer);
    await this.subscribed.then((unsubscribe) => unsubscribe()).catch(() => {});
    this.settleAll();
    await Promise.allSettled([stopped, ...this.underWay]);
    await this.pieces.withdraw(this.attempt).catch(() => {});
  }

  private settle(piece: number, answer: Uint8Array | null): void {
    this.waiting.get(piece)?.(answer);
    this.waiting.delete(piece);
  }

  private async lookOnce(): Promise<void> {
    try {
      const { places, answers } = await this.pieces.news(this.attempt, this.worker);
      this.places = this.isEnded ? 0 : places;
      for (const { piece, answer } of answers) this.settle(piece, answer);
    } catch {
      // The database is away. Whatever it still has is solved here.
      this.places = 0;
      this.settleAll();
    }
  }

  private get isEnded(): boolean {
    return this.lookout.stopped.aborted;
  }

  private settleAll(): void {
    for (const piece of this.waiting.keys()) this.settle(piece, null);
  }

  private track(work: Promise<void>): void {
    const done = work.catch(() => {}).finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }
}
