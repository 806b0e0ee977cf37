import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../storeError.ts';

/** Who holds a data directory. */
export interface LockHolder {
  readonly pid: number;
  /** Epoch ms at which the lock was taken. */
  readonly startedAt: number;
  /** Kernel's start time of the process where /proc tells it, so that a reused pid is told apart; else null. */
  readonly processStart: string | null;
  /** Where its server listens, once it does. */
  readonly address: string | null;
}

export interface DirectoryLock {
  /** Tells other processes where to find this one. */
  announce(address: string): void;
  release(): void;
}

const LOCK = 'tidegate.lock';

/**
 * One process a data directory: PGlite itself has no lock, and two processes on one directory lose each other's rows.
 * Throws database_locked with the holder as details. A holder that no longer runs is replaced.
 */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, LOCK);
  const mine: LockHolder = {
    pid: process.pid,
    startedAt: Date.now(),
    processStart: processStart(process.pid),
    address: null,
  };
  // Written apart and linked into place: the lock file is never seen half-written.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
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

/** Who holds the directory by its lock file, alive or not; null when nobody. */
export function lockHolder(directory: string): LockHolder | null {
  try {
    return holderIn(join(directory, LOCK));
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Throws database_failed when the file is none that a lock wrote: then nobody knows whether somebody holds the directory. */
function holderIn(path: string): LockHolder {
  const text = readFileSync(path, 'utf8');
  try {
    const holder = JSON.parse(text) as Partial<LockHolder> | null;
    if (Number.isInteger(holder?.pid) && Number.isFinite(holder?.startedAt)) return holder as LockHolder;
  } catch {}
  throw new StoreError(
    'database_failed',
    `The lock file ${path} cannot be read. When no Tidegate process uses this folder, delete the file and start again.`,
    { path },
  );
}

/** The running process that holds the directory; null when none does. */
export function liveHolder(directory: string): LockHolder | null {
  const holder = lockHolder(directory);
  return holder !== null && isAlive(holder) ? holder : null;
}

function isAlive(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false;
  }
  const start = processStart(holder.pid);
  return start === null || holder.processStart === null || start === holder.processStart;
}

/** Field 22 of /proc/PID/stat: start in clock ticks since boot. A zombie has ended. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses, and may hold blanks and parentheses itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** Two processes may find the same stale lock: whoever moved a fresh one away puts it back. */
function removeStale(path: string, stale: LockHolder): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
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
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

function lockedBy(directory: string, holder: LockHolder): StoreError {
  const since = new Date(holder.startedAt).toISOString();
  const where = holder.address === null ? '' : ` and serves ${holder.address}`;
  return new StoreError(
    'database_locked',
    `${directory} is in use by process ${holder.pid}, which started ${since}${where}. Stop it, or use another DATA_DIR.`,
    { directory, ...holder },
  );
}
