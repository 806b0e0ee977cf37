/** Text that a spreadsheet would evaluate as a formula; such a cell is escaped by a leading apostrophe. */
const FORMULA = /^[=+\-@\t\r]/;

const cellOf = (value: string | number): string => {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One line of CSV (RFC 4180), without the CR LF that ends it. */
export const csvLine = (cells: readonly (string | number)[]): string => cells.map(cellOf).join(',');
