import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { present } from '../../engine/present.ts';
import { clusterIn } from '../../db/connection/cluster.ts';
import { template, type TestPlace } from '../../db/testing/testDatabases.ts';
import { type Outcome, start, type Started, tidegate } from '../processes.ts';

const READY = /serves (http:\/\/\S+)/;
const KEY = /Login: (\S+) \/ (\S+)\n[\s\S]*API key: (tg_\S+)/;

/** A process of the service that dies and comes back. */
export interface Role {
  readonly name: string;
  /**
   * Kills it with kill -9 and starts it again, and once more after each of `startsMs` milliseconds, while it starts (or just after that); answers
   * milliseconds from the last kill until it serves, or waits for work.
   */
  kill(startsMs: readonly number[]): Promise<number>;
  /** Stops it where it is (SIGSTOP), or lets it continue. */
  freeze(isFrozen: boolean): void;
}

/** The administrator that a first start makes. */
interface Administrator {
  readonly email: string;
  readonly password: string;
  readonly key: string;
}

/** What is served, whoever dies. */
export interface Service extends Administrator {
  readonly roles: readonly Role[];
  /** The current addresses of the servers: a server that was started again listens elsewhere. */
  urls(): readonly string[];
  /** Processes that ended without being told to, with what they wrote. */
  died(): readonly string[];
  /** Kills every process, and starts none again: `Role.kill` does. */
  stop(): Promise<void>;
  /** What `tidegate verify` says of the database, every process ended: its exit code and what it wrote. */
  verify(): Promise<Outcome>;
  close(): Promise<void>;
}

const SETTINGS = { DEMO: 'false', PORT: '0', THREADS: '1', SOLVER_NICENESS: '0', BOARD: 'false' };

class Process {
  readonly name: string;
  private readonly args: readonly string[];
  private readonly environment: Readonly<Record<string, string>>;
  private readonly ready: RegExp;
  private node: Started | null = null;
  url = '';
  key: string | null = null;

  constructor(name: string, args: readonly string[], environment: Readonly<Record<string, string>>, ready: RegExp) {
    this.name = name;
    this.args = args;
    this.environment = environment;
    this.ready = ready;
  }

  async start(): Promise<void> {
    this.node = start(this.args, { ...SETTINGS, ...this.environment });
    [, this.url = ''] = await this.node.line(this.ready);
  }

  /** The first start of a database names it, after the address. */
  async administrator(): Promise<Administrator> {
    const [, email, password, key] = await present(this.node).line(KEY);
    return { email, password, key };
  }

  async kill(startsMs: readonly number[]): Promise<number> {
    await this.node?.end('SIGKILL');
    for (const startMs of startsMs) {
      this.start().catch(() => {});
      await sleep(startMs);
      if (this.death !== null) throw new Error(`It ended before it was killed: ${this.death}`);
      await this.node?.end('SIGKILL');
    }
    const from = performance.now();
    await this.start();
    return performance.now() - from;
  }

  freeze(isFrozen: boolean): void {
    this.node?.process.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  /** Why the process has ended; null while it runs. */
  get death(): string | null {
    return this.node?.hasEnded() === true ? `${this.name}: ${this.node.stderr()}` : null;
  }

  async end(): Promise<void> {
    await this.node?.end('SIGKILL');
  }
}

type Environment = Readonly<Record<string, string>>;
/** Settings beyond those of all: of each role by its name (`server`; `first server`, `second server`, `worker`), or the same of each. */
type More = Environment | ((role: string) => Environment);

const environmentOf = (more: More, role: string): Environment => (typeof more === 'function' ? more(role) : more);

/** The embedded database in one process, or two servers and a worker on PostgreSQL. */
export const openService = async (place: TestPlace, more: More = {}): Promise<Service> => {
  if (place.name === 'PGlite') return openEmbedded(more);
  const opened = await place.open();
  return openCluster(opened.url!, more, () => opened.drop());
};

/** The database is in a folder of its own, unless `more` names a DATA_DIR. */
export const openEmbedded = async (more: More): Promise<Service> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidegate-faults-'));
  const environment = { DATA_DIR: path.join(folder, 'data'), ...environmentOf(more, 'server') };
  const files = clusterIn(environment.DATA_DIR);
  mkdirSync(files, { recursive: true });
  execFileSync('tar', ['-xf', await template(), '-C', files], { stdio: 'ignore' });
  const server = new Process('server', ['serve'], environment, READY);
  await server.start();
  return {
    roles: [server],
    ...(await server.administrator()),
    urls: () => [server.url],
    died: () => deathsOf([server]),
    stop: () => server.end(),
    async verify() {
      await server.end();
      return tidegate(['verify'], environment);
    },
    async close() {
      await server.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Starts on an empty database. */
export const openCluster = async (
  url: string,
  more: More = {},
  onClosed: () => Promise<void> = async () => {},
): Promise<Service> => {
  const environment = { DATABASE_URL: url };
  const of = (role: string): Environment => ({
    ...environment,
    DATABASE_CONNECTIONS: '5',
    ...environmentOf(more, role),
  });
  const servers = ['first server', 'second server'].map(
    (name) => new Process(name, ['serve', '--no-worker'], of(name), READY),
  );
  const worker = new Process('worker', ['worker'], of('worker'), /Waiting for (optimizations)/);
  await servers[0].start();
  const administrator = await servers[0].administrator();
  await Promise.all([servers[1].start(), worker.start()]);
  const end = async (): Promise<void> => {
    await Promise.all([...servers, worker].map((one) => one.end()));
  };
  return {
    roles: [...servers, worker],
    ...administrator,
    urls: () => servers.map(({ url }) => url),
    died: () => deathsOf([...servers, worker]),
    stop: end,
    async verify() {
      await end();
      // `tidegate` hides DATABASE_URL from what it starts, unless it is given.
      return tidegate(['verify'], environment);
    },
    async close() {
      await end();
      await onClosed();
    },
  };
};

const deathsOf = (processes: readonly Process[]): string[] =>
  processes.flatMap(({ death }) => (death === null ? [] : [death]));
