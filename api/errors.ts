import { type ErrorCode, ScheduleError, type StaleRecord } from '../schedule/errors.ts';
import { dottedPath, type ErrorBody, PROBLEM_LIMIT, type Problem } from './contract/error.ts';

/** Codes of the edge itself, with their statuses. */
const EDGE_STATUS = {
  invalid_json: 400,
  invalid_encoding: 400,
  invalid_header: 400,
  too_many_values: 400,
  too_deep: 400,
  value_refused: 400,
  unauthenticated: 401,
  path_not_found: 404,
  method_not_allowed: 405,
  body_incomplete: 408,
  body_too_large: 413,
  unsupported_media_type: 415,
  upgrade_required: 426,
  rate_limited: 429,
  unexpected: 500,
  bodies_full: 503,
  shutting_down: 503,
  sign_on_unavailable: 503,
} as const;
export type EdgeCode = keyof typeof EDGE_STATUS;

/** A new code of the schedule does not compile until it has a status. */
const SCHEDULE_STATUS = {
  validation_failed: 400,
  unknown_reference: 400,
  not_in_planning: 400,
  planning_immutable: 400,
  id_taken: 400,
  id_reserved: 400,
  id_ambiguous: 400,
  external_id_ambiguous: 400,
  names_disagree: 400,
  percentiles_out_of_order: 400,
  times_crossed: 400,
  tag_not_unique: 400,
  cycle: 400,
  missing_required_tags: 400,
  parts_out_of_order: 400,
  resource_and_parts: 400,
  task_linked: 400,
  invalid_cursor: 400,
  invalid_version: 400,
  unknown_solver: 400,
  weight_negative: 400,
  too_many_items: 400,
  in_use: 400,
  workspace_not_draft: 400,
  not_revertible: 400,
  task_running: 400,
  task_finished: 400,
  task_not_pending: 400,
  operation_fixed: 400,
  operation_blocker: 400,
  no_plan: 400,
  plan_infeasible: 400,
  already_member: 400,
  last_admin: 400,
  forbidden: 403,
  not_found: 404,
  unassigned: 404,
  clash: 409,
  idempotency_in_flight: 409,
  version_mismatch: 412,
  idempotency_reused: 422,
  busy: 503,
  queue_full: 503,
  search_stuck: 503,
} as const satisfies Record<ErrorCode, number>;

/** What the database refuses or does not have, when a verb lets it through. */
const STORE_STATUS: Readonly<Record<string, number>> = {
  planning_not_found: 404,
  change_not_found: 404,
  workspace_not_found: 404,
  id_taken: 400,
  value_refused: 400,
};

/** Every code that an answer may have. */
export const ERROR_CODES: readonly string[] = [
  ...Object.keys(EDGE_STATUS),
  ...Object.keys(SCHEDULE_STATUS),
  'database_unavailable',
].sort();

/** What the edge refuses. */
export class EdgeError extends Error {
  override readonly name = 'EdgeError';
  readonly code: EdgeCode | 'validation_failed' | 'not_found' | 'forbidden' | 'too_many_items';
  readonly errors: readonly Problem[] | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: EdgeError['code'],
    detail: string,
    more: { readonly errors?: readonly Problem[]; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = more.errors ?? null;
    this.headers = more.headers ?? {};
  }
}

/** What the streams of a stopping server end with. */
export const shuttingDown = (): EdgeError =>
  new EdgeError(
    'shutting_down',
    'This server is stopping. An optimization goes on at another worker or after the restart and can be followed again; anything else can be asked again.',
  );

/** 400 with all problems of an input. */
export const validationError = (problems: readonly Problem[]): EdgeError => {
  const [first] = problems;
  const at = first === undefined ? '' : `${first.path === '' ? 'The body' : first.path} ${first.message}`;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return new EdgeError('validation_failed', `${at}${more}.`, { errors: problems.slice(0, PROBLEM_LIMIT) });
};

export interface Failure {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
  /** False: nobody foresaw it; log it. */
  readonly expected: boolean;
}

const RETRY_SECONDS = '5';

/** `current` is the first one's: of a request that names one record, all there is to say. */
const staleBody = (stale: readonly StaleRecord[]) => ({
  current: stale[0].current,
  stale: stale.slice(0, PROBLEM_LIMIT).map((one) => ({ ...one, path: dottedPath(one.path) })),
});

/**
 * SQLSTATE: class 53 (no disk, memory or connections left), input and output that fail, lost connections, a server that stops or starts; and the embedded
 * database that has ended.
 */
const OUT_OF_ROOM = /^(?:53\w{3}|58030|08\w{3}|57P0[1-5]|database_failed)$/;

const isOutOfRoom = (error: unknown): boolean =>
  error instanceof Error &&
  ((['PostgresError', 'StoreError'].includes(error.name) && 'code' in error && OUT_OF_ROOM.test(String(error.code))) ||
    isOutOfRoom(error.cause));

/** `requestId` is what a user quotes when nothing else may be told. */
export const failureOf = (error: unknown, requestId: string): Failure => {
  if (error instanceof EdgeError) {
    const status = { ...SCHEDULE_STATUS, ...EDGE_STATUS }[error.code];
    const errors = error.errors === null ? {} : { errors: [...error.errors] };
    return {
      status,
      body: { detail: error.message, code: error.code, ...errors },
      headers: error.headers,
      expected: error.code !== 'unexpected',
    };
  }
  if (error instanceof ScheduleError) {
    const status = SCHEDULE_STATUS[error.code];
    const errors = error.errors?.map((problem) => ({ ...problem, path: dottedPath(problem.path) }));
    return {
      status,
      body: {
        detail: error.detail,
        code: error.code,
        ...(errors === undefined ? {} : { errors: errors.slice(0, PROBLEM_LIMIT) }),
        ...(error.clashes === null ? {} : { clashes: error.clashes }),
        ...(error.stale === null ? {} : staleBody(error.stale)),
      },
      headers: status === 503 || status === 409 ? { 'Retry-After': RETRY_SECONDS } : {},
      expected: true,
    };
  }
  if (error instanceof Error && error.name === 'StoreError' && 'code' in error) {
    const code = String(error.code);
    const status = STORE_STATUS[code];
    if (status !== undefined) {
      const body = status === 404 ? { detail: 'Not found.', code: 'not_found' } : { detail: error.message, code };
      return { status, body, headers: {}, expected: true };
    }
  }
  if (isOutOfRoom(error)) {
    const detail = 'The database has no room left, or cannot be reached just now. Try again later.';
    const headers = { 'Retry-After': RETRY_SECONDS };
    return { status: 503, body: { detail, code: 'database_unavailable' }, headers, expected: false };
  }
  return {
    status: 500,
    body: { detail: `Something unexpected happened here; quote ${requestId}.`, code: 'unexpected' },
    headers: {},
    expected: false,
  };
};
