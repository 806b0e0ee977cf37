import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import type { ConflictMark } from '../../timeline/model/scene.ts';
import { clockAt } from '../../timeline/model/ticks.ts';
import styles from './conflicts.module.css';
import { isAccepted, type Mark, type MarkWrite } from './marks.ts';
import { Strategies } from './Strategies.tsx';
import type { StrategySearches } from './strategySearch.ts';

const HOUR_MS = 3_600_000;
type Until = '1' | '4' | 'over' | 'always';

interface ConflictDetailProps {
  readonly conflict: ConflictMark;
  readonly mark: Mark | undefined;
  readonly searches: StrategySearches;
  readonly onMark: (mark: MarkWrite) => void;
  readonly onApplied: (byKeys: boolean) => void;
  readonly takesFocus: boolean;
}

/** The details of an opened conflict: its strategies and its mark. */
export const ConflictDetail = ({ conflict, mark, searches, onMark, onApplied, takesFocus }: ConflictDetailProps) => {
  const board = useBoard();
  useBoardState((state) => state.connection);
  const isPast = useBoardState((state) => state.layer?.change != null);
  const [note, setNote] = useState(mark?.note ?? '');
  const mayEdit = board.mayEdit();
  const untilOf = (until: Until): string | null => {
    if (until === 'always') return null;
    return new Date(
      until === 'over' ? Math.max(Date.now(), conflict.end * 1000) : Date.now() + Number(until) * HOUR_MS,
    ).toISOString();
  };
  const accepted = isAccepted(mark, Date.now());
  return (
    <div className={styles.detail}>
      {mayEdit ? (
        <div className={styles.toolbar}>
          {accepted ? (
            <>
              <span className={styles.effects}>
                Accepted by {mark?.authorName ?? 'somebody'}
                {mark?.until == null ? '' : ` until ${clockAt(board.looks.zone(), Date.parse(mark.until) / 1000)}`}
                {mark?.note ? `: ${mark.note}` : ''}
              </span>
              <span className={styles.space} />
              <Button onClick={() => onMark({ state: 'seen' })}>No longer</Button>
            </>
          ) : (
            <>
              <input
                className={styles.note}
                aria-label="Note"
                placeholder="Why it may stay"
                maxLength={200}
                value={note}
                onChange={({ target }) => setNote(target.value)}
              />
              <Choice<Until | 'not'>
                name="Accept until"
                value="not"
                options={[
                  { value: 'not', label: 'Accept…' },
                  { value: '1', label: 'For an hour' },
                  { value: '4', label: 'For four hours' },
                  { value: 'over', label: 'Until it is over' },
                  { value: 'always', label: 'For good' },
                ]}
                onChange={(until) => {
                  if (until === 'not') return;
                  onMark({ state: 'accepted', until: untilOf(until), note: note === '' ? null : note });
                }}
              />
            </>
          )}
        </div>
      ) : null}
      {isPast ? (
        <p className={styles.effects}>
          This was so then. What else was possible is among the candidates of each operation; strategies are looked for
          in what is now.
        </p>
      ) : (
        <Strategies
          key={conflict.id}
          conflict={conflict}
          searches={searches}
          onApplied={onApplied}
          takesFocus={takesFocus}
        />
      )}
    </div>
  );
};
