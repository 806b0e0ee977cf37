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

/**
 * The risk of pairs whose windows are those of the instance, in hundredths; −1 while unknown. `costs[a · width + b − a − 1]` is that of part
 * a and the later part b, for the `width` parts that follow a in order of start; `width` is limited by the memory of the table.
 */
interface PairTable {
  readonly weight: number;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly width: number;
  readonly costs: Int32Array;
}

/** The tables, by the array that maps parts to distributions: all boards of an instance share this array, and a slice has its own. */
const tables = new WeakMap<Int32Array, PairTable>();

const tableOf = ({ partCount, start, end, uncertainty }: Instance, weight: number): PairTable => {
  let table = tables.get(uncertainty.start);
  if (table === undefined || table.weight !== weight) {
    const width = Math.min(partCount, Math.floor(MOST_ENTRIES / Math.max(1, partCount)));
    const costs = new Int32Array(partCount * width).fill(-1);
    table = { weight, start: start.slice(), end: end.slice(), width, costs };
    tables.set(uncertainty.start, table);
  }
  return table;
};

/**
 * Caches the risk of pairs. Most pairs have the gap that the instance gives them; the others are kept by distributions and gap when
 * there are few distributions, otherwise in a hash table of recent pairs.
 */
export class RiskCosts {
  private readonly instance: Instance;
  private readonly horizon: number;
  private readonly table: PairTable;
  /** The number of distributions, including "known exactly"; 0 when there are too many for a direct table. */
  private readonly kinds: number;
  /** Direct table: costs by (kind of the end, kind of the start, gap), −1 while unknown. Hash table: costs by slot. Null until needed. */
  private shifted: Int32Array | null = null;
  private readonly keys: Float64Array;
  private readonly gaps: Int32Array;

  constructor(instance: Instance) {
    const kinds = instance.uncertainty.distributions.length / 3 + 1;
    this.instance = instance;
    this.horizon = instance.terms.risk?.horizonSeconds ?? 0;
    this.table = tableOf(instance, instance.terms.risk?.weight ?? 0);
    this.kinds = kinds * kinds * this.horizon <= MOST_ENTRIES ? kinds : 0;
    this.keys = new Float64Array(this.kinds > 0 ? 0 : 1 << HASH_BITS).fill(-1);
    this.gaps = new Int32Array(this.keys.length);
  }

  /** The risk of `a` and the later `b`, which are `gap` ≥ 0 seconds apart, in hundredths. */
  costOf(a: number, b: number, gap: number): number {
    if (gap >= this.horizon) return 0;
    const { start, end, width, costs } = this.table;
    const ahead = b - a - 1;
    if (ahead < 0 || ahead >= width || gap !== start[b] - end[a]) return this.shiftedCost(a, b, gap);
    const entry = a * width + ahead;
    const known = costs[entry];
    return known >= 0 ? known : (costs[entry] = this.workOut(a, b));
  }

  private shiftedCost(a: number, b: number, gap: number): number {
    const { start, end } = this.instance.uncertainty;
    const entries = this.kinds > 0 ? this.kinds * this.kinds * this.horizon : 1 << HASH_BITS;
    const costs = (this.shifted ??= new Int32Array(entries).fill(-1));
    if (this.kinds > 0) {
      const entry = ((end[a] + 1) * this.kinds + start[b] + 1) * this.horizon + gap;
      const known = costs[entry];
      return known >= 0 ? known : (costs[entry] = this.workOut(a, b));
    }
    if (end[a] < 0 && start[b] < 0) return 0;
    const key = a * this.instance.partCount + b;
    const slot = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b)) >>> (32 - HASH_BITS);
    if (this.keys[slot] !== key || this.gaps[slot] !== gap) {
      this.keys[slot] = key;
      this.gaps[slot] = gap;
      costs[slot] = this.workOut(a, b);
    }
    return costs[slot];
  }

  private workOut(a: number, b: number): number {
    return Math.round(100 * this.instance.terms.risk!.weight * overlapProbability(this.instance, a, b));
  }
}
