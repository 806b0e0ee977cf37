import path from 'node:path';
import { Readable } from 'node:stream';
import { Command } from 'commander';
import { makeFolder } from '../../db/connection/makeFolder.ts';
import { writeBackup } from '../backup/backups.ts';
import { dumpStream } from '../backup/dumpStream.ts';
import { withPlace } from '../composition/openPlace.ts';
import { backupFolder, type Config, readConfig } from '../config.ts';
import { InputError } from '../inputFile.ts';
import { checkWritable, unwritable } from '../outputFile.ts';
import { naming } from '../naming.ts';
import { runningServer, type Server } from '../runningServer.ts';
import { showVerdict } from './verify.ts';

export const backupCommand = (): Command =>
  new Command('backup')
    .option('--out <file>', 'write to this file instead of one in BACKUP_DIR named by the time')
    .addHelpText(
      'after',
      '\nBacks up the embedded database in DATA_DIR, whether or not a server is running. Before the file gets its name, the backup is restored into a scratch folder and checked as "tidegate verify" does. For PostgreSQL, see docs/operations.md.',
    )
    .action(async ({ out }: { readonly out?: string }) => {
      const config = readConfig(process.env);
      if (config.DATABASE_URL !== undefined)
        throw new InputError(['DATABASE_URL: PostgreSQL is backed up by its own tools; see docs/operations.md.']);
      if (out !== undefined) {
        try {
          makeFolder(path.dirname(out));
        } catch (error) {
          throw unwritable(out, error);
        }
        await checkWritable(out, { replaced: true });
      }
      const folder = backupFolder(config);
      const [target, name] = out === undefined ? [{ folder }, `BACKUP_DIR=${folder}`] : [out, `--out ${out}`];
      const { file, bytes, problems } = await withDump(config, (dump) => naming(name, () => writeBackup(dump, target)));
      for (const verdict of problems) showVerdict(verdict);
      console.log(`${file}: ${(bytes / 2 ** 20).toFixed(1)} MiB, ${problems.length === 0 ? 'verified' : 'NOT SOUND'}.`);
      if (problems.length > 0) process.exitCode = 1;
    });

/** Passes a dump to `work`: from the server that has the directory open, else from the directory itself. */
const withDump = async <T>(config: Config, work: (dump: Readable) => Promise<T>): Promise<T> => {
  const server = runningServer(config.DATA_DIR);
  if (server !== null) return work(await dumpOf(server, config.DATA_DIR));
  return withPlace(config, { migrate: false, mustExist: true }, async (database) => work(await dumpStream(database)));
};

const dumpOf = async ({ url, token }: Server, directory: string): Promise<Readable> => {
  const headers = { Authorization: `Token ${token}` };
  const response = await fetch(new URL('/auth/internal/backup/', url), { headers }).catch(() => {
    throw new InputError([`The server at ${url} has ${directory} open and cannot be reached; it may be stopping.`]);
  });
  if (!response.ok || response.body === null)
    throw new InputError([`${url}: ${response.status} ${await response.text()}`]);
  return Readable.fromWeb(response.body);
};
