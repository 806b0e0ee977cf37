import { present } from '../../../engine/present.ts';
import { type AxisLabel, type Column, FEWEST_COLUMNS, WIDTH } from './chart.ts';
import styles from './metrics.module.css';

/** Labels that begin beyond this would be cut off. */
const LAST_LABEL = WIDTH - 32;
const HEIGHT = 96;

/** A column chart, such as with one column for each hour. */
export const Columns = ({
  name,
  columns,
  labels,
  color,
}: {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly labels: readonly AxisLabel[];
  readonly color: string;
}) => {
  const highest = Math.max(...columns.map(({ value }) => value));
  const most = Math.max(0.5, highest);
  const step = WIDTH / Math.max(FEWEST_COLUMNS, columns.length);
  const peak = columns.findIndex(({ value }) => value === highest);
  const numberOf = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={name}>
      {columns.map(({ label, value }, i) => {
        const high = (value / most) * (HEIGHT - 34);
        return (
          <g key={`${i} ${label}`}>
            <title>{`${label}: ${numberOf(value)}`}</title>
            <rect
              x={i * step + 1}
              y={HEIGHT - 18 - high}
              width={Math.max(1, step - 2)}
              height={Math.max(value > 0 ? 1.5 : 0, high)}
              rx={1.5}
              fill={color}
            />
            {i === peak && value > 0 ? (
              <text
                x={Math.min(WIDTH - 14, Math.max(14, i * step + step / 2))}
                y={HEIGHT - 22 - high}
                textAnchor="middle"
                fontSize={11}
                fontWeight={600}
                fill="var(--ink)"
              >
                {numberOf(value)}
              </text>
            ) : null}
          </g>
        );
      })}
      {labels
        .filter(({ column }) => column * step <= LAST_LABEL)
        .map(({ column, text }) => (
          <text key={column} x={column * step + 1} y={HEIGHT - 4} fontSize={11} fill="var(--ink-soft)">
            {text}
          </text>
        ))}
    </svg>
  );
};

interface Bar {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly text: string;
}

/** A bar chart with a name and a number for each bar; negative bars point to the left. */
export const Bars = ({
  name,
  bars,
  color,
}: {
  readonly name: string;
  readonly bars: readonly Bar[];
  readonly color: string;
}) => {
  const most = Math.max(...bars.map(({ value }) => Math.abs(value)), 1e-9);
  return (
    <ul className={styles.bars} aria-label={name}>
      {bars.map(({ id, label, value, text }) => (
        <li key={id}>
          <span className={styles.barName}>{label}</span>
          <svg viewBox="0 0 80 10" preserveAspectRatio="none" aria-hidden>
            <rect width={80} height={10} rx={2} fill="var(--hover)" />
            <rect width={(Math.abs(value) / most) * 80} height={10} rx={2} fill={value < 0 ? 'var(--green)' : color} />
          </svg>
          <span className={styles.barValue}>{text}</span>
        </li>
      ))}
    </ul>
  );
};

interface TrendPoint {
  readonly at: number;
  readonly value: number;
}

/** A step chart of a number over time. */
export const Trend = ({
  name,
  points,
  timeText,
}: {
  readonly name: string;
  /** In order of time, at least one. */
  readonly points: readonly TrendPoint[];
  readonly timeText: (at: number) => string;
}) => {
  const height = 84;
  const [first, last] = [present(points[0]), present(points.at(-1))];
  const most = Math.max(1, ...points.map(({ value }) => value));
  const x = (at: number): number => 2 + ((at - first.at) / Math.max(1, last.at - first.at)) * (WIDTH - 34);
  const y = (value: number): number => 8 + (1 - value / most) * (height - 30);
  const path = points
    .map(({ at, value }, i) => `${i === 0 ? 'M' : `H${x(at)}V`}${i === 0 ? `${x(at)},` : ''}${y(value)}`)
    .join('');
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={name}>
      <line x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} stroke="var(--line)" />
      <path d={path} fill="none" stroke="var(--blue)" strokeWidth={2} />
      <circle cx={x(last.at)} cy={y(last.value)} r={3.5} fill="var(--blue)" />
      <text x={x(last.at) + 8} y={y(last.value) + 4} fontSize={12} fontWeight={600} fill="var(--ink)">
        {last.value}
      </text>
      <text x={2} y={height - 4} fontSize={11} fill="var(--ink-soft)">
        {timeText(first.at)}
      </text>
      <text x={WIDTH - 32} y={height - 4} textAnchor="end" fontSize={11} fill="var(--ink-soft)">
        {timeText(last.at)}
      </text>
    </svg>
  );
};
