import type { Logger } from 'pino';
import type { OpenDatabase } from '../../db/connection/openDatabase.ts';
import { backupFolder, type Config } from '../config.ts';
import { keepBackups, listBackups, writeBackup } from './backups.ts';
import { dumpStream } from './dumpStream.ts';

const HOUR_MS = 3_600_000;
/** After one that failed. */
const RETRY_MS = 10 * 60_000;

export interface Backups {
  /** Of the newest verified one, epoch ms; 0: there is none. */
  newestAt(): number;
  stop(): Promise<void>;
}

/**
 * Takes, verifies and keeps backups of the embedded database every BACKUP_HOURS, counted from the newest one there is, so that a restart takes none
 * that is not due. What fails is logged, and tried again after ten minutes; older ones are deleted only after a sound one.
 */
export const startBackups = async (
  database: OpenDatabase,
  config: Pick<Config, 'BACKUP_HOURS' | 'BACKUP_DIR' | 'BACKUP_KEEP' | 'DATA_DIR'>,
  log: Pick<Logger, 'info' | 'error'>,
): Promise<Backups> => {
  const folder = backupFolder(config);
  const intervalMs = (config.BACKUP_HOURS ?? Number.POSITIVE_INFINITY) * HOUR_MS;
  let newestAt = (await listBackups(folder)).at(-1)?.takenAt.getTime() ?? 0;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();
  let isStopped = false;

  const wait = (ms: number): void => {
    // A timer holds 24 days at most: a longer wait is looked at again then.
    if (!isStopped) timer = setTimeout(look, Math.min(Math.max(0, ms), 24 * 24 * HOUR_MS)).unref();
  };
  const look = (): void => {
    const dueMs = newestAt + intervalMs - Date.now();
    if (dueMs > 0) wait(dueMs);
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
      wait(RETRY_MS);
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
