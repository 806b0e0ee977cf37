import type { Instance } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import type { EmitTerm } from './term.ts';

/** Each resource that more than one part is on: each costs once for every one before it. */
export const balanceTerms = (instance: Instance, placement: Placement, emit: EmitTerm): void => {
  for (const { rule, cost: each, member, counts, given } of instance.terms.balances) {
    const onResource = new Int32Array(instance.resourceCount);
    placement.forEach((resource, part) => {
      if (resource >= 0 && member[part] === 1 && counts[resource] === 1) onResource[resource]++;
    });
    onResource.forEach((count, resource) => {
      const cost = each * (count * given[resource] + (count * (count - 1)) / 2);
      if (cost === 0) return;
      emit({ level: 'rules', kind: 'balance', rule, cost, part: -1, other: -1, resource });
    });
  }
};

/** How many parts are on each resource, kept as they come and go. */
export class BalanceCounts {
  private readonly instance: Instance;
  private readonly counts: readonly Int32Array[];

  constructor(instance: Instance) {
    this.instance = instance;
    this.counts = instance.terms.balances.map(({ given }) => given.slice());
  }

  add(part: number, resource: number, change: 1 | -1): void {
    const { balances } = this.instance.terms;
    for (let k = 0; k < balances.length; k++) {
      if (balances[k].member[part] === 1 && balances[k].counts[resource] === 1) this.counts[k][resource] += change;
    }
  }

  /** What the part adds by being on the resource; `isThere`: it is counted there already. */
  costAt(part: number, resource: number, isThere: boolean): number {
    const { balances } = this.instance.terms;
    let total = 0;
    for (let k = 0; k < balances.length; k++) {
      const { cost, member, counts } = balances[k];
      if (member[part] === 0 || counts[resource] === 0) continue;
      total += cost * (this.counts[k][resource] - (isThere ? 1 : 0));
    }
    return total;
  }
}
