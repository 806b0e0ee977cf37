import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { parseRoleMap } from '../api/auth/roleMap.ts';
import { parseNetworks } from '../api/outgoing/addresses.ts';
import { InputError } from './inputFile.ts';

/** A whole number read from text, with its limits: they are the schema's description, which help shows. */
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

interface Setting<T extends z.ZodType> {
  readonly schema: T;
  /** As it would stand in the environment; absent means: none. */
  readonly fallback?: string;
  readonly description: string;
  /** Its value is never shown. */
  readonly secret?: true;
}

const setting = <T extends z.ZodType>(schema: T, description: string, fallback?: string): Setting<T> =>
  fallback === undefined ? { schema, description } : { schema, description, fallback };

const secret = (description: string): Setting<z.ZodString> => ({
  schema: z.string().min(1),
  description,
  secret: true,
});

const isNetworks = (entries: readonly string[]): boolean => {
  try {
    parseNetworks(entries);
    return true;
  } catch {
    return false;
  }
};
const networks = list.refine(isNetworks, 'must be addresses or networks such as 10.0.0.0/8, separated by commas');

/** What a browser sends as Origin has no path: another text would never be met. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const origins = list.refine(
  (entries) => entries.every(isOrigin),
  'must be origins such as https://board.example, without a path or a slash at the end, separated by commas',
);

/** Names of hosts, addresses, networks. */
const isHost = (text: string): boolean => /^[\w.-]+$|^\[[\da-f:.]+\]$/i.test(text) || isNetworks([text]);
const hosts = list.refine(
  (entries) => entries.every(isHost),
  'must be hosts, addresses or networks such as llm.internal or 10.0.0.0/8, without a scheme or port, separated by commas',
);

