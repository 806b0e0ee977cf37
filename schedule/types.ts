/**
 * What callers hand in besides writes of one entity, whose shapes are in `entities/`. Shapes are the wire's, after the edge checked types and formats: instants are ISO 8601 strings with
 * an offset, ids are strings, members that may be absent may be undefined. What needs the stored planning to be judged
 * (references, order of times, the two vocabularies) is judged here.
 */
import type { AssignmentInput, AssignmentPartInput } from './entities/assignment.ts';
import type { OperationInput } from './entities/operation.ts';
import type { StandaloneTaskInput, TaskInput } from './entities/task.ts';
import type { Role } from '../db/accounts/accounts.ts';
import type { JsonObject } from '../db/versions/entities.ts';
import type { ChangeSource, RangeField } from '../db/versions/store.ts';

export type { Role } from '../db/accounts/accounts.ts';
export type { Json, JsonObject } from '../db/versions/entities.ts';
export type { ChangeSource, RangeField } from '../db/versions/store.ts';

export interface Actor {
  /** What the user came with: a login's access token, an API key, or the machine's own token. */
  readonly kind: 'login' | 'key' | 'machine';
  /** User id. */
  readonly user: string;
  /** Id of the API key or of the login: idempotency keys are per credential. */
  readonly credential: string;
  readonly memberships: readonly { readonly organization: string; readonly role: Role }[];
}

export interface Scope {
  readonly actor: Actor;
  /** The least role that the way in asks for; a verb may ask for more. */
  readonly role?: Role | undefined;
  /** X-Workspace-Id; null = mainline. */
  readonly workspace: string | null;
  /** X-Organization-Id: narrows look-ups to one organization. */
  readonly organization: string | null;
  /** If-Match: versionIds without quotes, any of which will do; `*`: whatever is there, as long as something is. */
  readonly ifMatch: readonly string[] | '*' | null;
  readonly source: ChangeSource;
  /** Kept with the changeset. */
  readonly message: string | null;
  /** Idempotency-Key; null when absent, or when the route is not a creating one. */
  readonly idempotency: IdempotencyRequest | null;
  /** Told each changeset that is written on the way to the answer, by its wire id; of several plannings the first one's. */
  readonly onChange?: ((change: string) => void) | undefined;
}

export interface IdempotencyRequest {
  readonly key: string;
  /** Method and path. */
  readonly route: string;
  /** Hash of the body. The same key with another one is `idempotency_reused`. */
  readonly fingerprint: string;
  /** Called when the answer is one given before; the edge then says `Idempotency-Replayed: true`. */
  readonly onReplay?: (() => void) | undefined;
}

export interface PageRequest {
  /** Null: all rows. */
  readonly limit: number | null;
  readonly cursor: string | null;
}

export interface Listed<T> {
  readonly items: readonly T[];
  /** Null at the end. */
  readonly next: string | null;
}

/** Unix seconds; selects only when both are there. */
export interface WindowQuery {
  readonly start: number | null;
  readonly end: number | null;
}

export interface OperationQuery extends WindowQuery {
  /** Default expectedTime. */
  readonly rangeField: RangeField | null;
  /** `latest` (default), `first`, or a changeset id. */
  readonly version: string | null;
}

export interface AssignmentQuery extends WindowQuery {
  readonly active: boolean;
  readonly operation: string | null;
}

export interface BulkTasksInput {
  readonly operations: readonly {
    readonly operationId: string;
    readonly inboundTask?: TaskInput | null | undefined;
    readonly outboundTask?: TaskInput | null | undefined;
  }[];
}

export interface BulkUploadInput {
  /** Further plannings besides the path's. */
  readonly plannings: readonly string[];
  readonly operations: readonly OperationInput[];
}

/** What one changeset of several edits writes; `basedOn` as above, of the record that the item names. */
export interface EditsInput {
  /** An id that the planning has: merged into that operation; else a new one. */
  readonly operations: readonly (OperationInput & BasedOn)[];
  /** The same for tasks, which stand alone until an operation names them. */
  readonly tasks: readonly (StandaloneTaskInput & BasedOn)[];
  readonly assignments: readonly AssignmentInput[];
  readonly deletedOperations: readonly ({ readonly id: string } & BasedOn)[];
}

export interface BasedOn {
  readonly basedOn?: string | undefined;
}

export interface OrganizationInput {
  readonly name: string;
}

export interface MemberInput {
  readonly email: string;
  readonly role: Role;
  readonly name?: string | undefined;
  readonly password?: string | undefined;
}

export interface WorkspaceInput {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
}

export type MergeStrategy = 'ours' | 'theirs';

/** Who wins where both sides changed the same: by entity, as a clash names it; else by `strategy`; else nobody does, and it is refused. */
export interface MergeInput {
  readonly strategy?: MergeStrategy | null | undefined;
  readonly resolutions?:
    | readonly { readonly entity: string; readonly id: string; readonly strategy: MergeStrategy }[]
    | undefined;
}

export interface VirtualState {
  readonly assignments?:
    | readonly {
        readonly operation: string;
        readonly resource?: string | null | undefined;
        readonly parts?: readonly AssignmentPartInput[] | undefined;
      }[]
    | undefined;
  readonly operations?:
    | readonly {
        readonly id: string;
        readonly inboundTask?: TaskInput | null | undefined;
        readonly outboundTask?: TaskInput | null | undefined;
      }[]
    | undefined;
}

export interface MetricsQuery extends WindowQuery {
  /** Changeset id. */
  readonly changeId: string | null;
  readonly mainline: boolean;
}

/** Unix seconds: from the first on, before the second. */
export interface ChangesetQuery {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** User id. */
  readonly author?: string | undefined;
  readonly source?: ChangeSource | undefined;
  /** Operation id. */
  readonly operation?: string | undefined;
  /** Default: without them. */
  readonly diffs?: boolean | undefined;
}

/** Unix seconds; points at equal distances, both ends among them. */
export interface MetricsHistoryQuery {
  /** Null: what is kept. */
  readonly from: number | null;
  /** Null: now. */
  readonly to: number | null;
  readonly points: number;
}

export interface OptimizeInput {
  readonly name?: string | null | undefined;
  /** Default `auto`. */
  readonly solver?: string | undefined;
  readonly parameters?: JsonObject | undefined;
  readonly start?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface RunPatch {
  readonly name?: string | null | undefined;
  readonly solver?: string | undefined;
  readonly parameters?: JsonObject | undefined;
  readonly status?: string | undefined;
}

/** Raw solver output. Score and bound are computed here, not believed. */
export interface ExternalResult {
  readonly assignments: readonly {
    readonly operation: string;
    readonly resource?: string | null | undefined;
    readonly parts?: readonly AssignmentPartInput[] | undefined;
  }[];
  readonly score?: unknown;
  readonly bound?: unknown;
  readonly status?: unknown;
}
