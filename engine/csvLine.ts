/** Text that a spreadsheet would evaluate as a formula; such a cell is escaped by a leading apostrophe. */
const FORMULA = /^[=+\-@\t\r]/;

const cellOf = (value: string | number): string => {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One line of CSV (RFC 4180), without the CR LF that ends it. */
export const csvLine = (cells: readonly (string | number)[]): string => cells.map(cellOf).join(',');

/** The beginning of a file by which spreadsheets know that it is UTF-8; without it, some read `Österreich` as `Ã–sterreich`. */
export const SPREADSHEET_MARK = '\uFEFF';

const SEPARATOR_LINE = /^("?)sep=([,;\t|])\1[\t ]*(?=[\r\n])/i;

/** What a first line such as `sep=;` names, with which programs tell spreadsheets how cells are separated, and its length. Null if there is none. */
export const separatorOf = (text: string): { readonly delimiter: string; readonly length: number } | null => {
  const [line, , delimiter] = SEPARATOR_LINE.exec(text) ?? [];
  return line === undefined || delimiter === undefined ? null : { delimiter, length: line.length };
};
