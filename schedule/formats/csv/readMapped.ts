import { memberOf } from '../../../engine/recordOf.ts';
import { codeOf } from '../../../engine/messageOf.ts';
import { present } from '../../../engine/present.ts';
import { isTimeField, type UploadMapping } from '../../entities/uploadMapping.ts';
import { ScheduleError } from '../../errors.ts';
import { doubtOf } from '../clockDoubt.ts';
import type { MappingInUse, ReadingContext, ReadItems, RecordProblems } from '../format.ts';
import { cellValue, type Nested, place } from './cells.ts';
import { joinMovements } from './joinMovements.ts';
import { readCsv, refused } from './readCsv.ts';
import { readTimeFormat, type TimeFormat } from './timeFormat.ts';

type Mapped = UploadMapping['fields'][number];

/** How one field is read, prepared once for all rows. */
interface Reader {
  readonly field: Mapped;
  readonly path: readonly string[];
  readonly cells: readonly number[];
  /** The name of its columns in problems. */
  readonly name: string;
  /** Null if the field is not a time. */
  readonly format: TimeFormat | null;
  /** What the format was read from. */
  readonly pattern: string;
  readonly timezone: string;
}

const isIdentifier = (path: readonly string[]): boolean => /^(?:externalId|id|turnsWith)$/.test(path.at(-1) ?? '');
const isScheduled = ({ path }: Reader): boolean => /^(?:scheduled|planned)Time$/.test(path.at(-1) ?? '');
const sideOf = (path: readonly string[]): string => path.slice(0, -1).join('.');

const readersOf = (mapping: UploadMapping, headers: readonly string[], planningZone: string): Reader[] => {
  // The first of several columns with the same name counts.
  const at = new Map(headers.map((header, i) => [header.toLowerCase(), i] as const).reverse());
  const missing: string[] = [];
  const indexOf = (column: string): number => {
    const index = at.get(column.trim().toLowerCase());
    if (index === undefined) missing.push(column);
    return index ?? -1;
  };
  const readers = mapping.fields.map((field): Reader => {
    const { timeFormat = mapping.timeFormat, timezone = mapping.timezone, columns } = field;
    const format = isTimeField(field.field) ? readTimeFormat(timeFormat) : null;
    if (typeof format === 'string') throw refused(`The time format ${timeFormat} ${format}.`);
    const path = field.field.split('.');
    return {
      field,
      path,
      cells: columns.map(indexOf),
      name: columns.join(' + '),
      format,
      pattern: timeFormat,
      timezone: timezone ?? planningZone,
    };
  });
  for (const column of mapping.join?.columns ?? []) indexOf(column);
  if (missing.length > 0) {
    const named = [...new Set(missing)].map((column) => JSON.stringify(column)).join(', ');
    const had = headers
      .slice(0, 50)
      .map((header) => JSON.stringify(header))
      .join(', ');
    throw refused(`The file has no column ${named}, which the mapping names. Its header has ${had.slice(0, 2000)}.`);
  }
  // Times without a date are next to the scheduled time, which is therefore read first.
  return readers.sort(
    (a, b) =>
      Number(isScheduled(b) && b.format?.hasDate === true) - Number(isScheduled(a) && a.format?.hasDate === true),
  );
};

/** Reads the rows of one file. */
class MappedRows {
  private readonly readers: readonly Reader[];
  private readonly problems: RecordProblems;
  private readonly tagOf: MappingInUse['tagOf'];

  constructor(readers: readonly Reader[], problems: RecordProblems, tagOf: MappingInUse['tagOf']) {
    this.readers = readers;
    this.problems = problems;
    this.tagOf = tagOf;
  }

  /** Reads one row. Reports problems and returns null if a cell cannot be read. */
  item(line: number, cells: readonly string[], constants: UploadMapping['constants']): Nested | null {
    const item: Nested = {};
    for (const [field, value] of Object.entries(constants)) place(item, field.split('.'), value);
    const scheduled = new Map<string, number>();
    let isWhole = true;
    for (const reader of this.readers) {
      const text = textOf(reader, cells);
      if (text === '') continue;
      const value =
        reader.format === null
          ? this.value(reader, text, line, item)
          : this.time(reader, reader.format, text, line, scheduled);
      if (value === null) isWhole = false;
      else place(item, reader.path, value);
    }
    return isWhole ? item : null;
  }

