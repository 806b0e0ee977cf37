import type { components } from '../client/schema.d.ts';
import type { Format } from '../schedule/formats/format.ts';
import { FORMATS } from '../schedule/formats/formats.ts';
import { openClient } from './composition/openClient.ts';
import type { Config } from './config.ts';
import { InputError, inputName, readBytes } from './inputFile.ts';
import { answerOf } from './refused.ts';

export interface UploadOptions {
  readonly planning?: string;
  readonly format?: string;
  readonly station?: string;
  readonly from?: string;
  readonly to?: string;
  readonly dryRun?: boolean;
}

const UPLOAD = '/v1/plannings/{id}/operations/bulk-upload/';

export const formatNames = (): string => FORMATS.map(({ id, name }) => `${name} (${id})`).join(', ');

/** By what was said, else by the file's name (`season.ssim`, `season.ssim.gz`). Throws InputError. */
const formatOf = (file: string, said: string | undefined): Format => {
  const [, extension = ''] = /\.(\w+)(?:\.gz)?$/.exec(file) ?? [];
  const found = FORMATS.find(({ id, extensions }) =>
    said === undefined ? extensions.includes(extension.toLowerCase()) : id === said,
  );
  if (found !== undefined) return found;
  const what =
    said === undefined ? `${inputName(file)}: what it is cannot be told by its name` : `no such format: ${said}`;
  throw new InputError([`${what}; name one with --format: ${FORMATS.map(({ id }) => id).join(', ')}`]);
};

const say = ({ created, updated, unchanged, deleted }: components['schemas']['BulkUploadPreview']): string =>
  `${created} created, ${updated} updated, ${unchanged} unchanged${deleted > 0 ? `, ${deleted} deleted` : ''}`;

/** Every file is tried before the first is uploaded. Throws InputError with what is wrong, by file and line. */
export const uploadFiles = async (config: Config, files: readonly string[], options: UploadOptions): Promise<void> => {
  const { planning = '', format: said, station, from, to, dryRun } = options;
  const read = await Promise.all(
    files.map(async (file) => ({ file, format: formatOf(file, said), bytes: await readBytes(file) })),
  );
  const asked = Object.fromEntries(Object.entries({ station, from, to }).filter(([, value]) => value !== undefined));
  const client = await openClient(config);
  const post = ({ format, bytes }: (typeof read)[number], isDry: boolean): Promise<unknown> =>
    answerOf(
      client.server.POST(UPLOAD, {
        params: { path: { id: planning }, query: { ...asked, ...(isDry ? { dryRun: 'true' as const } : {}) } },
        body: bytes as never,
        bodySerializer: (body: unknown) => body as Uint8Array<ArrayBuffer>,
        headers: { 'Content-Type': format.mediaTypes[0] },
      }),
    );
  const tried = async (one: (typeof read)[number]): Promise<readonly string[]> => {
    const found = (await post(one, true)) as components['schemas']['BulkUploadPreview'];
    if (dryRun === true) console.log(`${inputName(one.file)}: ${say(found)}`);
    return found.problems.map(({ row, path, message }) =>
      [inputName(one.file), ...(row === null ? [] : [`line ${row}`]), ...(path === '' ? [] : [path]), message].join(
        ': ',
      ),
    );
  };
  try {
    const problems: string[] = [];
    for (const one of read) problems.push(...(await tried(one)));
    if (problems.length > 0) throw new InputError(problems);
    for (const one of dryRun === true ? [] : read) {
      const done = (await post(one, false)) as components['schemas']['BulkUploadPreview'];
      console.log(`${inputName(one.file)}: ${say(done)}`);
    }
  } finally {
    await client.close();
  }
};
