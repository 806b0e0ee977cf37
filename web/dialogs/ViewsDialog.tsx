import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import partStyles from '../parts/parts.module.css';
import { useBoard, useBoardState } from '../shell/boardContext.ts';
import { LONGEST_VIEW_NAME } from '../shell/savedViews.ts';
import styles from './views.module.css';

/** Lists saved views, and saves the present one under a name. */
export const ViewsDialog = () => {
  const board = useBoard();
  useBoardState((state) => state.views);
  const name = useRef<HTMLInputElement>(null);
  const views = board.views.all();
  return (
    <Modal title="Saved views" onClose={board.closeDialog} first={name}>
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.current === null) return;
          board.views.save(name.current.value);
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
                  board.views.show(view);
                }}
              >
                {view.name}
              </Button>
              <Button label={`Delete ${view.name}`} onClick={() => board.views.remove(view)}>
                <Trash2 size={15} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
};
