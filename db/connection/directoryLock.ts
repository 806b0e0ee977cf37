import { codeOf } from '../../engine/messageOf.ts';
import { memberOf } from '../../engine/recordOf.ts';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../storeError.ts';
import { makeFolder } from './makeFolder.ts';

/** The process that holds a data directory. */
export interface LockHolder {
  readonly pid: number;
  /** When the lock was taken, in epoch milliseconds. */
  readonly startedAt: number;
  /** The kernel's start time of the process, by which a reused process id is detected; null where there is no /proc. */
  readonly processStart: string | null;
  /** Address of its server, once it listens. */
  readonly address: string | null;
}

export interface DirectoryLock {
  /** Stores the server's address in the lock file, for other processes. */
  announce(address: string): void;
  release(): void;
}

const LOCK = 'tidegate.lock';

/**
 * Locks a data directory for one process. PGlite itself takes no lock, and two processes on one directory would lose each other's rows. Throws
 * database_locked with the holder in its details. A lock whose holder is no longer running is replaced.
 */
export function lockDirectory(directory: string): DirectoryLock {
  makeFolder(directory);
  const path = join(directory, LOCK);
  const mine: LockHolder = {
    pid: process.pid,
    startedAt: Date.now(),
    processStart: processStart(process.pid),
    address: null,
  };
  // The file is written under another name and then linked, so that nobody sees an incomplete lock file.
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
    for (let tries = 0; ; tries++) {
      if (tryLink(draft, path)) break;
      const holder = lockHolder(directory);
      if (holder !== null && (isAlive(holder) || tries > 5)) throw lockedBy(directory, holder);
      if (holder !== null) removeStale(path, holder);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  let held = true;
  return {
    announce(address) {
      if (!held) return;
      writeFileSync(draft, JSON.stringify({ ...mine, address }), { mode: 0o600 });
      renameSync(draft, path);
    },
    release() {
      if (!held) return;
      held = false;
      rmSync(path, { force: true });
    },
  };
}

/** The holder that the lock file names, whether running or not; null if there is none. */
export function lockHolder(directory: string): LockHolder | null {
  try {
    return holderIn(join(directory, LOCK));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Throws database_failed if the file is not a valid lock file, because then it is unknown whether a process holds the directory. */
function holderIn(path: string): LockHolder {
  const text = readFileSync(path, 'utf8');
  try {
    const holder: unknown = JSON.parse(text);
    const [pid, startedAt] = [memberOf(holder, 'pid'), memberOf(holder, 'startedAt')];
    const [started, address] = [memberOf(holder, 'processStart'), memberOf(holder, 'address')];
    if (typeof pid === 'number' && Number.isInteger(pid) && typeof startedAt === 'number' && Number.isFinite(startedAt))
      return {
        pid,
        startedAt,
        processStart: typeof started === 'string' ? started : null,
        address: typeof address === 'string' ? address : null,
      };
  } catch {}
  throw new StoreError(
    'database_failed',
    `The lock file ${path} cannot be read. When no Tidegate process uses this folder, delete the file and start again.`,
    { path },
  );
}

/** The running process that holds the directory; null if there is none. */
export function liveHolder(directory: string): LockHolder | null {
  const holder = lockHolder(directory);
  return holder !== null && isAlive(holder) ? holder : null;
}

function isAlive(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  const start = processStart(holder.pid);
  return start === null || holder.processStart === null || start === holder.processStart;
}

/** Start time from field 22 of /proc/PID/stat, in clock ticks since boot; `ended` for a zombie. See proc(5). */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses, which may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** Removes a stale lock. Two processes may find the same one: if this one has moved a new lock instead, it puts it back. */
function removeStale(path: string, stale: LockHolder): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const moved = holderIn(aside);
  if (moved.pid !== stale.pid || moved.startedAt !== stale.startedAt) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function lockedBy(directory: string, holder: LockHolder): StoreError {
  const since = new Date(holder.startedAt).toISOString();
  const where = holder.address === null ? '' : ` and serves ${holder.address}`;
  return new StoreError(
    'database_locked',
    `${directory} is in use by process ${holder.pid}, which started ${since}${where}. Stop it, or use another DATA_DIR.`,
    { directory, ...holder },
  );
}
