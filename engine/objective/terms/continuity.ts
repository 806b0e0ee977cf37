import { compressRows } from '../../instance/compressRows.ts';
import type { Instance } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import type { EmitTerm } from './term.ts';

/** Parts that are elsewhere than the earlier one of their flight. */
export const continuityTerms = (instance: Instance, placement: Placement, emit: EmitTerm): void => {
  for (const { rule, cost, previous, place } of instance.terms.links) {
    previous.forEach((before, after) => {
      if (before < 0 || placement[before] < 0 || placement[after] < 0) return;
      const [part, other] = before < after ? [before, after] : [after, before];
      const resource = placement[part];
      if (place[resource] === place[placement[other]]) return;
      emit({ level: 'rules', kind: 'continuity', rule, cost, part, other, resource });
    });
  }
};

/** Deltas of the continuity terms: a part's earlier one, and those whose earlier one it is. */
export class Links {
  private readonly instance: Instance;
  private readonly later: readonly { readonly start: Int32Array; readonly values: Int32Array }[];

  constructor(instance: Instance) {
    this.instance = instance;
    this.later = instance.terms.links.map(({ previous }) => {
      const rows: number[][] = Array.from(previous, () => []);
      previous.forEach((part, other) => {
        if (part >= 0) rows[part].push(other);
      });
      return compressRows(rows);
    });
  }

  /** Visits all that the part has a term with. */
  visit(part: number, see: (other: number) => void): void {
    this.instance.terms.links.forEach(({ previous }, k) => {
      if (previous[part] >= 0) see(previous[part]);
      const { start, values } = this.later[k];
      for (let i = start[part]; i < start[part + 1]; i++) see(values[i]);
    });
  }

  /** What the part on the resource costs with those that are placed. */
  costAt(part: number, resource: number, placement: Placement): number {
    const { links } = this.instance.terms;
    let total = 0;
    for (let k = 0; k < links.length; k++) {
      const { cost, previous, place } = links[k];
      const here = place[resource];
      const before = previous[part];
      if (before >= 0 && placement[before] >= 0 && place[placement[before]] !== here) total += cost;
      const { start, values } = this.later[k];
      for (let i = start[part]; i < start[part + 1]; i++) {
        const there = placement[values[i]];
        if (there >= 0 && place[there] !== here) total += cost;
      }
    }
    return total;
  }
}
