import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { present } from '../engine/present.ts';
import { ScheduleError, type StaleRecord } from '../schedule/errors.ts';
import { fromDatabase } from '../schedule/faults.ts';
import { type ErrorBody, PROBLEM_LIMIT } from './contract/error.ts';
import { type AnswerCode, ERRORS } from './contract/errorList.ts';

/** An error that the HTTP edge itself raises, as opposed to the schedule (`ScheduleError`). */
export class EdgeError extends Error {
  override readonly name = 'EdgeError';
  readonly code: AnswerCode;
  readonly headers: Readonly<Record<string, string>>;

  /** `cause` is for the log. */
  constructor(
    code: AnswerCode,
    detail: string,
    { headers = {}, cause }: { readonly headers?: EdgeError['headers']; readonly cause?: Error } = {},
  ) {
    super(detail, { cause });
    this.code = code;
    this.headers = headers;
  }
}

/** The error of a request without a valid credential. */
export const unauthenticated = (detail: string): EdgeError =>
  new EdgeError('unauthenticated', detail, { headers: { 'WWW-Authenticate': 'Token' } });

/** The error with which streams of a stopping server end. */
export const shuttingDown = (): EdgeError =>
  new EdgeError(
    'shutting_down',
    'This server is stopping. An optimization continues on another worker or after the restart and can be followed again; any other request can be sent again.',
  );

export interface Failure {
  readonly status: ContentfulStatusCode;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
  /** False for an error that nobody foresaw, which the caller should log. */
  readonly expected: boolean;
}

const RETRY_SECONDS = '5';

/** `current` is that of the first stale record, which is all there is when the request names only one. */
const staleBody = (stale: readonly StaleRecord[]) => ({
  current: present(stale[0]).current,
  stale: stale.slice(0, PROBLEM_LIMIT),
});

/** Status, headers and body of the response to an error. The body for an unexpected error discloses only the `requestId`, which a user can quote. */
export const failureOf = (error: unknown, requestId: string): Failure => {
  if (error instanceof EdgeError) {
    const { code, message, headers } = error;
    return { status: ERRORS[code].status, body: { detail: message, code }, headers, expected: code !== 'unexpected' };
  }
  const refusal = error instanceof ScheduleError ? error : fromDatabase(error);
  if (refusal === undefined) {
    const detail = `Something unexpected happened here; quote ${requestId}.`;
    return { status: 500, body: { detail, code: 'unexpected' }, headers: {}, expected: false };
  }
  const { code, detail, errors, clashes, stale } = refusal;
  const { status } = ERRORS[code];
  return {
    status,
    body: {
      detail,
      code,
      ...(errors === null ? {} : { errors: errors.slice(0, PROBLEM_LIMIT) }),
      ...(clashes === null ? {} : { clashes }),
      ...(stale === null ? {} : staleBody(stale)),
    },
    headers: status === 503 || code === 'idempotency_in_flight' ? { 'Retry-After': RETRY_SECONDS } : {},
    expected: code !== 'database_unavailable',
  };
};