  private refuse(
    { name }: Reader,
    line: number,
    code: 'invalid_timestamp' | 'unknown_reference',
    message: string,
  ): null {
    this.problems.add(line, name, code, message);
    return null;
  }

  private time(
    reader: Reader,
    format: TimeFormat,
    text: string,
    line: number,
    scheduled: Map<string, number>,
  ): string | null {
    const side = sideOf(reader.path);
    const near = scheduled.get(side) ?? null;
    const shown = JSON.stringify(text.slice(0, 64));
    const read = format.read(text, reader.timezone, near);
    if (read === null) {
      const why =
        format.hasDate || near !== null
          ? `is not a time of the form ${reader.pattern}`
          : 'has no date, and the row has no scheduled time from which the date could follow';
      return this.refuse(reader, line, 'invalid_timestamp', `${shown} ${why}`);
    }
    const { ms, occurs } = read;
    if (isScheduled(reader)) scheduled.set(side, ms);
    if (occurs !== 'once') this.problems.warn(line, reader.name, `${shown} ${doubtOf(read, reader.timezone)}`);
    return new Date(ms).toISOString();
  }

  private value(reader: Reader, text: string, line: number, item: Nested): ReturnType<typeof cellValue> {
    const value = cellValue(reader.path, text);
    if (!Array.isArray(value)) return value;
    const { tagCategory } = reader.field;
    const ids: string[] = [];
    for (const one of value.map((tag) => tag.trim())) {
      const id = tagCategory === undefined ? one : this.tagOf(tagCategory, one);
      if (id === undefined)
        return this.refuse(
          reader,
          line,
          'unknown_reference',
          `names no tag of the category ${tagCategory}: ${one.slice(0, 64)}`,
        );
      ids.push(id);
    }
    return [...new Set([...tagsIn(item, reader.path), ...ids])];
  }
}

const tagsIn = (item: Nested, path: readonly string[]): readonly string[] => {
  const tags = memberOf(item, ...path);
  return Array.isArray(tags) ? tags.map(String) : [];
};

const textOf = ({ field: { values }, path, cells: from, format }: Reader, cells: readonly string[]): string => {
  const texts = from.map((index) => present(cells[index]));
  const some = texts.filter((text) => text !== '');
  const isPartial = some.length < texts.length && (format !== null || isIdentifier(path));
  const text = isPartial ? '' : some.join(format === null ? '.' : ' ');
  return values !== undefined && Object.hasOwn(values, text) ? (values[text] ?? '') : text;
};

/** Reads the rows of a CSV by a mapping of its columns. */
export const readMapped = async (
  bytes: Uint8Array,
  context: ReadingContext,
  { mapping, tagOf }: MappingInUse,
): Promise<ReadItems> => {
  const items: Nested[] = [];
  const lines: number[] = [];
  const groups: string[] = [];
  let rows: MappedRows | undefined;
  let groupCells: readonly number[] = [];
  try {
    for await (const { line, cells } of readCsv(bytes, context, mapping)) {
      if (rows === undefined) {
        rows = new MappedRows(readersOf(mapping, cells, context.timezone), context.problems, tagOf);
        const lower = cells.map((header) => header.toLowerCase());
        groupCells = (mapping.join?.columns ?? []).map((column) => lower.indexOf(column.trim().toLowerCase()));
        continue;
      }
      if (context.problems.isFull) break;
      const item = rows.item(line, cells, mapping.constants);
      if (item === null) continue;
      items.push(item);
      lines.push(line);
      groups.push(
        groupCells.every((index) => cells[index] !== '') ? JSON.stringify(groupCells.map((index) => cells[index])) : '',
      );
    }
  } catch (error) {
    if (codeOf(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new ScheduleError(
      'validation_failed',
      `The file is not in the encoding of the mapping, ${mapping.encoding}.`,
    );
  }
  if (mapping.join !== null)
    await joinMovements(
      items,
      { lines, groups, by: mapping.join.by, name: mapping.join.columns.join(' + ') },
      context.problems,
    );
  const columns = new Map(mapping.fields.map(({ field, columns: names }) => [field, names.join(' + ')]));
  return { list: mapping.rows, items, lines, columns };
};
