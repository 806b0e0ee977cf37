import type { Logger } from 'pino';
import type { OpenDatabase } from '../../db/connection/openDatabase.ts';
import { backupFolder, type Config } from '../config.ts';
import { keepBackups, listBackups, writeBackup } from './backups.ts';
import { dumpStream } from './dumpStream.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The longest delay after a failed backup. */
const RETRY_MS = 10 * MINUTE_MS;

export interface Backups {
  /** The time of the newest verified backup in epoch milliseconds; 0 when there is none. */
  newestAt(): number;
  stop(): Promise<void>;
}

/**
 * Takes and verifies a backup of the embedded database every BACKUP_HOURS or BACKUP_MINUTES. They count from the newest existing backup, so a restart
 * takes none that is not due. A failure is logged and retried after the same time, or ten minutes if that is shorter. Older backups are deleted only
 * after a sound one was written.
 */
export const startBackups = async (
  database: OpenDatabase,
  config: Pick<Config, 'BACKUP_HOURS' | 'BACKUP_MINUTES' | 'BACKUP_DIR' | 'BACKUP_KEEP' | 'DATA_DIR'>,
  log: Pick<Logger, 'info' | 'error'>,
): Promise<Backups> => {
  const folder = backupFolder(config);
  const { BACKUP_HOURS: hours, BACKUP_MINUTES: minutes } = config;
  const intervalMs = minutes === undefined ? (hours ?? Number.POSITIVE_INFINITY) * HOUR_MS : minutes * MINUTE_MS;
  let newestAt = (await listBackups(folder)).at(-1)?.takenAt.getTime() ?? 0;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  let isStopped = false;

  const wait = (ms: number): void => {
    // A timer cannot wait longer than about 24 days; after that, the rest of a longer wait is computed again.
    if (!isStopped) timer = setTimeout(look, Math.min(Math.max(0, ms), 24 * 24 * HOUR_MS)).unref();
  };
  const look = (): void => {
    const now = Date.now();
    const dueMs = newestAt + intervalMs - now;
    // When the newest one is from the future, the clock was wrong, and how old it is is unknown.
    if (newestAt <= now && dueMs > 0) wait(dueMs);
    else underWay = take();
  };
  const take = async (): Promise<void> => {
    const startedAt = Date.now();
    try {
      const { file, bytes, problems } = await writeBackup(await dumpStream(database), { folder });
      if (problems.length > 0) throw new Error(`${file} is not sound: ${problems.map(({ name }) => name).join(', ')}.`);
      newestAt = startedAt;
      await keepBackups(folder, config.BACKUP_KEEP);
      log.info({ file, bytes, elapsedMs: Date.now() - startedAt }, 'backup taken and verified');
      look();
    } catch (error) {
      log.error({ err: error, folder }, 'the backup failed');
      wait(Math.min(RETRY_MS, intervalMs));
    }
  };
  if (Number.isFinite(intervalMs)) look();
  return {
    newestAt: () => newestAt,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
};
