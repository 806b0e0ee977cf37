import { TriangleAlert } from 'lucide-react';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import type { Board } from '../../shell/board.ts';
import type { Preview } from '../../shell/plan.ts';
import type { ConflictMark } from '../../timeline/model/scene.ts';
import { clockAt } from '../../timeline/model/ticks.ts';
import { keepLook, type LastLook, lastLook } from './absence.ts';
import { type Cascade, sectionsOf } from './cascades.ts';
import { ConflictDetail } from './ConflictDetail.tsx';
import styles from './conflicts.module.css';
import { isAccepted, type Marks, useMarking, useMarks } from './marks.ts';
import { StandingRepair } from './StandingRepair.tsx';
import { StrategySearches } from './strategySearch.ts';

const FEW = 150;
const FEW_BEGUN = 8;
const PREFETCH_AFTER_MS = 60;
/** A conflict is marked as seen after this time. A planner who resolves it sooner leaves no mark. */
const SEEN_AFTER_MS = 800;

/** The conflicts that existed when this browser last showed the planning. They are stored again whenever the page is left. */
const useAbsence = (conflicts: readonly ConflictMark[]): LastLook | null => {
  const planning = useBoardState((state) => state.layer?.planning ?? '');
  const isLive = useBoardState(
    ({ layer, loading }) => loading === 'ready' && layer?.workspace === null && layer.change === null,
  );
  const [look, setLook] = useState(() => lastLook(planning));
  const latest = useRef<readonly ConflictMark[] | null>(null);
  // Conflicts of a draft, of a past state, or of a planning that is not loaded yet are not stored.
  latest.current = isLive ? conflicts : null;
  useEffect(() => {
    setLook(lastLook(planning));
    const keep = (): void => {
      if (latest.current !== null) keepLook(planning, latest.current);
    };
    const changed = (): void => {
      if (document.visibilityState === 'hidden') keep();
      else setLook(lastLook(planning));
    };
    document.addEventListener('visibilitychange', changed);
    return () => {
      document.removeEventListener('visibilitychange', changed);
      keep();
    };
  }, [planning]);
  return look;
};

