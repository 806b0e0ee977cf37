import { type Instance, PartFlag } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import type { RuleTerm, TermDelta, TermShape } from './termShape.ts';

/** Resource r costs cost[r] when any part other than a blocker is on it. */
interface UsageTerm extends RuleTerm {
  readonly cost: Int32Array;
}

declare module '../../instance/instance.ts' {
  interface CompiledTerms {
    readonly usages: readonly UsageTerm[];
  }
}

export const usages: TermShape<UsageTerm> = {
  visit({ flags, terms }, placement, emit) {
    const used = new Set<number>();
    placement.forEach((resource, part) => {
      if (resource >= 0 && (flags[part] & PartFlag.blocker) === 0) used.add(resource);
    });
    for (const resource of [...used].sort((a, b) => a - b)) {
      for (const { rule, cost } of terms.usages) {
        if (cost[resource] === 0) continue;
        emit({ level: 'rules', kind: 'usage', rule, cost: cost[resource], part: -1, other: -1, resource });
      }
    }
  },
  delta: (instance) => new UsageCounts(instance),
  relaxation: { kind: 'perResource', costs: ({ cost }) => cost },
  byPart: [],
  /** A resource that parts outside the slice use anyway has no further cost. */
  slice(term, { instance, visitOutside }) {
    const cost = term.cost.slice();
    visitOutside((part, resource) => {
      if ((instance.flags[part] & PartFlag.blocker) === 0) cost[resource] = 0;
    });
    return { ...term, cost };
  },
};

/** Counts the parts that use each resource. */
class UsageCounts implements TermDelta {
  private readonly costs: Int32Array;
  private readonly counts: Int32Array;
  private readonly instance: Instance;

  constructor(instance: Instance) {
    this.instance = instance;
    this.costs = new Int32Array(instance.resourceCount);
    this.counts = new Int32Array(instance.resourceCount);
    for (const { cost } of instance.terms.usages) cost.forEach((each, resource) => (this.costs[resource] += each));
  }

  count(part: number, resource: number, change: 1 | -1): void {
    if ((this.instance.flags[part] & PartFlag.blocker) === 0) this.counts[resource] += change;
  }

  costAt(part: number, resource: number, placement: Placement): number {
    if ((this.instance.flags[part] & PartFlag.blocker) !== 0) return 0;
    return this.counts[resource] - (placement[part] === resource ? 1 : 0) === 0 ? this.costs[resource] : 0;
  }
}
