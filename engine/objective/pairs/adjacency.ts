import type { Instance } from '../../instance/instance.ts';
import type { Timelines } from '../../board/timelines.ts';
import { type AdjacencyTerm, isBrokenBy, isRelated, Relations } from './relations.ts';
import type { Placement } from '../score.ts';
import { isPair } from './pair.ts';
import type { EmitTerm } from '../term.ts';

/**
 * The terms of overlapping parts on related resources: one conflict per pair when any hard rule is broken, and the weight of each
 * broken soft rule.
 */
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

/** Whether parts p on resource r and q on s break the term, either of them being the one that it is about. Their times are not looked at. */
export const isBroken = (term: AdjacencyTerm, p: number, r: number, q: number, s: number): boolean =>
  (term.own[p] === 1 && term.other[q] === 1 && isRelated(term, r, s)) ||
  (term.own[q] === 1 && term.other[p] === 1 && isRelated(term, s, r));

const MOST_ENTRIES = 1 << 22;
const BITS = 31;

const bitOf = (index: number): number => Math.min(index, BITS - 1);

/**
 * The part of the adjacency terms that does not depend on the plan. Parts that the rules do not distinguish form a class, and pairs of resources with
 * the same rules a relation class; the cost of two parts is read from a table by relation class and part classes.
 */
class AdjacencyCosts {
  readonly relations: Relations;
  readonly classOf: Int32Array;
  readonly classCount: number;
  /**
   * matters[k · classes + c] is a bit set of the classes with which class c has a cost at relation class k. When there are more than 30
   * classes, bit 30 stands for the rest.
   */
  readonly matters: Int32Array;
  readonly conflictCost: number;
  private readonly terms: readonly AdjacencyTerm[];
  /** One representative part of each class. */
  private readonly classes: readonly number[];
  /** table[(relation class · classes + class) · classes + other's class]; null when the table would be too large. */
  private readonly table: Int32Array | null;

  constructor(instance: Instance) {
    const { adjacencies } = instance.terms;
    const byKey = new Map<string, number>();
    const classes: number[] = [];
    this.classOf = Int32Array.from({ length: instance.partCount }, (_, part) => {
      const key = adjacencies.map(({ own, other }) => own[part] + 2 * other[part]).join('');
      const known = byKey.get(key);
      if (known !== undefined) return known;
      byKey.set(key, classes.length);
      return classes.push(part) - 1;
    });
    this.terms = adjacencies;
    this.conflictCost = instance.conflictCost;
    this.classes = classes;
    this.classCount = classes.length;
    this.relations = new Relations(instance);
    const rows = this.relations.classes.length * classes.length;
    const isSmall = rows * classes.length <= MOST_ENTRIES;
    this.table = isSmall ? new Int32Array(rows * classes.length) : null;
    this.matters = new Int32Array(rows).fill(isSmall ? 0 : -1);
    if (this.table) {
      for (let entry = 0; entry < this.table.length; entry++) {
        const row = Math.floor(entry / classes.length);
        const cost = this.computed(row, entry % classes.length);
        this.table[entry] = cost;
        if (cost !== 0) this.matters[row] |= 1 << bitOf(entry % classes.length);
      }
    }
  }

  /** The cost of two parts that overlap in time; `row` is the relation class and the class of the first part, as a row of the table. */
  costOf(row: number, otherClass: number): number {
    return this.table === null ? this.computed(row, otherClass) : this.table[row * this.classCount + otherClass];
  }

  private computed(row: number, other: number): number {
    const { terms, conflictCost, classes } = this;
    const related = this.relations.classes[Math.floor(row / classes.length)];
    const own = row % classes.length;
    let cost = 0;
    let isConflict = false;
    for (let k = 0; k < related.terms.length; k++) {
      const term = terms[related.terms[k]];
      if (!isBrokenBy(term, classes[own], classes[other], related.directions[k])) continue;
      if (term.hard) isConflict = true;
      else cost += term.cost;
    }
    return isConflict ? cost + conflictCost : cost;
  }
}

/** By the list of terms, because a search makes many boards of one instance. */
const costsOf = new WeakMap<readonly AdjacencyTerm[], AdjacencyCosts>();

const adjacencyCostsOf = (instance: Instance): AdjacencyCosts => {
  const { adjacencies } = instance.terms;
  const known = costsOf.get(adjacencies);
  if (known?.conflictCost === instance.conflictCost) return known;
  const costs = new AdjacencyCosts(instance);
  costsOf.set(adjacencies, costs);
  return costs;
};

