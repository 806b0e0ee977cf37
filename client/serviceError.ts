import type { components } from './schema.d.ts';

type Schemas = components['schemas'];
/** What the service says when it refuses: by its `code`. */
export type Refusal = Schemas['Error'] | Schemas['Clash'] | Schemas['Stale'];
/** Every code that an answer may have; and `not_json` for an answer that is none of the service's, as of a proxy. */
export type RefusalCode = Schemas['Error']['code'] | 'not_json';

/** An answer with a status from 400 on. Its message says why, of a validation error every problem. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: RefusalCode;
  /** Of a validation error: every problem at once. */
  readonly errors: readonly Schemas['Problem'][];
  /** Of `clash`: what both sides changed. */
  readonly clashes: Schemas['Clash']['clashes'];
  /** Of `version_mismatch`: what there is now in place of what the request was based on. */
  readonly stale: Schemas['Stale']['stale'];
  /** Of a refusal that only says not now: when to send the same again. */
  readonly retryAfterSeconds: number | null;
  /** Quote it when something went wrong. */
  readonly requestId: string | null;

  /** `refusal`: the answer's body, text where it is no JSON. */
  constructor(response: Response, refusal: unknown) {
    const body = isRefusal(refusal) ? refusal : null;
    const problems = body?.errors ?? [];
    super(
      problems.length > 0
        ? problems.map(({ path, message }) => `${path} ${message}`).join('; ')
        : (body?.detail ?? (typeof refusal === 'string' ? refusal.slice(0, 200) : `HTTP status ${response.status}`)),
    );
    this.status = response.status;
    this.code = body?.code ?? 'not_json';
    this.errors = problems;
    this.clashes = (body as Partial<Schemas['Clash']> | null)?.clashes ?? [];
    this.stale = (body as Partial<Schemas['Stale']> | null)?.stale ?? [];
    const retryAfter = response.headers.get('Retry-After');
    this.retryAfterSeconds = retryAfter === null ? null : Number(retryAfter);
    this.requestId = response.headers.get('X-Request-Id');
  }
}

/** Nobody answered: the same request may be sent when the connection is back. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
