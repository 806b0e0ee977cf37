import type { Schemas } from '../panels/service.ts';
import { type CsvSample, timeFormatOf } from './csvSample.ts';

export type Mapping = Schemas['UploadMappingWrite'];
type Rows = Mapping['rows'];
type Field = Mapping['fields'][number];

/** What the user says about the columns of a file. */
export interface Chosen {
  readonly rows: Rows;
  /** For each column, one of `fieldChoices`, or empty. */
  readonly fields: readonly string[];
  /** The time format that the user typed; empty to use the one that the sample suggests. */
  readonly timeFormat: string;
  /** The time zone of times without an offset (IANA); empty for the planning's. */
  readonly timezone: string;
  /** The text for arrivals in the column for the direction; any other text means a departure. */
  readonly arrival: string;
  /** The column by which arrivals and departures are paired; empty if there is none. */
  readonly joinColumn: string;
  readonly joinBy: 'value' | 'order';
}

export interface FieldChoice {
  readonly value: string;
  readonly label: string;
}

export const NOTHING = 'nothing';
export const DETAIL = 'detail';
const TAG = 'tag:';

const OF_MOVEMENT: readonly FieldChoice[] = [
  { value: 'role', label: 'Arrival or departure' },
  { value: 'taskName', label: 'Name' },
  { value: 'externalId', label: 'Identifier' },
  { value: 'scheduledTime', label: 'Scheduled time' },
  { value: 'expectedTime', label: 'Expected time' },
  { value: 'actualTime', label: 'Actual time' },
];
const OF_OPERATION: readonly FieldChoice[] = [
  { value: 'externalId', label: 'Identifier' },
  ...(['inbound', 'outbound'] as const).flatMap((side) => {
    const name = side === 'inbound' ? 'Arrival' : 'Departure';
    return [
      { value: `${side}Task.taskName`, label: `${name}: name` },
      { value: `${side}Task.scheduledTime`, label: `${name}: scheduled time` },
      { value: `${side}Task.expectedTime`, label: `${name}: expected time` },
      { value: `${side}Task.actualTime`, label: `${name}: actual time` },
    ];
  }),
];

/** What a column may mean. `categories` are those of the planning's tags. */
export const fieldChoices = (rows: Rows, categories: readonly string[]): readonly FieldChoice[] => [
  { value: NOTHING, label: '—' },
  ...(rows === 'movements' ? OF_MOVEMENT : OF_OPERATION),
  ...categories.map((category) => ({ value: `${TAG}${category}`, label: `Tag: ${category}` })),
  { value: DETAIL, label: 'Detail (metadata)' },
];

const GUESSES: readonly (readonly [RegExp, string])[] = [
  [/^(?:a\/?d|arr\/?dep|type|direction|leg)$/i, 'role'],
  [/^(?:flight|flt|flug|vessel|ship|voyage|name)/i, 'taskName'],
  [/^(?:e(?:ta|td|ibt|obt|ta\/etd)|est|expected|erwartet)/i, 'expectedTime'],
  [/^(?:a(?:ta|td|ibt|obt)|actual)/i, 'actualTime'],
  [/^(?:date|datum|time|s(?:ta|td|ibt|obt|ta\/std)|sched|plan)/i, 'scheduledTime'],
  [/^(?:id|key|uid|reference)$/i, 'externalId'],
];

/** A first proposal, by the headers: rows of arrivals and departures, as most airports export them. */
export const proposed = ({ headers, rows }: CsvSample): Chosen => {
  const fields = headers.map((header) => GUESSES.find(([pattern]) => pattern.test(header))?.[1] ?? NOTHING);
  const role = fields.indexOf('role');
  const first = rows.map((row) => row[role] ?? '').find((text) => /^a|^in/i.test(text));
  const joins = headers.find((header) => /^(?:reg|tail|kennzeichen|aircraft id|rotation)/i.test(header));
  return {
    rows: 'movements',
    fields,
    timeFormat: '',
    timezone: '',
    arrival: first ?? 'A',
    joinColumn: joins ?? '',
    joinBy: 'order',
  };
};

const isTime = (field: string): boolean => field.endsWith('Time');

/** The mapping for the upload. */
export const mappingOf = (name: string, sample: CsvSample, chosen: Chosen): Mapping => {
  const { headers } = sample;
  const columnsOf = (field: string): string[] => headers.filter((_, i) => chosen.fields[i] === field);
  const distinct = [...new Set(chosen.fields)].filter((field) => field !== NOTHING && field !== DETAIL);
  const fields: Field[] = distinct.map((field) => fieldOf(field, columnsOf(field), sample, chosen));
  for (const header of columnsOf(DETAIL))
    fields.push({ field: `metadata.${header.replaceAll('.', '_').slice(0, 100)}`, columns: [header] });
  const constants: Record<string, string> = {};
  const sides = chosen.rows === 'movements' ? [''] : ['inboundTask.', 'outboundTask.'];
  for (const side of sides) {
    const scheduled = fields.find(({ field }) => field === `${side}scheduledTime`);
    if (scheduled === undefined) continue;
    const isEstimated = distinct.includes(`${side}expectedTime`);
    if (chosen.rows === 'operations' && !isEstimated) fields.push({ ...scheduled, field: `${side}expectedTime` });
    if (isEstimated || chosen.rows === 'operations')
      constants[`${side}expectedTimesSource`] = isEstimated ? 'external' : 'schedule';
  }
  if (!distinct.includes('externalId')) {
    // A flight has the same name every day, so it is identified by its name and its planned time.
    const [side = ''] = sides;
    const known = [...columnsOf(`${side}taskName`), ...columnsOf(`${side}scheduledTime`)];
    if (known.length > 0) fields.push({ field: 'externalId', columns: known });
  }
  const joins = chosen.rows === 'movements' && chosen.joinColumn !== '';
  return {
    name,
    rows: chosen.rows,
    delimiter: sample.delimiter,
    encoding: sample.encoding,
    ...(chosen.timezone === '' ? {} : { timezone: chosen.timezone }),
    fields,
    constants,
    join: joins ? { columns: [chosen.joinColumn], by: chosen.joinBy } : null,
  };
};

const fieldOf = (field: string, columns: string[], { headers, rows }: CsvSample, chosen: Chosen): Field => {
  if (field.startsWith(TAG)) return { field: 'tags', columns, tagCategory: field.slice(TAG.length) };
  if (field === 'role') {
    const at = headers.indexOf(columns[0] ?? '');
    const others = rows.map((row) => row[at] ?? '').filter((text) => text !== '' && text !== chosen.arrival);
    const departures = Object.fromEntries(['D', 'DEP', 'Departure', ...others].map((text) => [text, 'outbound']));
    return { field, columns, values: { ...departures, [chosen.arrival]: 'inbound' } };
  }
  if (!isTime(field)) return { field, columns };
  const texts = rows.map((row) => columns.map((column) => row[headers.indexOf(column)] ?? ''));
  const shown = texts.find((parts) => parts.every((text) => text !== ''))?.join(' ') ?? '';
  const seen = timeFormatOf(shown);
  // The typed format applies to columns with a date; a column with only a time is read as a time.
  const isTyped = chosen.timeFormat !== '' && (!/^[Hhmsa: ]+$/.test(seen) || shown === '');
  return { field, columns, timeFormat: isTyped ? chosen.timeFormat : seen };
};
