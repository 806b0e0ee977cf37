import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { present } from '../../engine/present.ts';
import { freePort } from '../freePort.ts';

const LIBRARY = '/usr/lib/postgresql';
const [binaries] = existsSync(LIBRARY)
  ? readdirSync(LIBRARY)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => path.join(LIBRARY, version, 'bin'))
      .filter((folder) => existsSync(path.join(folder, 'initdb')))
  : [];

/**
 * Why a separate PostgreSQL server cannot be started here; null if it can. It refuses to run as root, so the test needs root to switch to another
 * user.
 */
export const noPostgres =
  binaries === undefined
    ? 'PostgreSQL is not installed'
    : process.getuid?.() === 0
      ? null
      : 'only root can start PostgreSQL as another user';

export interface PostgresOptions {
  /** Size of the tmpfs that holds the data, so that it can be filled. */
  readonly tmpfsMegabytes?: number;
}

/** Runs asynchronously, so that the test's requests and the address that leads to the server keep working. */
const asPostgres = async (command: string, args: readonly string[]): Promise<void> => {
  const user = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  await promisify(execFile)('setpriv', [...user, path.join(binaries, command), ...args], { cwd: '/' });
};

/** A PostgreSQL server of the test's own, to which anything may be done. */
export class PostgresServer {
  readonly folder: string;
  readonly port: number;
  private readonly isMounted: boolean;

  private constructor(folder: string, port: number, isMounted: boolean) {
    this.folder = folder;
    this.port = port;
    this.isMounted = isMounted;
  }

  static async create({ tmpfsMegabytes }: PostgresOptions = {}): Promise<PostgresServer> {
    const server = await PostgresServer.place(tmpfsMegabytes);
    await asPostgres('initdb', [
      '-D',
      server.data,
      '-U',
      'tidegate',
      '--auth=trust',
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ]);
    const reached = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 60 };
    // Tests kill processes, never the power.
    server.set({ ...reached, wal_keep_size: 64, fsync: 'off' });
    await server.start();
    return server;
  }

  /** Starts a standby of `primary` with synchronous replication: a write is acknowledged when both have it. */
  static async standbyOf(primary: PostgresServer): Promise<PostgresServer> {
    const server = await PostgresServer.place();
    const from = `host=127.0.0.1 port=${primary.port} user=tidegate application_name=standby`;
    await asPostgres('pg_basebackup', ['-D', server.data, '-d', from, '-R', '--checkpoint=fast', '--no-sync']);
    await server.start();
    primary.set({ synchronous_standby_names: '*' });
    await primary.reload();
    return server;
  }

  private static async place(tmpfsMegabytes?: number): Promise<PostgresServer> {
    const folder = mkdtempSync(path.join(tmpdir(), 'tidegate-postgres-'));
    chmodSync(folder, 0o755);
    if (tmpfsMegabytes !== undefined)
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${tmpfsMegabytes}m`, 'tmpfs', folder]);
    mkdirSync(path.join(folder, 'data'), { mode: 0o700 });
    execFileSync('chown', ['-R', 'postgres', folder]);
    return new PostgresServer(folder, await freePort(), tmpfsMegabytes !== undefined);
  }

  get data(): string {
    return path.join(this.folder, 'data');
  }

  /** Runs a script as PostgreSQL's user, who reaches this server and its commands by name. */
  async run(script: string): Promise<void> {
    const place = { PGHOST: '127.0.0.1', PGPORT: String(this.port), PGUSER: 'tidegate', PGDATA: this.data };
    const user = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
    await promisify(execFile)('setpriv', [...user, 'bash', '--norc', '-ec', script], {
      cwd: '/',
      env: { ...place, PATH: `${present(binaries)}:${process.env['PATH'] ?? ''}` },
    });
  }

  get url(): string {
    return `postgres://tidegate@127.0.0.1:${this.port}/postgres`;
  }

  set(settings: Readonly<Record<string, string | number>>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    appendFileSync(path.join(this.data, 'postgresql.conf'), lines.join(''));
  }

  async reload(): Promise<void> {
    await asPostgres('pg_ctl', ['-D', this.data, 'reload']);
  }

  async start(): Promise<void> {
    const log = path.join(this.folder, 'log');
    await asPostgres('pg_ctl', ['-D', this.data, '-l', log, '-w', '-t', '60', '-o', `-p ${this.port}`, 'start']);
  }

  isRunning(): Promise<boolean> {
    return asPostgres('pg_ctl', ['-D', this.data, 'status']).then(
      () => true,
      () => false,
    );
  }

  /** `immediate` stops like a crash. */
  async stop(mode: 'fast' | 'immediate'): Promise<void> {
    await asPostgres('pg_ctl', ['-D', this.data, '-m', mode, '-w', '-t', '60', 'stop']);
  }

  async promote(): Promise<void> {
    await asPostgres('pg_ctl', ['-D', this.data, '-w', '-t', '60', 'promote']);
  }

  /** Freezes every process (SIGSTOP), or lets them continue. */
  freeze(isFrozen: boolean): void {
    const [first] = readFileSync(path.join(this.data, 'postmaster.pid'), 'utf8').split('\n');
    const parent = Number(first);
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => parentOf(pid) === parent);
    for (const pid of [parent, ...children]) process.kill(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  async remove(): Promise<void> {
    if (await this.isRunning()) await this.stop('immediate');
    if (this.isMounted) execFileSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const parentOf = (pid: number): number => {
  try {
    return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
};
