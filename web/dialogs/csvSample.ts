import { separatorOf } from '../../engine/csvLine.ts';

/** The beginning of a CSV file, from which a user says what its columns mean. */
export interface CsvSample {
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly encoding: 'utf-8' | 'utf-16le' | 'windows-1252';
  /** Whether the sample is the same text in other encodings. */
  readonly isAscii: boolean;
  readonly headers: readonly string[];
  /** The rows of the beginning of the file. */
  readonly rows: readonly (readonly string[])[];
}

const SAMPLE_BYTES = 64 * 1024;
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** UTF-8 if the bytes are valid, UTF-16 after a byte order mark, otherwise windows-1252. */
const decoded = (bytes: Uint8Array): { readonly text: string; readonly encoding: CsvSample['encoding'] } => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
};

/** At most `most` rows of a CSV (RFC 4180), without empty ones. */
const rowsOf = (text: string, delimiter: string, most = Number.POSITIVE_INFINITY): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    if (row.some((text) => text !== '')) rows.push(row);
    row = [];
  };
  for (let i = 0; i < text.length && rows.length < most; i++) {
    const character = text.charAt(i);
    if (isQuoted && character === '"' && text.charAt(i + 1) === '"') cell += text.charAt(i++);
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted || (character !== delimiter && character !== '\n')) cell += character;
    else if (character === delimiter) endCell();
    else endRow();
  }
  if (rows.length < most) endRow();
  return rows;
};

export const csvSample = (bytes: Uint8Array): CsvSample => {
  const { text: whole, encoding } = decoded(bytes.subarray(0, SAMPLE_BYTES));
  const separator = separatorOf(whole);
  const text = whole.slice(separator?.length ?? 0);
  const count = (delimiter: string): number => rowsOf(text, delimiter, 1)[0]?.length ?? 0;
  const delimiter =
    DELIMITERS.find((one) => one === separator?.delimiter) ??
    DELIMITERS.reduce((best, one) => (count(one) > count(best) ? one : best));
  const [header = [], ...rows] = rowsOf(text, delimiter);
  // Some programs end every row with a delimiter.
  const headers = header.slice(0, header.findLastIndex((name) => name !== '') + 1);
  // The sample may end within a row.
  if (bytes.length > SAMPLE_BYTES) rows.pop();
  return { delimiter, encoding, isAscii: !/[\u0080-\uffff]/.test(text), headers, rows };
};

const MEMBERS =
  /^(?:id|group|tags|externalId|description|isBlocker|isFixedToResource|metadata\..+|(?:in|out)boundTask\..+)$/;

/** Whether the headers are members of an operation, so that the file needs no mapping. */
export const speaksOurNames = ({ headers, encoding }: CsvSample): boolean =>
  encoding === 'utf-8' && headers.every((header) => MEMBERS.test(header));

/** How dates and times are written; of two that fit, the first one counts. */
const PATTERNS = [
  'yyyy-MM-dd',
  'yyyy/MM/dd',
  'dd.MM.yyyy',
  'dd.MM.yy',
  'dd/MM/yyyy',
  'dd/MM/yy',
  'dd-MM-yyyy',
  'dd-MMM-yyyy',
  'dd-MMM-yy',
  'dd MMM yyyy',
  'ddMMMyyyy',
  'ddMMMyy',
  'h:mm:ss a',
  'h:mm a',
  'HH:mm:ss',
  'HH:mm',
];

const LETTERS: Readonly<Record<string, string>> = {
  yyyy: String.raw`\d{4}`,
  MMM: '[A-Za-z]{3}',
  M: String.raw`\d{1,2}`,
  d: String.raw`\d{1,2}`,
  H: String.raw`\d{1,2}`,
  h: String.raw`\d{1,2}`,
  a: '[AaPp][Mm]',
};

/** The pattern and what it matches: each part of other letters has two digits. */
const shapeOf = (pattern: string): readonly [RegExp, string] => {
  const matched = pattern
    .replaceAll('.', String.raw`\.`)
    .replaceAll(/([a-zA-Z])\1*/g, (part) => LETTERS[part] ?? String.raw`\d{2}`);
  return [new RegExp(String.raw`(?<!\d)${matched}(?!\d)`), pattern];
};
/** With `12/1/2026 7:05`, a day, month or hour has no zero before it. */
const shortened = (pattern: string): string => pattern.replaceAll(/(?<!M)MM(?!M)|dd|HH/g, (part) => part.charAt(0));

const LONG = PATTERNS.map(shapeOf);
const SHORT = PATTERNS.map((pattern) => shapeOf(shortened(pattern)));

const LONE_DIGIT = /(?<!\d)\d(?!\d)/;
/** Whether a day, month or hour is written with one digit. */
const isShort = (text: string): boolean => LONE_DIGIT.test(text);

const WITH_SLASHES = /d{1,2}\/M{1,2}\//;
const MONTH_FIRST = /(?<!\d)(?:0?\d|1[0-2])\/(?:1[3-9]|2\d|3[01])\/\d{2}/;
const DAY_FIRST = /(?<!\d)(?:1[3-9]|2\d|3[01])\/(?:0?\d|1[0-2])\/\d{2}/;

/** Whether dates with slashes begin with the month: as another date of the file shows, or else as the user's language writes them. */
const beginsWithMonth = (others: readonly string[]): boolean => {
  if (others.some((text) => MONTH_FIRST.test(text))) return true;
  if (others.some((text) => DAY_FIRST.test(text))) return false;
  return new Intl.DateTimeFormat().formatToParts(0).find(({ type }) => type !== 'literal')?.type === 'month';
};

/** The pattern of a time; `iso` if none is recognized. */
const timeFormatOf = (text: string, isMonthFirst: boolean): string => {
  if (/^\d{4}$/.test(text)) return 'HHmm';
  let format = text;
  // The letters of a pattern are not digits, so no other shape matches them.
  for (const [shape, pattern] of isShort(text) ? SHORT : LONG) format = format.replace(shape, pattern);
  if (isMonthFirst && WITH_SLASHES.test(format)) {
    format = format.replace(WITH_SLASHES, (dayFirst) => dayFirst.split('/').slice(0, 2).reverse().join('/') + '/');
  }
  const rest = format.replaceAll(/[yMdHhmsa]+/g, '');
  return format === text || /[A-Za-z\d]/.test(rest) ? 'iso' : format;
};

/**
 * The pattern that most of the texts have; `iso` if none is recognized, empty if there are no texts. A pattern for one digit also reads two. `others` are
 * all texts of the file.
 */
export const commonFormat = (texts: readonly string[], others: readonly string[]): string => {
  const isMonthFirst = beginsWithMonth(others);
  const formats = texts.map((text) => timeFormatOf(text, isMonthFirst));
  const alike = [...Map.groupBy(formats, shortened)].sort(
    ([a, some], [b, more]) => more.length - some.length || Number(a === 'iso') - Number(b === 'iso'),
  );
  const [short, most] = alike[0] ?? ['', []];
  return most.includes(short) ? short : (most[0] ?? '');
};
