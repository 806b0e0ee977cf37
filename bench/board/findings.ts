import { formatTable, publish } from '../table/table.ts';

export type Unit = 'ms' | 'kB' | 'MB' | '';

/** 3.5 ms, 120 ms. */
export const amount = (value: number, unit: Unit): string =>
  `${value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${unit}`.trim();

/** What a bench of the board found, beside what is promised; said as it comes. */
export class Findings {
  private readonly rows: {
    readonly measure: string;
    readonly found: number;
    readonly limit: number;
    readonly unit: Unit;
    readonly cause: string;
  }[] = [];

  /** `cause`: why it is what it is, told where the limit is missed. */
  note(measure: string, found: number, limit: number, unit: Unit = 'ms', cause = ''): void {
    this.rows.push({ measure, found, limit, unit, cause });
    console.log(`${measure}: ${amount(found, unit)} (at most ${limit})`);
  }

  /** What no page may do. */
  noteFaults(faults: readonly string[]): void {
    this.note('Requests elsewhere, console errors, policy reports', faults.length, 0, '');
    for (const fault of faults.slice(0, 10)) console.log(fault);
  }

  /** `about`: what was measured, where. */
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
    await publish(name, `${about}\n\n${table}${missed === '' ? '' : `\n\nWhat is missed:\n\n${missed}`}`, this.rows);
  }
}
