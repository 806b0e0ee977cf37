import type { components } from '../client/schema.d.ts';
import { tryUpload, type Upload, uploadFile } from '../client/uploads.ts';
import type { Format } from '../schedule/formats/format.ts';
import { FORMATS } from '../schedule/formats/formats.ts';
import { type Client, openClient } from './composition/openClient.ts';
import type { Config } from './config.ts';
import { InputError, inputName, readBytes, readJson } from './inputFile.ts';
import { answerOf, orRefused } from './refused.ts';

export interface UploadOptions {
  readonly planning?: string;
  readonly format?: string;
  readonly station?: string;
  readonly from?: string;
  readonly to?: string;
  readonly mapping?: string;
  readonly dryRun?: boolean;
}

export const formatNames = (): string => FORMATS.map(({ id, name }) => `${name} (${id})`).join(', ');

/** The format of the file's extension (`season.ssim`, `season.ssim.gz`). */
const formatByName = (file: string): Format | undefined => {
  const [, extension = ''] = /\.(\w+)(?:\.gz)?$/.exec(file) ?? [];
  return FORMATS.find(({ extensions }) => extensions.includes(extension.toLowerCase()));
};

/** Whether the name of a file is that of a file of operations, and not one that a planning document may have, too. */
export const isNamedAsUpload = (file: string): boolean => !(formatByName(file)?.extensions.includes('json') ?? true);

/** The format that the option names, or else that of the file's extension. Throws InputError. */
const formatOf = (file: string, said: string | undefined): Format => {
  const found = said === undefined ? formatByName(file) : FORMATS.find(({ id }) => id === said);
  if (found !== undefined) return found;
  const what =
    said === undefined ? `${inputName(file)}: what it is cannot be told by its name` : `no such format: ${said}`;
  throw new InputError([`${what}; name one with --format: ${FORMATS.map(({ id }) => id).join(', ')}`]);
};

/**
 * The mapping as the query names it: the text of a file, or the id of a mapping that the organization saved under this name or id. Throws InputError.
 */
const mappingOf = async ({ server }: Client, planning: string, said: string): Promise<string> => {
  if (/\.json$/i.test(said)) return JSON.stringify(await readJson(said));
  const { organization } = await answerOf(server.GET('/v1/plannings/{id}/', { params: { path: { id: planning } } }));
  const saved = await answerOf(
    server.GET('/v1/organizations/{org_pk}/upload-mappings/', { params: { path: { org_pk: organization } } }),
  );
  const found = saved.find(({ id, name }) => name === said || id === said);
  if (found !== undefined) return found.id;
  const names = saved.length === 0 ? 'none is saved' : `there are: ${saved.map(({ name }) => name).join(', ')}`;
  throw new InputError([`no upload mapping is called ${said} (a file's name ends in .json); ${names}`]);
};

type Counts = Pick<components['schemas']['BulkUploadPreview'], 'created' | 'updated' | 'unchanged' | 'deleted'>;

const say = ({ created, updated, unchanged, deleted }: Counts): string =>
  `${created} created, ${updated} updated, ${unchanged} unchanged${deleted > 0 ? `, ${deleted} deleted` : ''}`;

type Found = Pick<components['schemas']['BulkUploadPreview']['problems'][number], 'row' | 'path' | 'message'>;

const placed = (file: string, { row, path, message }: Found): string =>
  [inputName(file), ...(row === null ? [] : [`line ${row}`]), ...(path === '' ? [] : [path]), message].join(': ');

/** Every file is tried before the first is uploaded. Throws InputError with what is wrong, by file and line. */
export const uploadFiles = async (config: Config, files: readonly string[], options: UploadOptions): Promise<void> => {
  const { planning = '', format: said, station, from, to, dryRun } = options;
  const read = await Promise.all(
    files.map(async (file) => ({ file, format: formatOf(file, said), bytes: await readBytes(file) })),
  );
  const asked = Object.fromEntries(Object.entries({ station, from, to }).filter(([, value]) => value !== undefined));
  const client = await openClient(config);
  let mapping: string | undefined;
  const uploadOf = ({ format, bytes }: (typeof read)[number]): Upload => ({
    bytes,
    type: format.mediaTypes[0],
    query: { ...asked, ...(format.id === 'csv' && mapping !== undefined ? { mapping } : {}) },
  });
  const tried = async (one: (typeof read)[number]): Promise<readonly string[]> => {
    const found = await orRefused(tryUpload(client.server, planning, uploadOf(one)));
    if (dryRun === true) console.log(`${inputName(one.file)}: nothing was written; it would be ${say(found)}`);
    for (const warning of found.warnings) console.error(`Warning: ${placed(one.file, warning)}`);
    return found.problems.map((problem) => placed(one.file, problem));
  };
  try {
    if (options.mapping !== undefined) mapping = await mappingOf(client, planning, options.mapping);
    const problems: string[] = [];
    for (const one of read) problems.push(...(await tried(one)));
    if (problems.length > 0) throw new InputError(problems);
    for (const one of dryRun === true ? [] : read) {
      const done = await orRefused(uploadFile(client.server, planning, uploadOf(one)));
      console.log(`${inputName(one.file)}: ${say(done)}`);
    }
  } finally {
    await client.close();
  }
};
