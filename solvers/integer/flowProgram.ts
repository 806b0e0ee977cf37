import { lowerBound } from '../../engine/binarySearch.ts';
import type { Exclusion, Nearness, PairedGroup, PairTerms } from '../model/pairTerms.ts';
import { gapCostsAfter, type PathModel } from '../model/pathModel.ts';
import type { CoreProgram } from './coreProgram.ts';

interface FlowColumn {
  readonly part: number;
  readonly position: number;
  readonly cost: number;
  readonly row: number;
}

/**
 * Builds the 0-1 program of a path model in which what follows a part has a cost: each row is a flow of at most one unit in time, so
 * that the program's linear relaxation knows as much as the path program. Columns are leaving a part out, placing it at a position with a
 * successor at once, soon or later, passing over a position, and what pairs of parts on different resources cost. Returns null when a
 * part has no column.
 */
export const buildFlow = (
  model: PathModel,
  keeps: (position: number) => boolean,
  keepsOut: (part: number) => boolean,
  { exclusions, nearnesses, groups }: PairTerms,
): CoreProgram | null => {
  const builder = new FlowBuilder();
  const { partCount, rowCount, rowStart, leaveOut, usage } = model;
  const out = new Map<number, number>();
  const byPart = Array.from({ length: partCount }, (_, part) => {
    const row = builder.addRow(1, 1);
    if (!keepsOut(part)) return row;
    const column = builder.addColumn({ part, position: -1, cost: leaveOut[part], row: -1 });
    out.set(part, column);
    builder.put(row, column, 1);
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
  const pairs = new PairRows(builder, model, columnsAt, out);
  for (const exclusion of exclusions) pairs.exclude(exclusion);
  for (const nearness of nearnesses((k) => columnsAt.has(k), Number.POSITIVE_INFINITY)) pairs.charge(nearness);
  for (const group of groups) pairs.gather(group);
  return builder.program();
};

/** Returns the function from a position to the index of the first kept position from there on. */
const nodesFrom = (kept: readonly number[]): ((position: number) => number) => {
  const positions = Int32Array.from(kept);
  return (position) => lowerBound(positions, position);
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

/** Adds what concerns several rows of the model to a program that has its positions. */
class PairRows {
  private readonly builder: FlowBuilder;
  private readonly columnsAt: ReadonlyMap<number, readonly number[]>;
  private readonly out: ReadonlyMap<number, number>;
  /** For each part, its positions, and for each of those the row. */
  private readonly positionsOf: readonly (readonly (readonly [number, number])[])[];

  constructor(
    builder: FlowBuilder,
    { partCount, part, rowCount, rowStart }: PathModel,
    columnsAt: ReadonlyMap<number, readonly number[]>,
    out: ReadonlyMap<number, number>,
  ) {
    this.builder = builder;
    this.columnsAt = columnsAt;
    this.out = out;
    const positionsOf = Array.from({ length: partCount }, (): [number, number][] => []);
    for (let row = 0; row < rowCount; row++) {
      for (let k = rowStart[row]; k < rowStart[row + 1] - 1; k++)
        if (columnsAt.has(k)) positionsOf[part[k]].push([k, row]);
    }
    this.positionsOf = positionsOf;
  }

  /** Adds a row for each largest set of positions that an exclusion's points hold at once. */
  exclude({ positions, from, to }: Exclusion): void {
    let active: number[] = [];
    let grew = false;
    const add = (): void => {
      if (grew && active.length > 1) this.atMost(1, this.columnsOf(active.map((entry) => positions[entry])));
      grew = false;
    };
    positions.forEach((k, entry) => {
      if (!this.columnsAt.has(k)) return;
      const left = active.filter((other) => to[other] > from[entry]);
      if (left.length < active.length) add();
      active = [...left, entry];
      grew = true;
    });
    add();
  }

  charge({ cost, position, others }: Nearness): void {
    this.atMost(
      1,
      this.columnsOf([position, ...others]),
      this.builder.addColumn({ part: -1, position: -1, cost, row: -1 }),
    );
  }

  /** For each pair and each place, a column that counts when the first part is in the place, and the second one is elsewhere but not left out. */
  gather({ half, parts, first, second, place }: PairedGroup): void {
    const byPlace = Array.from(parts, (part) => {
      const positions = Map.groupBy(this.positionsOf[part], ([, row]) => place[row]);
      return new Map([...positions].map(([where, own]) => [where, this.columnsOf(own.map(([k]) => k))] as const));
    });
    for (let q = 0; q < first.length; q++) {
      const there = byPlace[second[q]];
      const out = this.out.get(parts[second[q]]) ?? [];
      for (const [where, columns] of byPlace[first[q]]) {
        const apart = this.builder.addColumn({ part: -1, position: -1, cost: 2 * half, row: -1 });
        this.atMost(0, columns, ...[apart, there.get(where) ?? [], out].flat());
      }
    }
  }

  private columnsOf(positions: readonly number[]): readonly number[] {
    return positions.flatMap((k) => this.columnsAt.get(k)!);
  }

  /** Σ columns ≤ most + Σ others. */
  private atMost(most: number, columns: readonly number[], ...others: readonly number[]): void {
    const row = this.builder.addRow(Number.NEGATIVE_INFINITY, most);
    for (const column of columns) this.builder.put(row, column, 1);
    for (const column of others) this.builder.put(row, column, -1);
  }
}

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
