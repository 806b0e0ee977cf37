import type { Instance } from '../../instance/instance.ts';
import type { Timelines } from '../../board/timelines.ts';
import type { Placement } from '../score.ts';
import { type EmitTerm, isPair } from './term.ts';

type DepartureTerm = Instance['terms']['departures'][number];

/** Pairs on related resources that leave too soon after each other. */
export const departureTerms = (instance: Instance, placement: Placement, emit: EmitTerm): void => {
  const { end, terms } = instance;
  if (terms.departures.length === 0) return;
  const byEnd = [...placement.keys()].filter((part) => placement[part] >= 0).sort((a, b) => end[a] - end[b] || a - b);
  for (const term of terms.departures) {
    const { rule, cost, seconds, member } = term;
    for (let i = 0; i < byEnd.length; i++) {
      for (let j = i + 1; j < byEnd.length && end[byEnd[j]] - end[byEnd[i]] < seconds; j++) {
        const [part, other] = byEnd[i] < byEnd[j] ? [byEnd[i], byEnd[j]] : [byEnd[j], byEnd[i]];
        if (member[part] === 0 || member[other] === 0 || !isPair(instance, part, other)) continue;
        if (!areRelated(term, placement[part], placement[other])) continue;
        emit({ level: 'rules', kind: 'departure', rule, cost, part, other, resource: placement[part] });
      }
    }
  }
};

const areRelated = ({ relatedStart, related }: DepartureTerm, from: number, to: number): boolean => {
  for (let i = relatedStart[from]; i < relatedStart[from + 1]; i++) if (related[i] === to) return true;
  return false;
};

/** Deltas of the departure terms: scans the lists of related resources around the end of one part. */
export class DepartureIndex {
  private readonly instance: Instance;
  private readonly timelines: Timelines;

  /** `instance` has the windows that the timelines are in order of. */
  constructor(instance: Instance, timelines: Timelines) {
    this.instance = instance;
    this.timelines = timelines;
  }

  /** Raises the stamps of all resources whose parts may have a term with parts of this one. */
  touch(resource: number, stamps: Int32Array): void {
    for (const { relatedStart, related } of this.instance.terms.departures) {
      for (let i = relatedStart[resource]; i < relatedStart[resource + 1]; i++) stamps[related[i]]++;
    }
  }

  /** What the part on the resource costs with those on related ones. */
  costAt(part: number, resource: number): number {
    const { start, end, terms } = this.instance;
    const { departures } = terms;
    const leaves = end[part];
    let total = 0;
    for (let k = 0; k < departures.length; k++) {
      const { cost, seconds, member, relatedStart, related } = departures[k];
      if (member[part] === 0) continue;
      for (let r = relatedStart[resource]; r < relatedStart[resource + 1]; r++) {
        const there = related[r];
        const list = this.timelines.lists[there];
        const length = this.timelines.lengths[there];
        for (let i = this.firstLeavingAfter(there, leaves - seconds); i < length; i++) {
          const other = list[i];
          if (start[other] >= leaves + seconds) break;
          if (Math.abs(end[other] - leaves) >= seconds || member[other] === 0) continue;
          if (isPair(this.instance, part, other)) total += cost;
        }
      }
    }
    return total;
  }

  private firstLeavingAfter(resource: number, from: number): number {
    const latest = this.timelines.latestEnds[resource];
    let low = 0;
    let high = this.timelines.lengths[resource];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (latest[middle] <= from) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Beyond so many seconds between two ends nothing is charged. */
export const farthestDeparture = ({ terms }: Instance): number =>
  terms.departures.reduce((most, { seconds }) => Math.max(most, seconds), 0);
