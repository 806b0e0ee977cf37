import { Button } from '../../parts/Button.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import { isEditable } from '../../shell/rights.ts';
import type { ConflictMark } from '../../timeline/model/scene.ts';
import { momentAt } from '../../timeline/model/times.ts';
import { useTyped } from '../useTyped.ts';
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
  const isEditableHere = useBoardState(isEditable);
  const isPast = useBoardState((state) => state.layer?.change != null);
  const [note, setNote] = useTyped(`the note on ${conflict.id}`, mark?.note ?? '');
  return (
    <div className={styles.detail}>
      {isEditableHere ? (
        <div className={styles.toolbar}>
          {isAccepted(mark, board.clock.now()) ? (
            <>
              <span className={styles.effects}>
                Accepted by {mark?.authorName ?? 'somebody'}
                {mark?.until == null
                  ? ''
                  : ` until ${momentAt(board.looks.zone(), Date.parse(mark.until) / 1000, board.clock.now() / 1000)}`}
                {mark?.note ? `: ${mark.note}` : ''}
              </span>
              <span className={styles.space} />
              <Button onClick={() => onMark({ state: 'seen' })}>No longer</Button>
            </>
          ) : (
            <Acceptance conflict={conflict} note={note} onNote={setNote} onMark={onMark} />
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

const untilOf = (until: Until, { end }: ConflictMark, now: number): string | null => {
  if (until === 'always') return null;
  return new Date(until === 'over' ? end * 1000 : now + Number(until) * HOUR_MS).toISOString();
};

interface AcceptanceProps extends Pick<ConflictDetailProps, 'conflict' | 'onMark'> {
  readonly note: string;
  readonly onNote: (note: string) => void;
}

/** Accepts a conflict for some time, with a note. */
const Acceptance = ({ conflict, note, onNote, onMark }: AcceptanceProps) => {
  const { clock } = useBoard();
  const isOver = conflict.end * 1000 <= clock.now();
  return (
    <>
      <input
        className={styles.note}
        aria-label="Note"
        placeholder="Why it may stay"
        maxLength={200}
        value={note}
        onChange={({ target }) => onNote(target.value)}
      />
      <Choice<Until | 'not'>
        name="Accept until"
        value="not"
        options={[
          { value: 'not', label: 'Accept…' },
          { value: '1', label: 'For an hour' },
          { value: '4', label: 'For four hours' },
          ...(isOver ? [] : [{ value: 'over', label: 'Until it is over' } as const]),
          { value: 'always', label: 'For good' },
        ]}
        onChange={(until) => {
          if (until === 'not') return;
          onMark({ state: 'accepted', until: untilOf(until, conflict, clock.now()), note: note === '' ? null : note });
        }}
      />
    </>
  );
};
