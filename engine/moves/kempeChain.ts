import { NOT_PINNED } from '../instance/instance.ts';
import { findArc } from '../objective/arcs.ts';
import type { Plan } from '../board/plan.ts';
import { mayReassign, type Move, movableParts, TRIED_ON_PLAN } from './move.ts';

const MOST_PARTS = 40;

/**
 * Kempe chain: a whole connected component of overlapping parts on two resources exchanges the two, so that no new overlap arises.
 * Source: Morgenstern, Shapiro, "Coloration neighborhood structures for general graph coloring", SODA 1990.
 */
export const kempeChain = (plan: Plan): Move => {
  const { instance } = plan;
  const parts = movableParts(plan);
  const found = new Int32Array(instance.partCount);
  const seen = new Uint8Array(instance.partCount);
  const chain: number[] = [];

  /** Collects the component of `first` between the two resources in `chain`; returns false when a part of it may not change resources. */
  const collect = (current: Plan, first: number, own: number, target: number): boolean => {
    chain.length = 0;
    chain.push(first);
    seen[first] = 1;
    let legal = true;
    for (let q = 0; q < chain.length && legal; q++) {
      const part = chain[q];
      const other = current.placement[part] === own ? target : own;
      legal = chain.length <= MOST_PARTS && instance.pinned[part] === NOT_PINNED && findArc(instance, part, other) >= 0;
      if (!legal) break;
      const count = current.overlapping(other, instance.start[part], instance.end[part], found);
      for (let k = 0; k < count; k++) {
        const next = found[k];
        if (seen[next] === 0) {
          seen[next] = 1;
          chain.push(next);
        }
      }
    }
    for (const part of chain) seen[part] = 0;
    return legal;
  };

  return {
    id: 'kempe-chain',
    evaluate(current, random) {
      if (parts.length === 0) return Number.POSITIVE_INFINITY;
      const first = parts[random.below(parts.length)];
      const own = current.placement[first];
      const from = instance.arcStart[first];
      const target = instance.arcResource[from + random.below(instance.arcStart[first + 1] - from)];
      if (own < 0 || own === target || !collect(current, first, own, target)) return Number.POSITIVE_INFINITY;
      let changed = 0;
      for (const part of chain)
        changed += current.reassignmentDelta(part, current.placement[part] === own ? target : own);
      if (!mayReassign(current, changed)) return Number.POSITIVE_INFINITY;
      const before = current.cost;
      const length = chain.length;
      const wasOwn = chain.map((part) => current.placement[part] === own);
      current.begin();
      for (let q = 0; q < length; q++) current.move(chain[q], -1);
      for (let q = 0; q < length; q++) current.move(chain[q], wasOwn[q] ? target : own);
      return current.cost - before;
    },
    ...TRIED_ON_PLAN,
  };
};
