import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import partStyles from '../parts/parts.module.css';
import { useBoard, useBoardState } from '../shell/boardContext.ts';
import { shownViews } from '../shell/boardState.ts';
import { LONGEST_VIEW_NAME } from '../shell/savedViews.ts';
import { viewsOf } from '../shell/views.ts';
import styles from './views.module.css';

/** Lists saved views, and saves the present one under a name. */
export const ViewsDialog = () => {
  const board = useBoard();
  useBoardState((state) => state.views);
  const name = useRef<HTMLInputElement>(null);
  const views = shownViews(board.store.getState());
  return (
    <Modal title="Saved views" onClose={board.closeDialog} first={name}>
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.current === null) return;
          viewsOf(board).save(name.current.value);
          name.current.value = '';
        }}
      >
        <input
          ref={name}
          className={partStyles.field}
          aria-label="Name"
          placeholder="Name of the present view"
          maxLength={LONGEST_VIEW_NAME}
          required
        />
        <Button type="submit" kind="primary">
          Save
        </Button>
      </form>
      {views.length === 0 ? (
        <p className={styles.note}>
          A view has the shown time, filter, pinned rows, colors and density. It is saved in this browser and listed
          among the commands (Ctrl+K).
        </p>
      ) : (
        <ul className={styles.list} aria-label="Views">
          {views.map((view) => (
            <li key={view.name} className={styles.line}>
              <Button
                className={styles.wide}
                onClick={() => {
                  board.closeDialog();
                  viewsOf(board).show(view);
                }}
              >
                {view.name}
              </Button>
              <Button label={`Delete ${view.name}`} onClick={() => viewsOf(board).remove(view)}>
                <Trash2 size={15} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
};
