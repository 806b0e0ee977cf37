import type { Random } from '../../engine/random.ts';
import { Dive } from './dive.ts';
import type { PathPlan } from './pathPlan.ts';
import { backward, type PathModel } from './paths.ts';
import { Subproblem } from './subproblem.ts';

/** What one attempt did. */
export type Attempt = 'skipped' | 'failed' | 'equal' | 'improved';

/**
 * Lagrangian neighborhood search: some rows, all parts on them within a window of time and some that have no place, are
 * solved anew by a small ascent and a dive. Where the small bound proves that nothing better exists, the dive is skipped.
 */
export class NeighborhoodSearch {
  readonly plan: PathPlan;
  /** Cost of the plan. */
  cost: number;
  /** Nothing cheaper than cost − grain + ε is worth looking for: costs are multiples of the grain. */
  readonly grain: number;
  skipped = 0;
  attempts = 0;
  private rowGoal = 8;
  private failures = 0;
  private readonly model: PathModel;
  private readonly prices: Float64Array;
  private readonly start: Int32Array;
  private readonly end: Int32Array;
  private readonly random: Random;
  private readonly sub: Subproblem;
  private readonly dive: Dive;
  private readonly best: Float64Array;
  private readonly slack: Float64Array;
  private readonly open: Uint8Array;
  private readonly chosenRows: Int32Array;
  private chosenCount = 0;
  private readonly parts: Int32Array;
  private readonly taken: Int32Array;
  private readonly windowSeconds: number;

  constructor(plan: PathPlan, prices: Float64Array, start: Int32Array, end: Int32Array, grain: number, random: Random) {
    const { model } = plan;
    this.plan = plan;
    this.cost = plan.cost();
    this.grain = grain;
    this.model = model;
    this.prices = prices;
    this.start = start;
    this.end = end;
    this.random = random;
    this.sub = new Subproblem(model, random);
    this.dive = new Dive(model.partCount);
    this.best = new Float64Array(model.rowStart[model.rowCount]);
    this.slack = new Float64Array(model.rowCount);
    this.open = new Uint8Array(model.rowCount);
    this.chosenRows = new Int32Array(model.rowCount);
    this.parts = new Int32Array(model.partCount);
    this.taken = new Int32Array(model.partCount);
    this.windowSeconds = 26 * 3600;
    for (let row = 0; row < model.rowCount; row++) this.measure(row);
  }

  /** Slack of a row: what its parts cost above its cheapest path at these prices. */
  private measure(row: number): void {
    const { model, prices } = this;
    const list = this.plan.rows[row];
    let cost = list.length > 0 ? model.usage[row] : 0;
    for (const k of list) cost += model.cost[k] - prices[model.part[k]];
    this.slack[row] = cost - backward(model, row, prices, this.best);
  }

  private add(row: number): void {
    if (this.open[row] === 1) return;
    this.open[row] = 1;
    this.chosenRows[this.chosenCount++] = row;
  }

  /** Adds the rows that hold what row's cheapest path wants, within the window. */
  private addWanted(row: number, from: number, to: number, goal: number): void {
    const { model, prices, best } = this;
    if (backward(model, row, prices, best) === 0) return;
    const end = model.rowStart[row + 1] - 1;
    for (let k = model.rowStart[row]; k < end && this.chosenCount < goal; ) {
      if (best[k] === best[k + 1]) {
        k++;
        continue;
      }
      const i = model.part[k];
      const at = this.plan.position[i];
      if (at >= 0 && this.start[i] < to && this.end[i] > from) this.add(this.plan.columns.row[at]);
      k = model.next[k]!;
    }
  }

  private pickRow(): number {
    // The best of three by slack: greedy enough, and cheap.
    const { random, slack } = this;
    let row = random.below(this.model.rowCount);
    for (let q = 0; q < 2; q++) {
      const other = random.below(this.model.rowCount);
      if (slack[other] > slack[row]) row = other;
    }
    return row;
  }

