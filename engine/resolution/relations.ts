import type { Instance } from '../instance/instance.ts';

/** Related resources by any adjacency rule, and what two parts that overlap in time cost there. */
export class Relations {
  /** Resource → the resources that some rule relates to it, in order; empty lists when there is no such rule. */
  readonly neighbors: readonly (readonly number[])[];
  private readonly terms: Instance['terms']['adjacencies'];
  private readonly related: readonly ReadonlySet<number>[];
  private readonly resourceCount: number;
  /** Soft cost of the pair asked last. */
  soft = 0;
  /** Rule of the hard term that the pair asked last breaks, or −1. */
  hardRule = -1;

  constructor(instance: Instance) {
    const { resourceCount, terms } = instance;
    this.terms = terms.adjacencies;
    this.resourceCount = resourceCount;
    const neighbors = Array.from({ length: resourceCount }, () => new Set<number>());
    this.related = terms.adjacencies.map(({ relatedStart, related }) => {
      const pairs = new Set<number>();
      for (let r = 0; r < resourceCount; r++) {
        for (let i = relatedStart[r]; i < relatedStart[r + 1]; i++) {
          pairs.add(r * resourceCount + related[i]);
          neighbors[r].add(related[i]);
          neighbors[related[i]].add(r);
        }
      }
      return pairs;
    });
    this.neighbors = neighbors.map((set) => [...set].sort((a, b) => a - b));
  }

  /** Part p on r and q on s overlap in time; the answer is in `soft` and `hardRule`. Masks are those of p and q. */
  judge(p: number, r: number, q: number, s: number): void {
    this.soft = 0;
    this.hardRule = -1;
    for (let i = 0; i < this.terms.length; i++) {
      const { own, other, hard, cost, rule } = this.terms[i];
      const pairs = this.related[i];
      const forward = own[p] === 1 && other[q] === 1 && pairs.has(r * this.resourceCount + s);
      if (!forward && !(own[q] === 1 && other[p] === 1 && pairs.has(s * this.resourceCount + r))) continue;
      if (!hard) this.soft += cost;
      else if (this.hardRule < 0) this.hardRule = rule;
    }
  }
}
