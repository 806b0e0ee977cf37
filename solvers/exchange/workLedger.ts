/** Indices into the memory. */
const TURN = 0;
const NEXT = 1;
const DONE = 2;
const STEPS = 3;
const ARRIVED = 4;
const HELPERS = 5;
const REPEATS = 6;
export const WORK_CELLS = 7;
/** Milliseconds that a thread waits for another one at a time, and the number of such waits when its run is over. */
const WAIT_MS = 5;
const MOST_WAITS = 20;

/** The memory shared by threads that divide the work of a run. */
export interface WorkMemory {
  readonly cells: Int32Array;
  /** One number: the price unit that the threads agree on. */
  readonly scale: Float64Array;
  readonly places: Int32Array;
}

/** Hands out pieces of work to threads, numbered from 0 throughout the run, and keeps their results: the place of each part. */
export class WorkLedger {
  /** For each part, the resource (−1: none) that the last piece with this part gave it, or another mark of that piece. */
  readonly places: Int32Array;
  private readonly scale: Float64Array;
  private readonly cells: Int32Array;

  constructor({ cells, scale, places }: WorkMemory) {
    this.cells = cells;
    this.scale = scale;
    this.places = places;
  }

  /** The price unit that the threads agree on; 0 until one is set. */
  get priceUnit(): number {
    return this.scale[0];
  }

  set priceUnit(value: number) {
    this.scale[0] = value;
  }

  /** Claims the next piece that no thread has claimed and returns its number. */
  claim(): number {
    return Atomics.add(this.cells, NEXT, 1);
  }

  /** The number of pieces claimed so far. */
  get claimedCount(): number {
    return Atomics.load(this.cells, NEXT);
  }

  /** The number of pieces that other processes can solve at a time. */
  get helpers(): number {
    return Atomics.load(this.cells, HELPERS);
  }

  set helpers(count: number) {
    Atomics.store(this.cells, HELPERS, count);
  }

  /** Whether all pieces are to be done once more, which one thread decides. */
  get repeats(): boolean {
    return Atomics.load(this.cells, REPEATS) === 1;
  }

  set repeats(value: boolean) {
    Atomics.store(this.cells, REPEATS, value ? 1 : 0);
  }

  /** Records that a piece is done and took this many steps. */
  finish(steps: number): void {
    Atomics.add(this.cells, STEPS, steps);
    Atomics.add(this.cells, DONE, 1);
    Atomics.notify(this.cells, DONE);
  }

  /** The steps of all pieces so far. */
  get steps(): number {
    return Atomics.load(this.cells, STEPS);
  }

  /** Waits until this many pieces are done. Returns false when `stop` returns true first. */
  awaitPieces(count: number, stop: () => boolean): boolean {
    return this.await(DONE, count, stop);
  }

  /**
   * A barrier: waits until all threads together, including this one, have arrived `count` times. Returns false when `stop` returns true
   * first.
   */
  arrive(count: number, stop: () => boolean): boolean {
    Atomics.add(this.cells, ARRIVED, 1);
    Atomics.notify(this.cells, ARRIVED);
    return this.await(ARRIVED, count, stop);
  }

  /** Runs `work` under a mutex shared by all threads. Once the run is over, gives up when the other threads do not release it soon. */
  alone(work: () => void, stop: () => boolean): void {
    for (let waits = 0; Atomics.compareExchange(this.cells, TURN, 0, 1) !== 0; waits++) {
      if (waits > MOST_WAITS && stop()) return;
      Atomics.wait(this.cells, TURN, 1, WAIT_MS);
    }
    try {
      work();
    } finally {
      Atomics.store(this.cells, TURN, 0);
      Atomics.notify(this.cells, TURN);
    }
  }

  private await(cell: number, count: number, stop: () => boolean): boolean {
    for (;;) {
      const reached = Atomics.load(this.cells, cell);
      if (reached >= count) return true;
      if (stop()) return false;
      Atomics.wait(this.cells, cell, reached, WAIT_MS);
    }
  }
}
