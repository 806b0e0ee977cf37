import type { Instance } from '../../instance/instance.ts';
import type { Timelines } from '../../intervals/timelines.ts';
import type { Placement } from '../score.ts';
import { type EmitTerm, isPair } from './term.ts';

type AdjacencyTerm = Instance['terms']['adjacencies'][number];

/** Overlapping parts on related resources: one conflict a pair when any hard rule says so, the weight of each soft one. */
export const adjacencyTerms = (instance: Instance, placement: Placement, emit: EmitTerm): void => {
  if (instance.terms.adjacencies.length === 0) return;
  for (let part = 0; part < instance.partCount; part++) {
    const resource = placement[part];
    if (resource < 0) continue;
    for (let other = part + 1; other < instance.partCount; other++) {
      if (instance.start[other] >= instance.end[part]) break;
      const there = placement[other];
      if (there < 0 || there === resource || !isPair(instance, part, other)) continue;
      const broken = instance.terms.adjacencies.filter((term) => isBroken(term, part, resource, other, there));
      const hardest = broken.find(({ hard }) => hard);
      if (hardest) {
        const cost = instance.conflictCost;
        emit({ level: 'conflicts', kind: 'adjacency', rule: hardest.rule, cost, part, other, resource });
      }
      for (const { hard, rule, cost } of broken) {
        if (!hard) emit({ level: 'rules', kind: 'adjacency', rule, cost, part, other, resource });
      }
    }
  }
};

const isBroken = (term: AdjacencyTerm, p: number, r: number, q: number, s: number): boolean =>
  (term.own[p] === 1 && term.other[q] === 1 && isRelated(term, r, s)) ||
  (term.own[q] === 1 && term.other[p] === 1 && isRelated(term, s, r));

const isRelated = ({ relatedStart, related }: AdjacencyTerm, from: number, to: number): boolean => {
  for (let i = relatedStart[from]; i < relatedStart[from + 1]; i++) if (related[i] === to) return true;
  return false;
};

const FORWARD = 1;
const BACKWARD = 2;

/** Deltas of the adjacency terms: scans the timelines of the resources related to one. */
export class AdjacencyIndex {
  private readonly instance: Instance;
  private readonly timelines: Timelines;
  /** 1: some rule names the part on one side or the other. */
  private readonly involved: Uint8Array;
  /** Related resources by any rule: neighborStart[r]…; the rules of neighbor n, with directions, are ruleStart[n]… */
  private readonly neighborStart: Int32Array;
  private readonly neighbor: Int32Array;
  private readonly ruleStart: Int32Array;
  private readonly ruleTerm: Int32Array;
  private readonly ruleDirections: Uint8Array;

  constructor(instance: Instance, timelines: Timelines) {
    this.instance = instance;
    this.timelines = timelines;
    const { adjacencies } = instance.terms;
    this.involved = new Uint8Array(instance.partCount);
    const directions = Array.from({ length: instance.resourceCount }, () => new Map<number, Map<number, number>>());
    const relate = (from: number, to: number, term: number, direction: number): void => {
      const terms = directions[from].get(to) ?? new Map<number, number>();
      terms.set(term, (terms.get(term) ?? 0) | direction);
      directions[from].set(to, terms);
    };
    adjacencies.forEach(({ own, other, relatedStart, related }, term) => {
      for (let part = 0; part < instance.partCount; part++) this.involved[part] |= own[part] | other[part];
      for (let r = 0; r < instance.resourceCount; r++) {
        for (let i = relatedStart[r]; i < relatedStart[r + 1]; i++) {
          relate(r, related[i], term, FORWARD);
          relate(related[i], r, term, BACKWARD);
        }
      }
    });
    const neighborStart = [0];
    const neighbor: number[] = [];
    const ruleStart = [0];
    const ruleTerm: number[] = [];
    const ruleDirections: number[] = [];
    for (const neighbors of directions) {
      for (const [to, terms] of [...neighbors].sort(([a], [b]) => a - b)) {
        neighbor.push(to);
        for (const [term, direction] of terms) {
          ruleTerm.push(term);
          ruleDirections.push(direction);
        }
        ruleStart.push(ruleTerm.length);
      }
      neighborStart.push(neighbor.length);
    }
    this.neighborStart = Int32Array.from(neighborStart);
    this.neighbor = Int32Array.from(neighbor);
    this.ruleStart = Int32Array.from(ruleStart);
    this.ruleTerm = Int32Array.from(ruleTerm);
    this.ruleDirections = Uint8Array.from(ruleDirections);
  }

