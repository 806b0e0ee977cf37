import { machine } from './machine.ts';
import { formatTable, median, percent, publish } from './table.ts';

/** Seconds until each of some gaps; infinite where the run ends with a wider one. */
export type SecondsToGaps = readonly number[];

/**
 * The times of one planning: of a run on one worker, of the mean of as many such runs at a time as there are workers, and of one run on all workers. A worker
 * is a thread or a process.
 */
export interface Speedup {
  readonly seed: number;
  readonly alone: SecondsToGaps;
  readonly beside: SecondsToGaps;
  readonly together: SecondsToGaps;
}

/** Tells when a run first had each gap. Call `note` for each of its states, in order. */
export class GapTimes {
  private readonly gaps: readonly number[];
  readonly seconds: number[];

  constructor(gaps: readonly number[]) {
    this.gaps = gaps;
    this.seconds = gaps.map(() => Number.POSITIVE_INFINITY);
  }

  note(seconds: number, gap: number): void {
    this.gaps.forEach((wanted, k) => {
      if (gap <= wanted) this.seconds[k] = Math.min(this.seconds[k], seconds);
    });
  }
}

/** The mean time until each gap. */
export const meanOf = (runs: readonly SecondsToGaps[]): SecondsToGaps =>
  runs[0].map((_, k) => runs.reduce((sum, run) => sum + run[k], 0) / runs.length);

const shown = (times: SecondsToGaps): string =>
  times.map((seconds) => (Number.isFinite(seconds) ? seconds.toFixed(2) : '–')).join(', ');

export const sayTimes = ({ seed, alone, beside, together }: Speedup): string =>
  `seed ${seed}: alone ${shown(alone)}; beside others ${shown(beside)}; together ${shown(together)}`;

const aboutSpeedup = (count: number): string =>
  `Seconds of the clock until a proven gap, medians of the plannings on which each way reaches it. The ratio is that of the time on ${count} to that on one. The least ratio here is the time of ${count} separate runs at a time, divided by ${count} and by that of a run alone: on processors that share a memory, even work that needs no coordination takes longer.`;

/** A row for each gap. `workers`: such as "threads". */
const speedupTable = (
  outcomes: readonly Speedup[],
  gaps: readonly number[],
  count: number,
  workers: string,
): string => {
  const rows = gaps.map((gap, k) => {
    const known = outcomes.filter(({ alone, beside, together }) =>
      [alone, beside, together].every((seconds) => Number.isFinite(seconds[k])),
    );
    const middle = (of: (outcome: Speedup) => number): number => median(known.map(of));
    const ratio = middle(({ alone, together }) => together[k] / alone[k]);
    const least = middle(({ alone, beside }) => beside[k] / alone[k] / count);
    return [
      percent(gap, 2),
      `${known.length} of ${outcomes.length}`,
      `${middle(({ alone }) => alone[k]).toFixed(2)} s`,
      `${middle(({ together }) => together[k]).toFixed(2)} s`,
      ratio.toFixed(2),
      least.toFixed(2),
      (ratio / least).toFixed(2),
    ];
  });
  const head = ['to a gap of', 'reached', 'one', `${count} ${workers}`, 'ratio', 'least ratio here', 'times the least'];
  return formatTable(head, rows);
};

/** Publishes what was measured. `about` says of what, in a sentence; `workers`: such as "threads". */
export const publishSpeedup = (
  name: string,
  about: string,
  outcomes: readonly Speedup[],
  gaps: readonly number[],
  count: number,
  workers: string,
): Promise<void> => {
  const table = speedupTable(outcomes, gaps, count, workers);
  return publish(name, `${about} ${aboutSpeedup(count)} ${machine()}.\n\n${table}`, outcomes);
};
