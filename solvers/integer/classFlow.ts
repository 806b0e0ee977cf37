import type { Highs } from 'highs';
import type { PathModel } from '../model/pathModel.ts';
import type { RowClasses } from '../model/rowClasses.ts';
import type { LinearProgram } from './coreProgram.ts';
import { solveLinear } from './solveLinear.ts';
import type { Basis } from './cutProgram.ts';
import type { IntegerLimits } from './solveInteger.ts';
import { visitCliques } from './visitCliques.ts';

const NONE = -1;

export interface FlowOptions {
  /** The parts from `from` on to `to` (exclusive) are placed anew. */
  readonly from: number;
  readonly to: number;
  /** What the place of a part costs, in weight units: by position of the first row of a class. */
  readonly costOf: (position: number, own: number) => number;
  /** The class in which each part has a place, or −1. Parts that are not placed anew stay there. */
  readonly present: Int32Array;
  /** A part counts as so much more than one; null: as one. Where amounts differ a little, dual values do not depend on how simplex gets there. */
  readonly extraOf: ((part: number) => number) | null;
}

interface PlaceOptions extends FlowOptions {
  /** Whether few places are to change: simplex then begins at the present ones, otherwise where each part costs least. */
  readonly isNear: boolean;
}

/**
 * A linear program in which rows that may take the same parts are only counted. Columns leave a part out, place it in a class, or are the rows of a
 * class that are idle, and those in use where that costs something. There is a row for each part, and one for each moment of a class at which more
 * parts could be present than it has rows.
 */
interface ClassFlow extends LinearProgram {
  /** The part and the class of each column that leaves a part out (class −1) or places it; these columns are the first ones. */
  readonly part: Int32Array;
  readonly classOf: Int32Array;
}

/**
 * Builds the program as flows: between two moments, the number of idle rows changes by what ends and what begins. A column then has three coefficients, however
 * many moments its part lasts, and simplex takes a third of the time that it takes with a sum for each moment.
 * Source: programs with consecutive ones in columns, Veinott, Wagner, "Optimal capacity scheduling", Operations Research 10 (1962); Ahuja, Magnanti, Orlin,
 * "Network Flows", Prentice Hall (1993), application 9.6.
 */
export const buildClassFlow = (model: PathModel, classes: RowClasses, options: FlowOptions): ClassFlow => {
  const builder = new FlowBuilder(model, options);
  classes.forEach((rows, own) => builder.addClass(rows, own));
  return builder.program();
};

/** What a program says of the parts, `from` being the first one. */
export interface ClassPlaces {
  /** The dual value of each part, in weight units. */
  readonly prices: Float64Array;
  /** The class of each part, or −1: that with the greatest share of it, and how much that is. */
  readonly classAt: Int32Array;
  readonly share: Float64Array;
}

/** Solves the program. Returns null when it was interrupted, or others leave no room. */
export const placeInClasses = (
  highs: Highs,
  model: PathModel,
  classes: RowClasses,
  options: PlaceOptions,
  limits: Pick<IntegerLimits, 'limitSeconds' | 'stop'>,
): ClassPlaces | null => {
  const { from, to } = options;
  const flow = buildClassFlow(model, classes, options);
  const [start, method] = options.isNear
    ? ([presentBasis(highs, flow, options.present), 'primal simplex'] as const)
    : ([cheapestBasis(highs, flow), 'simplex'] as const);
  const solution = solveLinear(highs, flow, { ...limits, method, pricing: 'devex', start });
  if (solution === null || solution === 'infeasible') return null;
  const classAt = new Int32Array(to - from).fill(NONE);
  const share = new Float64Array(to - from);
  flow.part.forEach((part, column) => {
    const value = solution.colValue[column];
    if (value <= share[part - from]) return;
    share[part - from] = value;
    classAt[part - from] = flow.classOf[column];
  });
  return { prices: solution.rowDual.subarray(0, to - from), classAt, share };
};

