import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Command } from 'commander';
import { messageOf } from '../../engine/messageOf.ts';
import { exportOrganization } from '../../db/archive/exportOrganization.ts';
import { importOrganization } from '../../db/archive/importOrganization.ts';
import { StoreError, type StoreErrorCode } from '../../db/storeError.ts';
import { verifyDatabase } from '../../db/verify/verifyDatabase.ts';
import { newWebhookSecret } from '../../schedule/webhooks/signature.ts';
import { withPlace } from '../composition/openPlace.ts';
import { readConfig } from '../config.ts';
import { InputError } from '../inputFile.ts';
import { checkWritable, unwritable } from '../outputFile.ts';
import { showVerdict } from './verify.ts';

const ABOUT = '\ndocs/operations.md lists what an archive contains.';

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

/** Turns what the database says about the input (an id, an archive) into InputError. */
const orRefused = async <T>(input: string, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof StoreError) || !REFUSALS.has(error.code)) throw error;
    throw new InputError([`${input}: ${error.message}`]);
  }
};
const REFUSALS: ReadonlySet<StoreErrorCode> = new Set(['planning_not_found', 'id_taken', 'value_refused']);

const exportTo = async (id: string, { out }: { readonly out: string }): Promise<void> => {
  await checkWritable(out, { replaced: true });
  await withPlace(readConfig(process.env), { mustExist: true }, async (database) => {
    const part = `${out}.part`;
    const lines = new PassThrough();
    const written = pipeline(lines, createGzip(), createWriteStream(part, { mode: 0o600 })).catch((error: unknown) => {
      throw unwritable(out, error);
    });
    written.catch(() => {});
    try {
      const exported = exportOrganization(database, id, async (line) => {
        if (!lines.write(`${JSON.stringify(line)}\n`)) {
          await Promise.race([new Promise((resolve) => lines.once('drain', resolve)), written]);
        }
      });
      const rows = await orRefused(id, exported);
      lines.end();
      await written;
      await rename(part, out);
      console.log(`Exported ${id} to ${out}: ${rows} rows.`);
    } catch (error) {
      lines.destroy();
      await rm(part, { force: true });
      throw error;
    }
  });
};

const importFrom = async (file: string): Promise<void> => {
  if (!existsSync(file)) throw new InputError([`${file}: no such file`]);
  await withPlace(readConfig(process.env), {}, async (database) => {
    const imported = importOrganization(database, linesOf(file), { secret: newWebhookSecret });
    const { organization, rows, newUsers } = await orRefused(file, imported);
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
