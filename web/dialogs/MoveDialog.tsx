import { useMemo, useRef } from 'react';
import { present } from '../../engine/present.ts';
import { partsOf } from '../../engine/instance/parts.ts';
import type { Verdicts } from '../judge/judge.ts';
import { Verdict } from '../judge/verdict.ts';
import { Finder, useFinder } from '../parts/Finder.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useAnswer } from '../parts/useAnswer.ts';
import { hasWords, wordsOf } from '../parts/words.ts';
import type { Board } from '../shell/board.ts';
import { useBoard, useBoardState } from '../shell/boardContext.ts';
import { sayVerdict } from '../timeline/model/saying.ts';
import { deltaText } from '../timeline/model/numbers.ts';
import styles from './dialogs.module.css';

interface RowOption {
  readonly resource: string;
  readonly name: string;
  readonly verdict: number;
  readonly delta: number;
  readonly reason: string;
}

const SHOWN = 200;

/** Ranks rows: free ones first, whatever they cost, then those with a conflict, then those that are not eligible. */
const rankOf = ({ verdict }: RowOption): number => Math.max(verdict, Verdict.costs);

const optionsOf = (
  resources: readonly { readonly id: string; readonly name: string }[],
  verdicts: Verdicts | null,
): RowOption[] =>
  resources
    .map(({ id, name }, i) => ({
      resource: id,
      name,
      verdict: verdicts?.verdicts[i] ?? Verdict.free,
      delta: verdicts?.deltas[i] ?? 0,
      reason: verdicts?.reasons[i] ?? '',
    }))
    .sort((a, b) => rankOf(a) - rankOf(b) || a.delta - b.delta);

/** The operation that was asked for first, then the others of the selection it belongs to. */
const useMoved = (operation: string): readonly string[] => {
  const selection = useBoardState((state) => state.selection);
  return useMemo(
    () => (selection.includes(operation) ? [operation, ...selection.filter((one) => one !== operation)] : [operation]),
    [operation, selection],
  );
};

/** What the judge says about each resource as a place for the operations; null until it is known. */
const useVerdicts = (moved: readonly string[], resources: readonly { readonly id: string }[]): Verdicts | null => {
  const board = useBoard();
  const { judge } = board;
  return useAnswer(
    async () =>
      judge?.rows({
        moved: moved.map((id) => ({ operation: id, part: board.partOf(id) })),
        shiftSeconds: 0,
        resources: resources.map(({ id }) => id),
      }),
    [board, judge, moved, resources],
  );
};

/** The places of all moved operations when the first one moves to the resource: the others move by as many rows. */
const placesAt = (board: Board, [operation = '', ...others]: readonly string[], resource: string) => {
  const rows = board.scene.rows;
  const first = partsOf(board.document.assignmentOf(operation))[board.partOf(operation)]?.resource ?? null;
  const from = first === null ? undefined : rows.rowOf.get(first);
  const to = present(rows.rowOf.get(resource));
  const resourceOf = (id: string): string | null => {
    const placed = board.barOf(id);
    if (from === undefined || placed === undefined || placed.row < 0) return resource;
    const row = rows.rows[placed.row + to.index - from.index];
    return row?.kind === 'resource' ? row.id : placed.bar.resource;
  };
  return [
    { operation, part: board.partOf(operation), resource },
    ...others.map((id) => ({ operation: id, part: board.partOf(id), resource: resourceOf(id) })),
  ];
};

/** Lists every row as a place for the operation, best first. It is the way to move an operation without dragging. */
export const MoveDialog = ({ operation }: { readonly operation: string }) => {
  const board = useBoard();
  const input = useRef<HTMLInputElement>(null);
  const moved = useMoved(operation);
  const finder = useFinder();
  const resources = useMemo(
    () => board.scene.rows.rows.filter(({ kind }) => kind === 'resource').map(({ id, name }) => ({ id, name })),
    [board],
  );
  const verdicts = useVerdicts(moved, resources);
  const options = useMemo(
    () =>
      optionsOf(resources, verdicts)
        .filter(({ name }) => hasWords(name, wordsOf(finder.filter)))
        .slice(0, SHOWN),
    [resources, verdicts, finder.filter],
  );
  const choose = (option: RowOption | undefined): void => {
    if (option === undefined) return;
    board.closeDialog();
    void board.actions.move(placesAt(board, moved, option.resource), 0);
  };
  return (
    <Modal title={`Move ${board.operationName(operation)}`} onClose={board.closeDialog} first={input}>
      <Finder
        input={input}
        finder={finder}
        name="Filter rows"
        placeholder="Row"
        className={styles.search}
        controls="move-rows"
        option="move-row"
        options={options}
        onChoose={choose}
      />
      <ul ref={finder.list} id="move-rows" role="listbox" aria-label="Rows" className={styles.list}>
        {options.map((option, i) => (
          <li
            key={option.resource}
            role="presentation"
            className={styles.option}
            data-active={i === finder.active}
            onPointerMove={() => finder.setActive(i)}
            onClick={() => choose(option)}
          >
            <Row id={`move-row-${i}`} option={option} isActive={i === finder.active} isJudged={verdicts !== null} />
          </li>
        ))}
      </ul>
    </Modal>
  );
};

interface RowProps {
  readonly id: string;
  readonly option: RowOption;
  readonly isActive: boolean;
  readonly isJudged: boolean;
}

const Row = ({ id, option, isActive, isJudged }: RowProps) => (
  <>
    <span className={styles.dot} data-verdict={option.verdict} />
    <span
      id={id}
      role="option"
      aria-selected={isActive}
      aria-label={`${option.name}, ${deltaText(option.delta)}`}
      aria-describedby={`${id}-why`}
      className={styles.place}
    >
      <span>{option.name}</span>
      <span className={styles.delta}>{isJudged ? deltaText(option.delta) : ''}</span>
    </span>
    <small id={`${id}-why`} aria-hidden>
      {isJudged ? sayVerdict(option.verdict, option.reason) : ''}
    </small>
  </>
);
