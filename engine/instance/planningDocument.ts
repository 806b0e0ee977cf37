/**
 * The planning document: one JSON file is a whole planning (`tidegate/planning@1`). Fixtures, import, export, the
 * solvers' input and the command line all use it. Lists hold the write shapes of the wire contract, with ids.
 * `T` is how it writes its times: a document that leaves the process has ISO 8601 strings with an offset or `Z`; one that
 * is made to be compiled may have them in Unix milliseconds, as they are stored.
 */
export interface PlanningDocument<T extends Time = string> {
  readonly format: 'tidegate/planning@1';
  readonly planning: DocumentPlanning;
  readonly locations: readonly DocumentLocation[];
  readonly tags: readonly DocumentTag[];
  readonly resources: readonly DocumentResource[];
  readonly groups: readonly DocumentGroup[];
  readonly operations: readonly DocumentOperation<T>[];
  readonly rules: readonly DocumentRule[];
  readonly assignments: readonly DocumentAssignment<T>[];
  readonly parameters?: RunParameters;
}

/** An ISO 8601 instant, or Unix milliseconds. */
export type Time = string | number;

/** Weights of the score's terms, in weight units, all ≥ 0. An absent member has its default (`DEFAULT_WEIGHTS`). */
export interface Weights {
  readonly conflict?: number;
  readonly unassigned?: number;
  readonly reassigned?: number;
  /** For each minute of delay that a strategy or run adds. */
  readonly delay?: number;
  /** For each expected conflict of a near pair on one resource; 0 switches the term off. */
  readonly risk?: number;
}

export const DEFAULT_WEIGHTS: Required<Weights> = {
  conflict: 2000,
  unassigned: 1000,
  reassigned: 10,
  delay: 2,
  risk: 0,
};

/** The parameters of a run; members that only the service needs (name, dryRun, …) are not included. */
export interface RunParameters {
  readonly timeLimitSeconds?: number;
  /** Stop when (incumbent − bound) / max(1, |incumbent|) is at most this. */
  readonly gap?: number;
  readonly seed?: number;
  /** Counts the solver's own iterations; makes a run reproducible on any machine. */
  readonly stepLimit?: number;
  /** Only operations whose window overlaps [start, end) may move (Unix seconds). */
  readonly window?: { readonly start_timestamp: number; readonly end_timestamp: number };
  /** Operations whose window starts before this instant stay where they are. */
  readonly frozenBefore?: string;
  readonly frozenOperations?: readonly string[];
  /** The number of operations with a current place that may change or lose it. */
  readonly maxReassignments?: number;
  /** Values of maxReassignments (null: any number) for which the run also reports the best score it found, where the solver can. */
  readonly frontier?: readonly (number | null)[];
  readonly moveStarted?: boolean;
  readonly weights?: Weights;
  /** The reference instant of `stability` rules; when absent, the caller supplies the time of the snapshot. */
  readonly referenceTime?: string;
}

export interface DocumentPlanning {
  readonly id?: string;
  readonly name: string;
  readonly description?: string | null;
  readonly timezone?: string;
  readonly weights?: Weights;
  readonly minimumStaySeconds?: number;
  readonly metadata?: unknown;
}

export interface DocumentLocation {
  readonly id: string;
  readonly name: string;
  readonly externalId?: string | null;
  readonly ordering?: number | null;
  readonly parent?: string | null;
  readonly metadata?: unknown;
}

export interface DocumentTag {
  readonly uuid: string;
  readonly category: string;
  readonly value: string;
  readonly required?: boolean;
  readonly color?: string | null;
}

export interface DocumentResource {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly externalId?: string | null;
  readonly ordering?: number | null;
  readonly adjacent?: readonly string[];
  readonly tags?: readonly string[];
  readonly parent?: string | null;
  readonly metadata?: unknown;
}

export interface DocumentGroup {
  readonly id: string;
  readonly name: string;
  readonly externalId?: string | null;
  readonly metadata?: unknown;
}

export type ExpectedTimesSource = 'schedule' | 'actual' | 'manual' | 'predicted' | 'external';

/** The percentiles of a task's expected time. */
export const PERCENTILES = ['expectedTimeP05', 'expectedTimeP10', 'expectedTimeP90', 'expectedTimeP95'] as const;

/**
 * A task in either vocabulary: `plannedTime` is a synonym of `scheduledTime`; the uncertainty is given as percentiles, or as sigma and
 * skewFactor.
 */
export interface DocumentTask<T extends Time = string> {
  readonly id?: string;
  readonly externalId?: string | null;
  readonly taskName: string;
  readonly scheduledTime?: T;
  readonly plannedTime?: T;
  readonly expectedTime: T;
  readonly expectedTimeP05?: T | null;
  readonly expectedTimeP10?: T | null;
  readonly expectedTimeP90?: T | null;
  readonly expectedTimeP95?: T | null;
  readonly expectedTimesSource?: ExpectedTimesSource;
  /** Standard deviation in seconds, ≥ 0. */
  readonly sigma?: number | null;
  /** Moment skewness of the skew-normal distribution, −0.995…0.995. */
  readonly skewFactor?: number | null;
  readonly distributionMean?: T | null;
  readonly actualTime?: T | null;
  readonly imposedDelayInSeconds?: number | null;
  readonly tags?: readonly string[];
  readonly isMock?: boolean;
  readonly metadata?: unknown;
}

export interface DocumentOperation<T extends Time = string> {
  readonly id: string;
  readonly externalId?: string | null;
  readonly description?: string | null;
  readonly metadata?: unknown;
  readonly isBlocker?: boolean;
  readonly isFixedToResource?: boolean;
  readonly tags?: readonly string[];
  readonly group?: string | null;
  /** Null when a side was deleted: the operation has no window, and conflicts and solvers skip it. */
  readonly inboundTask: DocumentTask<T> | null;
  readonly outboundTask: DocumentTask<T> | null;
}

export interface DocumentRule {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly enabled?: boolean;
  readonly hard?: boolean;
  readonly weight?: number;
  /** Empty: every operation. Uuids of tags that do not exist (any more) match nothing. */
  readonly operationTags?: readonly string[];
  readonly resourceTags?: readonly string[];
  readonly parameters?: Readonly<Record<string, unknown>>;
}

export interface DocumentAssignmentPart<T extends Time = string> {
  readonly id?: string;
  readonly startAt?: T | null;
  readonly endAt?: T | null;
  readonly resource: string | null;
  readonly isFixed?: boolean;
  readonly metadata?: unknown;
}

/** One resource or parts. Both are allowed where `resource` is that of the first part, as in records. */
export interface DocumentAssignment<T extends Time = string> {
  readonly id?: string;
  readonly operation: string;
  readonly resource?: string | null;
  readonly parts?: readonly DocumentAssignmentPart<T>[];
  readonly metadata?: unknown;
  /** Placed in spite of the required tags; that place stays eligible. */
  readonly override?: boolean;
}

/** Reads the text of a document that Tidegate itself wrote; nothing is checked. */
export const parseDocument = (text: string): PlanningDocument => JSON.parse(text) as PlanningDocument;
