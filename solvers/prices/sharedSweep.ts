import { SweepCell, type SweepMemory } from '../exchange/sweepMemory.ts';
import { backward, type PathModel, restrict, tracePath } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';

/** What visiting a row needs beside its model. */
interface RowScratch {
  readonly least: Float64Array;
  readonly best: Float64Array;
  readonly path: Int32Array;
}

/** One row's cheapest path: its parts become cheaper by `step`. Returns how many they are. */
export const visitRow = (
  model: PathModel,
  row: number,
  step: number,
  prices: Float64Array,
  count: Int32Array,
  { least, best, path }: RowScratch,
): number => {
  if (backward(model, row, prices, best) === 0) return 0;
  const length = tracePath(model, row, best, path);
  for (let j = 0; j < length; j++) {
    const i = path[j];
    const lowered = prices[i] - step;
    prices[i] = lowered > least[i] ? lowered : least[i];
    count[i]++;
  }
  return length;
};

/** Rows that are claimed at once: about a thirtieth of all. */
const SHARES = 30;
/** A sweep's number and its next share are one number, so that nobody claims from a sweep that is over. */
const SHARE_BITS = 7;
const SHARE_MASK = (1 << SHARE_BITS) - 1;
const MOST_SWEEPS = 1 << (30 - SHARE_BITS);
/** Looks at the memory before a helper sleeps, and for how long. */
const PATIENCE = 20_000;
const NAP_MS = 0.5;

/**
 * The rows of each iteration of an ascent, visited by several threads on the same prices. The first thread leads; others
 * help while they are there, and nothing waits for one that is not. What two of them subtract from a price at once may be
 * lost: prices are no less valid.
 * Source: Niu, Recht, Ré, Wright, "Hogwild!: a lock-free approach to parallelizing stochastic gradient descent", NIPS 2011.
 */
export class SharedSweep {
  readonly memory: SweepMemory;
  private sweeps = 0;

  constructor(memory: SweepMemory) {
    this.memory = memory;
  }

  /** The first thread: what follows is on the positions that `keep` marks; null: on all. */
  open({ arcOf }: Relaxation, keep: Uint8Array | null): void {
    const { control, kept } = this.memory;
    Atomics.add(control, SweepCell.model, 1);
    if (keep === null) kept.fill(1);
    else for (let k = 0; k < keep.length; k++) if (arcOf[k] >= 0) kept[arcOf[k]] = keep[k]!;
    Atomics.add(control, SweepCell.model, 1);
  }

  /** The first thread: all rows once, in the order given. */
  sweep(model: PathModel, step: number, order: Int32Array, scratch: RowScratch): void {
    const { control, steps, order: shared, prices, count } = this.memory;
    const shares = sharesOf(model.rowCount);
    this.sweeps = (this.sweeps + 1) % MOST_SWEEPS;
    steps[0] = step;
    shared.set(order);
    Atomics.store(control, SweepCell.done, 0);
    Atomics.store(control, SweepCell.cursor, this.sweeps << SHARE_BITS);
    for (;;) {
      const share = Atomics.add(control, SweepCell.cursor, 1) & SHARE_MASK;
      if (share >= shares) break;
      visitShare(model, step, shared, share, shares, prices, count, scratch);
      Atomics.add(control, SweepCell.done, 1);
    }
    while (Atomics.load(control, SweepCell.done) < shares);
  }

  /** The first thread: there is nothing more to help with. */
  close(): void {
    Atomics.store(this.memory.control, SweepCell.closed, 1);
  }

  /** Another thread: helps until there is nothing more to help with, or `stop` says so. */
  help(relaxation: Relaxation, scratch: RowScratch, stop: () => boolean): void {
    const { control, steps, order, prices, count } = this.memory;
    let version = -1;
    let { model } = relaxation;
    const shares = sharesOf(model.rowCount);
    for (let idle = 0; Atomics.load(control, SweepCell.closed) === 0; ) {
      const cursor = Atomics.load(control, SweepCell.cursor);
      if (cursor === 0 || (cursor & SHARE_MASK) >= shares) {
        if (++idle % PATIENCE !== 0) continue;
        if (stop()) return;
        Atomics.wait(control, SweepCell.closed, 0, NAP_MS);
        continue;
      }
      idle = 0;
      const current = Atomics.load(control, SweepCell.model);
      if (current !== version) {
        model = this.modelOf(relaxation);
        version = Atomics.load(control, SweepCell.model) === current && current % 2 === 0 ? current : -1;
        continue;
      }
      const step = steps[0];
      if (Atomics.compareExchange(control, SweepCell.cursor, cursor, cursor + 1) !== cursor) continue;
      visitShare(model, step, order, cursor & SHARE_MASK, shares, prices, count, scratch);
      Atomics.add(control, SweepCell.done, 1);
    }
  }

  private modelOf({ model, arcOf }: Relaxation): PathModel {
    const { kept } = this.memory;
    const keep = Uint8Array.from(arcOf, (arc) => (arc < 0 ? 1 : kept[arc]));
    return keep.includes(0) ? restrict(model, keep) : model;
  }
}

const sharesOf = (rowCount: number): number => Math.min(SHARES, rowCount);

const visitShare = (
  model: PathModel,
  step: number,
  order: Int32Array,
  share: number,
  shares: number,
  prices: Float64Array,
  count: Int32Array,
  scratch: RowScratch,
): void => {
  const to = Math.floor(((share + 1) * model.rowCount) / shares);
  for (let q = Math.floor((share * model.rowCount) / shares); q < to; q++)
    visitRow(model, order[q], step, prices, count, scratch);
};
