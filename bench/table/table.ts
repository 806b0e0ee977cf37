import { mkdir, writeFile } from 'node:fs/promises';

/** Formats a Markdown table with numbers aligned to the right. */
export const formatTable = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string => {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const isNumber = head.map((_, column) =>
    rows.every((row) => /^[-–<≤\d.,% ]*( s| ms| ns| MB)?$/.test(String(row[column]))),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (isNumber[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column]))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${isNumber[column] ? ':' : '-'}`).join('|')}|`;
  return [line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n');
};

/** A share as a percentage; a dash where it is not finite. */
export const percent = (share: number, digits = 0): string =>
  Number.isFinite(share) ? `${(100 * share).toFixed(digits)} %` : '–';

/** Prints a result and writes it to bench/results/NAME.md, with the raw figures beside it. */
export const publish = async (name: string, text: string, raw: unknown): Promise<void> => {
  const folder = new URL('../results/', import.meta.url);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${name}.md`, folder), `${text}\n`);
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(raw, null, 1)}\n`);
  console.log(`\n${text}`);
};

/** The value at a share (0 to 1) of the ascending values; NaN without any. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

/** The mean of the two middle values when their number is even; NaN without any. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
