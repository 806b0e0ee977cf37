import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const NEEDED_MAJOR = 24;

/** On an older Node, the launcher would start another process, which would survive if the launcher is killed. */
const node =
  Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR
    ? process.execPath
    : path.join(root, 'node_modules/.bin/node');

const running = new Set<ChildProcess>();

/** Kills every node that is still running, including those of a cluster that never started completely. */
export const killAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};
process.on('exit', killAll);

/** A server or worker in a separate process, which can be killed and restarted. */
export class ClusterNode {
  private readonly args: readonly string[];
  private readonly environment: Readonly<Record<string, string>>;
  private readonly launcher: string;
  private child: ChildProcess | null = null;
  private output = '';
  private seen = '';

  /** `launcher` is the path of another copy of Tidegate. */
  constructor(
    args: readonly string[],
    environment: Readonly<Record<string, string>>,
    launcher = path.join(root, 'cli/tidegate.js'),
  ) {
    this.launcher = launcher;
    this.args = args;
    this.environment = environment;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Whether it has ended, by itself or not. */
  get hasEnded(): boolean {
    return this.child !== null && (this.child.exitCode !== null || this.child.signalCode !== null);
  }

  /** Its output, shown when a test fails. */
  get log(): string {
    return this.output;
  }

  /** Its standard output since it was last started. */
  get stdout(): string {
    return this.seen;
  }

  /** Waits for a line on standard output. Throws if the process ends first. */
  async start(ready: RegExp): Promise<RegExpExecArray> {
    const child = spawn(node, [this.launcher, ...this.args], {
      cwd: root,
      env: { ...process.env, LOG_LEVEL: 'warn', ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    running.add(child);
    child.once('close', () => running.delete(child));
    this.seen = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
    });
    return new Promise((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        this.seen += text;
        const match = ready.exec(this.seen);
        if (match !== null) resolve(match);
      });
      child.once('close', () => reject(new Error(`ended before ${String(ready)}:\n${this.seen}${this.output}`)));
    });
  }

  /** Returns the exit code; null if a signal killed it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return null;
    const closed = once(child, 'close') as Promise<[number | null]>;
    child.kill(signal);
    const [code] = await closed;
    return code;
  }
}

export const startServer = async (environment: Readonly<Record<string, string>>) => {
  const process = new ClusterNode(['serve', '--no-worker'], { DEMO: 'false', PORT: '0', THREADS: '1', ...environment });
  const [, url] = await process.start(/serves (http:\/\/\S+)/);
  return { process, url };
};

export const startWorker = async (environment: Readonly<Record<string, string>>): Promise<ClusterNode> => {
  const process = new ClusterNode(['worker'], { THREADS: '1', ...environment });
  await process.start(/Waiting for optimizations/);
  return process;
};
