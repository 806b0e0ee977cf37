import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Command } from 'commander';
import { messageOf } from '../../engine/messageOf.ts';
import { exportOrganization } from '../../db/archive/exportOrganization.ts';
import { importOrganization } from '../../db/archive/importOrganization.ts';
import type { OpenDatabase } from '../../db/connection/openDatabase.ts';
import { verifyDatabase } from '../../db/verify/verifyDatabase.ts';
import { newWebhookSecret } from '../../schedule/webhooks/signature.ts';
import { namingPlace, openPlace } from '../composition/openPlace.ts';
import { readConfig } from '../config.ts';
import { InputError } from '../inputFile.ts';
import { showVerdict } from './verify.ts';

const ABOUT =
  '\nWorks on the database itself: DATABASE_URL, which may be in use, or DATA_DIR, which no server may have open. docs/operations.md lists what an archive contains.';

export const organizationCommand = (): Command => {
  const organization = new Command('organization');
  organization
    .command('export')
    .description('write all data of an organization, including its history, to one file')
    .argument('<id>', 'id of the organization')
    .requiredOption('--out <file>', 'file to write: gzipped lines of JSON')
    .addHelpText('after', ABOUT)
    .action(exportTo);
  organization
    .command('import')
    .description('read an archive that "organization export" wrote, keeping all ids')
    .argument('<file>')
    .addHelpText('after', ABOUT)
    .action(importFrom);
  return organization;
};

const withDatabase = async (
  work: (database: OpenDatabase) => Promise<void>,
  opening: { readonly mustExist?: boolean } = {},
): Promise<void> => {
  const config = readConfig(process.env);
  const database = await openPlace(config, opening);
  try {
    await namingPlace(config, () => work(database));
  } finally {
    await database.close();
  }
};

const exportTo = (id: string, { out }: { readonly out: string }): Promise<void> =>
  withDatabase(
    async (database) => {
      const part = `${out}.part`;
      const lines = new PassThrough();
      const written = pipeline(lines, createGzip(), createWriteStream(part, { mode: 0o600 }));
      written.catch(() => {});
      try {
        const rows = await exportOrganization(database, id, async (line) => {
          if (!lines.write(`${JSON.stringify(line)}\n`)) {
            await Promise.race([new Promise((resolve) => lines.once('drain', resolve)), written]);
          }
        });
        lines.end();
        await written;
        await rename(part, out);
        console.log(`Exported ${id} to ${out}: ${rows} rows.`);
      } catch (error) {
        lines.destroy();
        await rm(part, { force: true });
        throw error;
      }
    },
    { mustExist: true },
  );

const importFrom = async (file: string): Promise<void> => {
  if (!existsSync(file)) throw new InputError([`${file}: no such file`]);
  await withDatabase(async (database) => {
    const { organization, rows, newUsers } = await importOrganization(database, linesOf(file), {
      secret: newWebhookSecret,
    });
    console.log(`Imported ${organization}: ${rows} rows.`);
    if (newUsers.length > 0)
      console.log(`New users, without a password ("tidegate user password EMAIL"): ${newUsers.join(', ')}.`);
    const problems = (await verifyDatabase(database)).filter(({ total }) => total > 0);
    for (const verdict of problems) showVerdict(verdict);
    if (problems.length > 0) process.exitCode = 1;
    else console.log('The database is sound.');
  });
};

async function* linesOf(file: string): AsyncGenerator<string> {
  const unzipped = createGunzip().setEncoding('utf8');
  // A failure destroys the stream, whose iteration then throws.
  pipeline(createReadStream(file), unzipped).catch(() => {});
  try {
    let rest = '';
    for await (const text of unzipped as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    yield rest;
  } catch (error) {
    throw new InputError([`${file}: not an archive of an organization, or truncated: ${messageOf(error)}`]);
  }
}
