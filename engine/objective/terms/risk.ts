import type { Instance } from '../../instance/instance.ts';
import { overlapProbability } from '../../uncertainty/pairProbability.ts';
import type { Placement } from '../score.ts';
import { type EmitTerm, visitPairsByResource } from './term.ts';

/** Near pairs on one resource (those that do not overlap) cost their probability of overlapping. */
export const riskTerms = (instance: Instance, placement: Placement, emit: EmitTerm): void => {
  const { risk } = instance.terms;
  if (!risk) return;
  visitPairsByResource(instance, placement, (part, other, resource) => {
    const gap = instance.start[other] - instance.end[part];
    if (gap < 0 || gap >= risk.horizonSeconds) return;
    const cost = Math.round(100 * risk.weight * overlapProbability(instance, part, other));
    if (cost !== 0) emit({ level: 'rules', kind: 'risk', rule: -1, cost, part, other, resource });
  });
};

const TABLE_BITS = 16;

/** The same for one pair; a table of recent pairs spares most of the work. */
export class RiskCosts {
  private readonly instance: Instance;
  private readonly keys: Float64Array;
  private readonly costs: Int32Array;

  constructor(instance: Instance) {
    this.instance = instance;
    const size = instance.terms.risk ? 1 << TABLE_BITS : 0;
    this.keys = new Float64Array(size).fill(-1);
    this.costs = new Int32Array(size);
  }

  /** Of a and the later b, `gap` ≥ 0 seconds apart. */
  costOf(a: number, b: number, gap: number): number {
    const { risk } = this.instance.terms;
    if (!risk || gap >= risk.horizonSeconds) return 0;
    const key = a * this.instance.partCount + b;
    const slot = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> (32 - TABLE_BITS);
    if (this.keys[slot] !== key) {
      this.keys[slot] = key;
      this.costs[slot] = Math.round(100 * risk.weight * overlapProbability(this.instance, a, b));
    }
    return this.costs[slot];
  }
}
