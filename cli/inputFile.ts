import { buffer } from 'node:stream/consumers';
import { codeOf, messageOf } from '../engine/messageOf.ts';
import { readFile } from 'node:fs/promises';
import { gunzipped } from '../db/connection/gunzipped.ts';

/** Bad input on the command line. The process exits with code 2 and prints each problem on a line of its own, without a stack trace. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const readStandardInput = async (): Promise<Buffer<ArrayBuffer>> => {
  return buffer(process.stdin);
};

/** Skips a byte order mark; throws for bytes that are not UTF-8. */
const decoder = new TextDecoder('utf-8', { fatal: true });

export const inputName = (file: string): string => (file === '-' ? 'standard input' : file);

/** What the common codes of a file that cannot be read mean. */
const UNREADABLE: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'no such file'],
  ['EISDIR', 'it is a folder; name the files in it'],
]);

/** Bytes of a file (gzipped or not), or of standard input for `-`. Throws InputError. */
export const readBytes = async (file: string): Promise<Buffer<ArrayBuffer>> => {
  const name = inputName(file);
  let bytes: Buffer<ArrayBuffer>;
  try {
    bytes = file === '-' ? await readStandardInput() : await readFile(file);
  } catch (error) {
    throw new InputError([`${name}: ${UNREADABLE.get(codeOf(error)) ?? messageOf(error)}`]);
  }
  try {
    return gunzipped(bytes);
  } catch (error) {
    throw new InputError([`${name}: not whole gzip: ${messageOf(error)}`]);
  }
};

/** JSON of a file, or of standard input. Throws InputError. */
export const readJson = async (file: string): Promise<unknown> => {
  const bytes = await readBytes(file);
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (error) {
    throw new InputError([`${inputName(file)}: not JSON: ${messageOf(error).replace(/\s+/g, ' ')}`]);
  }
};
