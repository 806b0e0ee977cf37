/**
 * Inputs of the verbs other than writes of one entity, whose shapes are in `entities/`. They have the shape of the API, after the edge has checked
 * types and formats: instants are ISO 8601 strings with an offset, ids are strings, and optional members may be undefined. What can be checked only
 * against the stored planning (references, order of times, the two vocabularies) is checked in this room.
 */
import type { AssignmentInput, AssignmentPartInput } from './entities/assignment.ts';
import type { MovementInput } from './entities/movement.ts';
import type { OperationInput } from './entities/operation.ts';
import type { StandaloneTaskInput, TaskInput } from './entities/task.ts';
import type { Role } from '../db/accounts/accounts.ts';
import type { JsonObject } from '../db/versions/entities.ts';
import type { ChangeSource, RangeField } from '../db/versions/store.ts';

export type { Role } from '../db/accounts/accounts.ts';
export type { Json, JsonObject } from '../db/versions/entities.ts';
export type { ChangeSource, RangeField } from '../db/versions/store.ts';

export interface Actor {
  /** How the user authenticated: with a login's access token, an API key, or the machine's own token. */
  readonly kind: 'login' | 'key' | 'machine';
  /** User id. */
  readonly user: string;
  /** Id of the API key or the login; idempotency keys are per credential. */
  readonly credential: string;
  readonly memberships: readonly { readonly organization: string; readonly role: Role }[];
}

export interface Scope {
  readonly actor: Actor;
  /** The minimum role that the endpoint requires; a verb may require more. */
  readonly role?: Role | undefined;
  /** X-Workspace-Id; null is the mainline. */
  readonly workspace: string | null;
  /** X-Organization-Id; restricts lookups to one organization. */
  readonly organization: string | null;
  /** If-Match: versionIds without quotes, any of which matches; `*` matches any existing record. */
  readonly ifMatch: readonly string[] | '*' | null;
  readonly source: ChangeSource;
  /** Stored with the changeset. */
  readonly message: string | null;
  /** Idempotency-Key; null if absent or if the route does not create anything. */
  readonly idempotency: IdempotencyRequest | null;
  /** Called with the wire id of each changeset that the request writes; for several plannings, only with the first one's. */
  readonly onChange?: ((change: string) => void) | undefined;
}

export interface IdempotencyRequest {
  readonly key: string;
  /** Method and path of the request. */
  readonly route: string;
  /** Hash of the body. Reusing the key with another body is `idempotency_reused`. */
  readonly fingerprint: string;
  /** Called if the response is a replay; the edge then sends `Idempotency-Replayed: true`. */
  readonly onReplay?: (() => void) | undefined;
}

export interface PageRequest {
  /** Null returns all rows. */
  readonly limit: number | null;
  readonly cursor: string | null;
}

/** A page of a list of a planning's state: the current one, or the one just after a changeset. */
export interface StatePageRequest extends PageRequest {
  /** Changeset id; null or absent for the current state. */
  readonly at?: string | null | undefined;
}

export interface Listed<T> {
  readonly items: readonly T[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

/** Unix seconds. The window selects only if both ends are given. */
export interface WindowQuery {
  readonly start: number | null;
  readonly end: number | null;
}

export interface OperationQuery extends WindowQuery {
  /** Default: expectedTime. */
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
  /** Ids of further plannings besides the one in the path. */
  readonly plannings: readonly string[];
  readonly operations: readonly OperationInput[];
  /** Arrivals and departures, each on its own. */
  readonly movements?: readonly MovementInput[];
  /** Whether operations name single members of metadata, and others keep their values; by default, metadata is replaced. */
  readonly namesMembers?: boolean;
}

/** The edits of one changeset. `basedOn` is the versionId that the caller has seen of the record that the item names. */
export interface EditsInput {
  /** An item whose id the planning has is merged into that operation; any other creates one. */
  readonly operations: readonly (OperationInput & BasedOn)[];
  /** Likewise for tasks. A task stands alone until an operation refers to it. */
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

/**
 * Which side wins if both changed the same field: the item's resolution, by entity and id as in the clash; else `strategy`; else neither, and the
 * merge is refused.
 */
export interface MergeInput {
  readonly strategy?: MergeStrategy | null | undefined;
  readonly resolutions?: readonly Resolution[] | undefined;
}

export interface Resolution {
  readonly entity: string;
  readonly id: string;
  readonly strategy: MergeStrategy;
  /** The mainline's version when this was decided, null for none: with another one, the clash is undecided. Without it, any version will do. */
  readonly basedOn?: string | null | undefined;
}

export interface VirtualState {
  readonly assignments?:
    | readonly {
        readonly operation: string;
        readonly resource?: string | null | undefined;
        readonly parts?: readonly AssignmentPartInput[] | undefined;
        readonly override?: boolean | undefined;
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

/** `from` is inclusive and `to` exclusive, both in Unix seconds. */
export interface ChangesetQuery {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** User id. */
  readonly author?: string | undefined;
  readonly source?: ChangeSource | undefined;
  /** Operation id. */
  readonly operation?: string | undefined;
  /** Default: false. */
  readonly diffs?: boolean | undefined;
}

/** Points at equal distances, including both ends; times in Unix seconds. */
export interface MetricsHistoryQuery {
  /** Null: from the oldest stored change. */
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

/** Raw solver output. Score and bound are recomputed here, not trusted. */
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
