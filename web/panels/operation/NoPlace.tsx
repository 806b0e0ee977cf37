import { useEffect, useState } from 'react';
import { present } from '../../../engine/present.ts';
import type { ReasonRecord, RelaxationRecord } from '../../../engine/explain/planReasons.ts';
import { Button } from '../../parts/Button.tsx';
import { type Move, planEdit } from '../../planning/planEdit.ts';
import { useBoard, useBoardState, useRevision } from '../../shell/boardContext.ts';
import type { Plan } from '../../shell/plan.ts';
import { deltaText } from '../../timeline/paint/paintOverlay.ts';
import { moveText } from '../moves.ts';
import styles from '../panels.module.css';

const move = (kind: Move['kind'], operation: string, more: Partial<Move>): Move => ({
  kind,
  operation,
  part: null,
  fromResource: null,
  toResource: null,
  startAt: null,
  endAt: null,
  delaySeconds: 0,
  ...more,
});

/** The moves with which a change can be previewed; empty when it is not a move, such as unlocking an operation. */
const movesOf = ({ kind, operation, resource, seconds }: RelaxationRecord): readonly Move[] => {
  if (operation === null) return [];
  if (kind === 'delay') return [move('delay', operation, { delaySeconds: seconds })];
  return kind === 'waive' ? [move('reassign', operation, { toResource: resource })] : [];
};

/**
 * Shows why an operation has no place, and the changes that would help with their prices. Each can be previewed. The engine in the browser computes
 * them.
 */
export const NoPlace = ({ operation }: { readonly operation: string }) => {
  const board = useBoard();
  const revision = useRevision();
  const conflicts = useBoardState((state) => state.conflicts);
  const pinned = useBoardState(({ preview }) => (preview?.isPinned === true ? preview.plan : null));
  const [reason, setReason] = useState<ReasonRecord | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      const under = pinned === null ? [] : board.previews.entries();
      const found = (await board.judge?.reason(operation, under)) ?? null;
      if (isCurrent) setReason(found);
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [board, operation, revision, conflicts, pinned]);
  // A preview that is pinned already stays part of the evaluated plan.
  const ours = pinned?.key.startsWith(`place ${operation} `) === true ? pinned : null;
  if (reason === null && ours === null) return null;
  const name = board.operationName(operation);
  const crowd = [...(reason?.operations ?? []), ...(reason?.fixed ?? [])].filter((id) => id !== operation);
  const earlier = ours?.moves ?? [];
  const planOf = (moves: readonly Move[], label: string): Plan => ({
    key: `place ${operation} ${[...earlier, ...moves].map((one) => `${one.kind} ${one.operation} ${one.toResource} ${one.delaySeconds}`).join('|')}`,
    label: label.replace(/\.$/, ''),
    moves: [...earlier, ...moves],
  });
  const way = (reason?.way?.moves ?? []).map((one) =>
    move('reassign', one.operation, { part: one.part, fromResource: one.fromResource, toResource: one.toResource }),
  );
  const options = [
    ...(way.length === 0
      ? []
      : [
          {
            says: way.map((one) => `${board.operationName(one.operation)}: ${moveText(board, one)}`).join(', '),
            price: present(present(reason).way).delta,
            isEnough: true,
            moves: way,
            leadsTo: null,
          },
        ]),
    ...(reason?.relaxations ?? []).map((relaxation) => ({
      says: relaxation.message,
      price: relaxation.price,
      isEnough: relaxation.enough,
      moves: movesOf(relaxation),
      leadsTo: relaxation.operation,
    })),
  ];
  const apply = (plan: Plan): void => {
    board.previews.unpin(plan.key);
    void board.actions.edit(`Place ${name}`, (override) => planEdit(board.document, plan.moves, { override }));
  };
  return (
    <section className={styles.section} aria-label="No place">
      <h3>{reason === null ? 'A place in the preview' : pinned === null ? 'No place' : 'No place in the preview'}</h3>
      <p>{reason?.message ?? `${name} has a place then.`}</p>
      {ours === null || !board.mayEdit() ? null : (
        <div className={styles.actions}>
          <Button kind="primary" onClick={() => apply(ours)}>
            Apply
          </Button>
          <Button onClick={() => board.previews.end()}>End preview</Button>
        </div>
      )}
      {crowd.length === 0 ? null : (
        <div className={styles.actions}>
          <Button onClick={() => board.select([...crowd, operation])}>
            Outline {crowd.length === 1 ? 'it and the other one' : `all ${crowd.length + 1}`}
          </Button>
        </div>
      )}
      {options.length === 0 ? null : (
        <ul aria-label="What would help" className={styles.options}>
          {options.map(({ says, price, isEnough, moves, leadsTo }) => {
            const plan = planOf(moves, says);
            return (
              <li key={says}>
                <span>
                  {says} {isEnough ? '' : 'This helps, but it may not be enough.'}
                </span>
                <span className={styles.number} title="Price: lower is better">
                  {deltaText(price)}
                </span>
                <span className={styles.actions}>
                  {moves.length === 0 ? (
                    leadsTo === null ? null : (
                      <Button onClick={() => board.show(leadsTo)}>Show</Button>
                    )
                  ) : (
                    <>
                      <Button
                        kind="outlined"
                        aria-label={`Preview: ${says}`}
                        onClick={() => {
                          board.previews.pin(plan);
                          board.previews.reveal();
                        }}
                      >
                        Preview
                      </Button>
                      {board.mayEdit() ? (
                        <Button aria-label={`Apply: ${says}`} onClick={() => apply(plan)}>
                          Apply
                        </Button>
                      ) : null}
                    </>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
};
