/** Why a part has no place, or is in conflict where it is. Parts and resources are indices of the instance. */
export interface Reason {
  readonly part: number;
  /** The other part when the reason explains a conflict, else −1. */
  readonly partner: number;
  readonly kind: ReasonKind;
  /**
   * For `crowded` and `ineligible`: ascending, parts including `part` that cannot all be placed without conflict while the `given`
   * parts stay.
   */
  readonly parts: readonly number[];
  /** Parts that may not move (fixed, frozen, started, blockers) and are needed for the proof; for `pinned`, the parts themselves. */
  readonly given: readonly number[];
  /** The resources that `parts` may use when only the `given` parts are in the way. */
  readonly resources: readonly number[];
  /** Seconds since the origin: the time when all of `parts` are present at once, else from the first start to the last end. */
  readonly from: number;
  readonly to: number;
  /** Whether all of `parts` are present at one time. */
  readonly atOnce: boolean;
  /** Whether it is proven that without any one of `parts`, or any one of `given`, the rest can be placed. */
  readonly irreducible: boolean;
  /** Single changes after which `parts` can all be placed, cheapest first. */
  readonly relaxations: readonly Relaxation[];
  /** A plan in which the part has a place without conflict; for `open`, the cheapest place, which causes a conflict; null when there is none. */
  readonly way: Way | null;
  /** The number of values that the search tried. */
  readonly steps: number;
}

export type ReasonKind =
  /** It may not be moved. */
  | 'pinned'
  /** No resource has what it needs. */
  | 'ineligible'
  /** More parts have to be placed than there is room for. */
  | 'crowded'
  /** There is room, but the plan does not use it: `way` says at what cost. */
  | 'choice'
  /** There is room, but using it needs more reassignments than the run allows. */
  | 'limit'
  /** Neither a proof nor a way was found within the steps. */
  | 'open';

export interface Way {
  /** The moves, including that of the part itself. */
  readonly moves: readonly { readonly part: number; readonly from: number; readonly to: number }[];
  /** The change of the score, in hundredths. */
  readonly delta: number;
}

/**
 * One change and its price in hundredths. Prices: a delay costs the planning's `delay` weight for each minute; letting a fixed
 * operation move costs its reassignment; a hard requirement given up, whole or in part, costs a conflict or that share of one.
 */
export interface Relaxation {
  readonly kind: 'delay' | 'waive' | 'release' | 'shorten' | 'remove' | 'buffer';
  /** −1 for a buffer. */
  readonly part: number;
  /** For `waive`, the resource; else −1. */
  readonly resource: number;
  /** For `buffer`, and for `waive` when a rule forbids the resource, an index into names.rules; else −1. */
  readonly rule: number;
  /** For `waive`, the tag that the resource lacks; else null. */
  readonly tag: string | null;
  /** For `delay`, its length; for `shorten`, the length that is cut off; for `buffer`, the length of the gap that is left; else 0. */
  readonly seconds: number;
  /** For `shorten`: whether the end is cut off (else the start). */
  readonly atEnd: boolean;
  readonly cost: number;
  /** Whether the search found that after the change the part fits while everything that is placed now still has a place. */
  readonly enough: boolean;
}
