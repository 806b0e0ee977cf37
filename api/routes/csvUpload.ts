import { present } from '../../engine/present.ts';
import { OPERATION } from '../../schedule/entities/operation.ts';
import { TASK, TASK_SPREAD } from '../../schedule/entities/task.ts';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { namesOf } from '../../schedule/entities/field.ts';
import { Turn } from '../../schedule/turns.ts';
import { EdgeError } from '../errors.ts';
import { tooManyItems } from '../routing/jsonOutline.ts';
import type { BodyLimits } from '../routing/route.ts';

type Cell = string | number | boolean | null | string[];
interface Nested {
  [member: string]: Cell | Nested;
}

const LISTS = new Set(['tags']);
const FLAGS = new Set([OPERATION, TASK].flatMap((fields) => namesOf(fields, 'boolean')));
const NUMBERS = new Set([OPERATION, TASK, TASK_SPREAD].flatMap((members) => namesOf(members, 'number')));
const FLAG_VALUES: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** The value of a cell, by the last member of its column's path. Text that is not of that type stays text, and validation refuses it later. */
const cellValue = (path: readonly string[], text: string): Cell => {
  const name = present(path.at(-1));
  if (path.includes('metadata')) return text;
  if (LISTS.has(name)) return text.split('|').filter((item) => item !== '');
  if (FLAGS.has(name)) return FLAG_VALUES.get(text.toLowerCase()) ?? text;
  if (NUMBERS.has(name)) return Number.isFinite(Number(text)) ? Number(text) : text;
  return text;
};

const place = (target: Nested, path: readonly string[], value: Cell): void => {
  let below = target;
  for (const member of path.slice(0, -1)) {
    const next = Object.hasOwn(below, member) ? below[member] : undefined;
    if (typeof next === 'object' && next !== null && !Array.isArray(next)) {
      below = next;
      continue;
    }
    const made: Nested = {};
    below[member] = made;
    below = made;
  }
  below[present(path.at(-1))] = value;
};

interface CsvRow {
  readonly record: string[];
  readonly raw: string;
  /** `lines` is how many lines were read when the record ended. */
  readonly info: { readonly lines: number };
}

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype', '']);
const SLICE_BYTES = 16 * 1024;
/** The largest row. */
const ROW_BYTES = 64 * 1024;
/** The most members in the path of a header, such as `inboundTask.expectedTime` with two. */
const MOST_NAMES = 8;

const refused = (detail: string): EdgeError => new EdgeError('validation_failed', detail);

/** Decodes the text in slices, so that no row is parsed before it is needed. Throws TypeError when it is not UTF-8. */
async function* slicesOf(bytes: Uint8Array, turn: Turn): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    if (turn.isOver) await turn.pass();
    yield decoder.decode(bytes.subarray(from, from + SLICE_BYTES), { stream: true });
  }
  yield decoder.decode();
}

const pathsOf = (headers: readonly string[], mostColumns: number): string[][] => {
  if (headers.length > mostColumns) {
    throw refused(`The CSV header has ${headers.length} columns; at most ${mostColumns} are allowed.`);
  }
  const seen = new Set<string>();
  return headers.map((header) => {
    const path = header.split('.');
    if (seen.has(header) || path.length > MOST_NAMES || path.some((member) => UNSAFE.has(member))) {
      throw refused(`The CSV header ${header} is repeated or is not a valid path.`);
    }
    seen.add(header);
    return path;
  });
};

/**
 * Parses one operation a row. Headers are dotted paths, tags are separated by `|`, and an empty cell means that the member is absent. Throws 400 as
 * soon as there are too many columns or rows.
 */
export const parseCsv = async (
  bytes: Uint8Array,
  { shape: { items: mostRows = Number.POSITIVE_INFINITY }, columns, report }: BodyLimits,
): Promise<unknown[]> => {
  const parser = parse({
    bom: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: ROW_BYTES,
    info: true,
    raw: true,
    relax_column_count: report !== undefined,
  });
  const turn = new Turn();
  const source = Readable.from(slicesOf(bytes, turn));
  source.once('error', (error) => parser.destroy(error));
  source.pipe(parser);
  const operations: unknown[] = [];
  let paths: string[][] | undefined;
  try {
    for await (const { record: row, raw, info } of parser as AsyncIterable<CsvRow>) {
      if (turn.isOver) await turn.pass();
      if (paths === undefined) {
        paths = pathsOf(row, columns);
        continue;
      }
      if (operations.length >= mostRows) throw tooManyItems(mostRows);
      const line = info.lines - (raw.trimEnd().endsWith('\n') ? 1 : 0) - (raw.trim().match(/\n/g)?.length ?? 0);
      if (row.length !== paths.length) {
        const message = `has ${row.length} columns; the header has ${paths.length}`;
        report?.problems.push({ row: line, path: '', code: 'invalid_csv', message });
        continue;
      }
      report?.lines.push(line);
      const operation: Nested = {};
      for (const [column, cell] of row.entries()) {
        if (cell !== '') place(operation, present(paths[column]), cellValue(present(paths[column]), cell));
      }
      operations.push(operation);
    }
  } catch (error) {
    if (error instanceof CsvError) throw refused(`The body is not CSV: ${error.message}.`);
    throw error;
  } finally {
    source.destroy();
  }
  return operations;
};
