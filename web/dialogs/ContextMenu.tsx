import { Menu } from '@base-ui/react/menu';
import { useMemo } from 'react';
import { commandOf, isEnabled } from '../commands/commands.ts';
import { keyLabel } from '../commands/command.ts';
import partStyles from '../parts/parts.module.css';
import type { ContextMenuAt } from '../shell/boardState.ts';
import { useBoard } from '../shell/boardContext.ts';
import { clockAt } from '../timeline/model/ticks.ts';

const OF_OPERATION = ['open', 'move-to', 'move', 'lock', 'unassign', 'split'];
const OF_CLOSURE = ['open'];
const CLOSED_SECONDS = 2 * 3600;
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
  const from = Math.round(at.at / SNAP_SECONDS) * SNAP_SECONDS;
  const zone = board.looks.zone();
  const isClosure = operation !== null && board.document.operation(operation)?.isBlocker === true;
  const commands =
    operation === null
      ? []
      : (isClosure ? OF_CLOSURE : OF_OPERATION).map(commandOf).filter((command) => isEnabled(board, command));
  return (
    <Menu.Root open modal={false} onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="bottom" align="start">
          <Menu.Popup
            className={partStyles.popup}
            aria-label={operation === null ? 'Timeline' : board.operationName(operation)}
          >
            {commands.map((command) => (
              <Menu.Item
                key={command.id}
                className={partStyles.item}
                onClick={() => {
                  close();
                  if (command.id === 'split' && operation !== null) void board.actions.split(operation, 0, from);
                  else void command.run(board);
                }}
              >
                {command.title}
                {command.keys === undefined ? null : <small>{keyLabel(command.keys[0])}</small>}
              </Menu.Item>
            ))}
            {isClosure && board.mayEdit() ? (
              <Menu.Item
                className={partStyles.item}
                onClick={() => {
                  close();
                  void board.actions.reopen(operation);
                }}
              >
                Reopen {resource === null ? 'it' : board.resourceName(resource)}
              </Menu.Item>
            ) : null}
            {operation === null && resource !== null && board.mayEdit() ? (
              <Menu.Item
                className={partStyles.item}
                onClick={() => {
                  close();
                  void board.actions.close(resource, from, from + CLOSED_SECONDS);
                }}
              >
                Close {board.resourceName(resource)} for two hours
                <small>
                  {clockAt(zone, from)}–{clockAt(zone, from + CLOSED_SECONDS)}
                </small>
              </Menu.Item>
            ) : null}
            {resource === null ? null : (
              <Menu.Item
                className={partStyles.item}
                onClick={() => {
                  close();
                  board.looks.pin(resource);
                }}
              >
                {board.store.getState().pins.includes(resource) ? 'Unpin' : 'Pin'} {board.resourceName(resource)}
              </Menu.Item>
            )}
            <Menu.Separator className={partStyles.separator} />
            {['now', 'fit'].map(commandOf).map((command) => (
              <Menu.Item
                key={command.id}
                className={partStyles.item}
                onClick={() => {
                  close();
                  void command.run(board);
                }}
              >
                {command.title}
                {command.keys === undefined ? null : <small>{keyLabel(command.keys[0])}</small>}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
};
