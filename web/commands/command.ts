import type { Board } from '../shell/board.ts';

/** An action that a key, the palette, a menu or a button can run. `COMMANDS` is the one list of all commands. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: 'Timeline' | 'Edit' | 'View' | 'Board';
  /**
   * Keys such as `Mod+K` (Ctrl, or ⌘ on a Mac), `Shift+C`, `Escape`, `/`. Keys without Mod do nothing while the user types text, and those with Mod
   * that edit or select are the text's own.
   */
  readonly keys?: readonly [string, ...string[]];
  /** When absent, the command is always enabled. */
  readonly isEnabled?: (board: Board) => boolean;
  readonly run: (board: Board) => unknown;
  /** True for a command that is not in the palette because it makes sense only with its key, such as an arrow key. */
  readonly isKeyOnly?: boolean;
  /** The CSS selector of the element that gets the focus afterwards; when absent, the focus stays. */
  readonly leadsTo?: string;
}

const IS_MAC = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** A key as it is written on keyboards, such as `Ctrl+K`. */
export const keyLabel = (key: string): string =>
  key
    .replace('Mod', IS_MAC ? '⌘' : 'Ctrl')
    .replace('ArrowLeft', '←')
    .replace('ArrowRight', '→')
    .replace('ArrowUp', '↑')
    .replace('ArrowDown', '↓')
    .replace('Escape', 'Esc')
    .replace('PageUp', 'PgUp')
    .replace('PageDown', 'PgDn');

const MODIFIERS = ['Mod', 'Shift', 'Alt'];

/** Whether the event is of this key. A character that needs Shift (`?`, `+`) is written as the character itself. */
export const isKey = (event: KeyboardEvent, key: string): boolean => {
  const parts = key.split('+').filter((part) => part !== '');
  const named = key.endsWith('+') ? '+' : (parts.find((part) => !MODIFIERS.includes(part)) ?? '');
  const hasMod = event.ctrlKey || event.metaKey;
  if (hasMod !== parts.includes('Mod') || event.altKey !== parts.includes('Alt')) return false;
  if (event.key.toLowerCase() !== named.toLowerCase()) return false;
  const isSign = named.length === 1 && named.toLowerCase() === named.toUpperCase();
  return isSign || event.shiftKey === parts.includes('Shift');
};
