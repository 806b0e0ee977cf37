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

/** The parts before and after each part: those of part p are links[linkStart[p]]…, each once. */
export class Continuities implements TermDelta {
  readonly linkStart: Int32Array;
  readonly links: Int32Array;
  private readonly instance: Instance;

  constructor(instance: Instance) {
    const rows: number[][] = Array.from({ length: instance.partCount }, () => []);
    for (const { previous } of instance.terms.continuities) {
      previous.forEach((before, part) => {
        if (before < 0 || rows[part].includes(before)) return;
        rows[part].push(before);
        rows[before].push(part);
      });
    }
    const { start, values } = compressRows(rows);
    this.instance = instance;
    this.linkStart = start;
    this.links = values;
  }

  touch(part: number, _resource: number, stale: Stale): void {
    const { linkStart, links } = this;
    for (let i = linkStart[part]; i < linkStart[part + 1]; i++) stale.part(links[i]);
  }

  costAt(part: number, resource: number, placement: Placement): number {
    const { linkStart, links } = this;
    let total = 0;
    for (let i = linkStart[part]; i < linkStart[part + 1]; i++) {
      const there = placement[links[i]];
      if (there >= 0 && there !== resource) total += this.pairCost(part, links[i], resource, there);
    }
    return total;
  }

  /** The cost of two parts that follow one another on two resources. */
  pairCost(part: number, other: number, resource: number, there: number): number {
    const { continuities: terms } = this.instance.terms;
    let total = 0;
    for (let k = 0; k < terms.length; k++) {
      const { cost, previous, place } = terms[k];
      if ((previous[part] === other || previous[other] === part) && place[resource] !== place[there]) total += cost;
    }
    return total;
  }
}
