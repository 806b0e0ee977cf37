import { type Instance, PartFlag } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import type { EmitTerm } from './term.ts';

/** Resources that are used at all; blockers do not use. */
export const usageTerms = (instance: Instance, placement: Placement, emit: EmitTerm): void => {
  const used = new Set<number>();
  placement.forEach((resource, part) => {
    if (resource >= 0 && (instance.flags[part] & PartFlag.blocker) === 0) used.add(resource);
  });
  for (const resource of [...used].sort((a, b) => a - b)) {
    for (const { rule, cost } of instance.terms.usages) {
      if (cost[resource] === 0) continue;
      emit({ level: 'rules', kind: 'usage', rule, cost: cost[resource], part: -1, other: -1, resource });
    }
  }
};

/** What all usage rules together charge for each resource. */
export const usageCosts = (instance: Instance): Int32Array => {
  const costs = new Int32Array(instance.resourceCount);
  for (const { cost } of instance.terms.usages) for (let r = 0; r < costs.length; r++) costs[r] += cost[r];
  return costs;
};

/** How many parts use each resource, kept as they come and go. */
export class UsageCounts {
  private readonly costs: Int32Array;
  private readonly counts: Int32Array;
  private readonly instance: Instance;

  constructor(instance: Instance) {
    this.instance = instance;
    this.costs = usageCosts(instance);
    this.counts = new Int32Array(instance.resourceCount);
  }

  add(part: number, resource: number, count: 1 | -1): void {
    if ((this.instance.flags[part] & PartFlag.blocker) === 0) this.counts[resource] += count;
  }

  /** What the part adds by using the resource; `isThere`: it is counted there already. */
  costAt(part: number, resource: number, isThere: boolean): number {
    if ((this.instance.flags[part] & PartFlag.blocker) !== 0) return 0;
    return this.counts[resource] - (isThere ? 1 : 0) === 0 ? this.costs[resource] : 0;
  }
}
