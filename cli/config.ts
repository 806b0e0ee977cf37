import { entriesOf } from '../engine/recordOf.ts';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { parseAllowed, parseNetworks } from '../api/outgoing/addresses.ts';
import { hasSslMode, isServerUrl } from '../db/connection/serverUrl.ts';
import { InputError } from './inputFile.ts';
import { eighthOfMemory } from './memory.ts';
import { type Environment, problemsTogether } from './problemsTogether.ts';
import { areTraceHeaders } from './traceHeaders.ts';

/** The schema of a whole number in text. Its limits are also its description, which `--help` shows. */
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is not a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must lie in ${least} … ${most}`)
    .describe(`${least} … ${most}`);

const webAddress = z.url({ protocol: /^https?$/, error: 'is not an http or https URL' });

const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
  .transform((value) => value === 'true' || value === '1');

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

export interface Setting<T extends z.ZodType> {
  readonly schema: T;
  /** The default as text, as in the environment; absent when there is none. */
  readonly fallback?: string;
  readonly description: string;
  /** True when the value is never shown. */
  readonly secret?: true;
}

const setting = <T extends z.ZodType>(schema: T, description: string, fallback?: string): Setting<T> =>
  fallback === undefined ? { schema, description } : { schema, description, fallback };

const secret = (description: string, schema: z.ZodType<string> = z.string().min(1)): Setting<z.ZodType<string>> => ({
  schema,
  description,
  secret: true,
});

const isParsed = (parse: () => unknown): boolean => {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
};
const networks = list.refine(
  (entries) => isParsed(() => parseNetworks(entries)),
  'must be addresses or networks such as 10.0.0.0/8, separated by commas',
);

/** Whether a text is an origin as browsers send it, without a path. Any other text would never match. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const origins = list.refine(
  (entries) => entries.every(isOrigin),
  'must be origins such as https://board.example, without a path or a slash at the end, separated by commas',
);

const hosts = list.refine(
  (entries) => isParsed(() => entries.map(parseAllowed)),
  'must be hosts, addresses or networks such as llm.internal, llm.internal:8080, [::1]:8080 or 10.0.0.0/8, without a scheme, separated by commas',
);

/** All settings of the service, in the order in which `--help` lists them. They are read once, at start. */
export const SETTINGS = {
  HOST: setting(z.string().min(1), 'address to listen on', '127.0.0.1'),
  PORT: setting(whole(0, 65_535), 'port to listen on; 0 chooses a free one', '8080'),
  PUBLIC_URL: setting(webAddress, 'address at which users reach the service, when it is not http://HOST:PORT'),
  TRUSTED_PROXIES: setting(networks, 'addresses or networks of proxies whose X-Forwarded-For is trusted', ''),
  CORS_ORIGINS: setting(origins, 'browser origins that may call the API, separated by commas', ''),
  NODE_ENV: setting(
    z.enum(['production', 'development', 'test'], { error: 'must be production, development or test' }),
    'production, development or test; in production there is no demo, and DATABASE_URL or DATA_DIR must be set, so that generated keys survive a restart',
    'development',
  ),
  DEMO: setting(flag, 'fill an empty database with the demo day', 'true'),
  BOARD: setting(flag, 'serve the planning board at /', 'true'),
  ADMIN_EMAIL: setting(
    z.email({ error: 'is not an email address' }),
    'email address of the administrator that the first start creates when there is no demo',
    'admin@tidegate.local',
  ),
  SIGNING_KEY_DAYS: setting(whole(1, 3_650), 'age in days at which the key that signs tokens is replaced', '30'),
  DATABASE_URL: {
    ...setting(
      z
        .string()
        .regex(/^postgres(?:ql)?:\/\/.+/, 'must start with postgres:// or postgresql://')
        .refine(
          isServerUrl,
          'must have the form postgres://user:password@host:5432/database, in which special characters of the user and the password are percent-encoded (@ is %40)',
        )
        .refine(hasSslMode, 'sslmode must be disable, allow, prefer, require, verify-ca or verify-full'),
      'PostgreSQL server, which all servers and workers share; a server without it uses the embedded database in DATA_DIR',
    ),
    secret: true,
  },
  DATABASE_CONNECTIONS: setting(whole(2, 500), 'maximum number of connections to the PostgreSQL server', '10'),
  DATABASE_ANSWER_SECONDS: setting(
    whole(1, 600),
    'seconds after which a PostgreSQL server that answers nothing, not even a new connection, is given up: its connections are cut, and requests get 503 until it answers',
    '10',
  ),
  DATABASE_STATEMENT_SECONDS: setting(
    whole(1, 86_400),
    'seconds that one statement of a server or worker may take on a PostgreSQL server; then the server ends it and undoes its transaction, and the request gets 503',
    '300',
  ),
  DATABASE_PAUSE_SECONDS: setting(
    whole(1, 86_400),
    'seconds that a transaction of a server or worker may pause between two statements on a PostgreSQL server; then the server ends it, so that a node that has frozen or cannot be reached holds up no other',
    '30',
  ),
  DATA_DIR: setting(z.string().min(1), 'folder for the embedded database and for generated keys', '.tidegate'),
  EMBEDDED_SYNC: setting(
    flag,
    'write each commit of the embedded database to the disk (fsync) before it is acknowledged; without it, commits are faster, and a power cut may lose the last ones or damage the database',
    'true',
  ),
  DATABASE_STALL_SECONDS: setting(
    whole(1, 86_400),
    'seconds that the embedded database may take to respond to a server; beyond it, the server exits with code 1',
    '60',
  ),
  HISTORY_DAYS: setting(
    whole(1, 36_500),
    'days after which past versions are deleted; when not set, all history is kept',
  ),
  BACKUP_HOURS: setting(
    whole(1, 8_760),
    'hours between verified backups of the embedded database by "tidegate serve"; when not set, it takes none',
  ),
  BACKUP_MINUTES: setting(
    whole(1, 1440),
    'minutes between verified backups, instead of BACKUP_HOURS; with BACKUP_DIR on another disk or machine, no more than the changes of these minutes are lost with the disk',
  ),
  BACKUP_DIR: setting(z.string().min(1), 'folder for backups (default DATA_DIR/backups)'),
  BACKUP_KEEP: setting(
    whole(1, 10_000),
    'number of backups taken by BACKUP_HOURS or BACKUP_MINUTES that are kept',
    '7',
  ),
  THREADS: setting(whole(1, 256), 'solver threads of this process', String(Math.max(1, availableParallelism()))),
  RUNS_AT_A_TIME: setting(whole(1, 256), 'maximum number of concurrent optimizations of this process', '1'),
  ORGANIZATION_RUNS: setting(
    whole(1, 10_000),
    'maximum number of optimizations of one organization at a time, over all nodes',
    '8',
  ),
  QUEUE_LIMIT: setting(whole(1, 1_000_000), 'maximum number of optimizations that wait in the queue', '1000'),
  MAX_RUN_SECONDS: setting(whole(1, 604_800), 'longest timeLimitSeconds of an optimization', '3600'),
  RUN_SLICE_SECONDS: setting(
    whole(1, 86_400),
    'seconds after which an optimization pauses if another organization is waiting; it continues later',
    '20',
  ),
  HELP_RUNS: setting(flag, 'let idle solver threads solve pieces of long runs of other workers', 'true'),
  SOLVER_NICENESS: setting(
    whole(0, 19),
    'niceness of solver threads, as in nice(1); a higher value leaves more time to other work on busy processors',
    '10',
  ),
  SOLVER_HEAP_MEGABYTES: setting(
    whole(64, 1_000_000),
    'largest heap of a solver thread in megabytes; a thread that needs more ends and its run fails, but nothing else does; when not set, Node decides',
  ),
  CACHE_MEGABYTES: setting(
    whole(16, 1_000_000),
    'memory in megabytes of the cache for plannings: present and past states, compiled plans and conflicts',
    '256',
  ),
  KEPT_PLANS_MEGABYTES: setting(
    whole(16, 1_000_000),
    'memory in megabytes of the compiled plans that threads keep; by default an eighth of the memory, at least 160',
    eighthOfMemory(),
  ),
  REQUESTS_PER_SECOND: setting(
    whole(1, 1_000_000),
    'requests a second that a credential, or an address without one, may send in the long run',
    '1000',
  ),
  REQUESTS_BURST: setting(
    whole(1, 1_000_000),
    'requests that a credential or address may send in a burst; REQUESTS_PER_SECOND refills them',
    '2000',
  ),
  REQUESTS_AT_ONCE: setting(
    whole(1, 1_000_000),
    'maximum number of concurrent requests of a credential or address, each counted for at most 250 ms; further ones wait',
    '16',
  ),
  NODE_REQUESTS_AT_ONCE: setting(
    whole(8, 1_000_000),
    'maximum number of concurrent requests of a server, unless BUSY_DELAY_MILLISECONDS is 0; fewer while they delay its database',
    '256',
  ),
  BUSY_DELAY_MILLISECONDS: setting(
    whole(0, 60_000),
    'delay of the cheapest database query, beyond the usual one, at which a server begins to process fewer requests at a time; an organization whose requests arrive faster than they are answered for more than 2.5 s gets 503 for those that wait; 0: all requests wait',
    '8',
  ),
  LOGINS_PER_MINUTE: setting(whole(1, 10_000), 'login attempts a minute for each address', '10'),
  BODY_LIMIT_BYTES: setting(
    whole(1024, 1 << 30),
    'largest request body, which bulk requests, uploads, imports, plans and virtual states may have',
    String(32 << 20),
  ),
  RECORD_BODY_LIMIT_BYTES: setting(whole(1024, 1 << 30), 'largest body of any other request', String(1 << 20)),
  PUBLIC_BODY_LIMIT_BYTES: setting(
    whole(1024, 1 << 30),
    'largest body of a request that needs no credential, such as a login, or that needs no body',
    String(64 << 10),
  ),
  BODIES_BYTES: setting(
    whole(1 << 20, 2 ** 40),
    'maximum bytes of all request bodies that are received or processed at a time; one user or address may use half of it; beyond it, requests get 503',
    String(96 << 20),
  ),
  BODY_STALL_SECONDS: setting(whole(1, 3_600), 'seconds that a client may pause within a request body', '10'),
  BODY_DEPTH: setting(whole(16, 10_000), 'deepest nesting of a JSON body', '100'),
  BODY_VALUES: setting(whole(1_000, 1 << 30), 'maximum number of values in a JSON body', '3000000'),
  CSV_COLUMNS: setting(whole(1, 10_000), 'maximum number of columns in a CSV upload', '200'),
  BULK_LIMIT: setting(whole(1, 1_000_000), 'maximum number of items in a bulk request', '10000'),
  HEADER_LIMIT_BYTES: setting(whole(1024, 1 << 20), 'largest head of a request', '49152'),
  HEADER_SECONDS: setting(whole(1, 3_600), 'seconds that a client may take to send the head of a request', '10'),
  REQUEST_SECONDS: setting(whole(1, 86_400), 'seconds that a client may take to send a whole request', '120'),
  IDLE_SECONDS: setting(
    whole(1, 86_400),
    'seconds that a connection may be silent while a request is processed',
    '120',
  ),
  EVENT_STALL_SECONDS: setting(
    whole(1, 3600),
    'seconds after which a subscriber to events that reads nothing is disconnected',
    '30',
  ),
  EVENT_SOCKETS: setting(
    whole(1, 1_000_000),
    'maximum number of open event sockets of a credential on a server',
    '1000',
  ),
  NODE_EVENT_SOCKETS: setting(
    whole(1, 1_000_000),
    'maximum number of open event sockets of a server; each takes about 50 KB of memory, besides what its client has not read yet',
    '5000',
  ),
  WEBHOOKS: setting(whole(1, 1_000), 'maximum number of webhooks of a planning', '20'),
  WEBHOOK_SECONDS: setting(whole(1, 15), 'seconds that the receiver of a webhook message may take to respond', '15'),
  WEBHOOK_RETRY_HOURS: setting(
    whole(1, 720),
    'hours for which a webhook message is retried before it becomes a dead letter',
    '24',
  ),
  WEBHOOK_EVENTS: setting(
    whole(1, 100_000),
    'maximum number of events in one webhook message; the message of a larger change only says how many there are',
    '1000',
  ),
  WEBHOOK_WAITING: setting(
    whole(1, 1_000_000),
    'maximum number of waiting messages of one webhook; further changes wait in the history of the planning',
    '1000',
  ),
  WEBHOOK_KEPT_DAYS: setting(whole(1, 3_650), 'days for which delivered and dead webhook messages are kept', '14'),
  OUTGOING_ALLOW: setting(
    hosts,
    'hosts, addresses or networks that OIDC_ISSUER, AGENT_BASE_URL and webhooks may reach although they are not public, also by plain http; host:port allows only that port',
    '',
  ),
  OIDC_ISSUER: setting(webAddress, 'issuer of a single sign-on (OpenID Connect discovery)'),
  OIDC_NAME: setting(z.string().min(1).max(100), 'label of the single sign-on button', 'Single sign-on'),
  OIDC_CLIENT_ID: setting(z.string().min(1), 'client id of this service at OIDC_ISSUER'),
  OIDC_CLIENT_SECRET: secret('client secret at OIDC_ISSUER; when not set, this service is a public client'),
  OIDC_SCOPE: setting(
    z.string().regex(/(^|\s)openid(\s|$)/, 'must contain openid'),
    'scopes that a single sign-on requests, separated by spaces',
    'openid email profile',
  ),
  OIDC_DOMAINS: setting(
    list,
    'domains of email addresses that may sign on, separated by commas; when empty, all may',
    '',
  ),
  OIDC_ORGANIZATION: setting(z.string().min(1), 'organization that new users of the single sign-on join'),
  OIDC_ROLE: setting(
    z.enum(['viewer', 'planner', 'admin'], { error: 'must be viewer, planner or admin' }),
    'role that new users of the single sign-on get in OIDC_ORGANIZATION',
    'viewer',
  ),
  OIDC_ROLE_CLAIM: setting(
    z.string().min(1),
    'claim that lists the groups for OIDC_ROLE_MAP: a name, or a path with dots',
    'groups',
  ),
  OIDC_ROLE_MAP: setting(
    z.string(),
    'roles that groups of the single sign-on grant at each sign-on, such as "stand planners=planner; ops=acme/admin"; an entry without an organization is for OIDC_ORGANIZATION',
    '',
  ),
  AGENT_BASE_URL: setting(
    webAddress,
    'OpenAI-compatible endpoint for the assistant, such as http://127.0.0.1:11434/v1 (then OUTGOING_ALLOW=127.0.0.1:11434); when not set, the assistant answers by rules',
  ),
  AGENT_MODEL: setting(z.string().min(1), 'model to use at AGENT_BASE_URL'),
  AGENT_API_KEY: secret('API key for AGENT_BASE_URL'),
  DRAIN_NOTICE_SECONDS: setting(
    whole(0, 3_600),
    'seconds that a stopping server still accepts requests while /readyz responds with 503, so that load balancers stop sending them',
    '0',
  ),
  DRAIN_SECONDS: setting(whole(0, 3_600), 'seconds that a stopping server waits for open requests', '20'),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'is not a log level' }),
    'least severe level that is logged: fatal, error, warn, info, debug, trace or silent',
    'info',
  ),
  METRICS_PORT: setting(
    whole(1, 65_535),
    'port on which a worker serves /metrics, /healthz and /readyz; when not set, it serves none (a server has them on PORT)',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    webAddress,
    'collector of OpenTelemetry traces (OTLP over HTTP), such as http://127.0.0.1:4318; when not set, there are no traces',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    'headers for the collector, such as its key, as "name=value,name=value" with percent-encoding',
    z
      .string()
      .refine(areTraceHeaders, 'must be name=value pairs, separated by commas, whose values are percent-encoded'),
  ),
  OTEL_SERVICE_NAME: setting(z.string().min(1), 'name of this service in traces', 'tidegate'),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z
      .string()
      .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a share from 0 to 1')
      .transform(Number)
      .describe('0 … 1'),
    'share of requests that are traced, unless the caller has decided it in traceparent',
    '1',
  ),
} as const satisfies Record<string, Setting<z.ZodType>>;

export type Settings = typeof SETTINGS;
type Optional =
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'BACKUP_HOURS'
  | 'BACKUP_MINUTES'
  | 'BACKUP_DIR'
  | 'METRICS_PORT'
  | 'SOLVER_HEAP_MEGABYTES'
  | 'HISTORY_DAYS'
  | 'PUBLIC_URL'
  | 'DATABASE_URL'
  | 'AGENT_BASE_URL'
  | 'AGENT_MODEL'
  | 'AGENT_API_KEY'
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_ORGANIZATION';

export type Config = { readonly [K in Exclude<keyof Settings, Optional>]: z.output<Settings[K]['schema']> } & {
  readonly [K in Optional]?: z.output<Settings[K]['schema']>;
};

/** Reads the settings; an empty variable counts as absent. Throws InputError with a line for each problem, which names the variable and its value. */
export const readConfig = (environment: Environment): Config => {
  const problems: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [name, { schema, fallback, secret: isSecret }] of entriesOf<string, Setting<z.ZodType>>(SETTINGS)) {
    const text = environment[name]?.trim() || fallback;
    if (text === undefined) continue;
    const parsed = schema.safeParse(text);
    if (parsed.success) config[name] = parsed.data;
    else problems.push(`${name}${isSecret ? '' : `=${text}`}: ${parsed.error.issues[0]?.message ?? 'is not valid'}`);
  }
  problems.push(...problemsTogether(environment, config));
  if (problems.length > 0) throw new InputError(problems);
  return config as Config;
};

export const backupFolder = ({ BACKUP_DIR, DATA_DIR }: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR'>): string =>
  BACKUP_DIR ?? join(DATA_DIR, 'backups');
