import { present } from '../../engine/present.ts';
import { NO_FILTER, sizeOf } from '../shell/filter.ts';
import { shownViews } from '../shell/boardState.ts';
import { copyLink } from '../shell/share.ts';
import { categoriesOf } from '../shell/tints.ts';
import type { Board } from '../shell/board.ts';
import type { TimeMode } from '../shell/boardState.ts';
import type { ColorBy } from '../shell/colorBy.ts';
import type { Density } from '../timeline/model/rows.ts';
import type { Command } from './command.ts';

/** The id of the row with the bar that has the focus or was selected last; null when there is none. */
const rowAtHand = (board: Board): string | null => {
  const operation = board.timeline?.mirror.focusedBar?.operation ?? board.store.getState().selection.at(-1);
  return operation === undefined ? null : (board.barOf(operation)?.bar.resource ?? null);
};

const DENSITIES: readonly (readonly [Density, string])[] = [
  ['compact', 'Compact rows'],
  ['normal', 'Normal rows'],
  ['large', 'Large rows'],
];
const TIME_MODES: readonly (readonly [TimeMode, string])[] = [
  ['planning', 'Times in the planning’s time zone'],
  ['utc', 'Times in UTC'],
  ['mine', 'Times in my time zone'],
];

/** Commands for the view, for printing and for CSV. */
export const VIEW_COMMANDS: readonly Command[] = [
  {
    id: 'filter',
    title: 'Filter…',
    group: 'View',
    keys: ['F'],
    run: (board) =>
      board.store.setState(({ dialog }) => ({ dialog: dialog?.kind === 'filter' ? null : { kind: 'filter' } })),
  },
  {
    id: 'no-filter',
    title: 'Clear the filter',
    group: 'View',
    keys: ['Shift+F'],
    isEnabled: (board) => sizeOf(board.store.getState().filter) > 0,
    run: (board) => board.looks.setFilter(NO_FILTER),
  },
  {
    id: 'views',
    title: 'Saved views…',
    group: 'View',
    keys: ['V'],
    run: (board) => board.store.setState({ dialog: { kind: 'views' } }),
  },
  {
    id: 'legend',
    title: 'Legend: show or hide what colors mean',
    group: 'View',
    run: (board) => board.store.setState(({ isLegendOpen }) => ({ isLegendOpen: !isLegendOpen })),
  },
  {
    id: 'pin',
    title: 'Pin or unpin the row',
    group: 'View',
    keys: ['P'],
    isEnabled: (board) => rowAtHand(board) !== null,
    run: (board) => board.looks.pin(present(rowAtHand(board))),
  },
  {
    id: 'blend',
    title: 'Scheduled or expected times',
    group: 'View',
    keys: ['X'],
    run: (board) => {
      const isExpected = board.store.getState().blend > 0.5;
      board.looks.setBlend(isExpected ? 0 : 1);
      board.say(isExpected ? 'Bars are at their scheduled times.' : 'Bars are at their expected times.');
    },
  },
  ...DENSITIES.map(
    ([density, title]): Command => ({
      id: `density-${density}`,
      title,
      group: 'View',
      run: (board) => board.looks.setDensity(density),
    }),
  ),
  ...TIME_MODES.map(
    ([mode, title]): Command => ({
      id: `time-${mode}`,
      title,
      group: 'View',
      run: (board) => board.looks.setTimeMode(mode),
    }),
  ),
  {
    id: 'theme',
    title: 'Light or dark',
    group: 'View',
    run: (board) =>
      board.store.setState({ theme: document.documentElement.dataset['theme'] === 'dark' ? 'light' : 'dark' }),
  },
  {
    id: 'panel',
    title: 'Show or hide the panel',
    group: 'View',
    keys: ['Mod+B'],
    run: (board) => board.store.setState(({ isPanelOpen }) => ({ isPanelOpen: !isPanelOpen })),
  },
  {
    id: 'share',
    title: 'Copy a link to this view',
    group: 'View',
    run: (board) => copyLink(board),
  },
  {
    id: 'print',
    title: 'Print',
    group: 'View',
    run: async (board) => (await import('../shell/print.ts')).printBoard(board),
  },
  {
    id: 'csv',
    title: 'Download what is shown as CSV',
    group: 'View',
    run: async (board) => (await import('../shell/csv.ts')).saveCsv(board),
  },
];

/** The ways to color bars in this planning, with their titles. */
export const colorsOf = (board: Board): readonly (readonly [Exclude<ColorBy, null>, string])[] => [
  ['none', 'No color'],
  ...categoriesOf(board.document).map((category) => [`tag:${category}`, `Color by ${category}`] as const),
  ['cost', 'Color by cost'],
  ['risk', 'Color by risk'],
];

/** Commands that depend on the planning and on the user: colors and saved views. */
export const changingCommands = (board: Board): readonly Command[] => [
  ...colorsOf(board).map(
    ([color, title]): Command => ({
      id: `color-${color}`,
      title,
      group: 'View',
      run: () => board.looks.setColorBy(color),
    }),
  ),
  ...shownViews(board.store.getState()).map(
    (view): Command => ({
      id: `view-${view.name}`,
      title: `View “${view.name}”`,
      group: 'View',
      run: async () => (await import('../shell/views.ts')).viewsOf(board).show(view),
    }),
  ),
];
