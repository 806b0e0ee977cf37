import { formatTable, publish } from '../table/table.ts';

export type Unit = 'ms' | 'kB' | 'MB' | '';

/** Formats amounts as 3.5 ms or 120 ms. */
export const amount = (value: number, unit: Unit): string =>
  `${value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${unit}`.trim();

/** The measurements of a bench of the board, compared with their limits; each is printed as it is added. */
export class Findings {
  private readonly rows: {
    readonly measure: string;
    readonly found: number;
    readonly limit: number;
    readonly unit: Unit;
    readonly cause: string;
  }[] = [];

  /** `cause` explains the value; it is printed if the limit is missed. */
  note(measure: string, found: number, limit: number, unit: Unit = 'ms', cause = ''): void {
    this.rows.push({ measure, found, limit, unit, cause });
    console.log(`${measure}: ${amount(found, unit)} (at most ${limit})`);
  }

  /** Adds the number of faults, which must be 0 on every page. */
  noteFaults(faults: readonly string[]): void {
    this.note('Requests elsewhere, console errors, policy reports', faults.length, 0, '');
    for (const fault of faults.slice(0, 10)) console.log(fault);
  }

  /** Publishes the table; `about` says what was measured and where. */
  async publish(name: string, about: string): Promise<void> {
    const table = formatTable(
      ['measure', 'found', 'at most', 'holds'],
      this.rows.map(({ measure, found, limit, unit }) => [
        measure,
        amount(found, unit),
        amount(limit, unit),
        found <= limit ? 'yes' : 'no',
      ]),
    );
    const causes = [...new Set(this.rows.filter(({ found, limit }) => found > limit).map(({ cause }) => cause))].filter(
      (cause) => cause !== '',
    );
    const missed = causes.map((cause) => `- ${cause}`).join('\n');
    await publish(
      name,
      `${about}\n\n${table}${missed === '' ? '' : `\n\nWhy limits are missed:\n\n${missed}`}`,
      this.rows,
    );
  }
}
