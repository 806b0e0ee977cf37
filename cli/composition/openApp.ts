import { timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { createApp } from '../../api/app.ts';
import type { App } from '../../api/variables.ts';
import { sharedAnswer } from '../../api/sharedAnswer.ts';
import { createIdentity, type IdentityOptions, LOCAL_CREDENTIAL } from '../../api/auth/identity.ts';
import { parseRoleMap } from '../../api/auth/roleMap.ts';
import type { BoardFiles } from '../../api/board/boardFiles.ts';
import { createOutgoingFetch } from '../../api/outgoing/outgoingFetch.ts';
import type { OpenDatabase } from '../../db/connection/openDatabase.ts';
import { dumpStream } from '../backup/dumpStream.ts';
import type { Accounts } from '../../db/accounts/accounts.ts';
import type { Events } from '../../schedule/events/events.ts';
import type { Actor } from '../../schedule/types.ts';
import type { Config } from '../config.ts';
import { databaseProbe, readinessProbe } from '../../db/connection/databaseProbe.ts';
import type { Service } from './openService.ts';

export interface AppOptions {
  readonly config: Config;
  readonly log: Logger;
  /** The address at which users reach the service. */
  readonly publicUrl: string;
  /** The credential of this machine's administrator; null when there is none. */
  readonly adminToken: string | null;
  /** Returns why this node cannot serve, or null. */
  readonly draining: () => string | null;
  /** Aborted when this node stops; open streams then end at once. */
  readonly stopping?: AbortSignal;
  readonly metrics?: Registry;
  /** The event hub; when absent, `/v1/events/` does not exist. */
  readonly events?: Events;
  /** The board; null when it is not built; when absent, nothing is served at `/`. */
  readonly board?: BoardFiles | null;
}

/** The whole HTTP interface over a composed service. */
export const openApp = (
  service: Service,
  { config, log, publicUrl, adminToken, draining, stopping, metrics = new Registry(), events, board }: AppOptions,
): App => {
  const ping = databaseProbe(service.database);
  const databaseAnswers = sharedAnswer(readinessProbe(service.database, config.DATABASE_ANSWER_SECONDS));
  return createApp({
    schedule: service.schedule,
    identity: createIdentity({
      store: service.accounts,
      // The issuer has to be the same on every node, whatever the node's own address is.
      issuer: config.PUBLIC_URL ?? 'tidegate',
      clock: service.ports.clock,
      loginsPerMinute: config.LOGINS_PER_MINUTE,
      signingKeyDays: config.SIGNING_KEY_DAYS,
      ...signOnOf(config, publicUrl),
      ...(adminToken === null ? {} : { localActor: localAdministrator(adminToken, service.accounts) }),
    }),
    config: {
      publicUrl,
      corsOrigins: config.CORS_ORIGINS,
      bodyLimitBytes: config.BODY_LIMIT_BYTES,
      recordBodyLimitBytes: config.RECORD_BODY_LIMIT_BYTES,
      publicBodyLimitBytes: config.PUBLIC_BODY_LIMIT_BYTES,
      bodiesBytes: config.BODIES_BYTES,
      bodyStallSeconds: config.BODY_STALL_SECONDS,
      bodyDepth: config.BODY_DEPTH,
      bodyValues: config.BODY_VALUES,
      csvColumns: config.CSV_COLUMNS,
      bulkLimit: config.BULK_LIMIT,
      requestsPerSecond: config.REQUESTS_PER_SECOND,
      requestsBurst: config.REQUESTS_BURST,
      eventStallSeconds: config.EVENT_STALL_SECONDS,
      eventSockets: config.EVENT_SOCKETS,
      nodeEventSockets: config.NODE_EVENT_SOCKETS,
      loginsPerMinute: config.LOGINS_PER_MINUTE,
      trustedProxies: config.TRUSTED_PROXIES,
    },
    log,
    ...modelOf(config),
    metrics,
    limiter: service.limiter,
    ...(events === undefined ? {} : { events }),
    ...(board === undefined ? {} : { board }),
    ...(stopping === undefined ? {} : { stopping }),
    ...(service.database.place === 'embedded' ? { backup: () => backupOf(service.database) } : {}),
    ...(config.BUSY_DELAY_MILLISECONDS === 0 ? {} : { ping }),
    unready: async () => {
      const reason = draining();
      if (reason !== null) return { detail: reason, code: 'shutting_down' };
      if (await databaseAnswers()) return null;
      return { detail: 'the database does not respond', code: 'database_unavailable' };
    },
  });
};

const backupOf = async (database: OpenDatabase): Promise<ReadableStream> => Readable.toWeb(await dumpStream(database));

/** The language model of the assistant; none when no endpoint is set, and then the assistant answers by rules. */
const modelOf = ({ AGENT_BASE_URL, AGENT_MODEL, AGENT_API_KEY, OUTGOING_ALLOW }: Config) => {
  if (AGENT_BASE_URL === undefined || AGENT_MODEL === undefined) return {};
  const fetch = createOutgoingFetch({ allow: OUTGOING_ALLOW });
  return { agentModel: { baseUrl: AGENT_BASE_URL, model: AGENT_MODEL, apiKey: AGENT_API_KEY, fetch } };
};

/** The options of the single sign-on, when one is configured. */
const signOnOf = (config: Config, publicUrl: string): Pick<IdentityOptions, 'signOn'> => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_ORGANIZATION: organization } = config;
  if (issuer === undefined || clientId === undefined) return {};
  const signOn = {
    name: config.OIDC_NAME,
    issuer,
    clientId,
    clientSecret: config.OIDC_CLIENT_SECRET ?? null,
    scope: config.OIDC_SCOPE,
    publicUrl,
    boardPath: '/',
    membership: organization === undefined ? null : { organization, role: config.OIDC_ROLE },
    ...roleMappingOf(config),
    domains: config.OIDC_DOMAINS.map((domain) => domain.toLowerCase()),
    fetch: createOutgoingFetch({ allow: config.OUTGOING_ALLOW }),
  };
  return { signOn };
};

const roleMappingOf = ({ OIDC_ROLE_CLAIM, OIDC_ROLE_MAP, OIDC_ORGANIZATION }: Config) => {
  const roles = parseRoleMap(OIDC_ROLE_MAP, OIDC_ORGANIZATION);
  return roles.length === 0 ? {} : { roleMapping: { claim: OIDC_ROLE_CLAIM, roles } };
};

/** Whoever can read the token in the data directory acts as its first administrator, and as an admin of every organization. */
const localAdministrator =
  (adminToken: string, accounts: Accounts): ((credential: string) => Promise<Actor | null>) =>
  async (credential) => {
    const given = Buffer.from(credential);
    const expected = Buffer.from(adminToken);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const administrator = await accounts.firstAdministrator();
    if (administrator === undefined) return null;
    return {
      kind: 'machine',
      user: administrator.id,
      credential: LOCAL_CREDENTIAL,
      memberships: (await accounts.organizations()).map(({ id }) => ({ organization: id, role: 'admin' })),
    };
  };
