import { parseInstant } from '../../../engine/instance/instant.ts';
import type { TaskVersion } from '../../server/endpoints.ts';

export const WIDTH = 316;
export const HEIGHT = 120;
export const LEFT = 34;
const BOTTOM = 18;
/** Above and below the lines there is room for the labels at their ends. */
const LABEL = 15;

export interface Point {
  readonly at: number;
  /** Minutes after the scheduled time. */
  readonly late: number;
  readonly low: number;
  readonly high: number;
}

const secondsOf = (text: string): number => parseInstant(text) / 1000;

/** A version as a point. An imposed delay moves the estimate with its spread. */
export const pointOf = (version: TaskVersion): Point => {
  const scheduled = secondsOf(version.scheduledTime);
  const lateness = (text: string | null): number | null => (text === null ? null : (secondsOf(text) - scheduled) / 60);
  const late = lateness(version.derivedExpectedTime) ?? 0;
  const isKnown = version.actualTime !== null;
  const delay = version.imposedDelayInSeconds / 60;
  const spread = (text: string | null): number => {
    const minutes = lateness(text);
    return isKnown || minutes === null ? late : minutes + delay;
  };
  return {
    at: secondsOf(version.validFrom),
    late,
    low: spread(version.expectedTimeP05),
    high: spread(version.expectedTimeP95),
  };
};

/** Where times and minutes are in the chart, and the paths of its lines. */
export const layoutOf = (lines: readonly (readonly Point[])[], now: number) => {
  const points = lines.flat();
  const first = Math.min(...points.map(({ at }) => at));
  const last = Math.max(now, ...points.map(({ at }) => at));
  const low = Math.min(0, ...points.flatMap((point) => [point.low, point.late])) - 2;
  const high = Math.max(5, ...points.flatMap((point) => [point.high, point.late])) + 2;
  const x = (at: number): number => LEFT + ((at - first) / Math.max(1, last - first)) * (WIDTH - LEFT - 6);
  const y = (minutes: number): number => LABEL + ((high - minutes) / (high - low)) * (HEIGHT - BOTTOM - 2 * LABEL);
  const steps = (line: readonly Point[], of: (point: Point) => number): string =>
    line
      .map((point, i) => {
        const until = line[i + 1]?.at ?? last;
        return `${i === 0 ? 'M' : 'L'}${x(point.at)},${y(of(point))}L${x(until)},${y(of(point))}`;
      })
      .join('');
  const area = (line: readonly Point[]): string =>
    `${steps(line, ({ high: most }) => most)}${steps([...line], ({ low: least }) => least)
      .split(/(?=[ML])/)
      .map((step) => step.slice(1))
      .reverse()
      .map((step) => `L${step}`)
      .join('')}Z`;
  const marks = [...new Set([0, Math.round(high - 2), Math.round(low + 2)])];
  return { first, last, x, y, steps, area, marks };
};
