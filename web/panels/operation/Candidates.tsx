import { type ReactNode, useEffect, useState } from 'react';
import type { Candidate } from '../../../engine/metrics/candidates.ts';
import { Button } from '../../parts/Button.tsx';
import { useBoard, useBoardState, useRevision } from '../../shell/boardContext.ts';
import { deltaText } from '../../timeline/paint/paintOverlay.ts';
import styles from '../panels.module.css';

/** How many rows are shown at first: the best ones, and the best of those that are not free, with their reasons. */
const BEST = 6;
const NOT_FREE = 5;

/**
 * Lists every resource as a place for the operation, best first, with its cost and reasons. The engine in the browser evaluates them, also in drafts,
 * previews and past states.
 */
export const Candidates = ({ operation }: { readonly operation: string }) => {
  const board = useBoard();
  const revision = useRevision();
  const conflicts = useBoardState((state) => state.conflicts);
  const plan = useBoardState(({ preview }) => (preview?.isPinned === true ? preview.plan : null));
  const [found, setFound] = useState<readonly Candidate[] | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  useEffect(() => setShowsAll(false), [operation]);
  useEffect(() => {
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      const under = plan === null ? [] : board.previews.entries();
      const candidates = (await board.judge?.candidates(operation, 0, under)) ?? null;
      if (isCurrent) setFound(candidates);
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [board, operation, revision, conflicts, plan]);
  if (found === null) return null;
  const mayEdit = board.mayEdit();
  const free = found.filter(({ feasible }) => feasible);
  const others = found.filter(({ feasible }) => !feasible);
  const isFew = found.length <= BEST + NOT_FREE;
  const shown = (all: readonly Candidate[], few: number): readonly Candidate[] =>
    showsAll || isFew ? all : all.filter(({ current }, i) => current || i < few);
  const why = ({ breaks, feasible, current }: Candidate): string => {
    if (current) return feasible ? 'Here now.' : `Here now. ${breaks[0]?.message ?? ''}`;
    return breaks.length === 0
      ? 'Free.'
      : breaks
          .map(({ message }) => message)
          .slice(0, 2)
          .join(' ');
  };
  const rowOf = (candidate: Candidate): ReactNode => (
    <tr key={candidate.resource}>
      <td>
        {mayEdit && !candidate.current ? (
          <button
            type="button"
            className={styles.place}
            title={`Move to ${board.resourceName(candidate.resource)}`}
            onClick={() => void board.actions.move([{ operation, part: 0, resource: candidate.resource }], 0)}
          >
            {board.resourceName(candidate.resource)}
          </button>
        ) : (
          <span className={styles.place}>{board.resourceName(candidate.resource)}</span>
        )}
      </td>
      <td className={styles.number}>{deltaText(candidate.score.delta)}</td>
      <td className={styles.why}>{why(candidate)}</td>
    </tr>
  );
  return (
    <section className={styles.section}>
      <h3>
        Candidates{plan === null ? '' : ' in the preview'}{' '}
        <span>
          {free.length} of {found.length} free
        </span>
      </h3>
      <table className={styles.table} aria-label="Candidates">
        <colgroup>
          <col width="76" />
          <col width="58" />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Resource</th>
            <th scope="col" className={styles.number}>
              Score
            </th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>{shown(free, BEST).map(rowOf)}</tbody>
        {others.length === 0 ? null : (
          <tbody>
            <tr>
              <th colSpan={3} scope="rowgroup" className={styles.group}>
                Not free
              </th>
            </tr>
            {shown(others, NOT_FREE).map(rowOf)}
          </tbody>
        )}
      </table>
      {showsAll || isFew ? null : <Button onClick={() => setShowsAll(true)}>Show all {found.length}</Button>}
    </section>
  );
};
