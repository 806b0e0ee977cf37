import { TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import type { ConflictMark } from '../../timeline/model/scene.ts';
import { clockAt } from '../../timeline/model/ticks.ts';
import { keepLook, type LastLook, lastLook } from './absence.ts';
import { type Cascade, sectionsOf } from './cascades.ts';
import { ConflictDetail } from './ConflictDetail.tsx';
import styles from './conflicts.module.css';
import { isAccepted, type Marks, useMarking, useMarks } from './marks.ts';
import { StrategySearches } from './strategySearch.ts';

const FEW = 150;
const PREFETCH_AFTER_MS = 60;

/** What was there when this browser last looked; kept anew whenever the page is left. */
const useAbsence = (conflicts: readonly ConflictMark[]): LastLook | null => {
  const planning = useBoardState((state) => state.layer?.planning ?? '');
  const [look, setLook] = useState(() => lastLook(planning));
  const latest = useRef(conflicts);
  latest.current = conflicts;
  useEffect(() => {
    setLook(lastLook(planning));
    const changed = (): void => {
      if (document.visibilityState === 'hidden') keepLook(planning, latest.current);
      else setLook(lastLook(planning));
    };
    document.addEventListener('visibilitychange', changed);
    return () => {
      document.removeEventListener('visibilitychange', changed);
      if (latest.current.length > 0) keepLook(planning, latest.current);
    };
  }, [planning]);
  return look;
};

/** Conflicts by what hangs together, the most urgent first; one is opened at a time, and shows its ways out. */
export const ConflictsPanel = () => {
  const board = useBoard();
  const conflicts = useBoardState((state) => state.conflicts);
  const selection = useBoardState((state) => state.selection);
  const isReady = useBoardState((state) => state.loading === 'ready');
  useBoardState((state) => `${state.timeMode} ${state.connection}`);
  const marks = useMarks();
  const mark = useMarking();
  const look = useAbsence(conflicts);
  const [shows, setShows] = useState(FEW);
  const [showsAccepted, setShowsAccepted] = useState(false);
  const [takesFocus, setTakesFocus] = useState(false);
  const searches = useMemo(() => new StrategySearches(board), [board]);
  useEffect(() => () => searches.close(), [searches]);

  const now = Date.now();
  const isNew = ({ id }: ConflictMark): boolean => look !== null && !look.conflicts.has(id) && !marks.has(id);
  const accepted = conflicts.filter(({ id }) => isAccepted(marks.get(id), now));
  const shown = showsAccepted ? conflicts : conflicts.filter(({ id }) => !isAccepted(marks.get(id), now));
  const sections = useMemo(() => sectionsOf(shown, now / 1000), [shown.length, conflicts, showsAccepted, marks]);
  const order = sections.flatMap(({ cascades }) => cascades.flat());
  const opened =
    selection.length === 2
      ? order.find(({ operations }) => operations.every((operation) => selection.includes(operation)))
      : undefined;
  const fresh = conflicts.filter(isNew).length;

  const open = (conflict: ConflictMark | undefined): void => {
    setTakesFocus(false);
    if (conflict === undefined || conflict.id === opened?.id) return board.select([]);
    board.select(conflict.operations);
    board.timeline?.reveal(conflict.operations[1]);
    if (!board.mayEdit()) return;
    if (!marks.has(conflict.id)) void mark(conflict.id, { state: 'seen' });
    const next = order[order.indexOf(conflict) + 1];
    if (next !== undefined) setTimeout(() => searches.of(next), 4 * PREFETCH_AFTER_MS);
  };
  const goOn = (byKeys: boolean): void => {
    const at = order.findIndex(({ id }) => id === opened?.id);
    const next = order.slice(at + 1).find(({ operations }) => !operations.some((one) => selection.includes(one)));
    open(next ?? order.find(({ id }) => id !== opened?.id));
    setTakesFocus(byKeys);
  };

  if (!isReady) return null;
  if (conflicts.length === 0) {
    return (
      <p className={styles.empty}>
        <strong>No conflicts</strong>
        Nothing overlaps, as far as is known now.
      </p>
    );
  }
  let left = shows;
  return (
    <>
      <div className={styles.head}>
        <span className={styles.count}>
          {conflicts.length} {conflicts.length === 1 ? 'conflict' : 'conflicts'}
        </span>
        {fresh > 0 && look !== null ? (
          <span className={styles.new}>
            {fresh} new since {clockAt(board.looks.zone(), look.at / 1000)}
          </span>
        ) : null}
        <span className={styles.space} />
        {accepted.length > 0 ? (
          <Button isPressed={showsAccepted} onClick={() => setShowsAccepted(!showsAccepted)}>
            {accepted.length} accepted
          </Button>
        ) : null}
      </div>
      <ul aria-label="Conflicts">
        {sections.map(({ title, cascades }) => (
          <li key={title}>
            {sections.length > 1 ? <h3 className={styles.sectionTitle}>{title}</h3> : null}
            <ul>
              {cascades.map((cascade) => {
                if (left <= 0) return null;
                left -= cascade.length;
                return (
                  <CascadeEntry
                    key={cascade[0].id}
                    cascade={cascade}
                    marks={marks}
                    opened={opened?.id}
                    isNew={isNew}
                    onOpen={open}
                    onNear={(conflict) => searches.of(conflict)}
                  >
                    {(conflict) => (
                      <ConflictDetail
                        key={conflict.id}
                        conflict={conflict}
                        mark={marks.get(conflict.id)}
                        searches={searches}
                        onMark={(body) => void mark(conflict.id, body)}
                        onApplied={goOn}
                        takesFocus={takesFocus}
                      />
                    )}
                  </CascadeEntry>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
      {left <= 0 && order.length > shows ? (
        <Button onClick={() => setShows(shows + FEW)}>Show {Math.min(FEW, order.length - shows)} more</Button>
      ) : null}
    </>
  );
};

interface CascadeEntryProps {
  readonly cascade: Cascade;
  readonly marks: Marks;
  readonly opened: string | undefined;
  readonly isNew: (conflict: ConflictMark) => boolean;
  readonly onOpen: (conflict: ConflictMark) => void;
  /** The pointer or the focus is on it: it may be opened next. */
  readonly onNear: (conflict: ConflictMark) => void;
  readonly children: (conflict: ConflictMark) => React.ReactNode;
}

const CascadeEntry = ({ cascade, marks, opened, isNew, onOpen, onNear, children }: CascadeEntryProps) => {
  const board = useBoard();
  const zone = board.looks.zone();
  const near = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLinked = cascade.length > 1;
  const stateOf = (conflict: ConflictMark): 'new' | 'seen' | 'accepted' | null => {
    if (isNew(conflict)) return 'new';
    const mark = marks.get(conflict.id);
    return mark === undefined ? null : isAccepted(mark, Date.now()) ? 'accepted' : 'seen';
  };
  return (
    <li className={styles.cascade}>
      {isLinked ? <p className={styles.cascadeTitle}>{cascade.length} that hang together</p> : null}
      <ul className={isLinked ? styles.linked : undefined}>
        {cascade.map((conflict) => {
          const [a, b] = conflict.operations.map((id) => board.operationName(id));
          const resource = board.resourceName(conflict.resource);
          const at = clockAt(zone, conflict.start);
          const percent = Math.round(conflict.probability * 100);
          const state = stateOf(conflict);
          return (
            <li key={conflict.id} className={styles.conflict}>
              <button
                type="button"
                className={styles.entry}
                aria-description={state ?? undefined}
                aria-expanded={opened === conflict.id}
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
                  {resource}
                  <span className={styles.quiet}>,</span>
                </span>
                <time>
                  {at}
                  <span className={styles.quiet}>,</span>
                </time>
                <span className={styles.probability}>
                  <TriangleAlert size={12} aria-hidden />
                  {percent} %
                </span>
              </button>
              {state === null ? null : (
                <span className={styles.mark} data-state={state} aria-hidden>
                  {state}
                </span>
              )}
              {opened === conflict.id ? children(conflict) : null}
            </li>
          );
        })}
      </ul>
    </li>
  );
};
