import type { Placement } from '../../engine/objective/score.ts';
import type { PathModel } from './pathModel.ts';
import type { Relaxation } from './relaxation.ts';
import { positionsOf, toPaths } from './translate.ts';

/** The least number of parts between two moments at which a plan may pass over to the other one. */
const STRIDE = 8;
/** The number of such moments, at most. */
const MOST_MOMENTS = 1000;

/**
 * Returns the positions of a plan that follows one of the two plans up to some moment, then the other one, and so on: the cheapest by a dynamic program in which
 * passing over costs what is left out because it would be in conflict. It is never more expensive than either plan.
 */
export const joinInTime = (relaxation: Relaxation, one: Placement, other: Placement): Int32Array => {
  const { model, partOf } = relaxation;
  const plans = [one, other].map((placement) => positionsOf(relaxation, placement));
  const stride = Math.max(STRIDE, Math.ceil(model.partCount / MOST_MOMENTS));
  const moments = Math.ceil(model.partCount / stride);
  const now = new Moment(relaxation, plans);
  // For each moment and plan: whether the cheapest way that follows the plan after the moment follows the other one before it.
  const passes = [new Uint8Array(moments), new Uint8Array(moments)];
  let costs = [0, 0];
  for (let moment = 0; moment < moments; moment++) {
    const [from, to] = [moment * stride, Math.min(model.partCount, (moment + 1) * stride)];
    const before = costs;
    const over = [before[1] + now.costOfPassing(1, 0), before[0] + now.costOfPassing(0, 1)];
    costs = plans.map((positions, plan) => {
      if (over[plan] < before[plan]) passes[plan][moment] = 1;
      return Math.min(before[plan], over[plan]) + costOf(model, positions, from, to);
    });
    now.advance(from, to);
  }
  const mixed = other.slice();
  let plan = costs[0] < costs[1] ? 0 : 1;
  for (let moment = moments - 1; moment >= 0; moment--) {
    const to = Math.min(model.partCount, (moment + 1) * stride);
    for (let i = moment * stride; i < to; i++) mixed[partOf[i]] = plan === 0 ? one[partOf[i]] : other[partOf[i]];
    if (passes[plan][moment] === 1) plan = 1 - plan;
  }
  const paths = [mixed, one, other].map((placement) => toPaths(relaxation, placement));
  return paths.reduce((best, own) => (own.cost() < best.cost() ? own : best)).position;
};

const costOf = ({ cost, leaveOut }: PathModel, positions: Int32Array, from: number, to: number): number => {
  let sum = 0;
  for (let i = from; i < to; i++) sum += positions[i] < 0 ? leaveOut[i] : cost[positions[i]];
  return sum;
};

/** The rows of two plans at a moment that goes forward. */
class Moment {
  private readonly model: PathModel;
  private readonly row: Int32Array;
  /** For each plan: the positions of its parts, those of each row, and how many of the latter are before the moment. */
  private readonly plans: readonly Int32Array[];
  private readonly rows: readonly (readonly number[][])[];
  private readonly passed: readonly Int32Array[];

  constructor({ model, columns }: Relaxation, plans: readonly Int32Array[]) {
    this.model = model;
    this.row = columns.row;
    this.plans = plans;
    this.passed = plans.map(() => new Int32Array(model.rowCount));
    this.rows = plans.map((positions) => {
      const rows: number[][] = Array.from({ length: model.rowCount }, () => []);
      for (const k of positions) if (k >= 0) rows[columns.row[k]].push(k);
      return rows;
    });
  }

  /** What passing over from one plan to the other costs, because one of two parts in conflict is left out. */
  costOfPassing(from: number, to: number): number {
    const { next, part, leaveOut, rowCount } = this.model;
    let cost = 0;
    for (let row = 0; row < rowCount; row++) {
      const earlier = this.passed[from][row] - 1;
      const later = this.passed[to][row];
      if (earlier < 0 || later === this.rows[to][row].length) continue;
      const [k, q] = [this.rows[from][row][earlier], this.rows[to][row][later]];
      if (next[k] > q) cost += Math.min(leaveOut[part[k]], leaveOut[part[q]]);
    }
    return cost;
  }

  advance(from: number, to: number): void {
    this.plans.forEach((positions, plan) => {
      for (let i = from; i < to; i++) if (positions[i] >= 0) this.passed[plan][this.row[positions[i]]]++;
    });
  }
}
