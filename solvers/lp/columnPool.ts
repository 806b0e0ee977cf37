import type { PathProblem } from './pathProblem.ts';

/** A path on one row of a class: the parts of one resource over the whole horizon. Costs are in weight units, without prices of changes. */
export interface Column {
  /** Index of the class of rows. */
  readonly rowClass: number;
  /** Positions on the class's first row, ascending. */
  readonly positions: Int32Array;
  readonly cost: number;
  readonly changes: number;
}

/** All columns found so far, without duplicates. */
export class ColumnPool {
  readonly columns: Column[] = [];
  private readonly problem: PathProblem;
  private readonly known = new Set<string>();

  constructor(problem: PathProblem) {
    this.problem = problem;
  }

  /** Adds the path of the first `length` parts on the row as a column. Returns null when it is known already or empty. */
  add(row: number, parts: Int32Array, length: number): Column | null {
    if (length === 0) return null;
    const { relaxation, classes, classOf, changes } = this.problem;
    const { rowStart, part, cost, next, usage } = relaxation.model;
    const overlapCost = this.problem.instance.conflictCost / 100;
    const rowClass = classOf[row];
    const [first] = classes[rowClass];
    const positions = new Int32Array(length);
    let k = rowStart[first];
    let total = usage[first];
    let changed = 0;
    for (let j = 0; j < length; j++) {
      while (part[k] !== parts[j]) k++;
      if (j > 0 && k < next[positions[j - 1]]) total += overlapCost;
      positions[j] = k;
      total += cost[k];
      changed += changes[k];
    }
    const key = `${rowClass}:${positions.join()}`;
    if (this.known.has(key)) return null;
    this.known.add(key);
    const column = { rowClass, positions, cost: total, changes: changed };
    this.columns.push(column);
    return column;
  }
}
