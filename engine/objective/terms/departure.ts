import type { Instance } from '../../instance/instance.ts';
import type { Timelines } from '../../board/timelines.ts';
import { isPair } from '../pairs/pair.ts';
import { isRelated } from '../pairs/relations.ts';
import type { RuleTerm, Stale, TermDelta, TermShape } from './termShape.ts';

/**
 * Each pair of member parts (of different operations, not both blockers) on related resources whose ends are less than `seconds` apart
 * costs `cost`. The relation holds in both directions.
 */
interface DepartureTerm extends RuleTerm {
  readonly cost: number;
  readonly seconds: number;
  readonly member: Uint8Array;
  readonly relatedStart: Int32Array;
  readonly related: Int32Array;
}

declare module '../../instance/instance.ts' {
  interface CompiledTerms {
    readonly departures: readonly DepartureTerm[];
  }
}

export const departures: TermShape<DepartureTerm> = {
  visit(instance, placement, emit) {
    const { end, terms } = instance;
    if (terms.departures.length === 0) return;
    const byEnd = [...placement.keys()].filter((part) => placement[part] >= 0).sort((a, b) => end[a] - end[b] || a - b);
    for (const term of terms.departures) {
      const { rule, cost, seconds, member } = term;
      for (let i = 0; i < byEnd.length; i++) {
        for (let j = i + 1; j < byEnd.length && end[byEnd[j]] - end[byEnd[i]] < seconds; j++) {
          const [part, other] = byEnd[i] < byEnd[j] ? [byEnd[i], byEnd[j]] : [byEnd[j], byEnd[i]];
          if (member[part] === 0 || member[other] === 0 || !isPair(instance, part, other)) continue;
          if (!isRelated(term, placement[part], placement[other])) continue;
          emit({ level: 'rules', kind: 'departure', rule, cost, part, other, resource: placement[part] });
        }
      }
    }
  },
  delta: (instance, timelines) => new DepartureIndex(instance, timelines),
  relaxation: { kind: 'leftOut', cost: ({ cost }) => cost },
  byPart: ['member'],
  slice: (term, { mask }) => ({ ...term, member: mask(term.member) }),
  reachSeconds: ({ terms }) => terms.departures.reduce((most, { seconds }) => Math.max(most, seconds), 0),
};

/** Scans the lists of related resources around the end of one part. */
class DepartureIndex implements TermDelta {
  private readonly instance: Instance;
  private readonly timelines: Timelines;

  /** `instance` must have the windows by which the timelines are ordered. */
  constructor(instance: Instance, timelines: Timelines) {
    this.instance = instance;
    this.timelines = timelines;
  }

  touch(_part: number, resource: number, stale: Stale): void {
    for (const { relatedStart, related } of this.instance.terms.departures) {
      for (let i = relatedStart[resource]; i < relatedStart[resource + 1]; i++) stale.resource(related[i]);
    }
  }

  costAt(part: number, resource: number): number {
    const { start, end, terms } = this.instance;
    const leaves = end[part];
    let total = 0;
    for (let k = 0; k < terms.departures.length; k++) {
      const { cost, seconds, member, relatedStart, related } = terms.departures[k];
      if (member[part] === 0) continue;
      for (let r = relatedStart[resource]; r < relatedStart[resource + 1]; r++) {
        const there = related[r];
        const list = this.timelines.lists[there];
        const length = this.timelines.lengths[there];
        for (let i = this.timelines.firstEndingAfter(there, leaves - seconds); i < length; i++) {
          const other = list[i];
          if (start[other] >= leaves + seconds) break;
          if (Math.abs(end[other] - leaves) >= seconds || member[other] === 0) continue;
          if (isPair(this.instance, part, other)) total += cost;
        }
      }
    }
    return total;
  }
}
