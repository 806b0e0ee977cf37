import type { Registry } from 'prom-client';
import type { Events } from '../schedule/events/events.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { ModelOptions } from '../assistant/model/createModel.ts';
import type { ErrorBody } from './contract/error.ts';
import type { Identity } from './auth/identity.ts';
import type { BoardFiles } from './board/boardFiles.ts';
import type { ConcurrencyLimiter } from './middleware/concurrencyLimiter.ts';

/** The settings of the HTTP interface, with the units of the process's settings (`cli/config.ts`). */
export interface AppConfig {
  /** The address at which users reach this server, without a slash at the end. */
  readonly publicUrl: string;
  readonly corsOrigins: readonly string[];
  /**
   * The largest body. Bodies without long lists have the limit for records; those of callers without credentials, and unused ones, the public limit.
   */
  readonly bodyLimitBytes: number;
  readonly recordBodyLimitBytes: number;
  readonly publicBodyLimitBytes: number;
  /** The most bytes of all bodies together that are being received or processed. */
  readonly bodiesBytes: number;
  /** The longest pause within a body before the request fails. */
  readonly bodyStallSeconds: number;
  /** The deepest nesting of a JSON body. */
  readonly bodyDepth: number;
  /** The most values in a JSON body. */
  readonly bodyValues: number;
  readonly csvColumns: number;
  readonly bulkLimit: number;
  readonly requestsPerSecond: number;
  readonly requestsBurst: number;
  readonly loginsPerMinute: number;
  /** A subscriber that reads nothing for this long is disconnected. */
  readonly eventStallSeconds: number;
  /** The most event sockets of one credential, and of this server. */
  readonly eventSockets: number;
  readonly nodeEventSockets: number;
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies?: readonly string[];
}

/** The part of pino that the edge uses. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Everything that the HTTP interface needs; `cli/` composes it. */
export interface AppDependencies {
  readonly schedule: Schedule;
  readonly identity: Identity;
  readonly config: AppConfig;
  readonly log: Log;
  readonly metrics: Registry;
  /** Limits how many requests this node processes at once. */
  readonly limiter: ConcurrencyLimiter;
  /** The hub behind `/v1/events/`; the path does not exist when this is absent. */
  readonly events?: Events;
  /** The planning board. When null, a plain page says that it is not built; when absent, its paths do not exist. */
  readonly board?: BoardFiles | null;
  /** Streams a gzipped copy of the embedded database to the administrator on the server's machine; the path does not exist when this is absent. */
  readonly backup?: () => Promise<ReadableStream>;
  /** A language model for the assistant; when absent, the assistant answers by rules. */
  readonly agentModel?: ModelOptions;
  /** Runs the cheapest query on the database; when absent, the limiter learns nothing about delays. */
  readonly ping?: () => Promise<unknown>;
  /** Null when this node can serve requests, else the response that says why not, such as an unreachable database or a shutdown. */
  readonly unready: () => Promise<ErrorBody | null>;
  /** Aborted with `shuttingDown()` when this server stops; streams then end at once with that error. */
  readonly stopping?: AbortSignal;
}