/** A dual feasible basis: each part is where it costs least, so that only the moments without room remain to be solved. */
export const cheapestBasis = (highs: Highs, flow: ClassFlow): Basis =>
  basisOf(highs, flow, (column, known) => flow.cost[column] < flow.cost[known]);

/** A primal feasible basis: each part is where it is. */
export const presentBasis = (highs: Highs, flow: ClassFlow, present: Int32Array): Basis =>
  basisOf(highs, flow, (column) => flow.classOf[column] === present[flow.part[column]]);

/** A basis of one column for each part, the one that is `better` than those before it, and of the idle rows. */
const basisOf = (
  { constants: { basisStatus } }: Highs,
  { part, columnCount, rowCount }: ClassFlow,
  better: (column: number, known: number) => boolean,
): Basis => {
  const { basic, lower } = basisStatus;
  const chosen = new Map<number, number>();
  for (let column = 0; column < part.length; column++) {
    const known = chosen.get(part[column]);
    if (known === undefined || better(column, known)) chosen.set(part[column], column);
  }
  const colStatus = new Int32Array(columnCount).fill(lower);
  for (const column of chosen.values()) colStatus[column] = basic;
  // The idle rows are the last columns, one for each moment.
  colStatus.fill(basic, columnCount - (rowCount - chosen.size));
  return { colStatus, rowStatus: new Int32Array(rowCount).fill(lower) };
};

/** What may be on a class while the parts to place are, in order of start: positions of its first row, and columns, or −1 for what stays there. */
interface Presences {
  readonly positions: readonly number[];
  readonly columns: readonly number[];
}

/** A column that is the number of rows in use of a class; they flow in at its first moment. */
interface PaidRows {
  readonly moment: number;
  readonly cost: number;
  readonly most: number;
}

class FlowBuilder {
  private readonly model: PathModel;
  private readonly options: FlowOptions;
  private readonly part: number[] = [];
  private readonly classOf: number[] = [];
  private readonly cost: number[] = [];
  /** The moments from which on each column needs a row, and from which on it does not; −1: none. */
  private readonly enters: number[] = [];
  private readonly leaves: number[] = [];
  /** For each moment, how many rows flow in, and whether it is the first one of its class. */
  private readonly inflow: number[] = [];
  private readonly isFirst: boolean[] = [];
  private readonly paid: PaidRows[] = [];

  constructor(model: PathModel, options: FlowOptions) {
    this.model = model;
    this.options = options;
    for (let part = options.from; part < options.to; part++) this.addColumn(part, NONE, model.leaveOut[part]);
  }

  addClass(rows: readonly number[], own: number): void {
    const { usage } = this.model;
    const [row] = rows;
    const cost = usage[row];
    const first = this.inflow.length;
    this.addMoments(this.presences(row, own), cost > 0 ? 0 : rows.length);
    if (this.inflow.length === first) return;
    if (cost > 0) this.paid.push({ moment: first, cost, most: rows.length });
    else this.inflow[first] += rows.length;
  }

  program(): ClassFlow {
    const { part, classOf, cost, paid, inflow, isFirst, options } = this;
    const parts = options.to - options.from;
    const places = part.length;
    const idle = places + paid.length;
    const entries = new Entries(parts + inflow.length);
    for (let column = 0; column < places; column++) {
      entries.add(part[column] - options.from, column, 1);
      if (this.enters[column] !== NONE) entries.add(parts + this.enters[column], column, 1);
      if (this.leaves[column] !== NONE) entries.add(parts + this.leaves[column], column, -1);
    }
    paid.forEach(({ moment }, q) => entries.add(parts + moment, places + q, -1));
    for (let moment = 0; moment < inflow.length; moment++) {
      entries.add(parts + moment, idle + moment, 1);
      if (!isFirst[moment]) entries.add(parts + moment, idle + moment - 1, -1);
    }
    const columnCount = idle + inflow.length;
    const upper = new Float64Array(columnCount).fill(Number.POSITIVE_INFINITY);
    paid.forEach(({ most }, q) => (upper[places + q] = most));
    const rowUpper = new Float64Array(parts + inflow.length).fill(1);
    rowUpper.set(inflow, parts);
    const { from, extraOf } = options;
    if (extraOf !== null) for (let part = 0; part < parts; part++) rowUpper[part] += extraOf(from + part);
    const costs = new Float64Array(columnCount);
    costs.set(cost);
    paid.forEach((rows, q) => (costs[places + q] = rows.cost));
    return {
      part: Int32Array.from(part),
      classOf: Int32Array.from(classOf),
      columnCount,
      cost: costs,
      upper,
      rowCount: rowUpper.length,
      rowLower: rowUpper,
      rowUpper,
      ...entries.byRow(),
    };
  }

