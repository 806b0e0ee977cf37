import { TriangleAlert } from 'lucide-react';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { percentText } from '../../../engine/wording.ts';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import type { Preview } from '../../shell/plan.ts';
import type { ConflictMark } from '../../timeline/model/scene.ts';
import type { Times } from '../../timeline/model/times.ts';
import { isNew, type LastLook } from './absence.ts';
import type { Cascade } from './cascades.ts';
import styles from './conflicts.module.css';
import { isAccepted, type Marks } from './marks.ts';

const PREFETCH_AFTER_MS = 60;

/** What all entries of the list need. */
export interface Listed {
  readonly marks: Marks;
  readonly look: LastLook | null;
  readonly onOpen: (conflict: ConflictMark) => void;
  /** Called when the pointer or the focus is on a conflict, which may be opened next. */
  readonly onNear: (conflict: ConflictMark) => void;
}

/** The ids of conflicts of the cascade that the preview would resolve, joined into one string. */
const endsIn = (cascade: Cascade, preview: Preview | null): string =>
  preview === null
    ? ''
    : cascade
        .filter(({ id }) => preview.ends.has(id))
        .map(({ id }) => id)
        .join(' ');

interface CascadeEntryProps extends Listed {
  readonly cascade: Cascade;
  readonly times: Times;
  /** The id of the open conflict; null when none of these is open. */
  readonly opened: string | null;
  readonly detail: ReactNode;
}

/** An entry of the list. It is memoized, since there are hundreds, and opening one must not render all the others. */
export const CascadeEntry = memo((props: CascadeEntryProps) => {
  const { cascade, marks, look, times, opened, detail, onOpen, onNear } = props;
  const board = useBoard();
  const isLinked = cascade.length > 1;
  const ends = useBoardState(({ preview }) => endsIn(cascade, preview)).split(' ');
  const stateOf = (conflict: ConflictMark): ConflictState | null => {
    if (ends.includes(conflict.id)) return 'ends';
    if (isNew(conflict, look, marks)) return 'new';
    const mark = marks.get(conflict.id);
    return mark === undefined ? null : isAccepted(mark, board.clock.now()) ? 'accepted' : 'seen';
  };
  return (
    <li className={styles.cascade}>
      {isLinked ? <p className={styles.cascadeTitle}>{cascade.length} that hang together</p> : null}
      <ul className={isLinked ? styles.linked : undefined}>
        {cascade.map((conflict) => {
          const state = stateOf(conflict);
          const isOpen = opened === conflict.id;
          return (
            <li key={conflict.id} className={styles.conflict}>
              <ConflictButton {...{ conflict, state, isOpen, times, onOpen, onNear }} />
              {state === null ? null : (
                <span className={styles.mark} data-state={state} aria-hidden>
                  {state}
                </span>
              )}
              {isOpen ? detail : null}
            </li>
          );
        })}
      </ul>
    </li>
  );
});
CascadeEntry.displayName = 'CascadeEntry';

type ConflictState = 'ends' | 'new' | 'seen' | 'accepted';

interface ConflictButtonProps extends Pick<CascadeEntryProps, 'times' | 'onOpen' | 'onNear'> {
  readonly conflict: ConflictMark;
  readonly state: ConflictState | null;
  readonly isOpen: boolean;
}

const ConflictButton = ({ conflict, state, isOpen, times, onOpen, onNear }: ConflictButtonProps) => {
  const board = useBoard();
  const near = useRef<ReturnType<typeof setTimeout>>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  // Whoever goes to a conflict on the board finds it in the list.
  const isCurrent = useBoardState(
    ({ selection }) => selection.length === 1 && conflict.operations.some((operation) => operation === selection[0]),
  );
  useEffect(() => {
    if (isCurrent) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const [a, b] = conflict.operations.map((id) => board.operationName(id));
  return (
    <button
      ref={button}
      type="button"
      className={styles.entry}
      aria-current={isCurrent}
      aria-description={state ?? undefined}
      aria-expanded={isOpen}
      onClick={() => onOpen(conflict)}
      onFocus={() => onNear(conflict)}
      onPointerEnter={() => {
        near.current = setTimeout(() => onNear(conflict), PREFETCH_AFTER_MS);
      }}
      onPointerLeave={() => clearTimeout(near.current)}
    >
      <span className={styles.first}>
        {a}
        <span className={styles.quiet}> and</span>
      </span>
      <span className={styles.second}>
        {b}
        <span className={styles.quiet}> on</span>
      </span>
      <span className={styles.where}>
        {board.resourceName(conflict.resource)}
        <span className={styles.quiet}>,</span>
      </span>
      <time>
        {times.at(conflict.start)}
        <span className={styles.quiet}>,</span>
      </time>
      <span className={styles.probability}>
        <TriangleAlert size={12} aria-hidden />
        {percentText(conflict.probability)}
      </span>
    </button>
  );
};
