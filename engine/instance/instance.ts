/**
 * A compiled planning, which every algorithm of engine and solvers reads. Immutable; all arrays lie in one buffer, which is shared
 * where the platform allows it, so that threads need no copy. It has indices instead of ids.
 * A **part** is the unit that is placed: one for each part of an operation's assignment, so one for an ordinary operation. Parts are
 * numbered 0…partCount−1 **in order of start, then end, then id of operation and part**: an instance does not depend on the order of
 * its document. Resources are likewise numbered by id. Times are integer seconds since `origin`. Costs are integers in hundredths of a
 * weight unit.
 */
export interface Instance {
  readonly buffer: ArrayBufferLike;
  /** Unix seconds of time 0. */
  readonly origin: number;
  readonly partCount: number;
  readonly resourceCount: number;
  readonly operationCount: number;

  /** Window of each part, half-open: [start, end), end > start. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Operation of each part. Parts of one operation are not adjacent in general. */
  readonly operation: Int32Array;
  /** Bit set of PartFlag. */
  readonly flags: Uint8Array;
  /** For a part that must not move, its resource, or −1 when it stays without one. NOT_PINNED for a part that may move. */
  readonly pinned: Int32Array;
  /** The part's place in the plan that reassignments are counted from, or −1. */
  readonly current: Int32Array;
  /**
   * The part's place in the document, or −1; equal to `current` unless reassignments are counted from another baseline. It may be a
   * place without an arc (no longer eligible); `placedCost` is what the rules on single parts cost there.
   */
  readonly placed: Int32Array;
  readonly placedCost: Int32Array;
  /** Zero-based index of the part in its operation's assignment. */
  readonly partIndex: Int32Array;
  /** Cost of leaving the part without a resource; 0 for blockers. */
  readonly unassignedCost: Int32Array;
  /** The cost of moving the part from `current` to another resource, including its stability factor. The arcs' costs include it. */
  readonly reassignedCost: Int32Array;
  /** Group of each part (index), or −1. */
  readonly group: Int32Array;

  /**
   * Arcs: the resources that a movable part may use, with the cost of each (match, mismatch, and reassignment with its stability
   * factor; not the terms shared with other parts). Part p has arcs arcStart[p]…arcStart[p+1]−1, in order of resource. Pinned parts
   * have one arc (their place, at its cost) or none.
   */
  readonly arcStart: Int32Array;
  readonly arcResource: Int32Array;
  readonly arcCost: Int32Array;
  /** The same arcs by resource, in order of part (hence of start): resourceArcStart[r]…, with the arc's index. */
  readonly resourceArcStart: Int32Array;
  readonly resourceArcPart: Int32Array;
  readonly resourceArc: Int32Array;

  /** Location and parent (−1: none) of each resource, as indices. */
  readonly resourceLocation: Int32Array;
  readonly resourceParent: Int32Array;

  /** Cost of one minute of delay that a strategy or run adds. */
  readonly delayCost: number;
  /** Cost of one conflict. */
  readonly conflictCost: number;
  /** The longest gap in seconds below which two parts on one resource may still cost something (buffers, risk). */
  readonly maxGapSeconds: number;
  /**
   * The number of parts with a current place that may change or lose it; −1: any number. Never less than the number that must lose it
   * because it is not eligible.
   */
  readonly maxReassignments: number;

  /**
   * The reference times, in Unix seconds from `since` to before `until`, for which `stability` rules compile to the same costs. Null
   * when lead times were counted from no reference time.
   */
  readonly referenceSpan: ReferenceSpan | null;

  /** The distributions of each part's real start and end. */
  readonly uncertainty: Uncertainty;

  /** The terms that the rules compiled to; engine/objective evaluates them. */
  readonly terms: CompiledTerms;

  /** Ids and labels for people and the wire; not for the inner loops of searches. */
  readonly names: InstanceNames;
}

export interface ReferenceSpan {
  readonly since: number;
  readonly until: number;
}

/** The value in `pinned` of a part that may move. */
export const NOT_PINNED = -2;

/** The placement in which pinned parts are where they are pinned, and no other part has a place. */
export const pinnedPlacement = ({ pinned }: Pick<Instance, 'pinned'>): Int32Array =>
  pinned.map((place) => (place === NOT_PINNED ? -1 : place));

/** The parts that may move, ascending. */
export const unpinnedParts = ({ pinned }: Pick<Instance, 'pinned'>): Int32Array =>
  Int32Array.from(pinned.keys()).filter((part) => pinned[part] === NOT_PINNED);

/** The id of a resource; null where there is none (−1). */
export const resourceIdOf = ({ resources }: Pick<Instance['names'], 'resources'>, resource: number): string | null =>
  resource < 0 ? null : resources[resource];

