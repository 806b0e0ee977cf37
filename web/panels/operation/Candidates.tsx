import { useEffect, useState } from 'react';
import { partsOf } from '../../../engine/instance/parts.ts';
import type { Candidate } from '../../../engine/metrics/candidates.ts';
import { Button } from '../../parts/Button.tsx';
import { useAnswer } from '../../parts/useAnswer.ts';
import { useBoard, useBoardState, usePinnedPlan, useRevision } from '../../shell/boardContext.ts';
import { deltaText } from '../../timeline/model/numbers.ts';
import styles from '../panels.module.css';

/** How many rows are shown at first: the best ones, and the best of those that are not free, with their reasons. */
const BEST = 6;
const NOT_FREE = 5;
/** From this many letters on, a name has no room in the column of short ones. */
const LONG_NAME = 8;

const why = ({ breaks, feasible, current }: Candidate): string => {
  if (current) return feasible ? 'Here now.' : `Here now. ${breaks[0]?.message ?? ''}`;
  return breaks.length === 0
    ? 'Free.'
    : breaks
        .map(({ message }) => message)
        .slice(0, 2)
        .join(' ');
};

/**
 * Lists every resource as a place for the operation, best first, with its cost and reasons. The engine in the browser evaluates them, also in drafts,
 * previews and past states.
 */
export const Candidates = ({ operation }: { readonly operation: string }) => {
  const board = useBoard();
  const revision = useRevision();
  const conflicts = useBoardState((state) => state.conflicts);
  const plan = usePinnedPlan();
  const part = useBoardState(() => board.partOf(operation));
  const parts = partsOf(board.document.assignmentOf(operation)).length;
  const [showsAll, setShowsAll] = useState(false);
  useEffect(() => setShowsAll(false), [operation, part]);
  const found = useAnswer<readonly Candidate[]>(
    async () => board.judge?.candidates(operation, part, plan === null ? [] : board.previews.entries()),
    [board, operation, part, revision, conflicts, plan],
  );
  if (found === null) return null;
  const free = found.filter(({ feasible }) => feasible);
  const others = found.filter(({ feasible }) => !feasible);
  const isFew = found.length <= BEST + NOT_FREE;
  const rowsOf = (all: readonly Candidate[], few: number) =>
    (showsAll || isFew ? all : all.filter(({ current }, i) => current || i < few)).map((candidate) => (
      <Row key={candidate.resource} operation={operation} part={part} candidate={candidate} />
    ));
  return (
    <section className={styles.section}>
      <h3>
        Candidates{parts > 1 ? ` of part ${part + 1} of ${parts}` : ''}
        {plan === null ? '' : ' in the preview'}{' '}
        <span>
          {free.length} of {found.length} free
        </span>
      </h3>
      <table className={styles.table} aria-label="Candidates">
        <Columns hasLongNames={found.some(({ resource }) => board.resourceName(resource).length > LONG_NAME)} />
        <tbody>{rowsOf(free, BEST)}</tbody>
        {others.length === 0 ? null : (
          <tbody>
            <tr>
              <th colSpan={3} scope="rowgroup" className={styles.group}>
                Not free
              </th>
            </tr>
            {rowsOf(others, NOT_FREE)}
          </tbody>
        )}
      </table>
      {showsAll || isFew ? null : <Button onClick={() => setShowsAll(true)}>Show all {found.length}</Button>}
    </section>
  );
};

const Columns = ({ hasLongNames }: { readonly hasLongNames: boolean }) => (
  <>
    <colgroup>
      <col width={hasLongNames ? 132 : 76} />
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
  </>
);

interface RowProps {
  readonly operation: string;
  readonly part: number;
  readonly candidate: Candidate;
}

const Row = ({ operation, part, candidate }: RowProps) => {
  const board = useBoard();
  const { resource, current, score } = candidate;
  const name = board.resourceName(resource);
  return (
    <tr>
      <td>
        {board.mayEdit() && !current ? (
          <button
            type="button"
            className={styles.place}
            title={`Move to ${name}`}
            onClick={() => void board.actions.move([{ operation, part, resource }], 0)}
          >
            {name}
          </button>
        ) : (
          <span className={styles.place}>{name}</span>
        )}
      </td>
      <td className={styles.number}>{deltaText(score.delta)}</td>
      <td className={styles.why}>{why(candidate)}</td>
    </tr>
  );
};
