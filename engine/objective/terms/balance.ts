import type { Instance } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import type { RuleTerm, TermDelta, TermShape } from './termShape.ts';

/** The n-th member on a resource with counts[r] = 1 costs (given[r] + n − 1) · `cost`. */
interface BalanceTerm extends RuleTerm {
  readonly cost: number;
  readonly member: Uint8Array;
  readonly counts: Uint8Array;
  /** The number of members on each resource outside this instance: for a slice, those of the whole. */
  readonly given: Int32Array;
}

declare module '../../instance/instance.ts' {
  interface CompiledTerms {
    readonly balances: readonly BalanceTerm[];
  }
}

export const balances: TermShape<BalanceTerm> = {
  visit({ resourceCount, terms }, placement, emit) {
    for (const { rule, cost: each, member, counts, given } of terms.balances) {
      const onResource = new Int32Array(resourceCount);
      placement.forEach((resource, part) => {
        if (resource >= 0 && member[part] === 1 && counts[resource] === 1) onResource[resource]++;
      });
      onResource.forEach((count, resource) => {
        const cost = each * (count * given[resource] + (count * (count - 1)) / 2);
        if (cost === 0) return;
        emit({ level: 'rules', kind: 'balance', rule, cost, part: -1, other: -1, resource });
      });
    }
  },
  delta: (instance) => new BalanceCounts(instance),
  relaxation: { kind: 'leftOut', cost: ({ cost }) => cost },
  byPart: ['member'],
  slice(term, { mask, visitOutside }) {
    const given = term.given.slice();
    visitOutside((part, resource) => {
      if (term.member[part] === 1 && term.counts[resource] === 1) given[resource]++;
    });
    return { ...term, member: mask(term.member), given };
  },
};

/** Counts the members on each resource. */
class BalanceCounts implements TermDelta {
  private readonly instance: Instance;
  private readonly counts: readonly Int32Array[];

  constructor(instance: Instance) {
    this.instance = instance;
    this.counts = instance.terms.balances.map(({ given }) => given.slice());
  }

  count(part: number, resource: number, change: 1 | -1): void {
    const { balances: terms } = this.instance.terms;
    for (let k = 0; k < terms.length; k++) {
      if (terms[k].member[part] === 1 && terms[k].counts[resource] === 1) this.counts[k][resource] += change;
    }
  }

  costAt(part: number, resource: number, placement: Placement): number {
    const { balances: terms } = this.instance.terms;
    const own = placement[part] === resource ? 1 : 0;
    let total = 0;
    for (let k = 0; k < terms.length; k++) {
      const { cost, member, counts } = terms[k];
      if (member[part] === 0 || counts[resource] === 0) continue;
      total += cost * (this.counts[k][resource] - own);
    }
    return total;
  }
}
