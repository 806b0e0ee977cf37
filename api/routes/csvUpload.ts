import { parse } from 'csv-parse/sync';
import { EdgeError } from '../errors.ts';

type Cell = string | number | boolean | null | string[];
interface Nested {
  [member: string]: Cell | Nested;
}

const LISTS = new Set(['tags']);
const FLAGS = new Set(['isBlocker', 'isFixedToResource', 'isMock']);
const NUMBERS = new Set(['sigma', 'skewFactor', 'imposedDelayInSeconds']);
const FLAG_VALUES: Readonly<Record<string, boolean>> = { true: true, false: false };

/** What a cell means is known from its column's last name; what is no such value stays text, and is refused as that. */
const cellValue = (path: readonly string[], text: string): Cell => {
  const name = path.at(-1)!;
  if (path.includes('metadata')) return text;
  if (LISTS.has(name)) return text.split('|').filter((item) => item !== '');
  if (FLAGS.has(name)) return FLAG_VALUES[text.toLowerCase()] ?? text;
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
  below[path.at(-1)!] = value;
};

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype', '']);

/** One operation a row. Headers are dotted paths, tags are separated by `|`, an empty cell is absent. Throws 400. */
export const parseCsv = (text: string): unknown[] => {
  let rows: string[][];
  try {
    rows = parse(text, { bom: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    throw new EdgeError('validation_failed', `The body is not CSV: ${(error as Error).message}.`);
  }
  const [headers = [], ...records] = rows;
  const paths = headers.map((header) => header.split('.'));
  const repeated = headers.find((header, column) => headers.indexOf(header) !== column);
  const unsafe = headers.find((_, column) => paths[column].some((member) => UNSAFE.has(member)));
  if (repeated !== undefined || unsafe !== undefined) {
    throw new EdgeError('validation_failed', `The CSV header ${repeated ?? unsafe} is repeated or no path.`);
  }
  return records.map((record) => {
    const operation: Nested = {};
    for (const [column, cell] of record.entries()) {
      if (cell !== '') place(operation, paths[column], cellValue(paths[column], cell));
    }
    return operation;
  });
};
