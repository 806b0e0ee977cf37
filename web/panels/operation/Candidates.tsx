import { useEffect, useState } from 'react';
import type { Candidate } from '../../../engine/metrics/candidates.ts';
import { Button } from '../../parts/Button.tsx';
import { useBoard, useBoardState, useRevision } from '../../shell/boardContext.ts';
import { deltaText } from '../../timeline/paint/paintOverlay.ts';
import styles from '../panels.module.css';

const FEW = 10;

/** Every resource for the operation, best first: what it would cost, and why not; by the engine, so in drafts, previews and the past too. */
export const Candidates = ({ operation }: { readonly operation: string }) => {
  const board = useBoard();
  const revision = useRevision();
  const conflicts = useBoardState((state) => state.conflicts);
  const plan = useBoardState(({ preview }) => (preview?.isPinned === true ? preview.plan : null));
  const [found, setFound] = useState<readonly Candidate[] | null>(null);
  const [shows, setShows] = useState(FEW);
  useEffect(() => setShows(FEW), [operation]);
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
  const why = ({ breaks, feasible, current }: Candidate): string => {
    if (current) return feasible ? 'Here now.' : `Here now. ${breaks[0]?.message ?? ''}`;
    return breaks.length === 0
      ? 'Free.'
      : breaks
          .map(({ message }) => message)
          .slice(0, 2)
          .join(' ');
  };
  return (
    <section className={styles.section}>
      <h3>
        Candidates{plan === null ? '' : ' in the preview'}{' '}
        <span>{found.filter(({ feasible }) => feasible).length} free</span>
      </h3>
      <table className={styles.table} aria-label="Candidates">
        <colgroup>
          <col width="68" />
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
        <tbody>
          {found.slice(0, shows).map((candidate) => (
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
          ))}
        </tbody>
      </table>
      {found.length > shows ? <Button onClick={() => setShows(found.length)}>Show all {found.length}</Button> : null}
    </section>
  );
};