export const PartFlag = {
  /** Only blocks its resource: it is never moved and never counted as unassigned, and two blockers never conflict. */
  blocker: 1,
  /** Pinned by isFixedToResource or a fixed part. */
  fixed: 2,
  /** The inbound actual time is known. */
  started: 4,
  /** Pinned by the run's parameters: a frozen operation, frozenBefore, or outside the window. */
  frozen: 8,
  /** The operation's outbound time is not after its inbound time (timesCrossed). */
  crossed: 16,
  /** Placed with override; its current place stays eligible. */
  override: 32,
  /** An actual time is known, inbound or outbound, so that delays of the tasks cannot shift the whole window. */
  happened: 64,
} as const;

/** Plain data that can be structured-cloned. */
export interface InstanceNames {
  readonly planning: string;
  /** The assignment part's id, else the operation's id and the part's index (`op-7/0`). */
  readonly parts: readonly string[];
  /** Every operation of the document, including those without a window, in order of id. */
  readonly operations: readonly string[];
  readonly resources: readonly string[];
  readonly rules: readonly { readonly id: string; readonly name: string; readonly kind: string }[];
  /** The groups' ids, in order. */
  readonly groups: readonly string[];
  /** The document's assignments that consist of parts, as JSON; `toAssignments` needs them to write them back (`splits.ts`). */
  readonly splits: string;
  /** Operations without a window, and parts that are empty after clamping; nothing was compiled for them. */
  readonly skipped: readonly {
    readonly operation: number;
    readonly part: number | null;
    readonly reason: SkipReason;
  }[];
  /** Tags by class; an operation's class includes its tasks' tags. */
  readonly operationTags: TagNames;
  readonly resourceTags: TagNames;
  readonly requiredTags: readonly string[];
  /** Labels for people, such as "airline KL", the resource's name, or "KL1001 / KL1002". */
  readonly tagLabels: ReadonlyMap<string, string>;
  readonly resourceLabels: readonly string[];
  readonly operationLabels: readonly string[];
}

export type SkipReason = 'no window' | 'empty part';

/** Uuids of the tags of item i: `classes[of[i]]`. */
export interface TagNames {
  readonly of: Int32Array;
  readonly classes: readonly (readonly string[])[];
}

/**
 * All terms that are not the cost of one arc. Rule kinds compile into these few shapes, so that a search or a bound handles shapes, not
 * rule kinds. `rule` members are indices into names.rules. The soft terms that do not concern neighbors on a resource are declared in
 * `objective/terms/`, where each shape has a file that adds its list here.
 */
export interface CompiledTerms {
  /**
   * Matches: a part with parts[p] on a resource with resources[r] costs `weight` weight units (for each occupied hour when `perHour`),
   * or is forbidden when hard. The arcs include all of this already; here it is listed by rule. `mismatch` rules have their resources
   * inverted.
   */
  readonly matches: readonly {
    readonly rule: number;
    readonly hard: boolean;
    readonly weight: number;
    readonly perHour: boolean;
    readonly parts: Uint8Array;
    readonly resources: Uint8Array;
  }[];
  /**
   * Buffers. Two parts a before b on one resource, a of previous class and b of next class, with
   * 0 ≤ start(b) − end(a) < seconds: hard → a conflict, soft → `cost` for each such term.
   * `previous` and `next` are masks over parts (1 = belongs), `resources` over resources. Never two parts of one operation,
   * never two blockers.
   */
  readonly buffers: readonly {
    readonly rule: number;
    readonly seconds: number;
    readonly hard: boolean;
    readonly cost: number;
    readonly previous: Uint8Array;
    readonly next: Uint8Array;
    readonly resources: Uint8Array;
  }[];
  /**
   * Adjacency. Parts p on r and q on s overlap in time, s is related to r (relatedStart/related, sorted), and
   * (own[p] and other[q]) or (own[q] and other[p] with r related to s): hard → a conflict, soft → `cost`, once a pair.
   * Relations hold in both directions unless the rule's resource tags say which side `own` is on. Never two blockers.
   */
  readonly adjacencies: readonly {
    readonly rule: number;
    readonly hard: boolean;
    readonly cost: number;
    readonly own: Uint8Array;
    readonly other: Uint8Array;
    readonly relatedStart: Int32Array;
    readonly related: Int32Array;
  }[];
  /** Risk: near pairs on one resource cost round(100 · weight · probability); null when the weight is 0. */
  readonly risk: RiskTerm | null;
}

/** Near pairs cost the probability that the later part starts before the earlier one ends (`uncertainty`). */
export interface RiskTerm {
  /** Weight units for a probability of 1. */
  readonly weight: number;
  /** Pairs with this gap or a larger one cost nothing. */
  readonly horizonSeconds: number;
}

/** Skew-normal distributions of times that are not known exactly. */
export interface Uncertainty {
  /** Distribution of each part's start and end; −1: known exactly. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Rows of (location, scale, shape), seconds relative to the effective time. */
  readonly distributions: Float64Array;
  /** Pairs with this gap or a larger one count as certain not to overlap. */
  readonly horizonSeconds: number;
}
