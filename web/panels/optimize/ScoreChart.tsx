import styles from './optimize.module.css';
import type { Point } from './runFollower.ts';

const WIDTH = 380;
const HEIGHT = 168;
const LEFT = 46;
const RIGHT = 6;
const TOP = 8;
const BOTTOM = 22;
const MOST_TICKS = 5;
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** A few round numbers from `low` to `high`, for the axis. */
const ticksOf = (low: number, high: number): readonly number[] => {
  const least = (high - low) / MOST_TICKS;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= least) ?? least;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
};

/** A live step chart of score and bound. */
export const ScoreChart = ({ points }: { readonly points: readonly Point[] }) => {
  const values = points.flatMap(({ score, bound }) => (bound === null ? [score] : [score, bound]));
  const low = Math.min(0, ...values);
  const high = Math.max(low + 1, ...values);
  const last = Math.max(1, points.at(-1)?.elapsedSeconds ?? 0);
  const x = (seconds: number): number => LEFT + (seconds / last) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const steps = (of: (point: Point) => number | null): string =>
    points
      .flatMap((point): string[] => {
        const value = of(point);
        return value === null ? [] : [`H${x(point.elapsedSeconds)}V${y(value)}`];
      })
      .join('')
      .replace(/^H([\d.]+)V([\d.]+)/, 'M$1,$2');
  return (
    <svg className={styles.scores} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="Score and bound">
      {ticksOf(low, high).map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} stroke="var(--line-faint)" />
          <text x={LEFT - 6} y={y(value) + 4} textAnchor="end" fontSize={11} fill="var(--ink-soft)">
            {short.format(value)}
          </text>
        </g>
      ))}
      {ticksOf(0, last).map((seconds) => (
        <text
          key={seconds}
          x={x(seconds)}
          y={HEIGHT - 6}
          textAnchor={seconds === 0 ? 'start' : x(seconds) > WIDTH - 20 ? 'end' : 'middle'}
          fontSize={11}
          fill="var(--ink-soft)"
        >
          {short.format(seconds)} s
        </text>
      ))}
      <path
        d={steps(({ bound }) => bound)}
        fill="none"
        stroke="var(--ink-soft)"
        strokeWidth={1.5}
        strokeDasharray="5 4"
      />
      <path d={steps(({ score }) => score)} fill="none" stroke="var(--blue)" strokeWidth={2} />
    </svg>
  );
};
