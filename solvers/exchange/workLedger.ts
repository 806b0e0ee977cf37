/** Cells of the memory. */
const TURN = 0;
const NEXT = 1;
const DONE = 2;
const STEPS = 3;
const ARRIVED = 4;
export const WORK_CELLS = 5;
/** How long a thread waits for another at once, and how often when its run is over. */
const WAIT_MS = 5;
const MOST_WAITS = 20;

/** What threads that divide the work of a run share. */
export interface WorkMemory {
  readonly cells: Int32Array;
  /** One number: the unit of prices that the threads agree on. */
  readonly scale: Float64Array;
  readonly places: Int32Array;
}

/** Pieces of work that threads share, numbered without end, and what came of them: the place of each part. */
export class WorkLedger {
  /** Resource or −1 of each part, as the last piece that had it says. */
  readonly places: Int32Array;
  private readonly scale: Float64Array;
  private readonly cells: Int32Array;

  constructor({ cells, scale, places }: WorkMemory) {
    this.cells = cells;
    this.scale = scale;
    this.places = places;
  }

  /** The unit of prices that the threads agree on; 0: none yet. */
  get priceUnit(): number {
    return this.scale[0];
  }

  set priceUnit(value: number) {
    this.scale[0] = value;
  }

  /** The next piece that nobody has. */
  claim(): number {
    return Atomics.add(this.cells, NEXT, 1);
  }

  /** A piece is done, in so many steps. */
  finish(steps: number): void {
    Atomics.add(this.cells, STEPS, steps);
    Atomics.add(this.cells, DONE, 1);
    Atomics.notify(this.cells, DONE);
  }

  /** Of all pieces so far. */
  get steps(): number {
    return Atomics.load(this.cells, STEPS);
  }

  /** Waits until so many pieces are done; false when `stop` says so before. */
  awaitPieces(count: number, stop: () => boolean): boolean {
    return this.await(DONE, count, stop);
  }

  /** A barrier: waits until all threads together, this one among them, have arrived `count` times; false when `stop` says so before. */
  arrive(count: number, stop: () => boolean): boolean {
    Atomics.add(this.cells, ARRIVED, 1);
    Atomics.notify(this.cells, ARRIVED);
    return this.await(ARRIVED, count, stop);
  }

  /** Does the work while no other thread does its own. Once the run is over, only when the others leave room soon. */
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
