import type { Timelines } from '../../board/timelines.ts';
import type { Instance } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import type { EmitTerm } from '../term.ts';

/**
 * A shape of soft terms that rules compile into, with all of its code: full evaluation, delta, relaxation and explanation. A new shape
 * needs a file beside this one, which declares its list in `CompiledTerms`, a line in `termShapes.ts`, and a judge in
 * `engine/check.ts`, which shares no code with it. No term may be negative. Costs of single parts (`arcs.ts`) and of pairs (`pairs/`)
 * are not shapes: relaxations price the former exactly, and the latter may be conflicts.
 */
export interface TermShape<T extends RuleTerm> {
  /** Visits every term of the plan with the parts involved: the full evaluation, which also explains a score. */
  readonly visit: (instance: Instance, placement: Placement, emit: EmitTerm) => void;
  /** Like `visit`, with equal terms counted; absent where `visit` takes no more than O(parts). */
  readonly count?: (
    instance: Instance,
    placement: Placement,
    emit: (rule: number, cost: number, count: number) => void,
  ) => void;
  /** Creates the data for deltas. Called only for instances with such terms, while nothing is placed. */
  readonly delta: (instance: Instance, timelines: Timelines) => TermDelta;
  readonly relaxation: TermRelaxation<T>;
  /**
   * The members of a term with data for each part that depends on this part alone; everything else in a term depends on rules and resources. Absent
   * if a term has data that depends on several parts; then the whole plan is compiled again after a change.
   */
  readonly byPart?: readonly string[];
  /** The term restricted to the parts of a slice, such that its changes within the slice equal those of the whole term. */
  slice(term: T, cut: Cut): T;
  /** Marks in `tied` the parts that share a term with a part marked in `isFree`, where this does not follow from being near in time. */
  readonly tie?: (instance: Instance, isFree: Uint8Array, tied: Uint8Array) => void;
  /** Parts that are further apart than this many seconds share no term, except those marked by `tie`. Absent: 0. */
  readonly reachSeconds?: (instance: Instance) => number;
}

/** Any term: `rule` is an index into names.rules. All other members are numbers, or typed arrays that are copied to the shared buffer. */
export interface RuleTerm {
  readonly rule: number;
}

/** Computes the cost of the terms of one part, from data that is updated as parts are placed and removed. */
export interface TermDelta {
  /** The sum of all terms that involve the part if it is on the resource while everything else stays, in hundredths. Allocates nothing. */
  costAt(part: number, resource: number, placement: Placement): number;
  /** Updates counts when the part was placed on the resource (1) or left it (−1). */
  count?(part: number, resource: number, change: 1 | -1): void;
  /** Reports which cached costs are stale after the part was placed on the resource or left it. Parts on that resource need not be reported. */
  touch?(part: number, resource: number, stale: Stale): void;
}

export interface Stale {
  /** Marks the costs of all parts on the resource as stale. */
  resource(resource: number): void;
  part(part: number): void;
}

/**
 * How a bound by paths on resources treats the terms. `perResource`: it charges them, because they are the cost of a resource with any
 * part other than a blocker on it. `leftOut`: the paths alone ignore them, and further prices, columns or lines may count them; every term is a multiple of `cost` ≥ 0.
 */
export type TermRelaxation<T> =
  | { readonly kind: 'perResource'; costs(term: T): Int32Array }
  | { readonly kind: 'leftOut'; cost(term: T): number };

/** Some parts of an instance, ascending, renumbered 0, 1, …; the others stay where `placement` has them. */
export interface Cut {
  readonly instance: Instance;
  readonly partOf: Int32Array;
  readonly placement: Placement;
  readonly mask: (byPart: Uint8Array) => Uint8Array;
  readonly ints: (byPart: Int32Array) => Int32Array;
  /** Maps a part of the whole instance to its number in the slice, or −1. */
  readonly local: (part: number) => number;
  /** Visits the placed parts that are not in the slice. */
  readonly visitOutside: (visit: (part: number, resource: number) => void) => void;
}
