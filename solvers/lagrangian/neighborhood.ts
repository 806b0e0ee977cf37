import { firstIndex } from '../../engine/binarySearch.ts';
import type { Plan } from '../../engine/board/plan.ts';
import { isWithinLimit } from '../../engine/moves/move.ts';
import type { Random } from '../../engine/random.ts';
import { Dive, type DiveOptions } from '../prices/dive.ts';
import type { PathPlan } from '../model/pathPlan.ts';
import { backward, rowScratch } from '../model/pathModel.ts';
import type { Relaxation } from '../model/relaxation.ts';
import { Subproblem } from '../model/subproblem.ts';

/** Outcome of one attempt. */
export type Attempt = 'skipped' | 'failed' | 'equal' | 'improved';

const WINDOW_SECONDS = 26 * 3600;
const UNPLACED_SECONDS = 5 * 3600;
const MOST_ROWS = 60;

/** Whether the attempt places the part at this position of the model anew. */
type Free = (position: number) => boolean;

/**
 * Lagrangian neighborhood search: the parts on some rows within a window of time, and sometimes a part without a place, are placed anew
 * by a short ascent and a dive. When the bound of this small problem proves that nothing better exists, the dive is skipped. With
 * `exactly`, costs come from that plan, for an instance whose model leaves terms out.
 */
export class NeighborhoodSearch {
  readonly paths: PathPlan;
  /** Cost of the plan, in hundredths. */
  cost: number;
  private readonly relaxation: Relaxation;
  private readonly exactly: Plan | null;
  private readonly prices: Float64Array;
  private readonly random: Random;
  private readonly sub: Subproblem;
  private readonly dive: Dive;
  private readonly best: Float64Array;
  private readonly slack: Float64Array;
  private readonly open: Uint8Array;
  private readonly chosenRows: Int32Array;
  private readonly parts: Int32Array;
  /** How many of `parts` the attempt places anew. */
  private count = 0;
  private readonly taken: Int32Array;
  readonly isLong: boolean;
  private readonly stop: () => boolean;
  private readonly fastDive: DiveOptions;
  private options: DiveOptions;
  private chosenCount = 0;
  private rowGoal = 8;
  private failures = 0;

  constructor(
    relaxation: Relaxation,
    paths: PathPlan,
    exactly: Plan | null,
    prices: Float64Array,
    random: Random,
    stop: () => boolean,
  ) {
    const { model } = relaxation;
    this.relaxation = relaxation;
    this.paths = paths;
    this.exactly = exactly;
    this.prices = prices;
    this.random = random;
    this.stop = stop;
    this.fastDive = { iterations: 10, share: 0.1, step: 0.5 * relaxation.priceUnit };
    this.options = this.fastDive;
    this.cost = exactly === null ? relaxation.constant + Math.round(100 * paths.cost()) : exactly.cost;
    this.sub = new Subproblem(model, random);
    this.dive = new Dive(model.partCount);
    this.best = rowScratch(model);
    this.slack = new Float64Array(model.rowCount);
    this.open = new Uint8Array(model.rowCount);
    this.chosenRows = new Int32Array(model.rowCount);
    this.parts = new Int32Array(model.partCount + 1);
    this.taken = new Int32Array(model.partCount);
    this.isLong = relaxation.isLong;
    for (let row = 0; row < model.rowCount; row++) this.measure(row);
  }

  /** Measures the row's slack: the cost of its parts above that of its cheapest path at the current prices. */
  measure(row: number): void {
    const { prices } = this;
    const { model } = this.relaxation;
    const list = this.paths.rows[row];
    let cost = list.length > 0 ? model.usage[row] : 0;
    for (const k of list) cost += model.cost[k] - prices[model.part[k]];
    this.slack[row] = cost - backward(model, row, prices, this.best);
  }

  private begin(): void {
    for (let c = 0; c < this.chosenCount; c++) this.open[this.chosenRows[c]] = 0;
    this.chosenCount = 0;
  }

