import { type FormEvent, useId, useRef, useState } from 'react';
import { messageOf } from '../../engine/messageOf.ts';
import { Button } from '../parts/Button.tsx';
import { Modal } from '../parts/Modal.tsx';
import partStyles from '../parts/parts.module.css';
import { useBoard } from '../shell/boardContext.ts';
import { openNewDraft } from '../shell/openNewDraft.ts';
import styles from './dialogs.module.css';
import { Problem } from './Problem.tsx';

/** Creates a draft over the live schedule. */
export const DraftDialog = () => {
  const board = useBoard();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [name, setName] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setProblem('');
    try {
      await openNewDraft(board, name.trim());
    } catch (error) {
      setProblem(messageOf(error));
      setIsBusy(false);
    }
  };
  return (
    <Modal title="Create draft" onClose={board.closeDialog} first={input}>
      <form className={styles.form} onSubmit={(event) => void create(event)}>
        <label htmlFor={id}>Name</label>
        <input
          ref={input}
          id={id}
          className={partStyles.field}
          maxLength={200}
          placeholder="Fog until noon"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Problem text={problem} />
        <p className={styles.hint}>
          Everybody who opens a draft sees its changes. The live schedule stays as it is until the draft is published.
        </p>
        <div className={styles.buttons}>
          <Button onClick={board.closeDialog}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={name.trim() === ''} isBusy={isBusy}>
            Create
          </Button>
        </div>
      </form>
    </Modal>
  );
};
