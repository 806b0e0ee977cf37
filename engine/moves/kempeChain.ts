import { NOT_PINNED } from '../instance/instance.ts';
import { findArc } from '../objective/arcs.ts';
import type { Plan } from '../board/plan.ts';
import { mayReassign, type Move, movableParts, TRIED_ON_PLAN } from './move.ts';

/** A longer chain is given up. */
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
  /** The parts of the component, and the resource that each of them goes to. */
  const chain = new Int32Array(instance.partCount);
  const goesTo = new Int32Array(instance.partCount);
  let length = 0;

  /** Collects the component of `first` between the two resources in `chain`; returns false when a part of it may not change resources. */
  const collect = (current: Plan, first: number, own: number, target: number): boolean => {
    const { start, end, pinned } = instance;
    chain[0] = first;
    length = 1;
    seen[first] = 1;
    let legal = true;
    for (let q = 0; q < length; q++) {
      const part = chain[q];
      const other = current.placement[part] === own ? target : own;
      legal = length <= MOST_PARTS && pinned[part] === NOT_PINNED && findArc(instance, part, other) >= 0;
      if (!legal) break;
      goesTo[q] = other;
      const count = current.timelines.overlapping(other, start[part], end[part], found);
      for (let k = 0; k < count; k++) {
        const next = found[k];
        if (seen[next] === 0) {
          seen[next] = 1;
          chain[length++] = next;
        }
      }
    }
    for (let q = 0; q < length; q++) seen[chain[q]] = 0;
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
      for (let q = 0; q < length; q++) changed += current.reassignmentDelta(chain[q], goesTo[q]);
      if (!mayReassign(current, changed)) return Number.POSITIVE_INFINITY;
      const before = current.cost;
      current.begin();
      for (let q = 0; q < length; q++) current.remove(chain[q]);
      for (let q = 0; q < length; q++) current.place(chain[q], goesTo[q]);
      return current.cost - before;
    },
    ...TRIED_ON_PLAN,
  };
};
