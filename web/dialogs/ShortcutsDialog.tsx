import { present } from '../../engine/present.ts';
import { COMMANDS } from '../commands/commands.ts';
import { Keys } from '../parts/Keys.tsx';
import { Modal } from '../parts/Modal.tsx';
import { useBoard } from '../shell/boardContext.ts';
import styles from './dialogs.module.css';

const GROUPS = ['Timeline', 'Edit', 'View', 'Board'] as const;

/** Lists all keys, taken from the list of commands. */
export const ShortcutsDialog = () => {
  const board = useBoard();
  return (
    <Modal title="Keyboard shortcuts" isWide onClose={board.closeDialog}>
      <div className={styles.groups} tabIndex={0} role="group" aria-label="All shortcuts">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {COMMANDS.filter((command) => command.group === group && command.keys !== undefined).map((command) => (
                <div key={command.id}>
                  <dt>{command.title}</dt>
                  <dd>
                    {present(command.keys).map((keys) => (
                      <Keys key={keys} keys={keys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
};
