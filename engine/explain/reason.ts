/** Why a part has no place, or is in conflict where it is. Parts and resources are indices of the instance. */
export interface Reason {
  readonly part: number;
  /** The other part when it is about a conflict, else −1. */
  readonly partner: number;
  readonly kind: ReasonKind;
  /**
   * `crowded` and `ineligible`: parts, `part` among them, that cannot all be placed without conflict beside what is `given`;
   * in order.
   */
  readonly parts: readonly number[];
  /** What may not move (fixed, frozen, started, blockers) and is needed for it; all that is given when it is `pinned`. */
  readonly given: readonly number[];
  /** What `parts` may use with only `given` in the way. */
  readonly resources: readonly number[];
  /** Seconds since the origin: when all of `parts` are there at once, else from the first start to the last end. */
  readonly from: number;
  readonly to: number;
  /** `parts` are all there at one time. */
  readonly atOnce: boolean;
  /** Proven: without any one of `parts`, or any one of `given`, the rest can be placed. */
  readonly irreducible: boolean;
  /** Single changes with which `parts` can all be placed, cheapest first. */
  readonly relaxations: readonly Relaxation[];
  /** A plan in which the part has a place without conflict; when it is `open`, the cheapest place with one; null without any. */
  readonly way: Way | null;
  /** Values tried. */
  readonly steps: number;
}

export type ReasonKind =
  /** It may not be moved. */
  | 'pinned'
  /** No resource has what it needs. */
  | 'ineligible'
  /** More has to be there than there is room for. */
  | 'crowded'
  /** There is room, and the plan left it: `way` says for how much. */
  | 'choice'
  /** There is room, and the run may not move what it takes. */
  | 'limit'
  /** Neither a proof nor a way was found within the steps. */
  | 'open';

export interface Way {
  /** The part itself is among them. */
  readonly moves: readonly { readonly part: number; readonly from: number; readonly to: number }[];
  /** What the score changes by, in hundredths. */
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
  /** Of `waive`: the resource; else −1. */
  readonly resource: number;
  /** Of `buffer`, and of `waive` when a rule forbids: index into names.rules; else −1. */
  readonly rule: number;
  /** Of `waive`: the tag that the resource lacks; else null. */
  readonly tag: string | null;
  /** `delay`: by how long; `shorten`: what is cut off; `buffer`: what is left of the gap; else 0. */
  readonly seconds: number;
  /** `shorten`: at its end (else at its start). */
  readonly atEnd: boolean;
  readonly cost: number;
  /** The whole plan was found to have a place for it then, everything placed now still placed. */
  readonly enough: boolean;
}
