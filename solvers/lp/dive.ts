import type { Random } from '../../engine/random.ts';
import type { ColumnGeneration } from './columnGeneration.ts';
import type { MasterPoint } from './master.ts';
import type { PathProblem } from './pathProblem.ts';

export interface DiveOptions {
  /** Share of the undecided parts that a round decides, at least one, in addition to those whose value in the program is nearly 1. */
  readonly share: number;
  /** Weight of a random number relative to the program's value when parts are ranked; 0: none. */
  readonly noise: number;
  readonly random: Random;
  readonly stop: () => boolean;
}

/** A part with at least the first value has its place already; values up to the second count as none. */
const SURE = 0.999;
const UNSURE = 1e-6;

/**
 * Rounds the program's optimum to a plan. In each round the parts with the largest values are fixed, and the program is solved again on
 * the columns that agree. Returns for each part its position on the first row of a class, −1 when it is left out or undecided.
 * Source: Joncour et al., "Column generation based primal heuristics", Electronic Notes in Discrete Mathematics 36 (2010).
 */
export const dive = (
  problem: PathProblem,
  generation: ColumnGeneration,
  optimum: MasterPoint,
  { share, noise, random, stop }: DiveOptions,
): Int32Array => {
  const { part, partCount } = problem.relaxation.model;
  const { master, pool } = generation;
  const chosen = new Int32Array(partCount).fill(-1);
  const weight = new Float64Array(part.length);
  const bestPosition = new Int32Array(partCount);
  let point = optimum;
  master.setBox(null);
  try {
    for (;;) {
      weight.fill(0);
      bestPosition.fill(-1);
      pool.columns.forEach(({ positions }, j) => {
        const taken = point.taken[j] ?? 0;
        if (taken <= UNSURE) return;
        for (const k of positions) weight[k] += taken;
      });
      for (let k = 0; k < weight.length; k++) {
        if (weight[k] <= UNSURE) continue;
        const best = bestPosition[part[k]];
        if (best < 0 || weight[k] > weight[best]) bestPosition[part[k]] = k;
      }
      const open: { i: number; k: number; rank: number }[] = [];
      for (let i = 0; i < partCount; i++) {
        const k = bestPosition[i];
        if (chosen[i] >= 0 || k < 0) continue;
        if (weight[k] >= SURE) chosen[i] = k;
        else open.push({ i, k, rank: weight[k] + noise * random.next() });
      }
      if (open.length === 0 || stop()) return chosen;
      open.sort((a, b) => b.rank - a.rank || a.i - b.i);
      for (const { i, k } of open.slice(0, Math.max(1, Math.floor(share * open.length)))) chosen[i] = k;
      master.restrict((j) => {
        return pool.columns[j].positions.every((k) => chosen[part[k]] < 0 || chosen[part[k]] === k);
      });
      const next = master.solve('dual', stop);
      if (next === null) return chosen;
      point = next;
      if (generation.addWithin(point, (k) => chosen[part[k]] < 0 || chosen[part[k]] === k) > 0)
        point = master.solve('primal', stop) ?? point;
    }
  } finally {
    master.restrict(null);
  }
};
