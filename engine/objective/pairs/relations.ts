import type { Instance } from '../../instance/instance.ts';

export type AdjacencyTerm = Instance['terms']['adjacencies'][number];

const FORWARD = 1;
const BACKWARD = 2;

/** How one pair of resources is related: the adjacency terms that relate them, ascending, each with its directions. */
export interface RelationClass {
  readonly terms: readonly number[];
  readonly directions: readonly number[];
}

/**
 * The resources that adjacency rules relate, and the rules that two parts on them break. Pairs of resources with the same rules form a
 * class.
 */
export class Relations {
  /** The neighbors of resource r are neighbor[start[r]]…, ascending, each with its class. */
  readonly start: Int32Array;
  readonly neighbor: Int32Array;
  readonly classOf: Int32Array;
  readonly classes: readonly RelationClass[];
  private readonly terms: readonly AdjacencyTerm[];

  constructor({ resourceCount, terms }: Pick<Instance, 'resourceCount' | 'terms'>) {
    this.terms = terms.adjacencies;
    this.start = new Int32Array(resourceCount + 1);
    const neighbor: number[] = [];
    const classOf: number[] = [];
    const classes: RelationClass[] = [];
    const byKey = new Map<string, number>();
    directionsByNeighbor(this.terms, resourceCount).forEach((neighbors, resource) => {
      for (const [to, directions] of [...neighbors].sort(([a], [b]) => a - b)) {
        const sorted = [...directions].sort(([a], [b]) => a - b);
        const key = sorted.join(' ');
        let index = byKey.get(key);
        if (index === undefined) {
          index = classes.push({ terms: sorted.map(([term]) => term), directions: sorted.map(([, by]) => by) }) - 1;
          byKey.set(key, index);
        }
        neighbor.push(to);
        classOf.push(index);
      }
      this.start[resource + 1] = neighbor.length;
    });
    this.neighbor = Int32Array.from(neighbor);
    this.classOf = Int32Array.from(classOf);
    this.classes = classes;
  }

  /** The resources that some rule relates to this one, ascending. */
  neighborsOf(resource: number): Int32Array {
    return this.neighbor.subarray(this.start[resource], this.start[resource + 1]);
  }

  /** The first hard rule that part p on r and part q on s, which overlap in time, break, as an index into names.rules, or −1. */
  hardRuleOf(p: number, r: number, q: number, s: number): number {
    for (let n = this.start[r]; n < this.start[r + 1]; n++) if (this.neighbor[n] === s) return this.hardRule(p, q, n);
    return -1;
  }

  /** Like `hardRuleOf`, for a resource and its neighbor at position n. */
  hardRule(p: number, q: number, n: number): number {
    const { terms, directions } = this.classes[this.classOf[n]];
    for (let k = 0; k < terms.length; k++) {
      const term = this.terms[terms[k]];
      if (term.hard && isBrokenBy(term, p, q, directions[k])) return term.rule;
    }
    return -1;
  }
}

/** Whether the term relates one resource to the other, in this direction. */
export const isRelated = (
  { relatedStart, related }: Pick<AdjacencyTerm, 'relatedStart' | 'related'>,
  from: number,
  to: number,
): boolean => {
  for (let i = relatedStart[from]; i < relatedStart[from + 1]; i++) if (related[i] === to) return true;
  return false;
};

/** Maps resource → neighbor → term → the directions in which that term relates them. */
const directionsByNeighbor = (terms: readonly AdjacencyTerm[], resourceCount: number) => {
  const found = Array.from({ length: resourceCount }, () => new Map<number, Map<number, number>>());
  const relate = (from: number, to: number, term: number, direction: number): void => {
    const rules = found[from].get(to) ?? new Map<number, number>();
    rules.set(term, (rules.get(term) ?? 0) | direction);
    found[from].set(to, rules);
  };
  terms.forEach(({ relatedStart, related }, term) => {
    for (let r = 0; r < resourceCount; r++) {
      for (let i = relatedStart[r]; i < relatedStart[r + 1]; i++) {
        relate(r, related[i], term, FORWARD);
        relate(related[i], r, term, BACKWARD);
      }
    }
  });
  return found;
};

/** Whether two parts that overlap in time, on resources that the term relates in these directions, break it. */
export const isBrokenBy = (term: AdjacencyTerm, part: number, other: number, directions: number): boolean =>
  ((directions & FORWARD) !== 0 && (term.own[part] & term.other[other]) === 1) ||
  ((directions & BACKWARD) !== 0 && (term.own[other] & term.other[part]) === 1);
