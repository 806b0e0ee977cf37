import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ScheduleError } from '../../errors.ts';
import { Turn } from '../../turns.ts';
import type { ReadingContext } from '../format.ts';
import { tooManyItems } from '../refusals.ts';

interface ParsedRow {
  readonly record: string[];
  readonly raw: string;
  /** `lines` is the number of lines up to the end of the record. */
  readonly info: { readonly lines: number };
}

export interface CsvRow {
  /** The line on which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const SLICE_BYTES = 16 * 1024;
/** The most bytes of one row. */
const ROW_BYTES = 64 * 1024;

export const refused = (detail: string): ScheduleError => new ScheduleError('validation_failed', detail);

/** Encodings by the byte order mark at the beginning of a file. */
const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

const markedEncoding = (bytes: Uint8Array): string | undefined =>
  MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0];

/**
 * Decodes the text in slices, as rows are needed. A byte order mark says the encoding better than a mapping that was made for another file. Throws
 * TypeError if the text is not in the encoding.
 */
async function* slicesOf(bytes: Uint8Array, encoding: string, turn: Turn): AsyncGenerator<string> {
  const decoder = new TextDecoder(markedEncoding(bytes) ?? encoding, { fatal: true });
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    if (turn.isOver) await turn.pass();
    yield decoder.decode(bytes.subarray(from, from + SLICE_BYTES), { stream: true });
  }
  yield decoder.decode();
}

export interface CsvShape {
  readonly delimiter: string;
  readonly encoding: string;
}

const PLAIN_CSV: CsvShape = { delimiter: ',', encoding: 'utf-8' };

/**
 * Rows of a CSV, the header first, without empty ones. One with more or fewer cells than the header is a problem, and left out. Throws 400 as soon as there are more
 * columns or rows than are taken.
 */
export async function* readCsv(
  bytes: Uint8Array,
  { limits, problems }: Pick<ReadingContext, 'limits' | 'problems'>,
  { delimiter, encoding }: CsvShape = PLAIN_CSV,
): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    delimiter,
    skip_empty_lines: true,
    // Spreadsheets write rows that only look empty: `;;;`.
    skip_records_with_empty_values: true,
    trim: true,
    max_record_size: ROW_BYTES,
    info: true,
    raw: true,
    relax_column_count: true,
  });
  const turn = new Turn();
  const source = Readable.from(slicesOf(bytes, encoding, turn));
  source.once('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let width = -1;
  let rows = 0;
  try {
    const parsed: AsyncIterable<ParsedRow> = parser;
    for await (const { record, raw, info } of parsed) {
      if (turn.isOver) await turn.pass();
      const line = info.lines - (raw.trimEnd().endsWith('\n') ? 1 : 0) - (raw.trim().match(/\n/g)?.length ?? 0);
      if (width === -1) {
        width = record.length;
        if (width > limits.columns) {
          throw refused(`The CSV header has ${width} columns; at most ${limits.columns} are allowed.`);
        }
      } else if (++rows > limits.items) throw tooManyItems(limits.items, 'rows');
      if (record.length === width) yield { line, cells: record };
      else problems.add(line, '', 'invalid_csv', `has ${record.length} columns; the header has ${width}`);
    }
  } catch (error) {
    if (error instanceof CsvError) throw refused(`The body is not CSV: ${error.message}.`);
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}
