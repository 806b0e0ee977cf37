/** A piece of an attempt of an optimization task. */
export interface PieceRef {
  readonly run: string;
  readonly attempt: number;
  readonly piece: number;
}

export interface ClaimedPiece extends PieceRef {
  readonly solver: string;
  readonly order: Uint8Array;
}

/** What other workers can do for a run, and have done since it was asked last. */
export interface PieceNews {
  /** The number of pieces that they can solve at a time. */
  readonly places: number;
  /** `answer` is null when nobody solved the piece: its helper died or gave it back, or there was none. */
  readonly answers: readonly { readonly piece: number; readonly answer: Uint8Array | null }[];
}

/**
 * Lets workers of the same version solve pieces of each other's long runs. Everything here may be lost at any time, which costs only the
 * time of the pieces.
 */
export interface Pieces {
  /** Asks the others to solve a piece. */
  ask(ref: PieceRef, order: Uint8Array): Promise<void>;
  /** Returns what is new about the attempt's pieces, and forgets those that have an answer or that nobody solves. `worker` is the one that has the run. */
  news(attempt: Omit<PieceRef, 'piece'>, worker: string): Promise<PieceNews>;
  /** Forgets the pieces of the attempt and of earlier ones. */
  withdraw(attempt: Omit<PieceRef, 'piece'>): Promise<void>;
  /** Calls the listener when there may be news about the run's pieces. Resolves with a function that unsubscribes. */
  onNews(run: string, listener: () => void): Promise<() => Promise<void>>;

  /** Says how many pieces the worker can solve at a time. Returns whether another worker has a run; otherwise nothing is said. */
  offer(worker: string, places: number): Promise<boolean>;
  /** Claims the piece that waits longest, of another worker's run. */
  claim(worker: string): Promise<ClaimedPiece | undefined>;
  /** Says that the worker still solves the piece. Returns false when its answer is no longer wanted. */
  beat(ref: PieceRef, worker: string): Promise<boolean>;
  /** Answers a piece that the worker has claimed; null gives it back. */
  answer(ref: PieceRef, worker: string, answer: Uint8Array | null): Promise<void>;
}
