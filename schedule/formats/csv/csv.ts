import { OPERATION } from '../../entities/operation.ts';
import { present } from '../../../engine/present.ts';
import type { Format, ReadingContext, ReadItems } from '../format.ts';
import { cellValue, type Nested, place } from './cells.ts';
import { readMapped } from './readMapped.ts';
import { readCsv, refused } from './readCsv.ts';

const UNSAFE = new Set(['__proto__', 'constructor', 'prototype', '']);
/** The most members in the path of a header; `inboundTask.expectedTime` has two. */
const MOST_NAMES = 8;

/** The first members of the paths that operations have. */
const MEMBERS = new Set(['id', 'group', 'tags', 'inboundTask', 'outboundTask', ...Object.keys(OPERATION)]);

const pathsOf = (headers: readonly string[]): string[][] => {
  if (headers.length > 0 && !headers.some((header) => MEMBERS.has(present(header.split('.')[0])))) {
    const some = headers.slice(0, 10).map((header) => JSON.stringify(header.slice(0, 50)));
    throw refused(
      `No column is called like a member of an operation, such as inboundTask.expectedTime; the header has ${some.join(', ')}. A CSV with other columns needs a mapping, which says what they mean.`,
    );
  }
  const seen = new Set<string>();
  return headers.map((header, i) => {
    if (header === '') throw refused(`Column ${i + 1} of the CSV header has no name.`);
    const path = header.split('.');
    if (seen.has(header) || path.length > MOST_NAMES || path.some((member) => UNSAFE.has(member))) {
      throw refused(`The CSV header ${header} is repeated or is not a valid path.`);
    }
    seen.add(header);
    return path;
  });
};

/** Reads one operation per row. Headers are dotted paths, which have none of the delimiters, tags are separated by `|`, and an empty cell counts as absent. */
const readPaths = async (bytes: Uint8Array, context: ReadingContext): Promise<ReadItems> => {
  const items: unknown[] = [];
  const lines: number[] = [];
  let paths: string[][] | undefined;
  for await (const { line, cells } of readCsv(bytes, context)) {
    if (paths === undefined) {
      paths = pathsOf(cells);
      continue;
    }
    const operation: Nested = {};
    for (const [column, cell] of cells.entries()) {
      if (cell !== '') place(operation, present(paths[column]), cellValue(present(paths[column]), cell));
    }
    items.push(operation);
    lines.push(line);
  }
  return { list: 'operations', items, lines };
};

/** A table whose first row is the header. */
export const CSV: Format = {
  id: 'csv',
  name: 'CSV',
  specification: 'RFC 4180, https://www.rfc-editor.org/rfc/rfc4180',
  mediaTypes: ['text/csv'],
  extensions: ['csv'],
  read: (bytes, context) =>
    context.mapping === null ? readPaths(bytes, context) : readMapped(bytes, context, context.mapping),
};
