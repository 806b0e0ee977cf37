/** Indices into `control`. */
export const SweepCell = { cursor: 0, done: 1, model: 2, isWhole: 3, closed: 4 } as const;

/** The memory shared by threads that visit the rows of one ascent together. */
export interface SweepMemory {
  readonly control: Int32Array;
  /** The step size of the current sweep. */
  readonly steps: Float64Array;
  /** The rows in the order of the current sweep. */
  readonly order: Int32Array;
  readonly prices: Float64Array;
  /** The prices in units of the model that is swept. */
  readonly units: Int32Array;
  readonly count: Int32Array;
  /** 1 for each position of the model that the sweep includes, where it does not include all. */
  readonly kept: Uint8Array;
}
