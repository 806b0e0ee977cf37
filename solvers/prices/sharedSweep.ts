import { SweepCell, type SweepMemory } from '../exchange/sweepMemory.ts';
import { readPrices, restrictSweep, type SweepArrays, type SweepModel, visitRow } from './sweepModel.ts';

/** Number of shares into which the rows are divided; a thread claims one share at a time. */
const SHARES = 30;
/** The cursor combines a sweep's number and its next share, so that no thread claims a share of a sweep that is over. */
const SHARE_BITS = 7;
const SHARE_MASK = (1 << SHARE_BITS) - 1;
const MOST_SWEEPS = 1 << (30 - SHARE_BITS);
/** Times that a helper polls the memory before it sleeps, and milliseconds that it then sleeps. */
const PATIENCE = 20_000;
const NAP_MS = 0.5;

/**
 * Lets several threads visit the rows of each iteration of an ascent on the same prices. The first thread leads; others help while they
 * can, and the leader waits only for rows that a helper has claimed. When two threads lower a price at the same time, one update may be lost; the
 * prices remain valid.
 * Source: Niu, Recht, Ré, Wright, "Hogwild!: a lock-free approach to parallelizing stochastic gradient descent", NIPS 2011.
 */
export class SharedSweep {
  readonly memory: SweepMemory;
  private readonly beforeEnd: () => void;
  private sweeps = 0;

  /** `beforeEnd` is called once, before the helpers return. */
  constructor(memory: SweepMemory, beforeEnd: () => void) {
    this.memory = memory;
    this.beforeEnd = beforeEnd;
  }

  /**
   * Called by the leader: restricts the following sweeps to the positions that `keep` marks; null: all positions. All threads have made the same model
   * of the instance.
   */
  open(keep: Uint8Array | null): void {
    const { control, kept } = this.memory;
    Atomics.add(control, SweepCell.model, 1);
    if (keep !== null) kept.set(keep);
    Atomics.store(control, SweepCell.isWhole, keep === null ? 1 : 0);
    Atomics.add(control, SweepCell.model, 1);
  }

  /** Called by the leader: visits every row once, in the given order. */
  sweep(sweep: SweepModel, step: number, order: Int32Array, arrays: SweepArrays): void {
    const { control, steps, order: shared } = this.memory;
    const shares = sharesOf(order.length);
    this.sweeps = (this.sweeps + 1) % MOST_SWEEPS;
    steps[0] = step;
    shared.set(order);
    Atomics.store(control, SweepCell.done, 0);
    Atomics.store(control, SweepCell.cursor, this.sweeps << SHARE_BITS);
    for (;;) {
      const share = Atomics.add(control, SweepCell.cursor, 1) & SHARE_MASK;
      if (share >= shares) break;
      visitShare(sweep, step, shared, share, arrays);
      Atomics.add(control, SweepCell.done, 1);
    }
    while (Atomics.load(control, SweepCell.done) < shares);
  }

  /** Called by the leader: ends the sharing, so that helpers return. It goes on alone. */
  close(): void {
    if (this.isClosed) return;
    this.beforeEnd();
    Atomics.store(this.memory.control, SweepCell.closed, 1);
  }

  get isClosed(): boolean {
    return Atomics.load(this.memory.control, SweepCell.closed) === 1;
  }

  /** Called by a helper: visits rows until the leader calls `close` or `stop` returns true. */
  help(whole: SweepModel, arrays: SweepArrays, stop: () => boolean): void {
    const { control, steps, order, prices, units, count, kept } = this.memory;
    let version = -1;
    let restricted: SweepModel | null = null;
    const shares = sharesOf(order.length);
    const shared = { ...arrays, prices, sharedUnits: units, count };
    for (let idle = 0; !this.isClosed; ) {
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
        const isWhole = Atomics.load(control, SweepCell.isWhole) === 1;
        restricted = isWhole ? null : restrictSweep(whole, kept, restricted);
        version = Atomics.load(control, SweepCell.model) === current && current % 2 === 0 ? current : -1;
        continue;
      }
      const step = steps[0];
      if (Atomics.compareExchange(control, SweepCell.cursor, cursor, cursor + 1) !== cursor) continue;
      visitShare(restricted ?? whole, step, order, cursor & SHARE_MASK, shared);
      Atomics.add(control, SweepCell.done, 1);
    }
  }
}

const sharesOf = (rowCount: number): number => Math.min(SHARES, rowCount);

const visitShare = (sweep: SweepModel, step: number, order: Int32Array, share: number, arrays: SweepArrays): void => {
  readPrices(sweep, arrays);
  const shares = sharesOf(order.length);
  const to = Math.floor(((share + 1) * order.length) / shares);
  for (let q = Math.floor((share * order.length) / shares); q < to; q++) visitRow(sweep, order[q], step, arrays);
};