  /** What the part on the resource costs with the parts on related ones. */
  costAt(part: number, resource: number): number {
    if (this.involved[part] === 0) return 0;
    const { start, end } = this.instance;
    const { lists, latestEnds, lengths } = this.timelines;
    const from = start[part];
    const to = end[part];
    let cost = 0;
    for (let n = this.neighborStart[resource]; n < this.neighborStart[resource + 1]; n++) {
      const there = this.neighbor[n];
      const length = lengths[there];
      if (length === 0) continue;
      const list = lists[there];
      const latest = latestEnds[there];
      const at = this.timelines.position(there, part);
      for (let i = at; i < length; i++) {
        const other = list[i];
        if (start[other] >= to) break;
        cost += this.pairCost(part, other, n);
      }
      for (let i = at - 1; i >= 0 && latest[i] > from; i--) {
        const other = list[i];
        if (end[other] > from) cost += this.pairCost(part, other, n);
      }
    }
    return cost;
  }

  /** The two overlap in time; `other` is on neighbor n of the part's resource. */
  private pairCost(part: number, other: number, n: number): number {
    if (this.involved[other] === 0 || !isPair(this.instance, part, other)) return 0;
    const { adjacencies } = this.instance.terms;
    let cost = 0;
    let isConflict = false;
    for (let k = this.ruleStart[n]; k < this.ruleStart[n + 1]; k++) {
      const term = adjacencies[this.ruleTerm[k]];
      if (!isBrokenBy(term, part, other, this.ruleDirections[k])) continue;
      if (term.hard) isConflict = true;
      else cost += term.cost;
    }
    return isConflict ? cost + this.instance.conflictCost : cost;
  }

  /** Visits the parts that the part, were it on the resource, is in a hard adjacency conflict with. */
  visitConflicts(part: number, resource: number, visit: (other: number, rule: number) => void): void {
    if (this.involved[part] === 0) return;
    const { start, end } = this.instance;
    for (let n = this.neighborStart[resource]; n < this.neighborStart[resource + 1]; n++) {
      const there = this.neighbor[n];
      const length = this.timelines.lengths[there];
      if (length === 0) continue;
      const list = this.timelines.lists[there];
      const latest = this.timelines.latestEnds[there];
      const at = this.timelines.position(there, part);
      for (let i = at; i < length && start[list[i]] < end[part]; i++) this.visitIfHard(part, list[i], n, visit);
      for (let i = at - 1; i >= 0 && latest[i] > start[part]; i--) {
        if (end[list[i]] > start[part]) this.visitIfHard(part, list[i], n, visit);
      }
    }
  }

  private visitIfHard(part: number, other: number, n: number, visit: (other: number, rule: number) => void): void {
    if (!isPair(this.instance, part, other)) return;
    const term = this.firstHard(part, other, n);
    if (term >= 0) visit(other, this.instance.terms.adjacencies[term].rule);
  }

  private firstHard(part: number, other: number, n: number): number {
    const { adjacencies } = this.instance.terms;
    for (let k = this.ruleStart[n]; k < this.ruleStart[n + 1]; k++) {
      const term = adjacencies[this.ruleTerm[k]];
      if (term.hard && isBrokenBy(term, part, other, this.ruleDirections[k])) return this.ruleTerm[k];
    }
    return -1;
  }
}

const isBrokenBy = (term: AdjacencyTerm, part: number, other: number, directions: number): boolean =>
  ((directions & FORWARD) !== 0 && (term.own[part] & term.other[other]) === 1) ||
  ((directions & BACKWARD) !== 0 && (term.own[other] & term.other[part]) === 1);
