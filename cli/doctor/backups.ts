import { listBackups } from '../backup/backups.ts';
import { backupFolder, type Config } from '../config.ts';
import { type Diagnosis, ok, problem } from './diagnosis.ts';
import { unwritable } from './writable.ts';

const MINUTE_MS = 60_000;
/** How many intervals may pass without a backup. */
const PATIENCE = 3;

/** Judges the backups that a server takes by itself; there is nothing to say when it takes none. */
export const diagnoseBackups = async (config: Config, now = Date.now()): Promise<Diagnosis[]> => {
  const { BACKUP_HOURS: hours, BACKUP_MINUTES: minutes } = config;
  if (hours === undefined && minutes === undefined) return [];
  const intervalMs = (minutes ?? (hours ?? 0) * 60) * MINUTE_MS;
  const folder = backupFolder(config);
  const fault = unwritable('backups', 'BACKUP_DIR', folder);
  if (fault !== null) return [fault];
  const newest = (await listBackups(folder)).at(-1);
  if (newest === undefined) return [ok('backups', `There is none in ${folder} yet.`)];
  const finding = `The newest verified one is ${newest.file}.`;
  return now - newest.takenAt.getTime() <= PATIENCE * intervalMs
    ? [ok('backups', finding)]
    : [
        problem(
          'backups',
          `${finding} It is older than ${PATIENCE} times BACKUP_${minutes === undefined ? 'HOURS' : 'MINUTES'}.`,
          'Look for "the backup failed" in the log of the server, which says why; if no server runs, start one.',
        ),
      ];
};
