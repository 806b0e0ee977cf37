/** What the verbs return besides the records of entities, which are in `schedule/entities/`. Instants are ISO 8601 in UTC with milliseconds. */
import type { AssignmentRecord } from '../entities/assignment.ts';
import type { OperationRecord } from '../entities/operation.ts';
import type { TaskRecord } from '../entities/task.ts';
import type { Role } from '../../db/accounts/accounts.ts';
import type { JsonObject, WorkspaceState } from '../../db/versions/entities.ts';
import type { Score } from '../../engine/objective/score.ts';
import type { RunStatus } from '../../db/runs/runs.ts';
import type { ChangeSource, Counts, DiffAction } from '../../db/versions/store.ts';
import type { Problem } from '../errors.ts';

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

export interface RebasedRecord extends WorkspaceRecord {
  /** What publishing the draft would be refused for, apart from later changes. */
  readonly errors: readonly Problem[];
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
  readonly reverts?: string;
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

/** The figures of the plan that a run ended with, in weight units. */
export interface AfterRecord {
  readonly score: Score;
  readonly bound: number | null;
  readonly gap: number | null;
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
  readonly before: { readonly score: Score } | null;
  readonly after: AfterRecord | null;
  readonly changeset: string | null;
  readonly applied: {
    readonly assigned: number;
    readonly unchanged: number;
    readonly skipped: { readonly operation: string; readonly reason: string }[];
  } | null;
  readonly error: string | null;
  readonly createdBy: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Only in the response that starts an external run. */
  readonly webhookSecret?: string;
}

export interface UploadRecord {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Cancelled, or made one with another. */
  readonly deleted: number;
  readonly operations: readonly string[];
}

/** All lists are in the order of the request; deleted operations are not included. */
export interface EditsRecord {
  /** Changeset id; null if nothing differed. */
  readonly change: string | null;
  readonly operations: readonly OperationRecord[];
  readonly tasks: readonly TaskRecord[];
  readonly assignments: readonly AssignmentRecord[];
}
