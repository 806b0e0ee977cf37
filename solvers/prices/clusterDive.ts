import type { Cluster } from '../model/clusters.ts';
import type { Run } from '../solver.ts';
import type { Relaxation } from '../model/relaxation.ts';
import type { ClusterAscent } from './clusterAscent.ts';

/** Iterations between two rounds of fixing, and the share of the parts that a round fixes. */
const BETWEEN = 8;
const SHARE = 0.04;
/** The step, relative to the smallest one of the ascent. */
const STEP = 10;
/** How much an earlier round of choices counts beside the present one. */
const MEMORY = 0.3;
/** The most rounds, and the most in a row that fix nothing. */
const MOST_ROUNDS = 80;
const MOST_IDLE = 4;
/** What it costs to take out a fixed part once more, in price units. */
const TAKEN_OUT = 4;

/**
 * Makes a plan from the prices of an ascent: fixes, round by round, the places that its subproblems choose most often, while the prices of the other
 * parts adapt. Returns the resource of each part of the model, −1 for those that it cannot place; null when the run stops.
 */
export const diveInClusters = (
  relaxation: Relaxation,
  ascent: ClusterAscent,
  run: Pick<Run, 'stop' | 'step'>,
): Int32Array | null => {
  const dive = new ClusterDive(relaxation, ascent);
  for (let round = 0, idle = 0; dive.left > 0 && round < MOST_ROUNDS && idle < MOST_IDLE; round++) {
    for (let q = 0; q < BETWEEN; q++) {
      if (run.stop()) return null;
      run.step(1);
      dive.iterate();
    }
    idle = dive.fix() > 0 ? 0 : idle + 1;
  }
  return dive.resources();
};

class ClusterDive {
  private readonly relaxation: Relaxation;
  private readonly ascent: ClusterAscent;
  private readonly prices: Float64Array;
  /** The costs of positions; infinite where a part may no longer go. */
  private readonly cost: Float64Array;
  /** How often each position was chosen. */
  private readonly chosen: Float64Array;
  /** The cluster of each row that has one, as an index, and the parts that were fixed on each row, for a cluster on its first one. */
  private readonly clusterOf: Int32Array;
  private readonly fixed: readonly number[][];
  private readonly place: Int32Array;
  private readonly step: number;
  private readonly forced: number;
  /** The prices of fixed parts before they were fixed, and how often each was taken out again. */
  private readonly free: Float64Array;
  private readonly takenOut: Int32Array;
  left: number;

  constructor(relaxation: Relaxation, ascent: ClusterAscent) {
    const { model } = relaxation;
    this.relaxation = relaxation;
    this.ascent = ascent;
    this.prices = ascent.prices.slice();
    this.cost = model.cost.slice();
    this.chosen = new Float64Array(model.part.length);
    this.clusterOf = new Int32Array(model.rowCount).fill(-1);
    ascent.clusters.forEach(({ rows }, c) => rows.forEach((row) => (this.clusterOf[row] = c)));
    this.fixed = Array.from({ length: model.rowCount }, () => []);
    this.place = new Int32Array(model.partCount).fill(-1);
    this.step = STEP * ascent.fineStep;
    this.forced = model.leaveOut.reduce((most, out) => Math.max(most, 4 * out), 1);
    this.free = ascent.prices.slice();
    this.takenOut = new Int32Array(model.partCount);
    this.left = model.partCount;
  }

  iterate(): void {
    this.ascent.iterate(this.prices, this.cost, this.step, (part, position) => {
      if (this.place[part] < 0) this.chosen[position]++;
    });
  }

  /** Fixes the parts of the clearest choices, and returns their number. */
  fix(): number {
    const { chosen, place } = this;
    const candidates: { readonly part: number; readonly position: number }[] = [];
    for (let part = 0; part < place.length; part++) {
      if (place[part] >= 0) continue;
      const position = this.mostChosen(part);
      if (position >= 0) candidates.push({ part, position });
    }
    candidates.sort((a, b) => chosen[b.position] - chosen[a.position] || a.part - b.part);
    const most = Math.ceil(SHARE * place.length);
    let count = 0;
    for (const { part, position } of candidates) {
      if (count === most) break;
      if (this.inTheWay(part, position).length > 0) this.cost[position] = Number.POSITIVE_INFINITY;
      else {
        this.fixAt(part, position);
        count++;
      }
    }
    for (let k = 0; k < chosen.length; k++) chosen[k] *= MEMORY;
    for (let part = 0; part < place.length; part++) {
      if (place[part] >= 0 || !this.isStuck(part)) continue;
      this.force(part);
      count++;
    }
    return count;
  }

