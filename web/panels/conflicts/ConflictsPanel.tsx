import { type ReactNode, useMemo, useState } from 'react';
import { percentText, plural } from '../../../engine/wording.ts';
import { Button } from '../../parts/Button.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { useNow } from '../../parts/useNow.ts';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import type { Board } from '../../shell/board.ts';
import type { ConflictMark } from '../../timeline/model/scene.ts';
import { momentAt } from '../../timeline/model/times.ts';
import { isNew, type LastLook, useAbsence } from './absence.ts';
import { CascadeEntry, type Listed } from './CascadeEntry.tsx';
import { sectionsOf } from './cascades.ts';
import { ConflictDetail } from './ConflictDetail.tsx';
import panelStyles from '../panels.module.css';
import styles from './conflicts.module.css';
import { isAccepted, type Marks, useMarks } from './marks.ts';
import { useOpening, useSearches, useSeen } from './opening.ts';
import { StandingRepair } from './StandingRepair.tsx';

const FEW = 150;
const FEW_BEGUN = 8;
const MINUTE_MS = 60_000;

/** The conflicts in sections, the most urgent first; accepted ones only when they are wanted. Every minute, some may be due, and marks may end. */
const useSections = (conflicts: readonly ConflictMark[], marks: Marks, showsAccepted: boolean) => {
  const { clock } = useBoard();
  const minute = useNow(clock, MINUTE_MS);
  const now = clock.now();
  const open = conflicts.filter(({ id }) => !isAccepted(marks.get(id), now));
  const shown = showsAccepted ? conflicts : open;
  const sections = useMemo(
    () => sectionsOf(shown, now / 1000),
    [shown.length, conflicts, showsAccepted, marks, minute],
  );
  return { sections, acceptedCount: conflicts.length - open.length };
};

/** Lists connected conflicts together, the most urgent first. One conflict at a time is open, with its strategies. */
export const ConflictsPanel = () => {
  const conflicts = useBoardState((state) => state.conflicts);
  const selection = useBoardState((state) => state.selection);
  const isReady = useBoardState((state) => state.loading === 'ready' && state.areConflictsKnown);
  const isShown = useBoardState((state) => state.loading !== 'failed');
  useBoardState((state) => `${state.timeMode} ${state.connection}`);
  const marks = useMarks();
  const look = useAbsence(conflicts);
  const [shows, setShows] = useState(FEW);
  const [showsAccepted, setShowsAccepted] = useState(false);
  const { sections, acceptedCount } = useSections(conflicts, marks, showsAccepted);
  const order = sections.flatMap(({ cascades }) => cascades.flat());
  const opened =
    selection.length === 2
      ? order.find(({ operations }) => operations.every((operation) => selection.includes(operation)))
      : undefined;
  const searching = useSearches(order[0], opened !== undefined);
  const seen = useSeen(marks);
  const { onOpen, goOn, takesFocus } = useOpening(order, opened, searching, seen.look);

  if (!isShown) return <p className={panelStyles.empty}>There is no planning here.</p>;
  if (!isReady) return <Skeleton name="Loading conflicts" />;
  const detail = opened && (
    <ConflictDetail
      key={opened.id}
      conflict={opened}
      mark={marks.get(opened.id)}
      searches={searching.searches}
      onMark={(body) => seen.onMark(opened, body)}
      onApplied={goOn}
      takesFocus={takesFocus}
    />
  );
  const listed: Listed = { marks, look, onOpen, onNear: searching.onNear };
  const chosen = selection.length === 1 ? selection[0] : undefined;
  return (
    <>
      <StandingRepair />
      {conflicts.length === 0 ? (
        <NoConflicts />
      ) : (
        <>
          <Head conflicts={conflicts} marks={marks} look={look}>
            {acceptedCount > 0 ? (
              <Button isPressed={showsAccepted} onClick={() => setShowsAccepted(!showsAccepted)}>
                {acceptedCount} accepted
              </Button>
            ) : null}
          </Head>
          <Begun />
          <Sections {...{ sections, shows, chosen, opened, detail, listed }} />
          {order.length > shows ? (
            <Button onClick={() => setShows(shows + FEW)}>Show {Math.min(FEW, order.length - shows)} more</Button>
          ) : null}
        </>
      )}
    </>
  );
};

const NoConflicts = () => (
  <p className={styles.empty}>
    <strong>No conflicts</strong>
    According to the present estimates, nothing overlaps.
  </p>
);

interface HeadProps {
  readonly conflicts: readonly ConflictMark[];
  readonly marks: Marks;
  readonly look: LastLook | null;
  readonly children: ReactNode;
}

/** How many conflicts there are, and how many are new. */
const Head = ({ conflicts, marks, look, children }: HeadProps) => {
  const board = useBoard();
  const fresh = conflicts.filter((conflict) => isNew(conflict, look, marks)).length;
  return (
    <div className={styles.head}>
      <span className={styles.count}>
        {plural(conflicts.length, 'conflict')}
        <Then />
      </span>
      {fresh > 0 && look !== null ? (
        <span className={styles.new}>
          {fresh} new since {momentAt(board.looks.zone(), look.at / 1000, board.clock.now() / 1000)}
        </span>
      ) : null}
      <span className={styles.space} />
      {children}
    </div>
  );
};

interface SectionsProps {
  readonly sections: ReturnType<typeof sectionsOf>;
  /** How many conflicts are listed at most, except that a cascade is listed whole, and the one that the planner looks at always. */
  readonly shows: number;
  /** The operation that is selected alone, as by going to its conflict on the board. */
  readonly chosen: string | undefined;
  readonly opened: ConflictMark | undefined;
  readonly detail: ReactNode;
  readonly listed: Listed;
}

const Sections = ({ sections, shows, chosen, opened, detail, listed }: SectionsProps) => {
  const times = useBoard().looks.times();
  let left = shows;
  const isLookedAt = (one: ConflictMark): boolean =>
    one === opened || (chosen !== undefined && one.operations.includes(chosen));
  return (
    <ul aria-label="Conflicts">
      {sections.map(({ title, cascades }) => (
        <li key={title}>
          {sections.length > 1 ? <h3 className={styles.sectionTitle}>{title}</h3> : null}
          <ul>
            {cascades.map((cascade) => {
              if (left <= 0 && !cascade.some(isLookedAt)) return null;
              left -= cascade.length;
              const isIn = opened !== undefined && cascade.includes(opened);
              return (
                <CascadeEntry
                  key={cascade[0].id}
                  {...listed}
                  cascade={cascade}
                  times={times}
                  opened={isIn ? opened.id : null}
                  detail={isIn ? detail : null}
                />
              );
            })}
          </ul>
        </li>
      ))}
    </ul>
  );
};

/** The text of a conflict, such as "DL 417 and DL 90 on A12, 09:10, 100 %". */
const saidOf = (board: Board, { operations, resource, start, probability }: ConflictMark): string => {
  const [a, b] = operations.map((id) => board.operationName(id));
  const at = board.looks.times().at(start);
  return `${a} and ${b} on ${board.resourceName(resource)}, ${at}, ${percentText(probability)}`;
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
