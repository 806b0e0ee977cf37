import type { Registry } from 'prom-client';
import type { Events } from '../schedule/events/events.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { ModelOptions } from '../assistant/model/createModel.ts';
import type { Identity } from './auth/identity.ts';
import type { BoardFiles } from './board/boardFiles.ts';

/** What the surface may be told; the same names and units as the process's settings. */
export interface AppConfig {
  /** Where users reach this server, without a slash at the end. */
  readonly publicUrl: string;
  readonly corsOrigins: readonly string[];
  /** Of any body; those without long lists, and those of strangers or without use, have the smaller limits below. */
  readonly bodyLimitBytes: number;
  readonly recordBodyLimitBytes: number;
  readonly publicBodyLimitBytes: number;
  /** Of all bodies that arrive or are worked on. */
  readonly bodiesBytes: number;
  /** Longest silence within a body. */
  readonly bodyStallSeconds: number;
  /** Containers within containers of a JSON body. */
  readonly bodyDepth: number;
  /** Values in a JSON body. */
  readonly bodyValues: number;
  readonly csvColumns: number;
  readonly bulkLimit: number;
  readonly requestsPerSecond: number;
  readonly requestsBurst: number;
  readonly requestsAtOnce: number;
  /** Of all credentials and addresses; fewer while the smallest question to the database takes longer than `busyDelayMs`. */
  readonly nodeRequestsAtOnce: number;
  readonly busyDelayMs: number;
  readonly loginsPerMinute: number;
  /** A listener that takes nothing for this long is let go. */
  readonly eventStallSeconds: number;
  /** Addresses and networks whose X-Forwarded-For counts. */
  readonly trustedProxies?: readonly string[];
}

/** The part of pino that the edge uses. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Everything the surface is made of; `cli/` composes it. */
export interface AppDependencies {
  readonly schedule: Schedule;
  readonly identity: Identity;
  readonly config: AppConfig;
  readonly log: Log;
  readonly metrics: Registry;
  /** What `/v1/events/` serves; absent: there is no such path. */
  readonly events?: Events;
  /** The planning board; null: a plain page says that it is not built; absent: there is no such path. */
  readonly board?: BoardFiles | null;
  /** A gzipped copy of the embedded database, for whoever has the machine; absent: there is no such path. */
  readonly backup?: () => Promise<ReadableStream>;
  /** A language model for the assistant; absent: it answers by rule. */
  readonly agentModel?: ModelOptions;
  /** Asks the database the smallest question that there is; absent: nobody is refused for what it takes. */
  readonly ping?: () => Promise<unknown>;
  /** Null when this node can serve, else why not (database away, draining). */
  readonly unready: () => Promise<string | null>;
  /** Aborted when this server stops, with `shuttingDown()`: its streams end at once with that. */
  readonly stopping?: AbortSignal;
}
