import type { Board } from '../shell/board.ts';

/** Something that can be done: by a key, in the palette, in a menu, with a button. There is one list of all. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: 'Timeline' | 'Edit' | 'View' | 'Board';
  /**
   * Keys such as `Mod+K` (Ctrl, or ⌘ on a Mac), `Shift+C`, `Escape`, `/`. Those without Mod do nothing while text is written.
   */
  readonly keys?: readonly string[];
  /** Absent: always. */
  readonly isEnabled?: (board: Board) => boolean;
  readonly run: (board: Board) => unknown;
  /** Not listed in the palette: it makes sense only with its key (arrows). */
  readonly isKeyOnly?: boolean;
  /** Where the keyboard's focus is after it, as CSS has it; absent: where it was. */
  readonly leadsTo?: string;
}

const IS_MAC = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

/** As it is written on keyboards: `Ctrl+K`. */
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

/** Whether the event is of this key. What Shift makes of a sign (`?`, `+`) is the sign itself. */
export const isKey = (event: KeyboardEvent, key: string): boolean => {
  const parts = key.split('+').filter((part) => part !== '');
  const named = key.endsWith('+') ? '+' : (parts.find((part) => !MODIFIERS.includes(part)) ?? '');
  const hasMod = event.ctrlKey || event.metaKey;
  if (hasMod !== parts.includes('Mod') || event.altKey !== parts.includes('Alt')) return false;
  if (event.key.toLowerCase() !== named.toLowerCase()) return false;
  const isSign = named.length === 1 && named.toLowerCase() === named.toUpperCase();
  return isSign || event.shiftKey === parts.includes('Shift');
};
