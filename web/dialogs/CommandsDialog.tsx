import { useEffect, useRef, useState } from 'react';
import { COMMANDS, isEnabled } from '../commands/commands.ts';
import type { Command } from '../commands/command.ts';
import { changingCommands } from '../commands/viewCommands.ts';
import { Keys } from '../parts/Keys.tsx';
import { Modal } from '../parts/Modal.tsx';
import partStyles from '../parts/parts.module.css';
import { useBoard } from '../shell/boardContext.ts';
import styles from './dialogs.module.css';

/** The palette: all commands that are enabled now, searched by name. */
export const CommandsDialog = () => {
  const board = useBoard();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const leadsTo = useRef<string | null>(null);
  const [filter, setFilter] = useState('');
  const [active, setActive] = useState(0);
  const words = filter.toLowerCase().split(/\s+/);
  const commands = [...COMMANDS, ...changingCommands(board)].filter(
    (command) =>
      command.isKeyOnly !== true &&
      command.id !== 'commands' &&
      isEnabled(board, command) &&
      words.every((word) => `${command.group} ${command.title}`.toLowerCase().includes(word)),
  );
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const close = (): void => board.store.setState({ dialog: null });
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    leadsTo.current = command.leadsTo ?? null;
    close();
    void command.run(board);
  };
  return (
    <Modal
      title="Commands"
      isTitleHidden
      onClose={close}
      first={input}
      last={() => (leadsTo.current === null ? null : document.querySelector<HTMLElement>(leadsTo.current))}
    >
      <input
        ref={input}
        className={`${partStyles.field} ${styles.searchTop}`}
        role="combobox"
        aria-expanded
        aria-label="Command"
        aria-controls="commands"
        aria-activedescendant={commands[active] === undefined ? undefined : `command-${active}`}
        placeholder="What do you want to do?"
        value={filter}
        onChange={({ target }) => {
          setFilter(target.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setActive(Math.min(commands.length - 1, active + 1));
          else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1));
          else if (event.key === 'Enter') run(commands[active]);
          else return;
          event.preventDefault();
        }}
      />
      <ul ref={list} id="commands" role="listbox" aria-label="Commands" className={styles.list}>
        {commands.map((command, i) => (
          <li
            key={command.id}
            id={`command-${i}`}
            role="option"
            aria-selected={i === active}
            className={styles.option}
            onPointerMove={() => setActive(i)}
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