/** Every setting of the service. Read once, at start. */
export const SETTINGS = {
  HOST: setting(z.string().min(1), 'address to listen on', '127.0.0.1'),
  PORT: setting(whole(0, 65_535), 'port to listen on; 0 takes a free one', '8080'),
  PUBLIC_URL: setting(webAddress, 'address that users see, when it is not http://HOST:PORT'),
  DATABASE_URL: {
    ...setting(
      z.string().regex(/^postgres(?:ql)?:\/\/.+/, 'must start with postgres:// or postgresql://'),
      'PostgreSQL server; without it the embedded database in DATA_DIR is used',
    ),
    secret: true,
  },
  DATABASE_CONNECTIONS: setting(whole(2, 500), 'most connections to the PostgreSQL server', '10'),
  DATABASE_STALL_SECONDS: setting(
    whole(1, 86_400),
    'how long the embedded database may leave a message without any answer; then the process ends with exit 1',
    '60',
  ),
  DATA_DIR: setting(z.string().min(1), 'folder of the embedded database and of generated keys', '.tidegate'),
  THREADS: setting(whole(1, 256), 'solver threads of this process', String(Math.max(1, availableParallelism()))),
  SOLVER_NICENESS: setting(
    whole(0, 19),
    'how much solver threads give way when processors are busy, as in nice(1); 0 for not at all',
    '10',
  ),
  SOLVER_HEAP_MEGABYTES: setting(
    whole(64, 1_000_000),
    'most heap of a solver thread: one that needs more ends, alone, and its run fails; without it, Node decides',
  ),
  DEMO: setting(flag, 'fill an empty database with the demo day', 'true'),
  BOARD: setting(flag, 'serve the planning board at /', 'true'),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'is no log level' }),
    'fatal, error, warn, info, debug, trace or silent',
    'info',
  ),
  CORS_ORIGINS: setting(origins, 'browser origins that may call the API, separated by commas', ''),
  BODY_LIMIT_BYTES: setting(
    whole(1024, 1 << 30),
    'largest request body: of bulk requests, uploads, imports, plans and virtual states',
    String(32 << 20),
  ),
  RECORD_BODY_LIMIT_BYTES: setting(whole(1024, 1 << 30), 'largest body of any other request', String(1 << 20)),
  PUBLIC_BODY_LIMIT_BYTES: setting(
    whole(1024, 1 << 30),
    'largest body of a request that needs no credential, such as a login, or no body',
    String(64 << 10),
  ),
  BODIES_BYTES: setting(
    whole(1 << 20, 2 ** 40),
    'all request bodies that arrive or are worked on at a time; half of it for one user or address, 503 beyond',
    String(96 << 20),
  ),
  BODY_STALL_SECONDS: setting(whole(1, 3_600), 'how long a client may be silent within a request body', '10'),
  BODY_DEPTH: setting(whole(16, 10_000), 'how deep a JSON body may nest', '100'),
  BODY_VALUES: setting(whole(1_000, 1 << 30), 'most values in a JSON body', '3000000'),
  CSV_COLUMNS: setting(whole(1, 10_000), 'most columns of a CSV upload', '200'),
  CACHE_MEGABYTES: setting(
    whole(16, 1_000_000),
    'memory for plannings that are kept at hand: states, past ones too, compiled plans and conflicts',
    '256',
  ),
  BULK_LIMIT: setting(whole(1, 1_000_000), 'most items in a bulk request', '10000'),
  REQUESTS_PER_SECOND: setting(
    whole(1, 1_000_000),
    'requests a second that a credential, or an address without one, may send for any length of time',
    '1000',
  ),
  REQUESTS_BURST: setting(
    whole(1, 1_000_000),
    'requests that a credential or address may send at once; REQUESTS_PER_SECOND refills them',
    '2000',
  ),
  REQUESTS_AT_ONCE: setting(
    whole(1, 1_000_000),
    'requests of a credential or address that are worked on at a time, each counted for 250 ms at most; others wait',
    '16',
  ),
  NODE_REQUESTS_AT_ONCE: setting(
    whole(8, 1_000_000),
    'requests of everybody that a server works on at a time, where BUSY_DELAY_MILLISECONDS is set',
    '256',
  ),
  BUSY_DELAY_MILLISECONDS: setting(
    whole(1, 60_000),
    'a server on which the smallest question to its database takes longer works on fewer requests at a time, and answers 503 when a line of others stands for 2 s; without it, all wait',
  ),
  LOGINS_PER_MINUTE: setting(whole(1, 10_000), 'login attempts a minute for each address', '10'),
  EVENT_STALL_SECONDS: setting(
    whole(1, 3600),
    'seconds after which an event listener that takes nothing is disconnected',
    '30',
  ),
  QUEUE_LIMIT: setting(whole(1, 1_000_000), 'most optimizations waiting', '1000'),
  ORGANIZATION_RUNS: setting(whole(1, 10_000), 'most optimizations of one organization at a time, over all nodes', '8'),
  MAX_RUN_SECONDS: setting(whole(1, 604_800), 'longest timeLimitSeconds of an optimization', '3600'),
  RUN_SLICE_SECONDS: setting(
    whole(1, 86_400),
    'how long an optimization goes on while another organization waits; then it gives way and goes on later',
    '20',
  ),
  RUNS_AT_A_TIME: setting(whole(1, 256), 'optimizations that this process solves at a time', '1'),
  METRICS_PORT: setting(whole(1, 65_535), 'port on which "tidegate worker" answers /metrics, /healthz and /readyz'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    webAddress,
    'collector of OpenTelemetry traces (OTLP over HTTP), such as http://127.0.0.1:4318; without it, none are made',
  ),
  OTEL_SERVICE_NAME: setting(z.string().min(1), 'name of this service in traces', 'tidegate'),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z
      .string()
      .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'must be a share from 0 to 1')
      .transform(Number)
      .describe('0 … 1'),
    'share of requests that are traced, unless whoever asks has decided it',
    '1',
  ),
  WEBHOOKS: setting(whole(1, 1_000), 'most webhooks of a planning', '20'),
  WEBHOOK_SECONDS: setting(whole(1, 15), 'how long a subscriber may take to answer a message of a webhook', '15'),
  WEBHOOK_RETRY_HOURS: setting(whole(1, 720), 'how long a message is tried again before it is a dead letter', '24'),
  WEBHOOK_EVENTS: setting(
    whole(1, 100_000),
    'most events in one message; a longer change says how many it has',
    '1000',
  ),
  WEBHOOK_WAITING: setting(
    whole(1, 1_000_000),
    'most messages that wait for one webhook; further changes wait in the history of the planning',
    '1000',
  ),
  WEBHOOK_KEPT_DAYS: setting(whole(1, 3_650), 'days for which delivered and dead messages are listed', '14'),
  HISTORY_DAYS: setting(
    whole(1, 36_500),
    'days after which past versions are deleted; without it, all history is kept',
  ),
  BACKUP_HOURS: setting(
    whole(1, 8_760),
    'hours between verified backups of the embedded database, which "tidegate serve" takes; without it, it takes none',
  ),
  BACKUP_DIR: setting(z.string().min(1), 'folder of backups, when it is not DATA_DIR/backups'),
  BACKUP_KEEP: setting(whole(1, 10_000), 'backups of the schedule that are kept', '7'),
  DRAIN_NOTICE_SECONDS: setting(
    whole(0, 3_600),
    'how long a stopping server still takes requests while /readyz says 503, so that balancers look elsewhere',
    '0',
  ),
  DRAIN_SECONDS: setting(whole(0, 3_600), 'how long a stopping server waits for open requests', '20'),
  AGENT_BASE_URL: setting(
    webAddress,
    'OpenAI-compatible endpoint for the assistant, such as http://127.0.0.1:11434/v1 (then OUTGOING_ALLOW=127.0.0.1); without it, it answers by rule',
  ),
  AGENT_MODEL: setting(z.string().min(1), 'model to ask at AGENT_BASE_URL'),
  AGENT_API_KEY: secret('key for AGENT_BASE_URL'),
  NODE_ENV: setting(
    z.enum(['production', 'development', 'test'], { error: 'must be production, development or test' }),
    'production: no demo, and no generated key that a restart would lose: DATABASE_URL or DATA_DIR must be set',
    'development',
  ),
  ADMIN_EMAIL: setting(
    z.email({ error: 'is not an e-mail address' }),
    'administrator that the first start makes when there is no demo',
    'admin@tidegate.local',
  ),
  SIGNING_KEY_DAYS: setting(whole(1, 3_650), 'age at which the key that signs tokens is replaced', '30'),
  TRUSTED_PROXIES: setting(networks, 'addresses or networks of proxies whose X-Forwarded-For counts', ''),
  OUTGOING_ALLOW: setting(
    hosts,
    'hosts, addresses or networks that OIDC_ISSUER, AGENT_BASE_URL and webhooks may reach although they are not public; http too',
    '',
  ),
  HEADER_LIMIT_BYTES: setting(whole(1024, 1 << 20), 'largest request head', '16384'),
  HEADER_SECONDS: setting(whole(1, 3_600), 'how long a client may take to send the head of a request', '10'),
  REQUEST_SECONDS: setting(whole(1, 86_400), 'how long a client may take to send a whole request', '120'),
  IDLE_SECONDS: setting(whole(1, 86_400), 'how long a connection may be silent while a request is answered', '120'),
  OIDC_ISSUER: setting(webAddress, 'issuer of a single sign-on (OpenID Connect discovery)'),
  OIDC_NAME: setting(z.string().min(1).max(100), 'what the button of the single sign-on says', 'Single sign-on'),
  OIDC_CLIENT_ID: setting(z.string().min(1), 'id that this service has as a client of OIDC_ISSUER'),
  OIDC_CLIENT_SECRET: secret('secret of that client; without it, this service is a public client'),
  OIDC_SCOPE: setting(
    z.string().regex(/(^|\s)openid(\s|$)/, 'must have openid in it'),
    'what a single sign-on asks for',
    'openid email profile',
  ),
  OIDC_DOMAINS: setting(
    list,
    'domains of e-mail addresses that may sign on, separated by commas; when empty, all may',
    '',
  ),
  OIDC_ORGANIZATION: setting(z.string().min(1), 'organization that new users of the single sign-on join'),
  OIDC_ROLE: setting(
    z.enum(['viewer', 'planner', 'admin'], { error: 'must be viewer, planner or admin' }),
    'role that new users of the single sign-on get in OIDC_ORGANIZATION',
    'viewer',
  ),
  OIDC_ROLE_CLAIM: setting(z.string().min(1), 'claim that lists groups for OIDC_ROLE_MAP; a path has dots', 'groups'),
  OIDC_ROLE_MAP: setting(
    z.string(),
    'roles by groups of the single sign-on, applied at each sign-on, such as "stand planners=planner; ops=acme/admin"; without an organization, OIDC_ORGANIZATION is meant',
    '',
  ),
} as const satisfies Record<string, Setting<z.ZodType>>;

