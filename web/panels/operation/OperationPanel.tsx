import { percentText } from '../../../engine/wording.ts';
import { present } from '../../../engine/present.ts';
import type { Operation } from '../../../client/planningTables.ts';
import { Button } from '../../parts/Button.tsx';
import { isUnassignable } from '../../planning/gestures.ts';
import { useBoard, useBoardState, useRevision } from '../../shell/boardContext.ts';
import { clockAt } from '../../timeline/model/ticks.ts';
import styles from '../panels.module.css';
import { Candidates } from './Candidates.tsx';
import { History } from './History.tsx';
import { NoPlace } from './NoPlace.tsx';
import { Times } from './Times.tsx';

/** An operation: its place and times, their history, and its other possible places. */
export const OperationPanel = () => {
  const board = useBoard();
  useRevision();
  useBoardState((state) => `${state.connection} ${state.timeMode} ${state.conflicts.length}`);
  const id = useBoardState((state) => state.selection.at(-1));
  const count = useBoardState((state) => state.selection.length);
  const workspace = useBoardState((state) => state.layer?.workspace);
  const operation = id === undefined ? undefined : board.document.operation(id);
  if (id === undefined || operation === undefined) {
    return (
      <p className={styles.empty}>Select an operation to see its times, its history and every place it could have.</p>
    );
  }
  const placed = board.scene.barsOfOperation(id);
  const times = board.looks.times();
  const { zone } = times;
  const [first] = placed;
  const last = placed.at(-1);
  const places = placed.map(({ bar }) => board.resourceName(bar.resource));
  return (
    <article aria-label={board.operationName(id)}>
      <section className={styles.section}>
        <h2 className={styles.title}>{board.operationName(id)}</h2>
        {first === undefined || last === undefined ? (
          <p className={styles.under}>One of its tasks is missing, so it has no window.</p>
        ) : (
          <p className={styles.under}>
            {[...new Set(places)].join(' → ')} · {times.day(first.bar.start)}, {clockAt(zone, first.bar.start)}–
            {times.day(first.bar.start) === times.day(last.bar.end) ? '' : `${times.day(last.bar.end)}, `}
            {clockAt(zone, last.bar.end)}
            {count > 1 ? ` · one of ${count} selected` : ''}
          </p>
        )}
        <About operation={operation} />
        <Previewed operation={id} />
        <Badges operation={operation} />
        {board.mayEdit() ? <Actions operation={operation} /> : null}
      </section>
      {operation.isBlocker !== true && places.includes('unassigned') ? <NoPlace operation={id} /> : null}
      {/* What is typed belongs to this operation, here or in this draft. */}
      <Times key={`${workspace} ${id}`} operation={operation} />
      {operation.isBlocker === true ? null : <Candidates operation={id} />}
      <History operation={id} />
    </article>
  );
};

/** Its number in other systems, such as a voyage, by which it can be searched, and its description, such as the length and draft of a vessel. */
const About = ({ operation: { externalId, description } }: { readonly operation: Operation }) => {
  const text = [externalId, description].filter((one) => one != null && one !== '').join(' · ');
  return text === '' ? null : <p className={styles.under}>{text}</p>;
};

/** Where and when a preview puts an operation. */
const Previewed = ({ operation }: { readonly operation: string }) => {
  const board = useBoard();
  useBoardState((state) => state.preview);
  return board.previews.ghosts
    .filter((ghost) => ghost.operation === operation)
    .map(({ resource, from, to }) => (
      <p key={`${resource} ${from}`} className={styles.previewed}>
        In the preview: {board.resourceName(resource)} · {board.looks.times().span(from, to)}
      </p>
    ));
};

/** What an operation is in conflict with, what is special about it, and its tags. */
const Badges = ({ operation }: { readonly operation: Operation }) => {
  const board = useBoard();
  const { id } = operation;
  const preview = useBoardState((state) => state.preview);
  const conflicts =
    preview?.conflicts?.filter(({ operations }) => operations.includes(id)) ?? board.scene.conflictsOf(id);
  const isCrossed = board.scene.barsOfOperation(id)[0]?.bar.timesCrossed;
  const tags = (operation.tags ?? []).map((uuid) => board.document.tables.tags.get(uuid));
  return (
    <div className={styles.badges}>
      {conflicts.map((conflict) => {
        const other = present(conflict.operations.find((one) => one !== id));
        return (
          <span key={conflict.id} className={styles.badge} data-kind="conflict">
            ! {board.operationName(other)}, {percentText(conflict.probability)}
          </span>
        );
      })}
      {operation.isFixedToResource === true ? <span className={styles.badge}>locked</span> : null}
      {operation.isBlocker === true ? <span className={styles.badge}>closure</span> : null}
      {isCrossed ? (
        <span className={styles.badge} data-kind="warning">
          out before in
        </span>
      ) : null}
      {tags.map((tag) =>
        tag === undefined ? null : (
          <span key={tag.uuid} className={styles.badge}>
            {tag.category} {tag.value}
          </span>
        ),
      )}
    </div>
  );
};

const Actions = ({ operation }: { readonly operation: Operation }) => {
  const board = useBoard();
  const { id } = operation;
  return (
    <div className={styles.actions}>
      <Button
        kind="outlined"
        onClick={() => board.store.setState({ dialog: { kind: 'move', operation: id } })}
        title="Move to… (Shift+M)"
      >
        Move to…
      </Button>
      <Button kind="outlined" onClick={() => void board.actions.lock([id])} title="L">
        {operation.isFixedToResource === true ? 'Unlock' : 'Lock'}
      </Button>
      {operation.isBlocker === true ? (
        <Button kind="outlined" onClick={() => void board.actions.reopen(id)}>
          Reopen
        </Button>
      ) : (
        <Button
          kind="outlined"
          disabled={!isUnassignable(board.document, id)}
          onClick={() => void board.actions.unassign([id])}
          title="U"
        >
          Unassign
        </Button>
      )}
    </div>
  );
};