  /** One attempt around a row picked by slack, or around `unplaced` when it is a part without a place. */
  attempt(unplaced: number): Attempt {
    const { model, random } = this;
    this.attempts++;
    for (let c = 0; c < this.chosenCount; c++) this.open[this.chosenRows[c]] = 0;
    this.chosenCount = 0;
    let from = Number.NEGATIVE_INFINITY;
    let to = Number.POSITIVE_INFINITY;
    let goal = Math.min(model.rowCount, Math.round(this.rowGoal));
    const horizon = this.end[this.end.length - 1] - this.start[0];
    if (unplaced >= 0) {
      goal = Math.min(model.rowCount, 10 + random.below(50));
      const middle = this.start[unplaced];
      from = middle - 5 * 3600;
      to = middle + 5 * 3600;
      const { columnStart, column, row } = this.plan.columns;
      const arcs = columnStart[unplaced + 1] - columnStart[unplaced];
      for (let tries = 0; this.chosenCount < goal && tries < 2 * goal && arcs > 0; tries++)
        this.add(row[column[columnStart[unplaced] + random.below(arcs)]]);
    } else {
      const first = this.pickRow();
      if (horizon > 1.5 * this.windowSeconds) {
        const anchor = this.start[random.below(model.partCount)];
        from = anchor - this.windowSeconds / 2;
        to = anchor + this.windowSeconds / 2;
      }
      this.add(first);
      for (let c = 0; c < this.chosenCount && this.chosenCount < goal; c++)
        this.addWanted(this.chosenRows[c], from, to, goal);
      while (this.chosenCount < goal) this.add(random.below(model.rowCount));
    }
    const outcome = this.solve(from, to, unplaced);
    if (unplaced < 0) this.adapt(outcome);
    return outcome;
  }

  private adapt(outcome: Attempt): void {
    if (outcome === 'improved') {
      this.failures = 0;
      this.rowGoal = Math.max(4, this.rowGoal * 0.85);
    } else if (++this.failures >= 40) {
      this.failures = 0;
      this.rowGoal = this.rowGoal > 40 ? 8 : this.rowGoal * 1.3;
    }
  }

  private solve(from: number, to: number, unplaced: number): Attempt {
    const { model, plan, sub, parts, start, end, taken } = this;
    const rows = this.chosenRows.subarray(0, this.chosenCount).sort();
    let count = 0;
    let before = 0;
    const isFree = (k: number): boolean => {
      const i = model.part[k];
      return start[i] < to && end[i] > from;
    };
    for (const row of rows) {
      for (const k of plan.rows[row]) {
        if (!isFree(k)) continue;
        parts[count++] = model.part[k]!;
        before += model.cost[k];
      }
      if (plan.rows[row].length > 0) before += model.usage[row];
    }
    if (unplaced >= 0) {
      parts[count++] = unplaced;
      before += model.leaveOut[unplaced];
    }
    parts.subarray(0, count).sort();
    sub.begin(model, parts, count, start, end, this.prices);
    let sure = 0;
    for (const row of rows) {
      let takenCount = 0;
      for (const k of plan.rows[row]) if (!isFree(k)) taken[takenCount++] = k;
      const usage = takenCount > 0 ? 0 : model.usage[row];
      if (takenCount > 0) sure += model.usage[row];
      sub.addRow(model, row, usage, model.rowStart[row], model.rowStart[row + 1] - 1, taken, takenCount);
    }
    sub.ready();
    const worth = before - sure - this.grain + 1e-6;
    for (let phase = 0, step = 4; phase < 6; phase++) {
      if (sub.bound() > worth) {
        this.skipped++;
        return 'skipped';
      }
      for (let q = 0; q < 20; q++, step *= 0.975) sub.iterate(step);
    }
    if (sub.bound() > worth) {
      this.skipped++;
      return 'skipped';
    }
    this.dive.run(sub, { iterations: 10, share: 0.1, step: 0.5 }, () => false);
    return this.accept(rows, parts, count, before);
  }

  /** Puts the subproblem's solution in place; takes it back when it is worse. */
  private accept(rows: Int32Array, parts: Int32Array, count: number, before: number): Attempt {
    const { plan, sub, model } = this;
    const old: number[] = [];
    for (let j = 0; j < count; j++) {
      old.push(plan.position[parts[j]]);
      plan.remove(parts[j]);
    }
    const rest: number[] = [];
    for (let j = 0; j < count; j++) {
      if (sub.fixed[j] >= 0) plan.place(sub.fixed[j]);
      else rest.push(parts[j]);
    }
    plan.insert(rest, this.open);
    let after = 0;
    for (let j = 0; j < count; j++) {
      const k = plan.position[parts[j]];
      after += k < 0 ? model.leaveOut[parts[j]] : model.cost[k];
    }
    for (const row of rows) if (plan.rows[row].length > 0) after += model.usage[row];
    if (after <= before + 1e-9) {
      this.cost += after - before;
      for (const row of rows) this.measure(row);
      return after < before - 1e-9 ? 'improved' : 'equal';
    }
    for (let j = 0; j < count; j++) plan.remove(parts[j]);
    for (let j = 0; j < count; j++) if (old[j] >= 0) plan.place(old[j]);
    return 'failed';
  }
}
