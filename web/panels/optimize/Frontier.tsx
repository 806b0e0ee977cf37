import { present } from '../../../engine/present.ts';
import { deltaText } from '../../timeline/model/numbers.ts';
import styles from './optimize.module.css';
import type { FrontierPoint } from './runFollower.ts';

const WIDTH = 316;
const HEIGHT = 110;
/** Half of the widest label of a point fits beside the first and the last one. */
const LEFT = 14;
const TOP = 18;
const BOTTOM = 20;

const limitText = (limit: number | null): string => (limit === null ? 'any' : String(limit));

interface FrontierProps {
  /** By how many moves there may be, fewest first; at least one. */
  readonly points: readonly FrontierPoint[];
  /** The index of the chosen point. */
  readonly chosen: number;
  readonly onChoose: (point: FrontierPoint) => void;
}

/** Shows what each number of moves is worth, with a handle to choose the limit. */
export const Frontier = ({ points, chosen, onChoose }: FrontierProps) => {
  const totals = points.map(({ score }) => score.total);
  const low = Math.min(...totals);
  const high = Math.max(...totals);
  const x = (i: number): number => LEFT + (i / Math.max(1, points.length - 1)) * (WIDTH - 2 * LEFT);
  const y = (total: number): number => TOP + ((high - total) / Math.max(1, high - low)) * (HEIGHT - TOP - BOTTOM);
  const { score, reassigned, maxReassignments: most } = present(points[chosen]);
  const gain = deltaText(score.total - present(points[0]).score.total);
  const said = `${most === null ? 'any number of moves' : `at most ${most} moves`}: ${gain} with ${reassigned}`;
  return (
    <div className={styles.frontier}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
        <polyline
          points={points.map(({ score: { total } }, i) => `${x(i)},${y(total)}`).join(' ')}
          fill="none"
          stroke="var(--line-strong)"
          strokeWidth={1.5}
        />
        <line x1={x(chosen)} x2={x(chosen)} y1={TOP - 8} y2={HEIGHT - BOTTOM} stroke="var(--blue)" strokeWidth={1.5} />
        {points.map(({ maxReassignments, score: { total } }, i) => (
          <g key={limitText(maxReassignments)}>
            <circle
              cx={x(i)}
              cy={y(total)}
              r={i === chosen ? 5 : 3.5}
              fill={i === chosen ? 'var(--blue)' : 'var(--surface)'}
              stroke={i === chosen ? 'var(--blue)' : 'var(--line-strong)'}
              strokeWidth={1.5}
            />
            <text x={x(i)} y={HEIGHT - 5} textAnchor="middle" fontSize={11} fill="var(--ink-soft)">
              {limitText(maxReassignments)}
            </text>
          </g>
        ))}
      </svg>
      <input
        type="range"
        min={0}
        max={points.length - 1}
        step={1}
        value={chosen}
        aria-label="Most moves"
        aria-valuetext={said}
        onChange={({ target }) => onChoose(present(points[Number(target.value)]))}
      />
      <p className={styles.said}>{said}</p>
    </div>
  );
};
