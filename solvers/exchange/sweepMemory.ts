/** Cells of `control`. */
export const SweepCell = { cursor: 0, done: 1, model: 2, closed: 3 } as const;

/** What threads that visit the rows of one ascent together share. */
export interface SweepMemory {
  readonly control: Int32Array;
  /** The step of the present sweep. */
  readonly steps: Float64Array;
  /** Rows in the order of the present sweep. */
  readonly order: Int32Array;
  readonly prices: Float64Array;
  readonly count: Int32Array;
  /** Arcs of the instance that are looked at: 1. */
  readonly kept: Uint8Array;
}
