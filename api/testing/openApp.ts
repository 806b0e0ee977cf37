import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import type { Ports } from '../../schedule/ports.ts';
import {
  newScope,
  openSchedule,
  organizationOf,
  scopeOf,
  type TestSchedule,
} from '../../schedule/testing/openSchedule.ts';
import type { Scope } from '../../schedule/types.ts';
import { createApp } from '../app.ts';
import type { App } from '../variables.ts';
import { issueApiKey } from '../auth/apiKeys.ts';
import { createIdentity, type IdentityOptions } from '../auth/identity.ts';
import { hashToken } from '../auth/tokens.ts';
import type { Role } from '../contract/organization.ts';
import type { AppConfig, AppDependencies } from '../dependencies.ts';
import { type LimiterConfig, openLimiter } from '../middleware/rateLimit.ts';
import { faultsOf } from './checkAnswer.ts';

export interface TestUser {
  readonly user: string;
  readonly organization: string;
  readonly key: string;
}

/** A response with its body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; undefined when the body is not JSON. */
  readonly body: never;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, any other value as JSON. */
  readonly body?: unknown;
  readonly as?: TestUser | null;
}

export interface TestApp extends TestSchedule {
  readonly app: App;
  readonly deps: AppDependencies;
  /** Lines that were logged as errors. */
  readonly failures: object[];
  /** An admin of the organization that tests work in. */
  readonly admin: TestUser;
  /** For calling the schedule's verbs as this admin. */
  readonly scope: Scope;
  /** Creates a user with a role in an organization; when none is named, in one of its own. */
  newUser(role: Role, organization?: string): Promise<TestUser>;
  /** Logs the user in: the result has an access token in place of the API key. */
  loggedIn(user: TestUser): Promise<TestUser>;
  /** Sends a request such as `GET /v1/…`, by default as the admin. Throws when the response differs from the OpenAPI document. */
  call(request: string, options?: CallOptions): Promise<Answer>;
  /** Returns the body of the response to a request that has to succeed. */
  accepted(request: string, options?: CallOptions): Promise<Answer['body']>;
}

const CONFIG: AppConfig & LimiterConfig = {
  publicUrl: 'http://localhost',
  corsOrigins: ['https://board.example.org'],
  bodyLimitBytes: 32 << 20,
  recordBodyLimitBytes: 1 << 20,
  publicBodyLimitBytes: 64 << 10,
  bodiesBytes: 96 << 20,
  bodyStallSeconds: 10,
  bodyDepth: 100,
  bodyValues: 3_000_000,
  csvColumns: 200,
  bulkLimit: 10_000,
  requestsPerSecond: 1_000_000,
  requestsBurst: 2_000_000,
  requestsAtOnce: 8,
  nodeRequestsAtOnce: 256,
  busyDelayMs: 0,
  loginsPerMinute: 1000,
  eventStallSeconds: 30,
  eventSockets: 1000,
  nodeEventSockets: 5000,
};

/** The whole HTTP interface over a schedule on an embedded database in memory. */
export const openApp = async (
  overrides: {
    readonly config?: Partial<AppConfig & LimiterConfig>;
    readonly ports?: Partial<Ports>;
    readonly identity?: Partial<IdentityOptions>;
    /** The database; an embedded one when absent. */
    readonly place?: Parameters<typeof openSchedule>[1];
  } = {},
): Promise<TestApp> => {
  const opened = await openSchedule(overrides.ports, overrides.place);
  const { accounts, clock } = opened.ports;
  const config = { ...CONFIG, ...overrides.config };
  const failures: object[] = [];
  const deps: AppDependencies = {
    schedule: opened.schedule,
    identity: createIdentity({
      store: accounts,
      issuer: config.publicUrl,
      clock,
      loginsPerMinute: config.loginsPerMinute,
      ...overrides.identity,
    }),
    config,
    log: { info: () => {}, warn: () => {}, error: (fields) => failures.push(fields) },
    metrics: new Registry(),
    limiter: openLimiter(config),
    unready: async () => null,
  };
  const app = createApp(deps);

  const newUser = async (role: Role, organization?: string): Promise<TestUser> => {
    const scope = await newScope(opened);
    const { user } = scope.actor;
    const place = organization ?? organizationOf(scope);
    // This does nothing in the user's own organization, where the user is an admin already.
    await accounts.addMember(place, user, role);
    const key = await issueApiKey(accounts, { name: 'test', user, organization: place, role, expiresAt: null });
    return { user, organization: place, key };
  };
  const admin = await newUser('admin');
  const loggedIn = async (user: TestUser): Promise<TestUser> => {
    const code = randomUUID();
    await accounts.addLoginGrant({ codeHash: hashToken(code), user: user.user, expiresAt: Date.now() + 60_000 });
    return { ...user, key: (await deps.identity.exchange(code)).access };
  };

  const call = async (request: string, options: CallOptions = {}): Promise<Answer> => {
    const [method, path] = request.split(' ') as [string, string];
    const as = options.as === undefined ? admin : options.as;
    const raw = typeof options.body === 'string' || options.body instanceof Uint8Array;
    const response = await app.request(path, {
      method,
      headers: {
        ...(as === null ? {} : { Authorization: `Token ${as.key}` }),
        ...(options.body === undefined || raw ? {} : { 'Content-Type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: raw ? options.body : JSON.stringify(options.body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
    const body = (isJson && text !== '' ? JSON.parse(text) : undefined) as never;
    const isStream = response.headers.get('Content-Type') === 'application/x-ndjson';
    const lines = isStream
      ? {
          lines: text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as unknown),
        }
      : {};
    const faults = faultsOf(method, path, response.status, { body, ...lines });
    if (faults.length > 0) throw new Error(`${request} is not what the document says: ${faults.join('; ')}\n${text}`);
    return { status: response.status, headers: response.headers, text, body };
  };

  const accepted = async (request: string, options?: CallOptions): Promise<Answer['body']> => {
    const { status, text, body } = await call(request, options);
    if (status >= 300) throw new Error(`${request}: ${status} ${text}`);
    return body;
  };

  const scope = scopeOf(admin.user, admin.organization, 'admin');
  return { ...opened, app, deps, failures, admin, scope, newUser, loggedIn, call, accepted };
};
