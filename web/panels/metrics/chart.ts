/** The width of a chart in the units of its drawing. */
export const WIDTH = 316;
/** With fewer columns than this, each is as wide as with this many. */
export const FEWEST_COLUMNS = 8;

export interface Column {
  /** What the column is of, which is shown when the pointer rests on it. */
  readonly label: string;
  readonly value: number;
}

export interface AxisLabel {
  /** Where the label begins, in columns from the left. */
  readonly column: number;
  readonly text: string;
}