/** Lists connected conflicts together, the most urgent first. One conflict at a time is open, with its strategies. */
export const ConflictsPanel = () => {
  const board = useBoard();
  const conflicts = useBoardState((state) => state.conflicts);
  const selection = useBoardState((state) => state.selection);
  const isReady = useBoardState((state) => state.loading === 'ready');
  useBoardState((state) => `${state.timeMode} ${state.connection}`);
  const marks = useMarks();
  const mark = useMarking();
  const known = useRef(marks);
  known.current = marks;
  const look = useAbsence(conflicts);
  const [shows, setShows] = useState(FEW);
  const [showsAccepted, setShowsAccepted] = useState(false);
  const [takesFocus, setTakesFocus] = useState(false);
  const seen = useRef<ReturnType<typeof setTimeout>>(undefined);
  const searches = useMemo(() => new StrategySearches(board), [board]);
  useEffect(() => () => searches.close(), [searches]);

  const now = Date.now();
  const accepted = conflicts.filter(({ id }) => isAccepted(marks.get(id), now));
  const shown = showsAccepted ? conflicts : conflicts.filter(({ id }) => !isAccepted(marks.get(id), now));
  const sections = useMemo(() => sectionsOf(shown, now / 1000), [shown.length, conflicts, showsAccepted, marks]);
  const order = sections.flatMap(({ cascades }) => cascades.flat());
  const opened =
    selection.length === 2
      ? order.find(({ operations }) => operations.every((operation) => selection.includes(operation)))
      : undefined;
  const fresh = conflicts.filter((conflict) => isNew(conflict, look, marks)).length;

  /** Starts the search for strategies of a conflict that may be opened next. There is no search in a past state. */
  const near = (conflict: ConflictMark): void => {
    if (board.store.getState().layer?.change === null) searches.of(conflict);
  };
  const open = (conflict: ConflictMark | undefined): void => {
    setTakesFocus(false);
    if (conflict === undefined || conflict.id === opened?.id) return board.select([]);
    // The request is sent before rendering, so that its response is there afterwards.
    if (board.store.getState().layer?.change === null) searches.first(conflict);
    board.select(conflict.operations);
    board.timeline?.reveal(conflict.operations[1]);
    if (!board.mayEdit()) return;
    clearTimeout(seen.current);
    seen.current = setTimeout(() => {
      const isStill = board.store.getState().conflicts.some(({ id }) => id === conflict.id);
      if (isStill && !known.current.has(conflict.id)) void mark(conflict.id, { state: 'seen' });
    }, SEEN_AFTER_MS);
    const next = order[order.indexOf(conflict) + 1];
    if (next !== undefined) setTimeout(() => near(next), 4 * PREFETCH_AFTER_MS);
  };
  const latest = useRef({ open, order });
  latest.current = { open, order };
  /** Opens the next conflict that still exists, since one strategy may have resolved several. */
  const goOn = (byKeys: boolean): void => {
    const left = new Set(latest.current.order.map(({ id }) => id));
    const at = order.findIndex(({ id }) => id === opened?.id);
    const next = [...order.slice(at + 1), ...order.slice(0, Math.max(0, at))].find(({ id }) => left.has(id));
    latest.current.open(next);
    setTakesFocus(byKeys);
  };
  const [begin] = order;
  const hasOpened = opened !== undefined;
  useEffect(() => {
    // Prepares the most urgent conflict, which a planner will probably open first.
    if (!isReady || begin === undefined || hasOpened) return undefined;
    const timer = setTimeout(() => near(begin), SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isReady, begin?.id, hasOpened]);
  const onOpen = useCallback((conflict: ConflictMark) => latest.current.open(conflict), []);
  const onNear = useCallback(near, [board, searches]);
  const zone = board.looks.zone();
  const detail = (conflict: ConflictMark) => (
    <ConflictDetail
      key={conflict.id}
      conflict={conflict}
      mark={marks.get(conflict.id)}
      searches={searches}
      onMark={(body) => {
        // A mark that the planner sets must not be followed by the automatic "seen".
        clearTimeout(seen.current);
        void mark(conflict.id, body);
      }}
      onApplied={goOn}
      takesFocus={takesFocus}
    />
  );

  if (!isReady) return <Skeleton name="Loading conflicts" />;
  if (conflicts.length === 0) {
    return (
      <>
        <StandingRepair />
        <p className={styles.empty}>
          <strong>No conflicts</strong>
          According to the present estimates, nothing overlaps.
        </p>
      </>
    );
  }
  let left = shows;
  return (
    <>
      <StandingRepair />
      <div className={styles.head}>
        <span className={styles.count}>
          {conflicts.length} {conflicts.length === 1 ? 'conflict' : 'conflicts'}
          <Then />
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
      <Begun />
      <ul aria-label="Conflicts">
        {sections.map(({ title, cascades }) => (
          <li key={title}>
            {sections.length > 1 ? <h3 className={styles.sectionTitle}>{title}</h3> : null}
            <ul>
              {cascades.map((cascade) => {
                if (left <= 0) return null;
                left -= cascade.length;
                const isIn = opened !== undefined && cascade.includes(opened);
                return (
                  <CascadeEntry
                    key={cascade[0].id}
                    cascade={cascade}
                    marks={marks}
                    look={look}
                    zone={zone}
                    opened={isIn ? opened.id : null}
                    detail={isIn ? detail(opened) : null}
                    onOpen={onOpen}
                    onNear={onNear}
                  />
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

/** The text of a conflict, such as "DL 417 and DL 90 on A12, 09:10, 100 %". */
const saidOf = (board: Board, { operations, resource, start, probability }: ConflictMark): string => {
  const [a, b] = operations.map((id) => board.operationName(id));
  const at = clockAt(board.looks.zone(), start);
  return `${a} and ${b} on ${board.resourceName(resource)}, ${at}, ${Math.round(probability * 100)} %`;
};

/** The number of conflicts in the preview. */
const Then = () => {
  const count = useBoardState(({ preview }) => preview?.conflicts?.length ?? null);
  return count === null ? null : ` → ${count}`;
};

/** The conflicts that only a pinned preview has. A preview by pointing shows none, since that would move what is under the pointer. */
const Begun = () => {
  const board = useBoard();
  const begins = useBoardState(({ preview }) => (preview?.isPinned === true ? preview.begins : NONE));
  if (begins.length === 0) return null;
  return (
    <section className={styles.begins}>
      <h3 className={styles.sectionTitle}>The preview would create</h3>
      <ul aria-label="Conflicts of the preview">
        {begins.slice(0, FEW_BEGUN).map((conflict) => (
          <li key={conflict.id}>{saidOf(board, conflict)}</li>
        ))}
      </ul>
    </section>
  );
};

const NONE: readonly ConflictMark[] = [];

/** The ids of conflicts of the cascade that the preview would resolve, joined into one string. */
const endsIn = (cascade: Cascade, preview: Preview | null): string =>
  preview === null
    ? ''
    : cascade
        .filter(({ id }) => preview.ends.has(id))
        .map(({ id }) => id)
        .join(' ');

const isNew = ({ id }: ConflictMark, look: LastLook | null, marks: Marks): boolean =>
  look !== null && !look.conflicts.has(id) && !marks.has(id);

interface CascadeEntryProps {
  readonly cascade: Cascade;
  readonly marks: Marks;
  readonly look: LastLook | null;
  readonly zone: string;
  /** The id of the open conflict; null when none of these is open. */
  readonly opened: string | null;
  readonly detail: ReactNode;
  readonly onOpen: (conflict: ConflictMark) => void;
  /** Called when the pointer or the focus is on a conflict, which may be opened next. */
  readonly onNear: (conflict: ConflictMark) => void;
}

/** An entry of the list. It is memoized, since there are hundreds, and opening one must not render all the others. */
const CascadeEntry = memo((props: CascadeEntryProps) => {
  const { cascade, marks, look, zone, opened, detail, onOpen, onNear } = props;
  const board = useBoard();
  const near = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isLinked = cascade.length > 1;
  const ends = useBoardState(({ preview }) => endsIn(cascade, preview)).split(' ');
  const stateOf = (conflict: ConflictMark): 'ends' | 'new' | 'seen' | 'accepted' | null => {
    if (ends.includes(conflict.id)) return 'ends';
    if (isNew(conflict, look, marks)) return 'new';
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
              {opened === conflict.id ? detail : null}
            </li>
          );
        })}
      </ul>
    </li>
  );
});
CascadeEntry.displayName = 'CascadeEntry';
