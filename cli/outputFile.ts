import { open, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../engine/messageOf.ts';
import { InputError } from './inputFile.ts';

/** The file that `--out` names cannot be written. */
export const unwritable = (file: string, error: unknown): InputError =>
  new InputError([`--out ${file}: ${messageOf(error)}`]);

/**
 * Throws InputError unless the file can be written, so that what takes long to make is not lost. A file that is to be replaced as a whole must be a regular one if
 * it exists, so that no device or pipe is replaced.
 */
export const checkWritable = async (file: string, { replaced = false } = {}): Promise<void> => {
  const present = await stat(file).catch(() => null);
  if (present?.isDirectory() || file.endsWith('/') || file.endsWith(path.sep))
    throw unwritable(file, 'it is a folder; name a file in it');
  if (replaced && present !== null && !present.isFile()) throw unwritable(file, 'it is not a regular file; name one');
  try {
    await (await open(file, 'a')).close();
    if (present === null) await rm(file);
  } catch (error) {
    throw unwritable(file, error);
  }
};

/** Writes text to the file that `--out` names, or to standard output. Throws InputError if it cannot. */
export const writeOutput = async (file: string | undefined, text: string): Promise<void> => {
  try {
    if (file === undefined) process.stdout.write(text);
    else await writeFile(file, text);
  } catch (error) {
    throw unwritable(file ?? 'standard output', error);
  }
};
