import type { Instance } from '../../engine/instance/instance.ts';
import type { PeerModel } from './model.ts';

/** The best score and the best bound of a solver at some time, in weight units; null: none yet. */
export interface Point {
  readonly seconds: number;
  readonly score: number | null;
  readonly bound: number | null;
}

/** The result of a solver; `endedSeconds` is when it finished or was stopped. */
export interface Reached {
  readonly points: readonly Point[];
  readonly endedSeconds: number;
  readonly isProven: boolean;
  /** Why the result is incomplete: the solver is absent, the model too large, or it was stopped. */
  readonly note?: string;
}

export interface Question {
  readonly instance: Instance;
  readonly model: PeerModel;
  readonly limitSeconds: number;
  readonly threads: number;
  /** A folder for files of the peers. */
  readonly folder: string;
}

/** A solver to compare with. Its clock starts when it has read its model. */
export interface Peer {
  readonly name: string;
  /** Whether it can use several threads. */
  readonly usesThreads: boolean;
  run(question: Question): Promise<Reached>;
}

/** How many seconds beyond its limit a peer may take to report its result. */
export const GRACE_SECONDS = 10;

/** The points of a run, each at least as good as the one before. */
export class Story {
  readonly points: Point[] = [];

  /** Adds a point; a value that is null or no better leaves the previous one. */
  add(seconds: number, score: number | null, bound: number | null): void {
    const last = this.points[this.points.length - 1] ?? { score: null, bound: null };
    const better = score !== null && (last.score === null || score < last.score);
    const higher = bound !== null && Number.isFinite(bound) && (last.bound === null || bound > last.bound);
    if (!better && !higher) return;
    this.points.push({ seconds, score: better ? score : last.score, bound: higher ? bound : last.bound });
  }
}

export const finalScore = ({ points }: Reached): number | null => points[points.length - 1]?.score ?? null;

/** The time when it first had a score of at most `wanted`; null: never. */
export const reachedSeconds = ({ points }: Reached, wanted: number): number | null =>
  points.find(({ score }) => score !== null && score <= wanted)?.seconds ?? null;
