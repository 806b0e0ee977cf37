import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dataOf } from '../../../client/tidegate.ts';
import { Button } from '../../parts/Button.tsx';
import { useBoard, useRevision } from '../../shell/boardContext.ts';
import { deltaText } from '../../timeline/model/numbers.ts';
import { moveText } from '../moves.ts';
import panelStyles from '../panels.module.css';
import { type Move, planEdit, virtualStateOf } from '../../planning/planEdit.ts';
import type { Plan } from '../../shell/plan.ts';
import { planningOf, serviceOf } from '../service.ts';
import { Compared } from './Compared.tsx';
import styles from './optimize.module.css';

const keyOf = ({ operation, part }: Move): string => `${operation} ${part}`;

interface ReviewProps {
  /** The id of the run that found the moves. */
  readonly run: string;
  readonly moves: readonly Move[];
  readonly onKeep: (plan: Plan) => void;
  readonly onDiscard: () => void;
}

/** Reviews a plan before it is written: its changes and their worth; single moves can be left out. */
export const Review = ({ run, moves, onKeep, onDiscard }: ReviewProps) => {
  const board = useBoard();
  const revision = useRevision();
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const kept = moves.filter((move) => !leftOut.has(keyOf(move)));
  const plan: Plan = { key: `run ${run}`, label: 'The plan that was found', moves: kept };
  useEffect(() => board.previews.pin(plan), [board, run, moves, leftOut]);
  const before = useQuery({
    queryKey: ['metrics', board.store.getState().layer, revision],
    queryFn: () => dataOf(serviceOf(board).GET('/v1/plannings/{id}/metrics/', { params: planningOf(board) })),
  });
  const after = useQuery({
    queryKey: ['score', board.store.getState().layer, revision, kept.map(keyOf)],
    queryFn: () =>
      dataOf(
        serviceOf(board).POST('/v1/plannings/{id}/score/', {
          params: planningOf(board),
          body: { virtualState: virtualStateOf(planEdit(board.document, kept)) },
        }),
      ),
    placeholderData: (known) => known,
  });
  const mayEdit = board.mayEdit();
  return (
    <>
      <section className={panelStyles.section}>
        <h3>Before and after {after.data === undefined ? null : <span>{deltaText(after.data.delta)}</span>}</h3>
        {before.data === undefined || after.data === undefined ? null : (
          <Compared before={before.data} after={after.data.metrics} />
        )}
      </section>
      <MoveChecks moves={moves} leftOut={leftOut} onChange={setLeftOut} />
      <div className={styles.buttons}>
        <Button kind="primary" disabled={!mayEdit || kept.length === 0} onClick={() => onKeep(plan)}>
          Keep
        </Button>
        <Button kind="outlined" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </>
  );
};

interface MoveChecksProps {
  readonly moves: readonly Move[];
  readonly leftOut: ReadonlySet<string>;
  readonly onChange: (leftOut: ReadonlySet<string>) => void;
}

const MoveChecks = ({ moves, leftOut, onChange }: MoveChecksProps) => {
  const board = useBoard();
  const toggle = (move: Move): void => {
    const next = new Set(leftOut);
    if (!next.delete(keyOf(move))) next.add(keyOf(move));
    onChange(next);
  };
  return (
    <section>
      <h3 className={panelStyles.listTitle}>
        Moves{' '}
        <span>
          {moves.filter((move) => !leftOut.has(keyOf(move))).length} of {moves.length}
        </span>
      </h3>
      <ul className={styles.moves} aria-label="Moves">
        {moves.map((move) => (
          <li
            key={keyOf(move)}
            onPointerEnter={() => board.looks.hover(move.operation)}
            onPointerLeave={() => board.looks.hover(null)}
          >
            <label>
              <input type="checkbox" checked={!leftOut.has(keyOf(move))} onChange={() => toggle(move)} />
              <span>{board.operationName(move.operation)}</span>
              <span>{moveText(board, move)}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
};
