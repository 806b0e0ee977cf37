import { compressRows } from '../../instance/compressRows.ts';
import type { Instance } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import type { RuleTerm, Stale, TermDelta, TermShape } from './termShape.ts';

/** Part p costs `cost` when it and previous[p] (the part scheduled before it; −1: none) are in different places. */
interface ContinuityTerm extends RuleTerm {
  readonly cost: number;
  readonly previous: Int32Array;
  /** Maps each resource to its place: its location or itself. */
  readonly place: Int32Array;
}

declare module '../../instance/instance.ts' {
  interface CompiledTerms {
    readonly continuities: readonly ContinuityTerm[];
  }
}

export const continuities: TermShape<ContinuityTerm> = {
  visit({ terms }, placement, emit) {
    for (const { rule, cost, previous, place } of terms.continuities) {
      previous.forEach((before, after) => {
        if (before < 0 || placement[before] < 0 || placement[after] < 0) return;
        const [part, other] = before < after ? [before, after] : [after, before];
        const resource = placement[part];
        if (place[resource] === place[placement[other]]) return;
        emit({ level: 'rules', kind: 'continuity', rule, cost, part, other, resource });
      });
    }
  },
  delta: (instance) => new Continuities(instance),
  relaxation: { kind: 'leftOut', cost: ({ cost }) => cost },
  slice: (term, { ints, local }) => ({ ...term, previous: ints(term.previous).map((part) => local(part)) }),
  tie({ terms }, isFree, tied) {
    for (const { previous } of terms.continuities) {
      previous.forEach((part, other) => {
        if (part < 0) return;
        if (isFree[part] === 1) tied[other] = 1;
        if (isFree[other] === 1) tied[part] = 1;
      });
    }
  },
};

/** Looks up the part before a part, and the parts after it. */
class Continuities implements TermDelta {
  private readonly instance: Instance;
  private readonly later: readonly { readonly start: Int32Array; readonly values: Int32Array }[];

  constructor(instance: Instance) {
    this.instance = instance;
    this.later = instance.terms.continuities.map(({ previous }) => {
      const rows: number[][] = Array.from(previous, () => []);
      previous.forEach((part, other) => {
        if (part >= 0) rows[part].push(other);
      });
      return compressRows(rows);
    });
  }

  touch(part: number, _resource: number, stale: Stale): void {
    this.instance.terms.continuities.forEach(({ previous }, k) => {
      if (previous[part] >= 0) stale.part(previous[part]);
      const { start, values } = this.later[k];
      for (let i = start[part]; i < start[part + 1]; i++) stale.part(values[i]);
    });
  }

  costAt(part: number, resource: number, placement: Placement): number {
    const { continuities: terms } = this.instance.terms;
    let total = 0;
    for (let k = 0; k < terms.length; k++) {
      const { cost, previous, place } = terms[k];
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
