import { useRef } from 'react';
import { COMMANDS, isEnabled } from '../commands/commands.ts';
import type { Command } from '../commands/command.ts';
import { changingCommands } from '../commands/viewCommands.ts';
import { afterFrame } from '../parts/afterFrame.ts';
import { Finder, useFinder } from '../parts/Finder.tsx';
import { Keys } from '../parts/Keys.tsx';
import { Modal } from '../parts/Modal.tsx';
import { hasWords, wordsOf } from '../parts/words.ts';
import { useBoard } from '../shell/boardContext.ts';
import styles from './dialogs.module.css';

/** The palette: all commands that are enabled now, searched by name. */
export const CommandsDialog = () => {
  const board = useBoard();
  const input = useRef<HTMLInputElement>(null);
  const leadsTo = useRef<string | null>(null);
  const finder = useFinder();
  const words = wordsOf(finder.filter);
  const commands = [...COMMANDS, ...changingCommands(board)].filter(
    (command) =>
      command.isKeyOnly !== true &&
      command.id !== 'commands' &&
      isEnabled(board, command) &&
      hasWords(`${command.group} ${command.title}`, words),
  );
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    leadsTo.current = command.leadsTo ?? null;
    board.closeDialog();
    // Closing returns the focus first, from which some commands go on.
    afterFrame(() => void command.run(board));
  };
  return (
    <Modal
      title="Commands"
      isTitleHidden
      onClose={board.closeDialog}
      first={input}
      last={() => (leadsTo.current === null ? null : document.querySelector<HTMLElement>(leadsTo.current))}
    >
      <Finder
        input={input}
        finder={finder}
        name="Command"
        placeholder="What do you want to do?"
        className={styles.searchTop}
        controls="commands"
        option="command"
        options={commands}
        onChoose={run}
      />
      <ul ref={finder.list} id="commands" role="listbox" aria-label="Commands" className={styles.list}>
        {commands.map((command, i) => (
          <li
            key={command.id}
            id={`command-${i}`}
            role="option"
            aria-selected={i === finder.active}
            className={styles.option}
            onPointerMove={() => finder.setActive(i)}
            onClick={() => run(command)}
          >
            <span>{command.title}</span>
            <span className={styles.dim}>{command.group}</span>
            <span className={styles.keys}>{command.keys === undefined ? null : <Keys keys={command.keys[0]} />}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
};
