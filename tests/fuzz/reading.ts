import { JsonOutline } from '../../api/routing/jsonOutline.ts';
import { parseSliced } from '../../api/routing/slicedJson.ts';
import { EdgeError } from '../../api/errors.ts';
import { InputError } from '../../cli/inputFile.ts';
import { ScheduleError } from '../../schedule/errors.ts';
import { Turn } from '../../schedule/turns.ts';

const isRefusal = (error: unknown): boolean =>
  error instanceof ScheduleError ||
  error instanceof EdgeError ||
  error instanceof InputError ||
  (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';

/** What is read; null when it is refused by an error that is meant for whoever sent it. */
export const unlessRefused = async <T>(read: () => T | Promise<T>): Promise<T | null> => {
  try {
    return await read();
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
};

export const LIMITS = { depth: 20, values: 1000 };

/** Parses JSON in the smallest slices. */
export const sliced = async (bytes: Buffer): Promise<unknown> => {
  const outline = new JsonOutline(LIMITS, { large: 4, piece: 6 });
  for (let from = 0; from < bytes.length; from += 7) outline.write(bytes.subarray(from, from + 7));
  if (outline.root === undefined)
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  return parseSliced(bytes, outline.root, new Turn());
};

/** Times in the ways that ISO 8601 writes them. */
export const TIMES = [
  '2026-11-20T09:00:00Z',
  '2026-10-25T02:30:00+01:00',
  '2026-W47-5T09Z',
  '2026324T0900,5Z',
  '1900-01-01T00:00:00Z',
];
