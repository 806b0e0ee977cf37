/**
 * Everything a planner can edit, as the store keeps it. Times are epoch milliseconds (UTC), ids are wire ids.
 * Nothing here is derived: what can be computed from other records (windows, names, tagsDetails) is not a field.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export interface PlanningFields {
  readonly name: string;
  readonly description: string | null;
  /** IANA name. */
  readonly timezone: string;
  readonly weights: JsonObject;
  readonly minimumStaySeconds: number;
  readonly metadata: Json;
}

export interface LocationFields {
  readonly name: string;
  readonly externalId: string | null;
  readonly ordering: number | null;
  /** Location id. */
  readonly parent: string | null;
  readonly metadata: Json;
}

export interface ResourceFields {
  readonly name: string;
  readonly externalId: string | null;
  readonly ordering: number | null;
  /** Resource ids; deleted ones may linger. */
  readonly adjacent: readonly string[];
  /** Tag uuids. */
  readonly tags: readonly string[];
  readonly location: string;
  /** Resource id. */
  readonly parent: string | null;
  readonly metadata: Json;
}

/** A tag's id is its uuid. */
export interface TagFields {
  readonly category: string;
  readonly value: string;
  readonly required: boolean;
  readonly color: string | null;
}

export interface RuleFields {
  readonly name: string;
  readonly kind: string;
  readonly enabled: boolean;
  readonly hard: boolean;
  readonly weight: number;
  readonly operationTags: readonly string[];
  readonly resourceTags: readonly string[];
  readonly parameters: JsonObject;
}

export interface GroupFields {
  readonly name: string | null;
  readonly externalId: string | null;
  readonly metadata: Json;
}

/** Its tasks are found by `TaskFields.operation`; its assignment by `AssignmentFields.operation`. */
export interface OperationFields {
  readonly externalId: string | null;
  readonly description: string | null;
  readonly metadata: Json;
  readonly isBlocker: boolean;
  readonly isFixedToResource: boolean;
  /** Group id. */
  readonly group: string | null;
  readonly tags: readonly string[];
}

export type TaskRole = 'inbound' | 'outbound';
export type TimesSource = 'schedule' | 'actual' | 'manual' | 'predicted' | 'external';

export interface TaskFields {
  /** Operation id; null with `role` while the task stands alone. */
  readonly operation: string | null;
  readonly role: TaskRole | null;
  readonly externalId: string | null;
  readonly taskName: string;
  readonly scheduledTime: number;
  readonly expectedTime: number;
  readonly expectedTimeP05: number | null;
  readonly expectedTimeP10: number | null;
  readonly expectedTimeP90: number | null;
  readonly expectedTimeP95: number | null;
  readonly expectedTimesSource: TimesSource;
  readonly actualTime: number | null;
  /** Standard deviation in seconds. */
  readonly sigma: number | null;
  /** Moment skewness. */
  readonly skewFactor: number | null;
  readonly distributionMean: number | null;
  readonly imposedDelayInSeconds: number;
  readonly tags: readonly string[];
  readonly isMock: boolean;
  readonly metadata: Json;
}

export interface AssignmentPart {
  readonly id: string;
  /** Null follows the operation's expected window. */
  readonly startAt: number | null;
  readonly endAt: number | null;
  readonly resource: string | null;
  readonly isFixed: boolean;
  /** Placed there by a person although a required tag is missing. */
  readonly override: boolean;
  readonly metadata: Json;
}

/** An assignment's key is its operation: at any point an operation has at most one. */
export interface AssignmentFields {
  readonly operation: string;
  readonly parts: readonly AssignmentPart[];
  readonly metadata: Json;
  /** Neither makes a difference by itself: a write that changes only these two writes nothing. */
  readonly assignedAt: number;
  /** User id, or what acted (a solver's id). */
  readonly assignedBy: string | null;
}

export type WorkspaceState = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';

/** Workspace records live on the mainline, whatever workspace a write targets. */
export interface WorkspaceFields {
  readonly name: string;
  readonly description: string | null;
  readonly state: WorkspaceState;
  /** Change number; informs, decides nothing. */
  readonly baseChange: number;
  /** The mainline change as which it reads once PUBLISHED. */
  readonly publishedChange: number | null;
  readonly createdBy: string | null;
}

export interface Fields {
  readonly planning: PlanningFields;
  readonly location: LocationFields;
  readonly resource: ResourceFields;
  readonly tag: TagFields;
  readonly rule: RuleFields;
  readonly group: GroupFields;
  readonly operation: OperationFields;
  readonly task: TaskFields;
  readonly assignment: AssignmentFields;
  readonly workspace: WorkspaceFields;
}

export type Kind = keyof Fields;

/** Order matters to nobody but `Changeset.kinds`, whose bits are positions here: append only. */
export const KINDS = [
  'planning',
  'location',
  'resource',
  'tag',
  'rule',
  'group',
  'operation',
  'task',
  'assignment',
  'workspace',
] as const satisfies readonly Kind[];

/** One version of one entity. Immutable; the same object is shared by every state in which it is current. */
export interface Version<K extends Kind = Kind> {
  readonly kind: K;
  readonly id: string;
  /** UUIDv7; the record's ETag. */
  readonly versionId: string;
  /** Workspace id whose row this is; null = mainline. */
  readonly workspace: string | null;
  /** Change number that began it. */
  readonly change: number;
  /** In a workspace: the mainline version that it branched from; null = made in the workspace, or a mainline row. */
  readonly base: string | null;
  readonly tombstone: boolean;
  readonly validFrom: number;
  /** Null while current. Only history reads fill it in: rows of a state always have null. */
  readonly validTo: number | null;
  /** When the id first appeared. */
  readonly createdAt: number;
  readonly fields: Fields[K];
}
