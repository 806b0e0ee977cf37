import { useEffect, useMemo, useRef, useState } from 'react';
import { present } from '../../engine/present.ts';
import { partsOf } from '../../engine/instance/parts.ts';
import { Verdict, type Verdicts } from '../judge/judge.ts';
import { Modal } from '../parts/Modal.tsx';
import partStyles from '../parts/parts.module.css';
import { useBoard, useBoardState } from '../shell/boardContext.ts';
import { sayVerdict } from '../timeline/model/saying.ts';
import { deltaText } from '../timeline/paint/paintOverlay.ts';
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

/** Lists every row as a place for the operation, best first. It is the way to move an operation without dragging. */
export const MoveDialog = ({ operation }: { readonly operation: string }) => {
  const board = useBoard();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const selection = useBoardState((state) => state.selection);
  const moved = useMemo(
    () =>
      [operation, ...selection.filter((one) => one !== operation)].slice(
        0,
        selection.includes(operation) ? undefined : 1,
      ),
    [operation, selection],
  );
  const [verdicts, setVerdicts] = useState<Verdicts | null>(null);
  const [filter, setFilter] = useState('');
  const [active, setActive] = useState(0);
  const resources = useMemo(
    () => board.scene.rows.rows.filter(({ kind }) => kind === 'resource').map(({ id, name }) => ({ id, name })),
    [board],
  );
  useEffect(() => {
    let isCurrent = true;
    void board.judge
      ?.rows({
        moved: moved.map((id) => ({ operation: id, part: 0 })),
        shiftSeconds: 0,
        resources: resources.map(({ id }) => id),
      })
      .then((found) => isCurrent && setVerdicts(found));
    return () => {
      isCurrent = false;
    };
  }, [board, moved, resources]);
  const options = useMemo(
    () =>
      optionsOf(resources, verdicts)
        .filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()))
        .slice(0, SHOWN),
    [resources, verdicts, filter],
  );
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const said = ({ verdict, reason }: RowOption): string => (verdicts === null ? '' : sayVerdict(verdict, reason));
  const close = (): void => board.store.setState({ dialog: null });
  const choose = (option: RowOption | undefined): void => {
    if (option === undefined) return;
    close();
    const rows = board.scene.rows;
    const first = partsOf(board.document.assignmentOf(operation))[0]?.resource ?? null;
    const from = first === null ? undefined : rows.rowOf.get(first);
    const to = present(rows.rowOf.get(option.resource));
    const places = moved.map((id) => {
      const [placed] = board.scene.barsOfOperation(id);
      const isFirst = id === operation || from === undefined || placed === undefined || placed.row < 0;
      const row = isFirst ? undefined : rows.rows[placed.row + to.index - from.index];
      return {
        operation: id,
        part: 0,
        resource: row?.kind === 'resource' ? row.id : isFirst ? option.resource : placed.bar.resource,
      };
    });
    void board.actions.move(places, 0);
  };
  return (
    <Modal title={`Move ${board.operationName(operation)}`} onClose={close} first={input}>
      <input
        ref={input}
        className={`${partStyles.field} ${styles.search}`}
        aria-label="Filter rows"
        aria-controls="move-rows"
        aria-activedescendant={options[active] === undefined ? undefined : `move-row-${active}`}
        role="combobox"
        aria-expanded
        placeholder="Row"
        value={filter}
        onChange={({ target }) => {
          setFilter(target.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setActive(Math.min(options.length - 1, active + 1));
          else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1));
          else if (event.key === 'Enter') choose(options[active]);
          else return;
          event.preventDefault();
        }}
      />
      <ul ref={list} id="move-rows" role="listbox" aria-label="Rows" className={styles.list}>
        {options.map((option, i) => (
          <li
            key={option.resource}
            role="presentation"
            className={styles.option}
            data-active={i === active}
            onPointerMove={() => setActive(i)}
            onClick={() => choose(option)}
          >
            <span className={styles.dot} data-verdict={option.verdict} />
            <span
              id={`move-row-${i}`}
              role="option"
              aria-selected={i === active}
              aria-label={`${option.name}, ${deltaText(option.delta)}`}
              aria-describedby={`move-row-${i}-why`}
              className={styles.place}
            >
              <span>{option.name}</span>
              <span className={styles.delta}>{verdicts === null ? '' : deltaText(option.delta)}</span>
            </span>
            <small id={`move-row-${i}-why`} aria-hidden>
              {said(option)}
            </small>
          </li>
        ))}
      </ul>
    </Modal>
  );
};