  private add(row: number): void {
    if (this.open[row] === 1) return;
    this.open[row] = 1;
    this.chosenRows[this.chosenCount++] = row;
  }

  /** Adds the rows that hold parts of the row's cheapest path within the window. */
  private addWanted(row: number, from: number, to: number, goal: number): void {
    const { best, prices, paths } = this;
    const { model, start, end, columns } = this.relaxation;
    if (backward(model, row, prices, best) === 0) return;
    const first = model.rowStart[row];
    const sentinel = model.rowStart[row + 1] - 1;
    for (let k = first; k < sentinel && this.chosenCount < goal; ) {
      if (best[k - first] === best[k + 1 - first]) {
        k++;
        continue;
      }
      const i = model.part[k];
      const at = paths.position[i];
      if (at >= 0 && start[i] < to && end[i] > from) this.add(columns.row[at]);
      k = model.next[k];
    }
  }

  /** Draws three rows and returns the one with the most slack. */
  private pickRow(): number {
    const { random, slack } = this;
    let row = random.below(slack.length);
    for (let q = 0; q < 2; q++) {
      const other = random.below(slack.length);
      if (slack[other] > slack[row]) row = other;
    }
    return row;
  }

  /** Makes an attempt around a part without a place, on some of the rows that it may use. */
  attemptUnplaced(unplaced: number): Attempt {
    const { random } = this;
    const { model, columns, start } = this.relaxation;
    this.begin();
    const goal = Math.min(model.rowCount, 10 + random.below(50));
    const first = columns.columnStart[unplaced];
    const arcs = columns.columnStart[unplaced + 1] - first;
    if (arcs === 0) return 'skipped';
    for (let tries = 0; this.chosenCount < goal && tries < 2 * goal; tries++) {
      this.add(columns.row[columns.column[first + random.below(arcs)]]);
    }
    return this.solve(start[unplaced] - UNPLACED_SECONDS, start[unplaced] + UNPLACED_SECONDS, unplaced);
  }

  /** Makes an attempt around a row picked by slack; over a long horizon, within a window of time. */
  attemptSlack(): Attempt {
    const { random } = this;
    const { model, start } = this.relaxation;
    const { rowCount } = model;
    this.begin();
    let from = Number.NEGATIVE_INFINITY;
    let to = Number.POSITIVE_INFINITY;
    const goal = Math.min(rowCount, Math.round(this.rowGoal));
    const row = this.pickRow();
    if (this.isLong) {
      const anchor = start[random.below(model.partCount)];
      from = anchor - WINDOW_SECONDS / 2;
      to = anchor + WINDOW_SECONDS / 2;
    }
    this.add(row);
    for (let c = 0; c < this.chosenCount && this.chosenCount < goal; c++) {
      this.addWanted(this.chosenRows[c], from, to, goal);
    }
    while (this.chosenCount < goal) this.add(random.below(rowCount));
    const outcome = this.solve(from, to, -1);
    if (outcome === 'improved') {
      this.failures = 0;
      this.rowGoal = Math.max(4, this.rowGoal * 0.85);
    } else if (++this.failures >= 40) {
      this.failures = 0;
      this.rowGoal = this.rowGoal > MOST_ROWS ? 8 : this.rowGoal * 1.3;
    }
    return outcome;
  }

  /** Makes an attempt on all parts within a window of time around `anchor`, by a slower dive. */
  attemptWindow(anchor: number, seconds: number): Attempt {
    this.begin();
    for (let row = 0; row < this.relaxation.model.rowCount; row++) this.add(row);
    this.options = { iterations: 20, share: 0.03, step: this.relaxation.priceUnit };
    const outcome = this.solve(anchor - seconds / 2, anchor + seconds / 2, -1, true);
    this.options = this.fastDive;
    return outcome;
  }

