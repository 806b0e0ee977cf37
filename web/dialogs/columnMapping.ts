import type { Schemas } from '../panels/service.ts';
import { commonFormat, type CsvSample } from './csvSample.ts';

export type Mapping = Schemas['UploadMappingWrite'];
export type SavedMapping = Schemas['UploadMapping'];
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
  { value: 'sigma', label: 'Uncertainty in seconds' },
];
const OF_OPERATION: readonly FieldChoice[] = [
  { value: 'taskName', label: 'Name' },
  { value: 'externalId', label: 'Identifier' },
  ...(['inbound', 'outbound'] as const).flatMap((side) => {
    const name = side === 'inbound' ? 'Arrival' : 'Departure';
    return [
      { value: `${side}Task.taskName`, label: `${name}: name` },
      { value: `${side}Task.scheduledTime`, label: `${name}: scheduled time` },
      { value: `${side}Task.expectedTime`, label: `${name}: expected time` },
      { value: `${side}Task.actualTime`, label: `${name}: actual time` },
      { value: `${side}Task.sigma`, label: `${name}: uncertainty in seconds` },
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
  [/^(?:e(?:ta|td|ibt|obt)(?![a-z])|est|expected|erwartet)/i, 'expectedTime'],
  [/^(?:a(?:ta|td|ibt|obt)(?![a-z])|actual)/i, 'actualTime'],
  // "Stand" and "Status" only begin like "STA", and "Plane" like "Plan".
  [/^(?:date|datum|time|s(?:ta|td|ibt|obt)(?![a-z])|sched|plan(?!e(?:$|[^a-z])))/i, 'scheduledTime'],
  [/^(?:id|key|uid|reference)$/i, 'externalId'],
];
/** Headers that name the direction, or something else, such as the type of the aircraft. */
const MAYBE_ROLE = /^(?:type|leg)$/i;
const DIRECTION = /^(?:a|d|i|o|arr|dep|in|out|an|ab|arrivals?|departures?|inbound|outbound|ankunft|abflug)?$/i;

/** Headers of the two sides of a row that has both, as ports export calls. */
const OUTBOUND = /^[esap]t[du]$|^[esa]obt$|dep(?!th|o|artm)|sail|leav|^outbound\b/i;
const INBOUND = /^[esap]t[ab]$|^[esa]ibt$|arr(?!i[ae]|ow|ay)|berthing|^inbound\b/i;
/** With both sides in a row, a header without another word is the scheduled time of its side. */
const OF_A_SIDE: readonly (readonly [RegExp, string])[] = [
  [/^e(?:t[adbu]|ibt|obt)$|est|exp|erwartet/i, 'expectedTime'],
  [/^a(?:t[adbu]|ibt|obt)$|act/i, 'actualTime'],
  [/name|flight|flt|flug|^(?:in|out)bound$/i, 'taskName'],
];
const OF_A_CALL: readonly (readonly [RegExp, string])[] = [
  [/^(?:voyage|call|visit|port call|id|key|uid|reference)/i, 'externalId'],
  [/^(?:flight|flt|flug|vessel|ship|name)/i, 'taskName'],
];

const sideOf = (header: string): 'inbound' | 'outbound' | null =>
  OUTBOUND.test(header) ? 'outbound' : INBOUND.test(header) ? 'inbound' : null;

const guessOf = (header: string, guesses: readonly (readonly [RegExp, string])[]): string | undefined =>
  guesses.find(([pattern]) => pattern.test(header))?.[1];

/** What the column means in rows of arrivals and departures. */
const guessAtMovement = ({ headers, rows }: Pick<CsvSample, 'headers' | 'rows'>, at: number): string | undefined => {
  const header = headers[at] ?? '';
  const isAnother = MAYBE_ROLE.test(header) && !rows.every((row) => DIRECTION.test((row[at] ?? '').trim()));
  return isAnother ? undefined : guessOf(header, GUESSES);
};

const guessAtOperation = (header: string): string | undefined => {
  const side = sideOf(header);
  return side === null ? guessOf(header, OF_A_CALL) : `${side}Task.${guessOf(header, OF_A_SIDE) ?? 'scheduledTime'}`;
};

/** The categories of which a column with their name contains a tag: a stand's number is no size of stands, though both may be called "Stand". */
export const categoriesIn = (
  { headers, rows }: Pick<CsvSample, 'headers' | 'rows'>,
  tags: readonly { readonly category: string; readonly value: string }[],
): readonly string[] => {
  const holds = ({ category, value }: { readonly category: string; readonly value: string }): boolean => {
    const at = headers.findIndex((header) => header.toLowerCase() === category.toLowerCase());
    return at >= 0 && rows.some((row) => (row[at] ?? '').trim() === value);
  };
  return [...new Set(tags.filter(holds).map(({ category }) => category))];
};

/** What the columns may mean, by their headers. `categories` are those of the planning's tags. */
export const proposedFields = (
  kind: Rows,
  sample: Pick<CsvSample, 'headers' | 'rows'>,
  categories: readonly string[],
): readonly string[] =>
  sample.headers.map((header, at) => {
    const guess = kind === 'movements' ? guessAtMovement(sample, at) : guessAtOperation(header);
    const category = categories.find((one) => one.toLowerCase() === header.toLowerCase());
    return guess ?? (category === undefined ? NOTHING : `${TAG}${category}`);
  });

/** A first proposal, by the headers: rows of arrivals and departures, as most airports export them, unless each row has both. */
export const proposed = (sample: CsvSample, categories: readonly string[]): Chosen => {
  const { headers, rows } = sample;
  const role = headers.findIndex((_, at) => guessAtMovement(sample, at) === 'role');
  const sides = new Set(headers.map(sideOf));
  const kind = role < 0 && sides.has('inbound') && sides.has('outbound') ? 'operations' : 'movements';
  const first = rows.map((row) => row[role] ?? '').find((text) => /^a|^in/i.test(text));
  const joins = headers.find((header) => /^(?:reg|tail|kennzeichen|aircraft id|rotation)/i.test(header));
  return {
    rows: kind,
    fields: proposedFields(kind, sample, categories),
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
  if (chosen.rows === 'operations') nameBothSides(fields);
  for (const header of columnsOf(DETAIL))
    fields.push({ field: `metadata.${header.replaceAll('.', '_').slice(0, 100)}`, columns: [header] });
  const sides = chosen.rows === 'movements' ? [''] : ['inboundTask.', 'outboundTask.'];
  const constants = addEstimates(fields, chosen.rows, sides);
  if (!distinct.includes('externalId')) {
    const known = identifying(columnsOf, sides[0] ?? '');
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

/** Whether a file with these headers has every column that a mapping names. As on the server, upper and lower case are the same. */
export const hasColumnsOf = (
  { fields, join }: Pick<SavedMapping, 'fields' | 'join'>,
  headers: readonly string[],
): boolean => {
  const here = new Set(headers.map((header) => header.toLowerCase()));
  const named = [...fields.flatMap(({ columns }) => columns), ...(join?.columns ?? [])];
  return named.every((column) => here.has(column.trim().toLowerCase()));
};

/**
 * A saved mapping for this file: what the columns mean, with the delimiter and the encoding of the file, where it shows that they are others. The
 * mapping itself if it fits.
 */
export const fittedTo = (
  { delimiter, encoding, isAscii }: Pick<CsvSample, 'delimiter' | 'encoding' | 'isAscii'>,
  mapping: SavedMapping,
): SavedMapping => {
  // Text that is not UTF-8 by chance is in the encoding of the mapping, unless that is UTF-8; a sample of windows-1252 is only a guess.
  const isOther =
    encoding === 'windows-1252' ? mapping.encoding === 'utf-8' : !isAscii && mapping.encoding !== encoding;
  if (!isOther && mapping.delimiter === delimiter) return mapping;
  return { ...mapping, delimiter, encoding: isOther ? encoding : mapping.encoding };
};

/** Adds the expected times of operations that have only scheduled ones. Returns the constants that say where expected times come from. */
const addEstimates = (fields: Field[], rows: Rows, sides: readonly string[]): Record<string, string> => {
  const constants: Record<string, string> = {};
  for (const side of sides) {
    const scheduled = fields.find(({ field }) => field === `${side}scheduledTime`);
    if (scheduled === undefined) continue;
    const isEstimated = fields.some(({ field }) => field === `${side}expectedTime`);
    if (rows === 'operations' && !isEstimated) fields.push({ ...scheduled, field: `${side}expectedTime` });
    if (isEstimated || rows === 'operations')
      constants[`${side}expectedTimesSource`] = isEstimated ? 'external' : 'schedule';
  }
  return constants;
};

/** A flight has the same name every day, so an operation is identified by its name and its planned time. */
const identifying = (columnsOf: (field: string) => string[], side: string): string[] => {
  const names = columnsOf(`${side}taskName`);
  return [...(names.length > 0 ? names : columnsOf('taskName')), ...columnsOf(`${side}scheduledTime`)];
};

/** A vessel arrives and leaves under one name: a name of the whole row, or of one side only, is that of both. */
const nameBothSides = (fields: Field[]): void => {
  const at = fields.findIndex(({ field }) => field === 'taskName');
  const [whole] = at < 0 ? [] : fields.splice(at, 1);
  for (const [side, other] of [
    ['inboundTask', 'outboundTask'],
    ['outboundTask', 'inboundTask'],
  ]) {
    const name = whole ?? fields.find(({ field }) => field === `${other}.taskName`);
    if (name !== undefined && !fields.some(({ field }) => field === `${side}.taskName`))
      fields.push({ ...name, field: `${side}.taskName` });
  }
};

/** The most texts for departures; a column with more of them says something else. */
const MOST_DIRECTIONS = 20;

const fieldOf = (field: string, columns: string[], { headers, rows }: CsvSample, chosen: Chosen): Field => {
  if (field.startsWith(TAG)) return { field: 'tags', columns, tagCategory: field.slice(TAG.length) };
  if (field === 'role') {
    const at = headers.indexOf(columns[0] ?? '');
    const others = new Set(rows.map((row) => row[at] ?? '').filter((text) => text !== '' && text !== chosen.arrival));
    const known = ['D', 'DEP', 'Departure', ...[...others].slice(0, MOST_DIRECTIONS)];
    const departures = Object.fromEntries(known.map((text) => [text, 'outbound']));
    return { field, columns, values: { ...departures, [chosen.arrival]: 'inbound' } };
  }
  if (!isTime(field)) return { field, columns };
  const seen = formatOf(columns, { headers, rows });
  // The typed format applies to columns with a date; a column with only a time is read as a time.
  const isTyped = chosen.timeFormat !== '' && (!/^[Hhmsa: ]+$/.test(seen) || seen === '');
  return { field, columns, timeFormat: isTyped ? chosen.timeFormat : seen || 'iso' };
};

/** The format of times in columns, which are joined: the one of most rows, since some may be mistyped. Empty if the sample has none there. */
const formatOf = (columns: readonly string[], { headers, rows }: Pick<CsvSample, 'headers' | 'rows'>): string => {
  const cells = columns.map((column) => headers.indexOf(column));
  const texts = rows.flatMap((row) =>
    cells.every((at) => (row[at] ?? '') !== '') ? [cells.map((at) => row[at]).join(' ')] : [],
  );
  return commonFormat(texts, rows.flat());
};

/** How the times of the file are written, as far as the sample shows; empty if no column is a time. */
export const seenFormat = (sample: CsvSample, { fields }: Chosen): string => {
  const columns = sample.headers.filter((_, i) => isTime(fields[i] ?? ''));
  const formats = columns.map((column) => formatOf([column], sample)).filter((format) => format !== '');
  return [...new Set(formats)].join(', ');
};
