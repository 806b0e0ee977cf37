import type { Instance } from '../engine/instance/instance.ts';

const TURN = 0;
const NEXT = 1;
const DONE = 2;
const STEPS = 3;
const MET = 4;
const INTS = 6;
/** How long a thread waits for another at once, and how often when its run is over. */
const WAIT_MS = 5;
const MOST_WAITS = 20;

/** Bytes of the memory that threads need to share the tasks of a run. */
export const ledgerBytes = ({ partCount }: Instance): number => 8 + INTS * 4 + 8 * Math.ceil(partCount / 2);

/**
 * Tasks that threads share, numbered without end, and what came of them: for each part the place that its task gives it.
 * It lies in the last bytes of `shared`.
 */
export class TaskLedger {
  /** Resource or −1 of each part, as the last task that had it says. */
  readonly places: Int32Array;
  private readonly scale: Float64Array;
  private readonly header: Int32Array;

  constructor(shared: SharedArrayBuffer, instance: Instance) {
    const offset = shared.byteLength - ledgerBytes(instance);
    this.scale = new Float64Array(shared, offset, 1);
    this.header = new Int32Array(shared, offset + 8, INTS);
    this.places = new Int32Array(shared, offset + 8 + INTS * 4, instance.partCount);
  }

  /** The unit of costs that the threads agree on; 0: none yet. */
  get unit(): number {
    return this.scale[0];
  }

  set unit(value: number) {
    this.scale[0] = value;
  }

  /** The next task that nobody has. */
  claim(): number {
    return Atomics.add(this.header, NEXT, 1);
  }

  /** A task is done with, in so many steps. */
  finish(steps: number): void {
    Atomics.add(this.header, STEPS, steps);
    Atomics.add(this.header, DONE, 1);
    Atomics.notify(this.header, DONE);
  }

  /** Of all tasks so far. */
  get steps(): number {
    return Atomics.load(this.header, STEPS);
  }

  /** Waits until so many tasks are done; false when `stop` says so before. */
  awaitTasks(count: number, stop: () => boolean): boolean {
    return this.await(DONE, count, stop);
  }

  /** Waits until `count` visits have been made by all threads together, this one among them; false when `stop` says so before. */
  meet(count: number, stop: () => boolean): boolean {
    Atomics.add(this.header, MET, 1);
    Atomics.notify(this.header, MET);
    return this.await(MET, count, stop);
  }

  /** Does the work while no other thread does its own. Once the run is over, only when the others leave room soon. */
  alone(work: () => void, stop: () => boolean): void {
    for (let waits = 0; Atomics.compareExchange(this.header, TURN, 0, 1) !== 0; waits++) {
      if (waits > MOST_WAITS && stop()) return;
      Atomics.wait(this.header, TURN, 1, WAIT_MS);
    }
    try {
      work();
    } finally {
      Atomics.store(this.header, TURN, 0);
      Atomics.notify(this.header, TURN);
    }
  }

  private await(cell: number, count: number, stop: () => boolean): boolean {
    for (;;) {
      const reached = Atomics.load(this.header, cell);
      if (reached >= count) return true;
      if (stop()) return false;
      Atomics.wait(this.header, cell, reached, WAIT_MS);
    }
  }
}
