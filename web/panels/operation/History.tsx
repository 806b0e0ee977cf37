import { useQuery } from '@tanstack/react-query';
import { present } from '../../../engine/present.ts';
import { useBoard, useBoardState, useRevision } from '../../shell/boardContext.ts';
import { isReadable } from '../../shell/rights.ts';
import { momentAt } from '../../timeline/model/times.ts';
import styles from '../panels.module.css';
import { HEIGHT, LEFT, layoutOf, type Point, pointOf, WIDTH } from './historyChart.ts';

/** The estimates of both tasks over time, in minutes after the scheduled time. */
export const History = ({ operation }: { readonly operation: string }) => {
  const board = useBoard();
  const revision = useRevision();
  const workspace = useBoardState((state) => state.layer?.workspace ?? null);
  const canRead = useBoardState(isReadable);
  const versions = useQuery({
    queryKey: ['tasks', operation, workspace, revision],
    queryFn: () => board.endpoints.taskHistory(operation, workspace),
    // One that was made here a moment ago is not there yet.
    enabled: board.document.tables.operations.has(operation) && canRead,
    placeholderData: (before) => before,
  });
  const document = board.document.operation(operation);
  if (versions.data === undefined || document === undefined) return null;
  const lines = (['inboundTask', 'outboundTask'] as const).map((side) =>
    versions.data.filter(({ id }) => id === document[side]?.id).map(pointOf),
  );
  const points = lines.flat();
  if (points.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>
        History <span>min after schedule</span>
      </h3>
      <Chart lines={lines} zone={board.looks.zone()} />
    </section>
  );
};

const COLORS = ['var(--blue)', 'var(--violet)'];

const Chart = ({ lines, zone }: { readonly lines: readonly (readonly Point[])[]; readonly zone: string }) => {
  const now = useBoard().clock.now() / 1000;
  const layout = layoutOf(lines, now);
  const { first, last, y, marks } = layout;
  const ends = lines.map((line) => line.at(-1)?.late);
  const isUpper = (i: number): boolean => {
    const [own = 0, other = Number.NEGATIVE_INFINITY] = [ends[i], ends[1 - i]];
    return own > other || (own === other && i === 0);
  };
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="History of estimates">
      {marks.map((minutes) => (
        <g key={minutes}>
          <line x1={LEFT} x2={WIDTH} y1={y(minutes)} y2={y(minutes)} stroke="var(--line)" />
          <text x={LEFT - 6} y={y(minutes) + 4} textAnchor="end" fontSize={11} fill="var(--ink-soft)">
            {minutes}
          </text>
        </g>
      ))}
      {lines.map((line, i) =>
        line.length === 0 ? null : (
          <Line key={COLORS[i]} line={line} layout={layout} isInbound={i === 0} isUpper={isUpper(i)} />
        ),
      )}
      <text x={LEFT} y={HEIGHT - 4} fontSize={11} fill="var(--ink-soft)">
        {momentAt(zone, first, now)}
      </text>
      <text x={WIDTH - 6} y={HEIGHT - 4} textAnchor="end" fontSize={11} fill="var(--ink-soft)">
        {momentAt(zone, last, now)}
      </text>
    </svg>
  );
};

interface LineProps {
  readonly line: readonly Point[];
  readonly layout: ReturnType<typeof layoutOf>;
  readonly isInbound: boolean;
  /** Whether it ends above the other line, so that its label is above it. */
  readonly isUpper: boolean;
}

const Line = ({ line, layout: { x, y, steps, area, last }, isInbound, isUpper }: LineProps) => {
  const color = COLORS[isInbound ? 0 : 1];
  const { late: end } = present(line.at(-1));
  return (
    <g>
      <path d={area(line)} fill={color} opacity={0.14} />
      <path
        d={steps(line, ({ late }) => late)}
        fill="none"
        stroke={color}
        strokeWidth={2}
        strokeDasharray={isInbound ? undefined : '5 3'}
      />
      <circle cx={x(last) - 2} cy={y(end)} r={3} fill={color} />
      <text
        x={WIDTH - 10}
        y={y(end) + (isUpper ? -7 : 15)}
        textAnchor="end"
        fontSize={11}
        fontWeight={600}
        fill={color}
      >
        {isInbound ? 'in' : 'out'} {Math.round(end)}
      </text>
    </g>
  );
};
