import type { components } from './schema.d.ts';

type Schemas = components['schemas'];
/** The body of an error response, discriminated by its `code`. */
export type Refusal = Schemas['Error'] | Schemas['Clash'] | Schemas['Stale'];
/** Every code of an error response, and `not_json` for a response that does not come from the service, such as one of a proxy. */
export type RefusalCode = Schemas['Error']['code'] | 'not_json';

/** A response with a status of 400 or above. Its message has the reason, or every problem of a validation error. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly code: RefusalCode;
  /** Every problem of a validation error; empty for other errors. */
  readonly errors: readonly Schemas['Problem'][];
  /** What both sides changed, for a `clash`; empty for other errors. */
  readonly clashes: Schemas['Clash']['clashes'];
  /** The current versions of the records that the request was based on, for a `version_mismatch`; empty for other errors. */
  readonly stale: Schemas['Stale']['stale'];
  /** After how many seconds the same request may be sent again; null when that would not help. */
  readonly retryAfterSeconds: number | null;
  /** The id of the request, to be quoted in a report of the problem. */
  readonly requestId: string | null;

  /** `refusal` is the body of the response, as text when it is not JSON. */
  constructor(response: Response, refusal: unknown) {
    const body = isRefusal(refusal) ? refusal : null;
    const problems = body?.errors ?? [];
    super(
      problems.length > 0
        ? problems.map(({ path, message }) => `${path} ${message}`).join('; ')
        : (body?.detail ?? foreignText(response.status, refusal)),
    );
    this.status = response.status;
    this.code = body?.code ?? 'not_json';
    this.errors = problems;
    this.clashes = body !== null && isClash(body) ? body.clashes : [];
    this.stale = body !== null && isStale(body) ? body.stale : [];
    const retryAfter = response.headers.get('Retry-After');
    this.retryAfterSeconds = retryAfter === null ? null : Number(retryAfter);
    this.requestId = response.headers.get('X-Request-Id');
  }
}

/** The service did not respond, or not to the end. The same request may be sent again once there is a connection. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

/** The reason in a response that does not come from the service. Proxies send pages, whose tags are left out. */
const foreignText = (status: number, refusal: unknown): string => {
  const text = typeof refusal === 'string' ? refusal : '';
  const told = /^\s*</.test(text) ? (/<title>([^<]*)<\/title>/i.exec(text)?.[1]?.trim() ?? '') : text.slice(0, 200);
  return `HTTP status ${status}${told === '' ? '' : `: ${told}`}`;
};

const isClash = (body: Refusal): body is Schemas['Clash'] => body.code === 'clash';
const isStale = (body: Refusal): body is Schemas['Stale'] => body.code === 'version_mismatch';
const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
