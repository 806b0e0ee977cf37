import type { Instance } from '../../instance/instance.ts';
import { RiskCosts } from './risk.ts';
import { isPair } from './pair.ts';
import { isBuffered } from './buffers.ts';

/**
 * What two parts on one resource cost together: an overlap, else a gap that is too short (buffers, risk). Deltas, conflicts,
 * strategies and drags all ask it; `check` alone works it out on its own.
 */
export class PairCosts {
  private readonly instance: Instance;
  private readonly risk: RiskCosts | null;
  /** Of the pair asked last: whether it is a conflict. */
  isConflict = false;

  constructor(instance: Instance) {
    this.instance = instance;
    this.risk = instance.terms.risk === null ? null : new RiskCosts(instance);
  }

  /** All that they cost, in hundredths; a starts first, `gap` seconds (negative: an overlap) lie between its end and the start of b. */
  costOf(a: number, b: number, resource: number, gap: number): number {
    if (gap < 0) return isPair(this.instance, a, b) ? this.instance.conflictCost : 0;
    const soft = this.softCostOf(a, b, resource, gap);
    return this.isConflict ? soft + this.instance.conflictCost : soft;
  }

  /** The same without the conflict, which `isConflict` tells of. O(rules), allocating nothing. */
  softCostOf(a: number, b: number, resource: number, gap: number): number {
    this.isConflict = false;
    if (!isPair(this.instance, a, b)) return 0;
    if (gap < 0) {
      this.isConflict = true;
      return 0;
    }
    const { buffers } = this.instance.terms;
    let cost = 0;
    for (let i = 0; i < buffers.length; i++) {
      const buffer = buffers[i];
      if (gap >= buffer.seconds || !isBuffered(buffer, a, b, resource)) continue;
      if (buffer.hard) this.isConflict = true;
      else cost += buffer.cost;
    }
    return this.risk === null ? cost : cost + this.risk.costOf(a, b, gap);
  }
}
