/** What a table program would take for a formula is text to it. */
const FORMULA = /^[=+\-@\t\r]/;

const cellOf = (value: string | number): string => {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Without the end of the line, which is CR LF (RFC 4180). */
export const csvLine = (cells: readonly (string | number)[]): string => cells.map(cellOf).join(',');
