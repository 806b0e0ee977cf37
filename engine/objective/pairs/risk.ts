import type { Instance } from '../../instance/instance.ts';
import { overlapProbability } from '../../uncertainty/pairProbability.ts';
import type { Placement } from '../score.ts';
import { visitPairsByResource } from './pair.ts';
import type { EmitTerm } from '../term.ts';

/** The terms of risk: pairs on one resource that are near each other without overlapping cost their probability of overlapping. */
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

const MOST_ENTRIES = 1 << 22;
const HASH_BITS = 16;

/** Caches the risk of pairs: by distributions and gap when there are few distributions, otherwise in a hash table of recent pairs. */
export class RiskCosts {
  private readonly instance: Instance;
  private readonly horizon: number;
  /** The number of distributions, including "known exactly"; 0 when there are too many for a direct table. */
  private readonly kinds: number;
  /** Direct table: costs by (kind of the end, kind of the start, gap), −1 while unknown. Hash table: costs by slot. */
  private readonly costs: Int32Array;
  private readonly keys: Float64Array;
  private readonly gaps: Int32Array;

  constructor(instance: Instance) {
    const kinds = instance.uncertainty.distributions.length / 3 + 1;
    this.instance = instance;
    this.horizon = instance.terms.risk?.horizonSeconds ?? 0;
    const entries = kinds * kinds * this.horizon;
    this.kinds = entries <= MOST_ENTRIES ? kinds : 0;
    this.costs = new Int32Array(this.kinds > 0 ? entries : 1 << HASH_BITS).fill(-1);
    this.keys = new Float64Array(this.kinds > 0 ? 0 : 1 << HASH_BITS).fill(-1);
    this.gaps = new Int32Array(this.keys.length);
  }

  /** The risk of `a` and the later `b`, which are `gap` ≥ 0 seconds apart, in hundredths. */
  costOf(a: number, b: number, gap: number): number {
    if (gap >= this.horizon) return 0;
    const { start, end } = this.instance.uncertainty;
    if (this.kinds > 0) {
      const entry = ((end[a] + 1) * this.kinds + start[b] + 1) * this.horizon + gap;
      const known = this.costs[entry];
      return known >= 0 ? known : (this.costs[entry] = this.workOut(a, b));
    }
    if (end[a] < 0 && start[b] < 0) return 0;
    const key = a * this.instance.partCount + b;
    const slot = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> (32 - HASH_BITS);
    if (this.keys[slot] !== key || this.gaps[slot] !== gap) {
      this.keys[slot] = key;
      this.gaps[slot] = gap;
      this.costs[slot] = this.workOut(a, b);
    }
    return this.costs[slot];
  }

  private workOut(a: number, b: number): number {
    return Math.round(100 * this.instance.terms.risk!.weight * overlapProbability(this.instance, a, b));
  }
}
