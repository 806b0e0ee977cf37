import { expect } from 'vitest';
import { type BoardPage, PATIENCE_MS } from './boardPage.ts';

const KEYS: Readonly<Record<string, string>> = {
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  Esc: 'Escape',
  PgUp: 'PageUp',
  PgDn: 'PageDown',
  Ctrl: 'Control',
};

/** Converts a key as the board shows it ("Ctrl+Shift+Z", "←", "+") to Playwright's name. */
export const playwrightKey = (label: string): string =>
  label === '+'
    ? label
    : label
        .split('+')
        .map((part) => KEYS[part] ?? (/^[A-Z]$/.test(part) ? part.toLowerCase() : part))
        .join('+');

/** The aspects of the page that a shortcut can change, each as text. */
const ASPECTS = {
  /** The positions of the bars. */
  view: '[...document.querySelectorAll("[role=rowheader]")].map((e) => e.ariaLabel + e.style.top).join() + [...document.querySelectorAll("[role=gridcell]")].map((e) => e.ariaLabel + e.style.left + e.style.width).join()',
  /** The names of the bars. */
  bars: '[...document.querySelectorAll("[role=gridcell]")].map((e) => e.ariaLabel).sort().join()',
  focus: 'document.activeElement?.ariaLabel ?? ""',
  selection:
    '[...document.querySelectorAll("[role=gridcell][aria-selected=true]")].map((e) => e.ariaLabel).sort().join()',
  dialog: '[...document.querySelectorAll("[role=dialog]")].map((e) => e.textContent).join()',
  panel: 'document.querySelectorAll("[role=tab]").length',
  filter:
    '[...document.querySelectorAll("button")].map((e) => e.ariaLabel).filter((name) => name?.startsWith("Filter")).join()',
  blend: 'document.querySelector("input[type=range]")?.value',
  search: 'document.querySelector("input[type=search]")?.value',
  message: 'document.querySelector("[role=status][aria-label=Messages]")?.textContent',
} as const;
type Aspect = keyof typeof ASPECTS;
type Check = (key: string, title: string) => Promise<void>;

/** For each shortcut, by its title: presses its key in a suitable state, and waits for the effect. */
export const shortcutChecks = (board: BoardPage): Readonly<Record<string, Check>> => {
  const { keyboard } = board.page;
  const now = (aspect: Aspect): Promise<unknown> => board.page.evaluate(ASPECTS[aspect]);
  const changes = async (aspect: Aspect, key: string, title: string): Promise<void> => {
    const before = await now(aspect);
    await keyboard.press(key);
    await expect.poll(() => now(aspect), { timeout: PATIENCE_MS, message: `${title}: ${key}` }).not.toEqual(before);
  };
  /** Starts at the bar that a search leads to. */
  const from =
    (bar: string, aspect: Aspect, first: readonly string[] = [], last: readonly string[] = []): Check =>
    async (key, title) => {
      await board.focusCell(bar);
      for (const one of first) await changes('view', one, `${title}, before it`);
      await changes(aspect, key, title);
      for (const one of last) await keyboard.press(one);
    };
  /** Makes an edit, which is undone at the end. */
  const edits: Check = async (key, title) => {
    await board.focusCell('CX 30');
    await changes('bars', key, title);
    await board.says('Messages', /: saved$/);
    await changes('bars', 'Control+z', `${title}, undone`);
    await board.says('Messages', /^Undo/);
  };
  const opens = from('CX 30', 'dialog', [], ['Escape']);
  const taken = from('CX 30', 'message', [], ['Escape']);
  return {
    'To the bar before': from('BA 20', 'focus'),
    'To the bar after': from('AZ 10', 'focus'),
    'To the bar above': from('CX 30', 'focus'),
    'To the bar below': from('CX 30', 'focus'),
    'Select on to the bar before': from('BA 20', 'selection'),
    'Select on to the bar after': from('AZ 10', 'selection'),
    'Select on to the bar above': from('CX 30', 'selection'),
    'Select on to the bar below': from('CX 30', 'selection'),
    'Select or deselect': from('CX 30', 'selection'),
    'Select all that is shown': async (key, title) => {
      await board.focusCell('CX 30');
      // The search, which shows only this one, ends.
      await keyboard.press('Escape');
      await changes('selection', key, title);
    },
    'Open the operation': async (key, title) => {
      await board.focusCell('CX 30');
      await changes('focus', 'ArrowUp', `${title}, before it`);
      await changes('selection', key, title);
    },
    Earlier: from('CX 30', 'view'),
    Later: from('CX 30', 'view'),
    'Rows above': from('CX 30', 'view', ['PageDown']),
    'Rows below': from('AZ 10', 'view'),
    'Zoom in': from('CX 30', 'view'),
    'Zoom out': from('CX 30', 'view'),
    Fit: from('CX 30', 'view', ['+']),
    Now: from('CX 30', 'view'),
    'Next conflict': from('DL 40', 'selection'),
    'Previous conflict': from('DL 40', 'selection'),
    'Next operation without a place': from('DL 40', 'selection'),
    Undo: async (key, title) => {
      await board.focusCell('CX 30');
      await changes('bars', 'l', `${title}, before it`);
      await board.says('Messages', /: saved$/);
      await changes('bars', key, title);
    },
    Redo: async (key, title) => {
      await board.says('Messages', /^Undo/);
      await board.focusCell('CX 30');
      await changes('bars', key, title);
      await board.says('Messages', /^Redo/);
      await changes('bars', 'Control+z', `${title}, undone`);
      await board.says('Messages', /^Undo/);
    },
    'Move by keys': taken,
    'Move in time by keys': taken,
    'Move to…': opens,
    'Lock or unlock': edits,
    Unassign: edits,
    'Split here': edits,
    'Filter…': opens,
    'Clear the filter': async (key, title) => {
      await keyboard.press('f');
      await board.page.getByRole('checkbox', { name: 'Locked', exact: true }).check();
      await keyboard.press('Escape');
      await board.focusCell('CX 30');
      await changes('filter', key, title);
    },
    'Saved views…': opens,
    'Pin or unpin the row': from('CX 30', 'view', [], ['p']),
    'Scheduled or expected times': from('CX 30', 'blend', [], ['x']),
    'Show or hide the panel': from('CX 30', 'panel', [], ['Control+b']),
    Search: from('CX 30', 'focus'),
    Commands: opens,
    'Go to the panel, or back to the timeline': from('CX 30', 'focus'),
    'Keyboard shortcuts': opens,
    'One step back': from('CX 30', 'search'),
  };
};