type Settings = typeof SETTINGS;
type Optional =
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'BACKUP_HOURS'
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

/** Throws InputError with every problem at once, a line each, naming the variable and the value. An empty variable counts as absent. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const problems: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [name, { schema, fallback, secret: isSecret }] of Object.entries(SETTINGS) as [
    string,
    Setting<z.ZodType>,
  ][]) {
    const text = environment[name]?.trim() || fallback;
    if (text === undefined) continue;
    const parsed = schema.safeParse(text);
    if (parsed.success) config[name] = parsed.data;
    else problems.push(`${name}${isSecret ? '' : `=${text}`}: ${parsed.error.issues[0]?.message ?? 'is not valid'}`);
  }
  problems.push(...together(environment, config));
  if (problems.length > 0) throw new InputError(problems);
  return config as unknown as Config;
};

/** Settings that say nothing without another one. */
const NEEDS = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['AGENT_BASE_URL', 'AGENT_MODEL'],
  ['AGENT_MODEL', 'AGENT_BASE_URL'],
] as const;

/** What settings say about each other. In production the demo is off unless it is asked for, which is refused. */
const together = (
  environment: Readonly<Record<string, string | undefined>>,
  config: Record<string, unknown>,
): string[] => {
  const problems: string[] = [];
  for (const [one, other] of NEEDS) {
    if (environment[one]?.trim() && !environment[other]?.trim()) problems.push(`${other}: ${one} needs it`);
  }
  try {
    parseRoleMap(String(config['OIDC_ROLE_MAP']), environment['OIDC_ORGANIZATION']?.trim() || undefined);
  } catch (error) {
    problems.push(`OIDC_ROLE_MAP: ${(error as Error).message}`);
  }
  if (config['BACKUP_HOURS'] !== undefined && config['DATABASE_URL'] !== undefined) {
    problems.push('BACKUP_HOURS: is of the embedded database; PostgreSQL has its own tools (docs/operations.md)');
  }
  if (config['NODE_ENV'] !== 'production') return problems;
  if (!environment['DEMO']?.trim()) config['DEMO'] = false;
  else if (config['DEMO'] === true) problems.push('DEMO=true: the demo is not for production');
  if (config['DATABASE_URL'] === undefined && !environment['DATA_DIR']?.trim()) {
    problems.push(
      'DATA_DIR: in production name a folder that lasts, or set DATABASE_URL; generated keys are kept there',
    );
  }
  return problems;
};

export const backupFolder = ({ BACKUP_DIR, DATA_DIR }: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR'>): string =>
  BACKUP_DIR ?? join(DATA_DIR, 'backups');

const inParentheses = (...parts: readonly (string | undefined)[]): string => {
  const given = parts.filter(Boolean);
  return given.length === 0 ? '' : ` (${given.join('; ')})`;
};

/** For `--help`: a line a setting, with its limits and default. */
export const describeSettings = (): string => {
  const rows = Object.entries(SETTINGS) as [string, Setting<z.ZodType>][];
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return [
    'Environment:',
    ...rows.map(
      ([name, { schema, description, fallback }]) =>
        `  ${name.padEnd(width)}${description}${inParentheses(schema.description, fallback && `default ${fallback}`)}`,
    ),
  ].join('\n');
};
