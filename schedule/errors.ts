/** What is wrong with the form of one value; appears in `errors[].code`. A response with only such problems has the code `validation_failed`. */
export const FORM_CODES = [
  'duplicate',
  'hard_unsupported',
  'invalid_csv',
  'invalid_format',
  'invalid_json_value',
  'invalid_timestamp',
  'invalid_type',
  'invalid_value',
  'out_of_range',
  'required',
  'too_big',
  'too_small',
  'unknown_member',
  'unknown_rule_kind',
] as const;
export type FormCode = (typeof FORM_CODES)[number];

/** Why the schedule refuses a request. `api/contract/errorList.ts` does not compile until a new code has a status, a cause and a fix there. */
export const REFUSAL_CODES = [
  'already_member',
  'busy',
  'clash',
  'cycle',
  'database_unavailable',
  'external_id_ambiguous',
  'forbidden',
  'id_ambiguous',
  'id_reserved',
  'id_taken',
  'idempotency_in_flight',
  'idempotency_reused',
  'in_use',
  'invalid_cursor',
  'invalid_json',
  'invalid_version',
  'last_admin',
  'missing_required_tags',
  'name_taken',
  'names_disagree',
  'no_plan',
  'not_found',
  'not_in_planning',
  'not_revertible',
  'operation_blocker',
  'operation_fixed',
  'parts_out_of_order',
  'percentiles_out_of_order',
  'plan_infeasible',
  'planning_immutable',
  'queue_full',
  'repair_closed',
  'resource_and_parts',
  'search_stuck',
  'tag_not_unique',
  'task_finished',
  'task_linked',
  'task_not_pending',
  'task_running',
  'times_crossed',
  'too_many_items',
  'unassigned',
  'unknown_reference',
  'unknown_solver',
  'validation_failed',
  'value_refused',
  'version_mismatch',
  'weight_negative',
  'workspace_not_draft',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

export type ErrorCode = RefusalCode | FormCode;

/** One problem with an input. `path` is dotted and includes indices (`3.inboundTask.expectedTime`); it is empty for the whole input. */
export interface Problem {
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Fields that both sides changed since the draft branched (publish, rebase), or that later changes touched (revert). */
export interface Clash {
  readonly entity: string;
  /** For an assignment, the id of its operation: both sides may have assignments of their own. */
  readonly id: string;
  readonly fields: readonly string[];
  readonly base: unknown;
  /** The workspace's version; in a revert, the version that it would restore. */
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** How a message names a record by its entity and key. */
export const recordName = (entity: string, key: string): string =>
  entity === 'assignment' ? `assignment of operation ${key}` : `${entity} ${key}`;

/** A record that is not at the version that the caller based a write on. */
export interface StaleRecord {
  /** Path of the item in the body; empty if the request names only one record. */
  readonly path: string;
  readonly entity: string;
  /** For an assignment, the id of its operation. */
  readonly id: string;
  readonly current: {
    /** For an assignment, its current resource; null if it is unassigned. */
    readonly resource?: string | null;
    /** Null if there is no record now. */
    readonly versionId: string | null;
    /** Who wrote the current version, if known. */
    readonly author: { readonly id: string; readonly name: string } | null;
  };
}

export class ScheduleError extends Error {
  readonly code: RefusalCode;
  readonly detail: string;
  /** Every problem of the input, if it is invalid in several places. */
  readonly errors: readonly Problem[] | null;
  /** Only with code `clash`. */
  readonly clashes: readonly Clash[] | null;
  /** Only with code `version_mismatch`; at least one. */
  readonly stale: readonly StaleRecord[] | null;

  constructor(
    code: RefusalCode,
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
