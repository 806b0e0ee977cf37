import type { Instance } from '../../instance/instance.ts';
import { RiskCosts } from './risk.ts';
import { isPair } from './pair.ts';
import { isBuffered } from './buffers.ts';

/**
 * The cost that two parts on one resource have together: an overlap, or else a gap that is too short (buffers, risk). Deltas,
 * conflicts, strategies and drags all use it; only `check` computes it independently.
 */
export class PairCosts {
  private readonly instance: Instance;
  private readonly risk: RiskCosts | null;
  /** Whether the pair of the latest call is a conflict. */
  isConflict = false;

  constructor(instance: Instance) {
    this.instance = instance;
    this.risk = instance.terms.risk === null ? null : new RiskCosts(instance);
  }

  /**
   * The total cost of the pair in hundredths. `a` starts first, and `gap` is the number of seconds between its end and the start of b
   * (negative: an overlap).
   */
  costOf(a: number, b: number, resource: number, gap: number): number {
    if (!isPair(this.instance, a, b)) return 0;
    if (gap < 0) return this.instance.conflictCost;
    const soft = this.gapCost(a, b, resource, gap);
    return this.isConflict ? soft + this.instance.conflictCost : soft;
  }

  /** Like `costOf` without the cost of a conflict, which `isConflict` reports instead. O(rules), allocates nothing. */
  softCostOf(a: number, b: number, resource: number, gap: number): number {
    const isConcerned = isPair(this.instance, a, b);
    if (isConcerned && gap >= 0) return this.gapCost(a, b, resource, gap);
    this.isConflict = isConcerned;
    return 0;
  }

  /** The soft cost of a gap of `gap` ≥ 0 seconds between two parts that are a pair; sets `isConflict`. */
  private gapCost(a: number, b: number, resource: number, gap: number): number {
    const { buffers } = this.instance.terms;
    let cost = 0;
    let isConflict = false;
    for (let i = 0; i < buffers.length; i++) {
      const buffer = buffers[i];
      if (gap >= buffer.seconds || !isBuffered(buffer, a, b, resource)) continue;
      if (buffer.hard) isConflict = true;
      else cost += buffer.cost;
    }
    this.isConflict = isConflict;
    return this.risk === null ? cost : cost + this.risk.costOf(a, b, gap);
  }
}
