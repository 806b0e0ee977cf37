import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useMemo } from 'react';
import { commandOf, isEnabled, splitAt } from '../commands/commands.ts';
import { type Command, keyLabel } from '../commands/command.ts';
import partStyles from '../parts/parts.module.css';
import type { ContextMenuAt } from '../shell/boardState.ts';
import { useBoard } from '../shell/boardContext.ts';

const OF_OPERATION = ['open', 'move-to', 'move', 'lock', 'unassign', 'split'];
const OF_CLOSURE = ['open'];
const HOUR = 3600;
/** Operations that take longer than this show that a closure is planned by days. */
const LONG_STAY = 6 * HOUR;
const SNAP_SECONDS = 300;

/** The menu of commands for the thing that was clicked. */
export const ContextMenu = ({ at }: { readonly at: ContextMenuAt }) => {
  const board = useBoard();
  const close = (): void => board.store.setState({ menu: null });
  const anchor = useMemo(
    () => ({ getBoundingClientRect: () => DOMRect.fromRect({ x: at.x, y: at.y, width: 0, height: 0 }) }),
    [at],
  );
  const { operation, resource } = at;
  return (
    <Menu.Root open modal={false} onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="bottom" align="start">
          <Menu.Popup
            className={partStyles.popup}
            aria-label={operation === null ? 'Timeline' : board.operationName(operation)}
          >
            {operation === null ? null : <OperationItems operation={operation} at={at} />}
            {operation === null && resource !== null && board.mayEdit() ? (
              <ClosingItem resource={resource} at={at} />
            ) : null}
            {resource === null ? null : (
              <Item onChoose={() => board.looks.pin(resource)}>
                {board.store.getState().pins.includes(resource) ? 'Unpin' : 'Pin'} {board.resourceName(resource)}
              </Item>
            )}
            <Menu.Separator className={partStyles.separator} />
            {['now', 'fit'].map(commandOf).map((command) => (
              <CommandItem key={command.id} command={command} />
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
};

interface ItemProps {
  readonly onChoose: () => unknown;
  readonly children: ReactNode;
}

const Item = ({ onChoose, children }: ItemProps) => {
  const board = useBoard();
  return (
    <Menu.Item
      className={partStyles.item}
      onClick={() => {
        board.store.setState({ menu: null });
        void onChoose();
      }}
    >
      {children}
    </Menu.Item>
  );
};

interface CommandItemProps {
  readonly command: Command;
  /** What is done instead of running the command. */
  readonly instead?: () => unknown;
}

const CommandItem = ({ command, instead }: CommandItemProps) => {
  const board = useBoard();
  return (
    <Item onChoose={instead ?? (() => command.run(board))}>
      {command.title}
      {command.keys === undefined ? null : <small>{keyLabel(command.keys[0])}</small>}
    </Item>
  );
};

/** The time of the click, to the nearest five minutes. */
const snapped = ({ at }: ContextMenuAt): number => Math.round(at / SNAP_SECONDS) * SNAP_SECONDS;

interface OperationItemsProps {
  readonly operation: string;
  readonly at: ContextMenuAt;
}

const OperationItems = ({ operation, at }: OperationItemsProps) => {
  const board = useBoard();
  const isClosure = board.document.operation(operation)?.isBlocker === true;
  const commands = (isClosure ? OF_CLOSURE : OF_OPERATION).map(commandOf);
  const split = () => splitAt(board, operation, at.at);
  return (
    <>
      {commands
        .filter((command) => isEnabled(board, command))
        .map((command) => (
          <CommandItem key={command.id} command={command} {...(command.id === 'split' ? { instead: split } : {})} />
        ))}
      {isClosure && board.mayEdit() ? (
        <Item onChoose={() => board.actions.reopen(operation)}>
          Reopen {at.resource === null ? 'it' : board.resourceName(at.resource)}
        </Item>
      ) : null}
    </>
  );
};

interface ClosingItemProps {
  readonly resource: string;
  readonly at: ContextMenuAt;
}

const ClosingItem = ({ resource, at }: ClosingItemProps) => {
  const board = useBoard();
  const from = snapped(at);
  const isLong = board.scene.typicalStay() > LONG_STAY;
  const to = from + (isLong ? 24 : 2) * HOUR;
  return (
    <Item onChoose={() => board.actions.close(resource, from, to)}>
      Close {board.resourceName(resource)} {isLong ? 'for 24 hours' : 'for two hours'}
      <small>{board.looks.times().span(from, to)}</small>
    </Item>
  );
};
