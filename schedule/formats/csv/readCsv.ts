import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { separatorOf } from '../../../engine/csvLine.ts';
import { ScheduleError } from '../../errors.ts';
import { Turn } from '../../turns.ts';
import type { ReadingContext } from '../format.ts';
import { tooManyItems } from '../refusals.ts';

interface ParsedRow {
  readonly record: string[];
  readonly raw: string;
  /** `lines` is the number of lines up to the end of the record, where a line break within quotes that has two characters counts as two. */
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
  /** Null: the one that the header has. */
  readonly delimiter: string | null;
  readonly encoding: string;
}

const PLAIN_CSV: CsvShape = { delimiter: null, encoding: 'utf-8' };

/** A comma, unless the first line has none and another delimiter, as spreadsheets write it where the comma is in numbers. */
const delimiterOf = (text: string): string => {
  const header = /\S.*/.exec(text)?.[0] ?? '';
  return header.includes(',') ? ',' : (/[;\t|]/.exec(header)?.[0] ?? ',');
};

/** The first slice, in which a line such as `sep=;` is empty, and the delimiter that the line names. */
const startOf = async (
  slices: AsyncGenerator<string>,
): Promise<{ readonly text: string; readonly named: string | null }> => {
  const { value: text = '' } = await slices.next();
  const separator = separatorOf(text);
  return separator === null
    ? { text, named: null }
    : { text: text.slice(separator.length), named: separator.delimiter };
};

/** What is wrong with a row that the parser cannot read, by its codes. */
const UNREADABLE: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a cell begins with a quote that is never closed',
  CSV_MAX_RECORD_SIZE: `a row has more than ${ROW_BYTES} bytes, perhaps because a cell begins with a quote that is not closed`,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'a cell continues after its closing quote; quotes within a quoted cell are written twice',
  INVALID_OPENING_QUOTE:
    'a cell without quotes around it has one within; put it in quotes, and write those within twice',
};

/** Finds the line on which each row begins. */
class Lines {
  private countedTwice = 0;
  /** The line on which the last row ended. */
  private last = 0;

  /** Null for a row without any text. */
  readonly rowOf = ({ record, raw, info }: ParsedRow): CsvRow | null => {
    const within = raw.trim();
    const line = info.lines - (within.match(/[\r\n]/g)?.length ?? 0) - this.countedTwice;
    this.countedTwice += within.match(/\r\n/g)?.length ?? 0;
    this.last = info.lines - this.countedTwice;
    // Spreadsheets write rows that only look empty: `;;;`.
    return record.some((cell) => cell.trim() !== '') ? { line, cells: record } : null;
  };

  /** The refusal of a file with a row that the parser cannot read. The parser itself names the line on which it gave up, which may be far below. */
  refusalOf({ code, message }: CsvError): ScheduleError {
    return refused(`The CSV cannot be read from line ${this.last + 1} on: ${UNREADABLE[code] ?? message}.`);
  }
}

/** Without the empty cells at the end of a row that has more than `width`, as programs write that end every row with a delimiter. */
const trimmedTo = (width: number, cells: readonly string[]): readonly string[] =>
  cells.slice(0, Math.max(width, cells.findLastIndex((cell) => cell !== '') + 1));

/**
 * Rows of a CSV, the header first, without empty ones. One with more or fewer cells than the header is a problem, and left out. Throws 400 as soon as there are more
 * columns or rows than are taken. A first line such as `sep=;`, as spreadsheets write it, says the delimiter better than a mapping that was made for another file.
 */
export async function* readCsv(
  bytes: Uint8Array,
  { limits, problems }: Pick<ReadingContext, 'limits' | 'problems'>,
  { delimiter, encoding }: CsvShape = PLAIN_CSV,
): AsyncGenerator<CsvRow> {
  const turn = new Turn();
  const slices = slicesOf(bytes, encoding, turn);
  const { text, named } = await startOf(slices);
  const lines = new Lines();
  // The parser's types do not say that `info` and `raw` change what a record is.
  const made: object = { on_record: lines.rowOf };
  const parser = parse({
    bom: true,
    delimiter: named ?? delimiter ?? delimiterOf(text),
    // A file whose header has another line end than its rows, as some scripts write it, is not one row.
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    trim: true,
    max_record_size: ROW_BYTES,
    info: true,
    raw: true,
    relax_column_count: true,
    ...made,
  });
  const source = Readable.from(startingWith(text, slices));
  source.once('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let width = -1;
  let rows = 0;
  try {
    const parsed: AsyncIterable<CsvRow> = parser;
    for await (const { line, cells } of parsed) {
      if (turn.isOver) await turn.pass();
      const row = trimmedTo(Math.max(width, 0), cells);
      if (width === -1) {
        width = row.length;
        if (width > limits.columns) {
          throw refused(`The CSV header has ${width} columns; at most ${limits.columns} are allowed.`);
        }
      } else if (++rows > limits.items) throw tooManyItems(limits.items, 'rows', 'divide the file');
      if (row.length === width) yield { line, cells: row };
      else problems.add(line, '', 'invalid_csv', `has ${row.length} columns; the header has ${width}`);
    }
    if (width === -1) throw refused('The CSV is empty; its first line has the names of the columns.');
  } catch (error) {
    throw error instanceof CsvError ? lines.refusalOf(error) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

async function* startingWith(text: string, slices: AsyncGenerator<string>): AsyncGenerator<string> {
  yield text;
  yield* slices;
}
