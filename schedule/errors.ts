/**
 * What the schedule refuses. The edge gives each code one status (`satisfies Record<ErrorCode, number>`); the comment says which.
 */
export type ErrorCode =
  // 400: bad input
  | 'validation_failed'
  | 'unknown_reference'
  | 'not_in_planning'
  | 'planning_immutable'
  | 'id_taken'
  | 'id_reserved'
  | 'id_ambiguous'
  | 'external_id_ambiguous'
  | 'names_disagree'
  | 'percentiles_out_of_order'
  | 'times_crossed'
  | 'tag_not_unique'
  | 'cycle'
  | 'missing_required_tags'
  | 'parts_out_of_order'
  | 'resource_and_parts'
  | 'task_linked'
  | 'invalid_cursor'
  | 'invalid_version'
  | 'unknown_solver'
  | 'weight_negative'
  | 'too_many_items'
  // 400: refused by a rule
  | 'in_use'
  | 'workspace_not_draft'
  | 'not_revertible'
  | 'task_running'
  | 'task_finished'
  | 'task_not_pending'
  | 'operation_fixed'
  | 'operation_blocker'
  | 'no_plan'
  | 'plan_infeasible'
  | 'already_member'
  | 'last_admin'
  // 403
  | 'forbidden'
  // 404
  | 'not_found'
  | 'unassigned'
  // 409
  | 'clash'
  | 'idempotency_in_flight'
  // 412
  | 'version_mismatch'
  // 422
  | 'idempotency_reused'
  // 503
  | 'busy'
  | 'queue_full'
  | 'search_stuck';

/** One thing wrong with an input. `path` is dotted, with indices in brackets: `[3].inboundTask.expectedTime`. */
export interface Problem {
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** A field that both sides changed since the draft branched (publish, rebase), or that later changes touched (revert). */
export interface Clash {
  readonly entity: string;
  readonly id: string;
  readonly fields: readonly string[];
  readonly base: unknown;
  /** The workspace's side; in a revert, what it would restore. */
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** A record that is not the version that the caller based a write on. */
export interface StaleRecord {
  /** Of the item in the body; empty: the request names one record only. */
  readonly path: string;
  readonly entity: string;
  /** Of an assignment: its operation. */
  readonly id: string;
  readonly current: {
    /** Of an assignment: where it stands now; null: nowhere. */
    readonly resource?: string | null;
    /** Null: there is none now. */
    readonly versionId: string | null;
    /** Who made it what it is now, where that is known. */
    readonly author: { readonly id: string; readonly name: string } | null;
  };
}

export class ScheduleError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  /** All problems at once, for input that is wrong in several places. */
  readonly errors: readonly Problem[] | null;
  /** With `clash`. */
  readonly clashes: readonly Clash[] | null;
  /** With `version_mismatch`; one at least. */
  readonly stale: readonly StaleRecord[] | null;

  constructor(
    code: ErrorCode,
    detail: string,
    more: {
      readonly errors?: readonly Problem[];
      readonly clashes?: readonly Clash[];
      readonly stale?: readonly StaleRecord[];
      readonly cause?: unknown;
    } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'ScheduleError';
    this.code = code;
    this.detail = detail;
    this.errors = more.errors ?? null;
    this.clashes = more.clashes ?? null;
    this.stale = more.stale ?? null;
  }
}
