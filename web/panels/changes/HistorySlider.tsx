import { useRef, useState } from 'react';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import { clockAt, dayAt } from '../../timeline/model/ticks.ts';
import { type Changeset, loadDetails, steppable } from './changesets.ts';
import styles from './changes.module.css';
import { History } from '../../planning/history.ts';

/** The board as it was after any of the last changes: what they did is asked for once, and every step is made here. */
export const HistorySlider = ({ changes }: { readonly changes: readonly Changeset[] }) => {
  const board = useBoard();
  const shownChange = useBoardState((state) => state.layer?.change ?? null);
  const history = useRef<History | null>(null);
  const wanted = useRef(0);
  const [position, setPosition] = useState(0);
  const [isLoading, setIsLoading] = useState(false);
  const count = steppable(changes);
  const undone = shownChange === null ? 0 : position;
  if (shownChange === null && history.current !== null && !isLoading) history.current = null;

  const show = (): void => {
    const steps = history.current!;
    const change = steps.go(wanted.current);
    if (wanted.current === 0) {
      history.current = null;
      board.showPast(null, null);
    } else board.showPast(steps.document, change ?? changes[wanted.current]?.id ?? changes[wanted.current - 1].id);
  };
  const go = async (next: number): Promise<void> => {
    wanted.current = next;
    setPosition(next);
    if (history.current !== null) return show();
    if (isLoading) return;
    setIsLoading(true);
    try {
      const { change } = board.document;
      const now = board.document.document();
      const details = await loadDetails(board, count);
      // What came meanwhile is not in what is stepped back from.
      const known = details.findIndex(({ id }) => id === change);
      history.current = new History(now, details.slice(Math.max(0, known)));
      show();
    } catch (error) {
      board.fail('Looking into the past', error);
    } finally {
      setIsLoading(false);
    }
  };
  if (count === 0) return null;
  const change = changes[undone];
  const zone = board.looks.zone();
  const at = change === undefined ? null : Date.parse(change.timestamp) / 1000;
  const said =
    undone === 0
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
        value={count - undone}
        disabled={shownChange !== null && history.current === null && !isLoading}
        onChange={({ target }) => void go(count - Number(target.value))}
      />
    </div>
  );
};
