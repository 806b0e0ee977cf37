import { clockAt } from '../../timeline/model/ticks.ts';

export interface Hour {
  readonly label: string;
  readonly value: number;
}

const HOUR = 3600;
const MOST_HOURS = 48;

/** The expected number of conflicts that begin in each hour, from the first to the last hour with any. */
export const expectedByHour = (
  conflicts: readonly { readonly start: number; readonly probability: number }[],
  zone: string,
): readonly Hour[] => {
  if (conflicts.length === 0) return [];
  const hourOf = (at: number): number => Math.floor(at / HOUR);
  const first = Math.min(...conflicts.map(({ start }) => hourOf(start)));
  const last = Math.max(...conflicts.map(({ start }) => hourOf(start)));
  const step = Math.max(1, Math.ceil((last - first + 1) / MOST_HOURS));
  const columnOf = ({ start }: { readonly start: number }): number => Math.floor((hourOf(start) - first) / step);
  const byColumn = Map.groupBy(conflicts, columnOf);
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => ({
    label: clockAt(zone, (first + i * step) * HOUR).slice(0, 5),
    value: (byColumn.get(i) ?? []).reduce((sum, { probability }) => sum + probability, 0),
  }));
};
