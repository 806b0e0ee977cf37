/** What the verbs answer: the wire's records. Instants are UTC ISO 8601 with milliseconds. */
import type { Stored } from '../entities/field.ts';
import type { GROUP, LOCATION, OPERATION, RESOURCE, TASK } from '../entities/fields.ts';
import type { Role } from '../../db/accounts/accounts.ts';
import type { Json, JsonObject, TaskRole, WorkspaceState } from '../../db/versions/entities.ts';
import type { RunStatus } from '../../db/runs/runs.ts';
import type { ChangeSource, Counts, DiffAction } from '../../db/versions/store.ts';

export interface TagDetail {
  readonly uuid: string;
  readonly category: string;
  readonly value: string;
  readonly required: boolean;
  readonly color: string | null;
}

/** What every task shows, in an operation and on its own. */
export interface TaskMembers extends Stored<typeof TASK> {
  readonly id: string;
  readonly taskName: string;
  readonly scheduledTime: string;
  readonly plannedTime: string;
  readonly expectedTime: string;
  readonly expectedTimeP05: string | null;
  readonly expectedTimeP10: string | null;
  readonly expectedTimeP90: string | null;
  readonly expectedTimeP95: string | null;
  readonly actualTime: string | null;
  readonly sigma: number | null;
  readonly skewFactor: number | null;
  readonly distributionMean: string | null;
  readonly distributionEarliest: string | null;
  readonly distributionLatest: string | null;
  readonly derivedExpectedTime: string;
  readonly tags: readonly string[];
  readonly tagsDetails: readonly TagDetail[];
  readonly versionId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly persisted: boolean;
}

export interface TaskRecord extends TaskMembers {
  readonly planning: string;
  readonly operation: string | null;
  readonly role: TaskRole | null;
  readonly workspace: string | null;
}

export interface OperationDependency {
  readonly operation: string;
  readonly relation: 'precedes' | 'follows' | 'overlaps';
}

export interface OperationRecord extends Stored<typeof OPERATION> {
  readonly id: string;
  readonly versionId: string;
  readonly planning: string;
  readonly tags: readonly string[];
  readonly tagsDetails: readonly TagDetail[];
  readonly requiredTags: readonly string[];
  readonly operationName: string;
  readonly operationDependencies: readonly OperationDependency[];
  readonly group: string | null;
  readonly inboundTask: TaskMembers | null;
  readonly outboundTask: TaskMembers | null;
  readonly timesCrossed: boolean;
  readonly workspace: string | null;
}

export interface ResourceRecord extends Stored<typeof RESOURCE> {
  readonly id: string;
  readonly versionId: string;
  readonly workspace: string | null;
  readonly planning: string;
  readonly name: string;
  readonly adjacent: readonly string[];
  readonly tags: readonly string[];
  readonly tagsDetails: readonly TagDetail[];
  readonly location: string;
  readonly parent: string | null;
}

export interface LocationRecord extends Stored<typeof LOCATION> {
  readonly id: string;
  readonly planning: string;
  readonly name: string;
  readonly parent: string | null;
  readonly versionId: string;
  readonly workspace: string | null;
}

export interface NestedLocationRecord extends LocationRecord {
  readonly resources: readonly ResourceRecord[];
}

export interface TagRecord extends TagDetail {
  readonly planning: string;
  readonly versionId: string;
  readonly workspace: string | null;
}

export interface RuleRecord {
  readonly id: string;
  readonly planning: string;
  readonly name: string;
  readonly kind: string;
  readonly enabled: boolean;
  readonly hard: boolean;
  readonly weight: number;
  readonly operationTags: readonly string[];
  readonly resourceTags: readonly string[];
  readonly parameters: JsonObject;
  readonly versionId: string;
  readonly workspace: string | null;
}

export interface GroupRecord extends Stored<typeof GROUP> {
  readonly id: string;
  readonly planning: string;
  readonly versionId: string;
  readonly workspace: string | null;
}

export interface AssignmentPartRecord {
  readonly id: string;
  readonly startAt: string | null;
  readonly endAt: string | null;
  readonly resource: string | null;
  readonly isFixed: boolean;
  readonly metadata: Json;
}

export interface AssignmentRecord {
  readonly id: string | null;
  readonly versionId: string | null;
  readonly operation: string;
  readonly planning: string;
  readonly parts: readonly AssignmentPartRecord[];
  /** The first part's. */
  readonly resource: string | null;
  readonly location: string | null;
  readonly metadata: Json;
  readonly override: boolean;
  readonly active: boolean;
  readonly tombstone: boolean;
  readonly assignedAt: string | null;
  readonly assignedBy: string | null;
  readonly validTo: string | null;
  readonly workspace: string | null;
}

export interface PlanningRecord {
  readonly id: string;
  readonly versionId: string;
  readonly organization: string;
  readonly name: string;
  readonly description: string | null;
  readonly timezone: string;
  readonly weights: JsonObject;
  readonly minimumStaySeconds: number;
  readonly metadata: Json;
  /** Latest changeset's id. */
  readonly change: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface OrganizationRecord {
  readonly id: string;
  readonly name: string;
}

export interface UserRecord {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly organizations: readonly { readonly id: string; readonly name: string; readonly role: Role }[];
}

export interface MemberRecord {
  readonly user: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export interface PreferencesRecord {
  readonly planning: string;
  readonly user: string;
  readonly data: JsonObject;
  readonly updatedAt: string;
}

export interface WorkspaceRecord {
  readonly id: string;
  readonly versionId: string;
  readonly planning: string;
  readonly name: string;
  readonly description: string | null;
  readonly state: WorkspaceState;
  /** Changeset id. */
  readonly baseChange: string | null;
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type ChangesetStatus = 'committed' | 'draft' | 'published' | 'discarded';

export interface ChangesetRecord {
  readonly id: string;
  readonly planning: string;
  readonly workspace: string | null;
  readonly timestamp: string;
  readonly status: ChangesetStatus;
  readonly source: ChangeSource;
  readonly author: string | null;
  readonly message: string | null;
  readonly counts: Counts;
}

export interface DiffRecord {
  readonly entity: string;
  readonly id: string;
  readonly action: DiffAction;
  readonly before: unknown;
  readonly after: unknown;
  readonly changed: readonly string[];
}

export interface ChangesetDetailRecord extends ChangesetRecord {
  readonly diffs: readonly DiffRecord[];
}

export interface RunRecord {
  readonly id: string;
  readonly planning: string;
  readonly workspace: string | null;
  readonly name: string | null;
  readonly status: RunStatus;
  readonly solver: string;
  readonly parameters: JsonObject;
  readonly dryRun: boolean;
  readonly progress: JsonObject | null;
  readonly before: Json;
  readonly after: Json;
  readonly changeset: string | null;
  readonly applied: Json;
  readonly error: string | null;
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Only in the answer that starts an external run. */
  readonly webhookSecret?: string;
}

export interface UploadRecord {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly operations: readonly string[];
}

/** Everything in the order of the request; what it deleted is not among them. */
export interface EditsRecord {
  /** Changeset id; null: nothing differed. */
  readonly change: string | null;
  readonly operations: readonly OperationRecord[];
  readonly tasks: readonly TaskRecord[];
  readonly assignments: readonly AssignmentRecord[];
}