/** Computes deltas of the adjacency terms by scanning the timelines of related resources. */
export class AdjacencyIndex {
  private readonly instance: Instance;
  private readonly timelines: Timelines;
  private readonly costs: AdjacencyCosts;
  readonly relations: Relations;
  /** For each resource, a bit set of the classes of the parts on it, as in `matters`; presentCounts counts them by resource and bit. */
  private readonly present: Int32Array;
  private readonly presentCounts: Int32Array;
  /** The number of parts that have a resource. */
  private placed = 0;

  constructor(instance: Instance, timelines: Timelines) {
    this.instance = instance;
    this.timelines = timelines;
    this.costs = adjacencyCostsOf(instance);
    this.relations = this.costs.relations;
    this.present = new Int32Array(instance.resourceCount);
    this.presentCounts = new Int32Array(instance.resourceCount * BITS);
  }

  /** Updates the counts when the part was placed on the resource (1) or left it (−1). */
  count(part: number, resource: number, change: 1 | -1): void {
    const bit = bitOf(this.costs.classOf[part]);
    this.placed += change;
    const count = (this.presentCounts[resource * BITS + bit] += change);
    if (count === 0) this.present[resource] &= ~(1 << bit);
    else this.present[resource] |= 1 << bit;
  }

  /** Increments the stamps of all resources whose parts may share a term with parts on this one. */
  touch(resource: number, stamps: Int32Array): void {
    const { start, neighbor } = this.relations;
    for (let n = start[resource]; n < start[resource + 1]; n++) stamps[neighbor[n]]++;
  }

  /** The cost of the part on the resource with the counted parts on related resources, in hundredths. */
  costAt(part: number, resource: number): number {
    if (this.placed === 0) return 0;
    const { start, end } = this.instance;
    const { matters, classOf, classCount } = this.costs;
    const { lists, latestEnds, lengths } = this.timelines;
    const { start: neighborStart, neighbor, classOf: relationClass } = this.relations;
    const own = classOf[part];
    const from = start[part];
    const to = end[part];
    const stop = neighborStart[resource + 1];
    let cost = 0;
    for (let n = neighborStart[resource]; n < stop; n++) {
      const row = relationClass[n] * classCount + own;
      const there = neighbor[n];
      if ((matters[row] & this.present[there]) === 0) continue;
      const length = lengths[there];
      const list = lists[there];
      const latest = latestEnds[there];
      if (latest[length - 1] <= from) continue;
      const at = this.timelines.position(there, part);
      for (let i = at; i < length; i++) {
        const other = list[i];
        if (start[other] >= to) break;
        cost += this.pairCost(part, other, row);
      }
      for (let i = at - 1; i >= 0 && latest[i] > from; i--) {
        const other = list[i];
        if (end[other] > from) cost += this.pairCost(part, other, row);
      }
    }
    return cost;
  }

  /** Visits the parts with which the part would be in a hard adjacency conflict on the resource. */
  visitConflicts(part: number, resource: number, visit: (other: number, rule: number) => void): void {
    const { start, end } = this.instance;
    const { relations } = this;
    for (let n = relations.start[resource]; n < relations.start[resource + 1]; n++) {
      const there = relations.neighbor[n];
      const length = this.timelines.lengths[there];
      if (length === 0) continue;
      const list = this.timelines.lists[there];
      const latest = this.timelines.latestEnds[there];
      const at = this.timelines.position(there, part);
      const visitIfHard = (other: number): void => {
        const rule = isPair(this.instance, part, other) ? relations.hardRule(part, other, n) : -1;
        if (rule >= 0) visit(other, rule);
      };
      for (let i = at; i < length && start[list[i]] < end[part]; i++) visitIfHard(list[i]);
      for (let i = at - 1; i >= 0 && latest[i] > start[part]; i--) if (end[list[i]] > start[part]) visitIfHard(list[i]);
    }
  }

  /** The cost of two parts that overlap in time; `row` is the table row of the part's class and the resources' relation class. */
  private pairCost(part: number, other: number, row: number): number {
    const cost = this.costs.costOf(row, this.costs.classOf[other]);
    return cost !== 0 && isPair(this.instance, part, other) ? cost : 0;
  }
}
