import type { Timelines } from '../../board/timelines.ts';
import type { Instance } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import type { EmitTerm } from '../term.ts';

/**
 * A shape of soft terms that rules compile into, and all that is done with it: full evaluation, delta, relaxation and explanation. To add
 * one: a file beside this one, which declares its list in `CompiledTerms`, a line in `termShapes.ts`, and a judge in `engine/check.ts`, which shares no code with it.
 * No term may be negative. What a part costs alone (`arcs.ts`) and what two parts cost together (`pairs/`) are no shapes: relaxations price
 * the former exactly, and the latter may be conflicts.
 */
export interface TermShape<T extends RuleTerm> {
  /** Every term of the plan, one by one, with who is in it: the full evaluation, and what explains a score. */
  readonly visit: (instance: Instance, placement: Placement, emit: EmitTerm) => void;
  /** The same, those that are alike counted; absent where `visit` takes no longer than its parts. */
  readonly count?: (
    instance: Instance,
    placement: Placement,
    emit: (rule: number, cost: number, count: number) => void,
  ) => void;
  /** Keeps what deltas need. Asked only where there are such terms; nothing is placed yet. */
  readonly delta: (instance: Instance, timelines: Timelines) => TermDelta;
  readonly relaxation: TermRelaxation<T>;
  /** The term among the parts of a slice, such that what changes there changes the whole by as much. */
  readonly slice: (term: T, cut: Cut) => T;
  /** Marks the parts that have a term with one marked in `isFree`, where that does not follow from being near in time. */
  readonly tie?: (instance: Instance, isFree: Uint8Array, tied: Uint8Array) => void;
  /** Parts further apart than so many seconds have no term, unless `tie` says so. Absent: 0. */
  readonly reachSeconds?: (instance: Instance) => number;
}

/** Index into names.rules. Whatever else a term has are numbers, and typed arrays that come to lie on the shared buffer. */
export interface RuleTerm {
  readonly rule: number;
}

/** What the terms of one part cost, kept up to date as parts come and go. */
export interface TermDelta {
  /** Hundredths: all terms that the part is in when it is on the resource, everything else as it is. Allocates nothing. */
  costAt(part: number, resource: number, placement: Placement): number;
  /** The part came to the resource (1) or left it (−1). */
  count?(part: number, resource: number, change: 1 | -1): void;
  /** The part came to the resource or left it: tells what else may cost something else now. Parts on that resource need not be told. */
  touch?(part: number, resource: number, stale: Stale): void;
}

export interface Stale {
  /** Whatever is on the resource. */
  resource(resource: number): void;
  part(part: number): void;
}

/**
 * What a bound by paths on resources does with the terms. `perResource`: it pays them, since they are what a resource costs that any part but
 * a blocker is on. `leftOut`: it does without; every term is a multiple of `cost` ≥ 0.
 */
export type TermRelaxation<T> =
  | { readonly kind: 'perResource'; costs(term: T): Int32Array }
  | { readonly kind: 'leftOut'; cost(term: T): number };

/** Some parts of an instance, ascending, as parts 0, 1, … of their own; others stay where `placement` has them. */
export interface Cut {
  readonly instance: Instance;
  readonly partOf: Int32Array;
  readonly placement: Placement;
  readonly mask: (byPart: Uint8Array) => Uint8Array;
  readonly ints: (byPart: Int32Array) => Int32Array;
  /** Part here of a part of the whole, or −1. */
  readonly local: (part: number) => number;
  /** Visits the parts that are placed and not among these. */
  readonly visitOutside: (visit: (part: number, resource: number) => void) => void;
}
