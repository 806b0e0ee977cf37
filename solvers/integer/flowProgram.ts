import { gapCostsAfter, type PathModel } from '../model/pathModel.ts';
import type { CoreProgram } from './coreProgram.ts';

/** Positions of which a plan uses at most one, because the parts conflict. */
export type Exclusion = readonly number[];

interface FlowColumn {
  readonly part: number;
  readonly position: number;
  readonly cost: number;
  readonly row: number;
}

/**
 * Builds the 0-1 program of a path model in which what follows a part has a cost: each row is a flow of at most one unit in time, so
 * that the program's linear relaxation knows as much as the path program. `exclusions` are further rows. Columns are leaving a part
 * out, placing it at a position with a successor at once, soon or later, and passing over a position. Returns null when a part has no
 * column.
 */
export const buildFlow = (
  model: PathModel,
  keeps: (position: number) => boolean,
  keepsOut: (part: number) => boolean,
  exclusions: readonly Exclusion[],
): CoreProgram | null => {
  const builder = new FlowBuilder();
  const { partCount, rowCount, rowStart, leaveOut, usage } = model;
  const byPart = Array.from({ length: partCount }, (_, part) => {
    const row = builder.addRow(1, 1);
    if (keepsOut(part)) builder.put(row, builder.addColumn({ part, position: -1, cost: leaveOut[part], row: -1 }), 1);
    return row;
  });
  const columnsAt = new Map<number, readonly number[]>();
  for (let row = 0; row < rowCount; row++) {
    const kept: number[] = [];
    for (let k = rowStart[row]; k < rowStart[row + 1] - 1; k++) if (keeps(k)) kept.push(k);
    if (kept.length === 0) continue;
    const nodes = kept.map(() => builder.addRow(0, 0));
    builder.put(nodes[0], builder.addColumn({ part: -1, position: -1, cost: usage[row], row }), -1);
    const nodeFrom = nodesFrom(kept);
    kept.forEach((k, index) => {
      const pass = builder.addColumn({ part: -1, position: -1, cost: 0, row });
      builder.put(nodes[index], pass, 1);
      if (index + 1 < kept.length) builder.put(nodes[index + 1], pass, -1);
      const columns: number[] = [];
      for (const [node, extra] of exitsOf(model, k, nodeFrom)) {
        const part = model.part[k];
        const column = builder.addColumn({ part, position: k, cost: model.cost[k] + extra, row });
        columns.push(column);
        builder.put(nodes[index], column, 1);
        if (node < kept.length) builder.put(nodes[node], column, -1);
        builder.put(byPart[part], column, 1);
      }
      columnsAt.set(k, columns);
    });
  }
  for (const exclusion of exclusions) {
    const columns = exclusion.flatMap((k) => columnsAt.get(k) ?? []);
    if (columns.length < 2) continue;
    const row = builder.addRow(Number.NEGATIVE_INFINITY, 1);
    for (const column of columns) builder.put(row, column, 1);
  }
  return builder.program();
};

/** Returns the function from a position to the index of the first kept position from there on. */
const nodesFrom =
  (kept: readonly number[]) =>
  (position: number): number => {
    let [low, high] = [0, kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (kept[middle] < position) low = middle + 1;
      else high = middle;
    }
    return low;
  };

/** The nodes at which a path may continue after position k, each with the least gap cost. */
const exitsOf = (
  model: PathModel,
  k: number,
  nodeFrom: (position: number) => number,
): readonly (readonly [number, number])[] => {
  const least = new Map<number, number>();
  for (const [position, cost] of gapCostsAfter(model, k)) {
    const node = nodeFrom(position);
    least.set(node, Math.min(cost, least.get(node) ?? Number.POSITIVE_INFINITY));
  }
  return [...least];
};

/** Collects columns, and rows with their coefficients. */
class FlowBuilder {
  private readonly columns: FlowColumn[] = [];
  private readonly lower: number[] = [];
  private readonly upper: number[] = [];
  private readonly entries: [number, number][][] = [];

  addColumn(column: FlowColumn): number {
    return this.columns.push(column) - 1;
  }

  addRow(lower: number, upper: number): number {
    this.lower.push(lower);
    this.upper.push(upper);
    return this.entries.push([]) - 1;
  }

  put(row: number, column: number, value: number): void {
    this.entries[row].push([column, value]);
  }

  /** The program; null when some row that requires a column has none. */
  program(): CoreProgram | null {
    const { columns, entries, lower } = this;
    if (entries.some((row, r) => lower[r] > 0 && row.length === 0)) return null;
    const starts = new Int32Array(entries.length + 1);
    entries.forEach((row, r) => (starts[r + 1] = starts[r] + row.length));
    return {
      columnCount: columns.length,
      part: Int32Array.from(columns, ({ part }) => part),
      position: Int32Array.from(columns, ({ position }) => position),
      cost: Float64Array.from(columns, ({ cost }) => cost),
      upper: new Float64Array(columns.length).fill(1),
      classOf: Int32Array.from(columns, ({ row }) => row),
      rowCount: entries.length,
      rowLower: Float64Array.from(lower),
      rowUpper: Float64Array.from(this.upper),
      starts,
      indices: Int32Array.from(entries.flatMap((row) => row.map(([column]) => column))),
      values: Float64Array.from(entries.flatMap((row) => row.map(([, value]) => value))),
    };
  }
}