  private addColumn(part: number, own: number, cost: number): number {
    this.classOf.push(own);
    this.cost.push(cost);
    this.enters.push(NONE);
    this.leaves.push(NONE);
    return this.part.push(part) - 1;
  }

  private presences(row: number, own: number): Presences {
    const { rowStart, part, next } = this.model;
    const { from, to, costOf, present } = this.options;
    const end = rowStart[row + 1] - 1;
    let first = rowStart[row];
    while (first < end && part[first] < from) first++;
    const positions: number[] = [];
    const columns: number[] = [];
    const add = (position: number, column: number): void => {
      positions.push(position);
      columns.push(column);
    };
    for (let k = rowStart[row]; k < first; k++) if (next[k] > first && present[part[k]] === own) add(k, NONE);
    let until = first;
    for (let k = first; k < end && (part[k] < to || k < until); k++) {
      if (part[k] < to) {
        add(k, this.addColumn(part[k], own, costOf(k, own)));
        until = Math.max(until, next[k]);
      } else if (present[part[k]] === own) add(k, NONE);
    }
    return { positions, columns };
  }

  /** Adds the moments at which more than `most` are present: one for each maximal set of presences that overlap. */
  private addMoments({ positions, columns }: Presences, most: number): void {
    const { inflow, isFirst } = this;
    const begin = inflow.length;
    const starts = Int32Array.from(positions);
    const until = starts.map((k) => this.model.next[k]);
    const first = new Int32Array(positions.length).fill(NONE);
    const last = new Int32Array(positions.length);
    visitCliques(starts, until, (present) => {
      if (present.length <= most) return;
      const moment = inflow.push(0) - 1;
      isFirst.push(moment === begin);
      for (const own of present) {
        if (first[own] === NONE) first[own] = moment;
        last[own] = moment;
      }
    });
    for (let own = 0; own < positions.length; own++) {
      if (first[own] === NONE) continue;
      const after = last[own] + 1 < inflow.length ? last[own] + 1 : NONE;
      if (columns[own] === NONE) {
        inflow[first[own]]--;
        if (after !== NONE) inflow[after]++;
      } else {
        this.enters[columns[own]] = first[own];
        this.leaves[columns[own]] = after;
      }
    }
  }
}

/** The coefficients of a program, in the order in which they are found. */
class Entries {
  private readonly row: number[] = [];
  private readonly column: number[] = [];
  private readonly value: number[] = [];
  private readonly rowCount: number;

  constructor(rowCount: number) {
    this.rowCount = rowCount;
  }

  add(row: number, column: number, value: number): void {
    this.row.push(row);
    this.column.push(column);
    this.value.push(value);
  }

  byRow(): Pick<LinearProgram, 'starts' | 'indices' | 'values'> {
    const { row, column, value, rowCount } = this;
    const starts = new Int32Array(rowCount + 1);
    for (const r of row) starts[r + 1]++;
    for (let r = 0; r < rowCount; r++) starts[r + 1] += starts[r];
    const at = starts.slice(0, rowCount);
    const indices = new Int32Array(row.length);
    const values = new Float64Array(row.length);
    for (let q = 0; q < row.length; q++) {
      const place = at[row[q]]++;
      indices[place] = column[q];
      values[place] = value[q];
    }
    return { starts, indices, values };
  }
}