  private solve(from: number, to: number, unplaced: number, withUnplaced = false): Attempt {
    const { exactly } = this;
    const { model, start, end, priceUnit, grain } = this.relaxation;
    const rows = this.chosenRows.subarray(0, this.chosenCount).sort();
    const isFree: Free = (k) => start[model.part[k]] < to && end[model.part[k]] > from;
    const collected = this.collect(rows, isFree, unplaced, withUnplaced ? [from, to] : null);
    const { count } = this;
    const before = exactly === null ? collected : this.takeOut(exactly, count);
    const sure = this.fill(rows, count, isFree, from, to);
    const worth = before - sure - grain / 100 + 1e-6;
    const outcome = this.search(worth, priceUnit) ? this.accept(rows, count, before) : 'skipped';
    if (exactly !== null && outcome !== 'improved' && outcome !== 'equal') this.restore(count);
    return outcome;
  }

  /**
   * Collects the parts to be placed anew in `parts` and `count`, and returns their current cost. With `window`, parts without a place
   * in the window are included.
   */
  private collect(
    rows: Int32Array,
    isFree: Free,
    unplaced: number,
    window: readonly [from: number, to: number] | null,
  ): number {
    const { paths, parts } = this;
    const { model, start, end } = this.relaxation;
    let count = 0;
    let cost = 0;
    for (const row of rows) {
      if (paths.rows[row].length > 0) cost += model.usage[row];
      for (const k of paths.rows[row]) {
        if (!isFree(k)) continue;
        parts[count++] = model.part[k];
        cost += model.cost[k];
      }
    }
    if (unplaced >= 0) {
      parts[count++] = unplaced;
      cost += model.leaveOut[unplaced];
    }
    if (window !== null) {
      for (let i = 0; i < model.partCount; i++) {
        if (paths.position[i] >= 0 || start[i] >= window[1] || end[i] <= window[0]) continue;
        parts[count++] = i;
        cost += model.leaveOut[i];
      }
    }
    parts.subarray(0, count).sort();
    this.count = count;
    return cost;
  }

  /** Removes the parts from the exact plan and returns their cost in it. */
  private takeOut(exactly: Plan, count: number): number {
    const { parts } = this;
    const { partOf, instance } = this.relaxation;
    const whole = exactly.cost;
    for (let j = 0; j < count; j++) if (exactly.placement[partOf[parts[j]]] >= 0) exactly.remove(partOf[parts[j]]);
    let cost = (whole - exactly.cost) / 100;
    for (let j = 0; j < count; j++) cost += instance.unassignedCost[partOf[parts[j]]] / 100;
    return cost;
  }

  /** Loads the rows and the parts that stay on them into `sub`. Returns the cost of using those rows in any case. */
  private fill(rows: Int32Array, count: number, isFree: Free, from: number, to: number): number {
    const { paths, sub, parts, taken, exactly } = this;
    const { model, start, end } = this.relaxation;
    const costOf = exactly === null ? null : this.exactCost(exactly, isFree);
    sub.begin(model, parts, count, start, end, this.prices);
    let sure = 0;
    for (const row of rows) {
      let takenCount = 0;
      for (const k of paths.rows[row]) if (!isFree(k)) taken[takenCount++] = k;
      if (takenCount > 0 && exactly === null) sure += model.usage[row];
      const usage = takenCount > 0 ? 0 : model.usage[row];
      const [first, sentinel] = [model.rowStart[row], model.rowStart[row + 1] - 1];
      const range: [number, number] = this.isLong ? this.within(first, sentinel, from, to) : [first, sentinel];
      sub.addRow(model, row, usage, range, taken, takenCount, costOf);
    }
    sub.ready();
    return sure;
  }

  /** Returns a function that computes the exact cost of a part at a position, given the parts that stay. */
  private exactCost(exactly: Plan, isFree: Free): (position: number) => number {
    const { model, partOf, arcOf, columns, instance } = this.relaxation;
    return (k) => {
      const part = partOf[model.part[k]];
      const row = columns.row[k];
      const used = this.isUsed(row, isFree) ? 0 : model.usage[row];
      return (exactly.addArcDelta(part, arcOf[k]) + instance.unassignedCost[part]) / 100 - used;
    };
  }

