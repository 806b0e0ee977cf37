import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const LAUNCHER = path.join(root, 'cli/tidegate.js');
const NEEDED_MAJOR = 24;

/** On an older Node, the launcher would start another process, which would survive if the launcher is killed. */
const node =
  Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR
    ? process.execPath
    : path.join(root, 'node_modules/.bin/node');

const running = new Set<ChildProcess>();

/** Kills every process that is still running, including those of a cluster that never started completely. */
export const killAll = (): void => {
  for (const child of running) child.kill('SIGKILL');
};
process.on('exit', killAll);

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `tidegate …` to its end in a separate process. */
export const tidegate = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  launcher = LAUNCHER,
): Promise<Outcome> => {
  const child = start(args, environment, launcher);
  const [code] = (await once(child.process, 'close')) as [number | null];
  return { code, stdout: child.stdout(), stderr: child.stderr() };
};

export interface Started {
  readonly process: ChildProcess;
  /** Whether it has ended, by itself or not. */
  hasEnded(): boolean;
  stdout(): string;
  stderr(): string;
  /** Waits for a line on standard output. Throws if the process ends first. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends the signal and waits for the end. Returns the exit code; null if the signal killed it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** `launcher` is the path of another copy of Tidegate, such as a package; the Node that PACKAGE_NODE names runs it, if that is set. */
export const start = (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  launcher = LAUNCHER,
): Started => {
  const { DATABASE_URL: _unused, ...inherited } = process.env;
  const packageNode = launcher === LAUNCHER ? undefined : process.env['PACKAGE_NODE'];
  const child = spawn(packageNode ?? node, [launcher, ...args], {
    cwd: root,
    env: { ...inherited, LOG_LEVEL: 'warn', BOARD: 'false', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  const listeners = new Set<() => void>();
  const wake = (): void => {
    for (const listener of listeners) listener();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    wake();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  let isClosed = false;
  running.add(child);
  const closed = once(child, 'close') as Promise<[number | null]>;
  child.once('close', () => {
    isClosed = true;
    running.delete(child);
    wake();
  });
  return {
    process: child,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stdout: () => out,
    stderr: () => err,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(out);
          if (match === null && !isClosed) return;
          listeners.delete(look);
          if (match === null) reject(new Error(`ended without ${String(pattern)}:\n${out}${err}`));
          else resolve(match);
        };
        listeners.add(look);
        look();
      }),
    async end(signal) {
      child.kill(signal);
      const [code] = await closed;
      return code;
    },
  };
};

export const startServer = async (environment: Readonly<Record<string, string>>) => {
  const server = start(['serve', '--no-worker'], { DEMO: 'false', PORT: '0', THREADS: '1', ...environment });
  const [, url = ''] = await server.line(/serves (http:\/\/\S+)/);
  return { node: server, url };
};

export const startWorker = async (environment: Readonly<Record<string, string>>): Promise<Started> => {
  const worker = start(['worker'], { THREADS: '1', ...environment });
  await worker.line(/Waiting for optimizations/);
  return worker;
};
