import { useStore } from 'zustand';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import { clockAt, dayAt } from '../../timeline/model/ticks.ts';
import { type Changeset, steppable, useSteps } from './changesets.ts';
import styles from './changes.module.css';
import { timeTravelOf } from './timeTravel.ts';

/** A slider that shows the board as it was after any of the latest changes. `listed` is in order of time, newest first. */
export const HistorySlider = ({ listed }: { readonly listed: readonly Changeset[] }) => {
  const board = useBoard();
  const shownChange = useBoardState((state) => state.layer?.change ?? null);
  const travel = timeTravelOf(board);
  const steps = useSteps(listed);
  const under = useStore(travel.state);
  const changes = under.changes ?? steps.changes;
  const count = under.changes === null ? steppable(changes) : under.count;
  const known = changes.findIndex(({ id }) => id === shownChange);
  const undone = under.changes !== null ? under.undone : shownChange === null ? 0 : known;
  // The shown state is not one of those, or is before the import at which stepping ends.
  const isOutside = undone < 0 || undone > count;
  const go = (next: number): void => void travel.go(changes, changes[next]?.id ?? null, steps.reachesNow);
  if (count === 0) return null;
  const change = changes[Math.max(0, undone)];
  const zone = board.looks.zone();
  const at = change === undefined ? null : Date.parse(change.timestamp) / 1000;
  const said =
    undone === 0 && shownChange === null
      ? 'now'
      : at === null
        ? 'before all of these'
        : `${dayAt(zone, at)}, ${clockAt(zone, at)}: ${change?.authorName ?? 'nobody'}`;
  return (
    <div className={styles.slider}>
      <div className={styles.sliderHead}>
        <span>History</span>
        <span>{said}</span>
      </div>
      <input
        type="range"
        aria-label="History"
        aria-valuetext={said}
        min={0}
        max={count}
        step={1}
        value={isOutside ? 0 : count - undone}
        disabled={isOutside}
        onChange={({ target }) => go(count - Number(target.value))}
      />
    </div>
  );
};