  private isUsed(row: number, isFree: Free): boolean {
    for (const k of this.paths.rows[row]) if (!isFree(k)) return true;
    return false;
  }

  /** Returns the range of positions of a row whose parts may overlap the window. */
  private within(first: number, sentinel: number, from: number, to: number): [number, number] {
    const { model, start } = this.relaxation;
    const search = (time: number): number => firstIndex(first, sentinel, (k) => start[model.part[k]] >= time);
    return [search(from - WINDOW_SECONDS), search(to)];
  }

  /** Searches the small problem. Returns false when its bound proves that nothing costs less than `worth`, or when it was stopped with parts undecided. */
  private search(worth: number, priceUnit: number): boolean {
    const { sub } = this;
    for (let phase = 0, step = 4 * priceUnit; phase < 6; phase++) {
      if (sub.bound() > worth || this.stop()) return false;
      for (let q = 0; q < 20; q++, step *= 0.975) sub.iterate(step);
    }
    if (sub.bound() > worth) return false;
    this.dive.run(sub, this.options, this.stop);
    return sub.undecided === 0 || !this.stop();
  }

  /** Applies the subproblem's solution, and undoes it when it is worse. */
  private accept(rows: Int32Array, count: number, before: number): Attempt {
    const { paths, parts, exactly } = this;
    const old: number[] = [];
    for (let j = 0; j < count; j++) {
      old.push(paths.position[parts[j]]);
      paths.remove(parts[j]);
    }
    this.placeFound(count);
    const after = exactly === null ? this.modelCost(rows, count) : this.placeExactly(exactly, count);
    if (after <= before + 1e-9 && this.isAllowed()) {
      this.cost = exactly === null ? this.cost + Math.round(100 * (after - before)) : exactly.cost;
      for (const row of rows) this.measure(row);
      return after < before - 1e-9 ? 'improved' : 'equal';
    }
    if (exactly !== null) this.takeOut(exactly, count);
    for (let j = 0; j < count; j++) paths.remove(parts[j]);
    for (let j = 0; j < count; j++) if (old[j] >= 0) paths.place(old[j]);
    return 'failed';
  }

  /** Places the parts where the search has them, and the parts that it left out wherever there is room. */
  private placeFound(count: number): void {
    const { paths, sub, parts } = this;
    const rest: number[] = [];
    for (let j = 0; j < count; j++) {
      if (sub.fixed[j] >= 0) paths.place(sub.fixed[j]);
      else rest.push(parts[j]);
    }
    paths.insert(rest, this.open);
  }

  /** Returns the cost of the parts and the rows in the model, in weight units. */
  private modelCost(rows: Int32Array, count: number): number {
    const { paths, parts } = this;
    const { model } = this.relaxation;
    let cost = 0;
    for (let j = 0; j < count; j++) {
      const k = paths.position[parts[j]];
      cost += k < 0 ? model.leaveOut[parts[j]] : model.cost[k];
    }
    for (const row of rows) if (paths.rows[row].length > 0) cost += model.usage[row];
    return cost;
  }

  /** Places the parts in the exact plan where the search placed them. Returns their cost in it. */
  private placeExactly(plan: Plan, count: number): number {
    const { partOf, columns, instance } = this.relaxation;
    const bare = plan.cost;
    let cost = 0;
    for (let j = 0; j < count; j++) {
      const part = this.parts[j];
      const k = this.paths.position[part];
      cost += instance.unassignedCost[partOf[part]] / 100;
      if (k >= 0) plan.place(partOf[part], columns.row[k]);
    }
    return cost + (plan.cost - bare) / 100;
  }

  private isAllowed(): boolean {
    return this.exactly === null || isWithinLimit(this.exactly);
  }

  /** Places the parts in the exact plan where the paths have them. */
  private restore(count: number): void {
    const { paths, parts, exactly } = this;
    const { partOf, columns } = this.relaxation;
    for (let j = 0; j < count; j++) {
      const k = paths.position[parts[j]];
      if (k >= 0) exactly!.place(partOf[parts[j]], columns.row[k]);
    }
  }
}
