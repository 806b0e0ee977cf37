import type { Instance } from '../../engine/instance/instance.ts';
import type { PeerModel } from './model.ts';

/** What a solver had at a moment: its best score so far and what it had proven. Weight units; null: none yet. */
export interface Point {
  readonly seconds: number;
  readonly score: number | null;
  readonly bound: number | null;
}

/** `endedSeconds`: when it said that it was done, or was stopped. */
export interface Reached {
  readonly points: readonly Point[];
  readonly endedSeconds: number;
  readonly isProven: boolean;
  /** Why there is less than there might be: absent, too large, stopped. */
  readonly note?: string;
}

export interface Question {
  readonly instance: Instance;
  readonly model: PeerModel;
  readonly limitSeconds: number;
  readonly threads: number;
  /** For files of the peers' own. */
  readonly folder: string;
}

/** A peer's clock starts when it has read its model. */
export interface Peer {
  readonly name: string;
  /** False: runs on one thread whatever is offered. */
  readonly usesThreads: boolean;
  run(question: Question): Promise<Reached>;
}

/** How much longer than its limit a peer may take to say what it has. */
export const GRACE_SECONDS = 10;

/** Points as they come, each at least as good as the one before. */
export class Story {
  readonly points: Point[] = [];

  /** What is null, or no better, stays as it was. */
  add(seconds: number, score: number | null, bound: number | null): void {
    const last = this.points[this.points.length - 1] ?? { score: null, bound: null };
    const better = score !== null && (last.score === null || score < last.score);
    const higher = bound !== null && Number.isFinite(bound) && (last.bound === null || bound > last.bound);
    if (!better && !higher) return;
    this.points.push({ seconds, score: better ? score : last.score, bound: higher ? bound : last.bound });
  }
}

export const finalScore = ({ points }: Reached): number | null => points[points.length - 1]?.score ?? null;

/** When it first had a score of at most `wanted`; null: never. */
export const reachedSeconds = ({ points }: Reached, wanted: number): number | null =>
  points.find(({ score }) => score !== null && score <= wanted)?.seconds ?? null;