  private mostChosen(part: number): number {
    const { columnStart, column } = this.relaxation.columns;
    let found = -1;
    for (let a = columnStart[part]; a < columnStart[part + 1]; a++) {
      const k = column[a];
      if (this.cost[k] === Number.POSITIVE_INFINITY || this.chosen[k] === 0) continue;
      if (found < 0 || this.chosen[k] > this.chosen[found]) found = k;
    }
    return found;
  }

  /** The positions that the subproblems know: of a cluster, those on its first row. */
  private positionsOf(part: number): readonly number[] {
    const { columnStart, column, row } = this.relaxation.columns;
    const positions: number[] = [];
    for (let a = columnStart[part]; a < columnStart[part + 1]; a++) {
      const cluster = this.clusterAt(column[a]);
      if (cluster === undefined || cluster.rows[0] === row[column[a]]) positions.push(column[a]);
    }
    return positions;
  }

  private isStuck(part: number): boolean {
    const positions = this.positionsOf(part);
    return positions.length > 0 && positions.every((k) => this.cost[k] === Number.POSITIVE_INFINITY);
  }

  /** Fixes a part that no position is left for where it costs least, and takes out what is in the way there. */
  private force(part: number): void {
    const { takenOut } = this;
    const { model, priceUnit } = this.relaxation;
    let least = Number.POSITIVE_INFINITY;
    let [at, out]: [number, readonly number[]] = [-1, []];
    for (const k of this.positionsOf(part)) {
      const others = this.inTheWay(part, k);
      const cost = others.reduce((sum, other) => sum + TAKEN_OUT * priceUnit * (1 + takenOut[other]), model.cost[k]);
      if (cost >= least) continue;
      least = cost;
      [at, out] = [k, others];
    }
    for (const other of out) this.takeOut(other);
    this.fixAt(part, at);
  }

  private clusterAt(position: number): Cluster | undefined {
    return this.ascent.clusters[this.clusterOf[this.relaxation.columns.row[position]]];
  }

  /** The fixed parts that would have to leave for a part at a position; of those of its side, first the ones that were taken out least often. */
  private inTheWay(part: number, position: number): readonly number[] {
    const { start, end, columns } = this.relaxation;
    const cluster = this.clusterAt(position);
    const beside = this.fixed[columns.row[position]].filter(
      (other) => start[other] < end[part] && end[other] > start[part],
    );
    if (cluster === undefined) return beside;
    const sideOf = (at: number): number => cluster.side[at - cluster.first];
    const isAlike = (other: number): boolean => sideOf(this.place[other]) === sideOf(position);
    const out = beside.filter((other) => !isAlike(other));
    const kept: number[] = [];
    const alike = beside.filter(isAlike).sort((a, b) => this.takenOut[b] - this.takenOut[a] || a - b);
    for (const other of alike) {
      kept.push(other);
      const isFull = kept.some((one) => {
        const moment = Math.max(start[one], start[part]);
        return kept.filter((two) => start[two] <= moment && end[two] > moment).length >= cluster.rows.length;
      });
      if (isFull) out.push(kept.pop()!);
    }
    return out;
  }

  private takeOut(part: number): void {
    const { columns, model } = this.relaxation;
    const others = this.fixed[columns.row[this.place[part]]];
    others.splice(others.indexOf(part), 1);
    for (let a = columns.columnStart[part]; a < columns.columnStart[part + 1]; a++)
      this.cost[columns.column[a]] = model.cost[columns.column[a]];
    this.place[part] = -1;
    this.prices[part] = this.free[part];
    this.takenOut[part]++;
    this.left++;
  }

  private fixAt(part: number, position: number): void {
    const { columns, model } = this.relaxation;
    const { columnStart, column } = columns;
    for (let a = columnStart[part]; a < columnStart[part + 1]; a++)
      this.cost[column[a]] = column[a] === position ? model.cost[position] : Number.POSITIVE_INFINITY;
    this.place[part] = position;
    this.free[part] = this.prices[part];
    this.prices[part] = model.cost[position] + this.forced;
    this.fixed[columns.row[position]].push(part);
    this.left--;
  }

  /** The resource of each part; those of a cluster take its rows in order of start. */
  resources(): Int32Array {
    const { place, relaxation, clusterOf, ascent } = this;
    const { columns, start, end } = relaxation;
    const freeAt = new Float64Array(relaxation.model.rowCount).fill(Number.NEGATIVE_INFINITY);
    return place.map((position, part) => {
      if (position < 0) return -1;
      const row = columns.row[position];
      const rows = ascent.clusters[clusterOf[row]]?.rows ?? [row];
      const free = rows.find((one) => freeAt[one] <= start[part])!;
      freeAt[free] = end[part];
      return free;
    });
  }
}
