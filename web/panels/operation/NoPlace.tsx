import { present } from '../../../engine/present.ts';
import type { ReasonRecord, RelaxationRecord } from '../../../engine/explain/planReasons.ts';
import { Button } from '../../parts/Button.tsx';
import { useAnswer } from '../../parts/useAnswer.ts';
import { type Move, planEdit } from '../../planning/planEdit.ts';
import type { Board } from '../../shell/board.ts';
import { useBoard, useBoardState, usePinnedPlan, useRevision } from '../../shell/boardContext.ts';
import type { Plan } from '../../shell/plan.ts';
import { deltaText } from '../../timeline/model/numbers.ts';
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

/** Something that would help, with its price. */
interface Option {
  readonly says: string;
  readonly price: number;
  readonly isEnough: boolean;
  /** Empty when it cannot be previewed. */
  readonly moves: readonly Move[];
  /** The operation that it is about. */
  readonly leadsTo: string | null;
}

const optionsOf = (board: Board, { way, relaxations }: ReasonRecord): readonly Option[] => {
  const moves = (way?.moves ?? []).map((one) =>
    move('reassign', one.operation, { part: one.part, fromResource: one.fromResource, toResource: one.toResource }),
  );
  const says = moves.map((one) => `${board.operationName(one.operation)}: ${moveText(board, one)}`).join(', ');
  return [
    ...(moves.length === 0 ? [] : [{ says, price: present(way).delta, isEnough: true, moves, leadsTo: null }]),
    ...relaxations.map((relaxation) => ({
      says: relaxation.message,
      price: relaxation.price,
      isEnough: relaxation.enough,
      moves: movesOf(relaxation),
      leadsTo: relaxation.operation,
    })),
  ];
};

/**
 * Shows why an operation has no place, and the changes that would help with their prices. Each can be previewed. The engine in the browser computes
 * them.
 */
export const NoPlace = ({ operation }: { readonly operation: string }) => {
  const board = useBoard();
  const revision = useRevision();
  const conflicts = useBoardState((state) => state.conflicts);
  const pinned = usePinnedPlan();
  const reason = useAnswer(
    async () => board.judge?.reason(operation, pinned === null ? [] : board.previews.entries()),
    [board, operation, revision, conflicts, pinned],
  );
  // A preview that is pinned already stays part of the evaluated plan.
  const ours = pinned?.key.startsWith(`place ${operation} `) === true ? pinned : null;
  if (reason === null && ours === null) return null;
  const name = board.operationName(operation);
  const planOf = ({ moves, says }: Option): Plan => {
    const all = [...(ours?.moves ?? []), ...moves];
    const key = all.map((one) => `${one.kind} ${one.operation} ${one.toResource} ${one.delaySeconds}`).join('|');
    return { key: `place ${operation} ${key}`, label: says.replace(/\.$/, ''), moves: all };
  };
  const options = reason === null ? [] : optionsOf(board, reason);
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
      {reason === null ? null : <Crowd operation={operation} reason={reason} />}
      {options.length === 0 ? null : (
        <ul aria-label="What would help" className={styles.options}>
          {options.map((option) => (
            <OptionEntry key={option.says} option={option} plan={planOf(option)} onApply={apply} />
          ))}
        </ul>
      )}
    </section>
  );
};

interface CrowdProps {
  readonly operation: string;
  readonly reason: ReasonRecord;
}

/** Outlines the smallest set of operations that have not enough places. */
const Crowd = ({ operation, reason: { operations, fixed } }: CrowdProps) => {
  const board = useBoard();
  const crowd = [...operations, ...fixed].filter((id) => id !== operation);
  if (crowd.length === 0) return null;
  return (
    <div className={styles.actions}>
      <Button onClick={() => board.select([...crowd, operation])}>
        Outline {crowd.length === 1 ? 'it and the other one' : `all ${crowd.length + 1}`}
      </Button>
    </div>
  );
};

interface OptionEntryProps {
  readonly option: Option;
  /** The plan with its moves. */
  readonly plan: Plan;
  readonly onApply: (plan: Plan) => void;
}

const OptionEntry = ({ option, plan, onApply }: OptionEntryProps) => {
  const board = useBoard();
  const { says, price, isEnough, moves, leadsTo } = option;
  return (
    <li>
      <span>
        {says} {isEnough ? '' : 'This helps, but it may not be enough.'}
      </span>
      <span className={styles.number} title="Price: lower is better">
        {deltaText(price)}
      </span>
      <span className={styles.actions}>
        {moves.length === 0 && leadsTo !== null ? <Button onClick={() => board.show(leadsTo)}>Show</Button> : null}
        {moves.length === 0 ? null : (
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
        )}
        {moves.length > 0 && board.mayEdit() ? (
          <Button aria-label={`Apply: ${says}`} onClick={() => onApply(plan)}>
            Apply
          </Button>
        ) : null}
      </span>
    </li>
  );
};
