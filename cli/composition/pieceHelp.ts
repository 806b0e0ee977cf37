import type { Logger } from 'pino';
import type { ClaimedPiece, Pieces } from '../../db/runs/pieces.ts';
import { Lookout } from '../../schedule/lookout.ts';
import type { SolverPool } from '../../solvers/pool/pool.ts';

const BEAT_MS = 1000;

export interface PieceHelpOptions {
  readonly pieces: Pieces;
  readonly pool: Pick<SolverPool, 'threads' | 'busyThreads' | 'solvePiece'>;
  /** Name of this worker. */
  readonly worker: string;
  readonly log: Pick<Logger, 'debug' | 'warn'>;
}

/** Solves pieces of other workers' runs on threads that have nothing else to do. */
export class PieceHelp {
  private readonly options: PieceHelpOptions;
  private readonly underWay = new Map<AbortController, Promise<void>>();
  private readonly lookout: Lookout;
  private isOffered = false;

  constructor(options: PieceHelpOptions) {
    this.options = options;
    this.lookout = new Lookout(() =>
      this.takePieces().catch((error: unknown) =>
        options.log.debug({ err: error }, 'reading pieces of runs failed and is retried'),
      ),
    );
  }

  /** Looks for pieces to solve. Call it when there may be some, and every few seconds. */
  look(): void {
    this.lookout.look();
  }

  /** Gives every piece back, because a run of this process needs the threads. */
  giveWay(): void {
    for (const controller of this.underWay.keys()) controller.abort();
  }

  async stop(): Promise<void> {
    const stopped = this.lookout.stop();
    this.giveWay();
    await stopped;
    await Promise.all(this.underWay.values());
    if (this.isOffered) await this.options.pieces.offer(this.options.worker, 0).catch(() => {});
  }

  private get free(): number {
    const { pool } = this.options;
    return this.lookout.stopped.aborted ? 0 : Math.max(0, pool.threads - pool.busyThreads);
  }

  private async takePieces(): Promise<void> {
    const { pieces, pool, worker } = this.options;
    const places = Math.min(pool.threads, this.free + this.underWay.size);
    if (places === 0 && !this.isOffered) return;
    this.isOffered = (await pieces.offer(worker, places)) && places > 0;
    while (this.isOffered && this.free > 0) {
      const piece = await pieces.claim(worker);
      if (piece === undefined) return;
      this.begin(piece);
    }
  }

  private begin(piece: ClaimedPiece): void {
    const controller = new AbortController();
    if (this.lookout.stopped.aborted) controller.abort();
    const done = this.solve(piece, controller).finally(() => {
      this.underWay.delete(controller);
      this.look();
    });
    this.underWay.set(controller, done);
  }

  private async solve(piece: ClaimedPiece, controller: AbortController): Promise<void> {
    const { pieces, pool, worker, log } = this.options;
    const about = { task: piece.run, piece: piece.piece };
    const beat = async (): Promise<void> => {
      if (!(await pieces.beat(piece, worker))) controller.abort();
    };
    // A beat that fails is repeated; without beats the run takes the piece back.
    const timer = setInterval(() => void beat().catch(() => {}), BEAT_MS);
    const failed = (error: unknown): null => {
      log.warn({ ...about, err: error }, 'a piece of a run could not be solved');
      return null;
    };
    try {
      const answer = await pool.solvePiece(piece.solver, piece.order, controller.signal).catch(failed);
      await pieces.answer(piece, worker, answer);
    } catch (error) {
      log.debug({ ...about, err: error }, 'a piece of a run could not be answered');
    } finally {
      clearInterval(timer);
    }
  }
}
