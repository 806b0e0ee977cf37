import { percentText, plural } from '../../engine/wording.ts';
import { present } from '../../engine/present.ts';
import { isUnassignable, splitTime } from '../planning/gestures.ts';
import type { Board } from '../shell/board.ts';
import type { ConflictMark } from '../timeline/model/scene.ts';
import type { Command } from './command.ts';
import { PANEL_COMMANDS } from './panelCommands.ts';
import { VIEW_COMMANDS } from './viewCommands.ts';

const focused = (board: Board): string | undefined =>
  board.timeline?.mirror.focusedBar?.operation ?? board.store.getState().selection.at(-1);

/** The operations that keys and menus act on: the selection, or else the bar that has the focus. */
const chosen = (board: Board): readonly string[] => {
  const { selection } = board.store.getState();
  const at = board.timeline?.mirror.focusedBar?.operation;
  if (at != null && !selection.includes(at)) return [at];
  return selection;
};

const unassignable = (board: Board): readonly string[] =>
  chosen(board).filter((id) => isUnassignable(board.document, id));

/** The conflict that was shown last. */
const lastConflict = new WeakMap<Board, ConflictMark>();

/**
 * The next conflict that is not over by the given time, or the previous one, going around at the ends. Without a time, that is the present one where
 * it is in view, and else the beginning of the view.
 */
const conflictFrom = (
  board: Board,
  ordered: readonly ConflictMark[],
  step: 1 | -1,
  time: number | null,
): ConflictMark | undefined => {
  const { from, to } = board.timeline?.window() ?? { from: 0, to: 0 };
  const now = board.clock.now() / 1000;
  const at = time ?? (now >= from && now < to ? now : from);
  const found =
    step === 1
      ? ordered.find(({ start, end }) => (time === null ? end > at : start >= at))
      : ordered.findLast(({ start }) => start < at);
  return found ?? ordered.at(Math.min(step, 0));
};

/**
 * Shows the next or previous conflict. Selects only one of its operations, the later one that may be moved, so that the next command acts on it
 * alone.
 */
const toConflict = (board: Board, step: 1 | -1): void => {
  const { conflicts, areConflictsKnown, selection } = board.store.getState();
  const ordered = [...conflicts].sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1));
  const last = lastConflict.get(board);
  const isAtLast = last !== undefined && last.operations.some((one) => selection.includes(one));
  const at = isAtLast ? ordered.findIndex(({ id }) => id === last.id) : -1;
  const next =
    at < 0
      ? conflictFrom(board, ordered, step, isAtLast ? last.start : null)
      : ordered.at((at + step) % ordered.length);
  if (next === undefined)
    return board.say(areConflictsKnown ? 'There are no conflicts.' : 'The conflicts are not known yet.');
  lastConflict.set(board, next);
  const isMovable = (id: string): boolean =>
    board.scene.barsOfOperation(id).some(({ bar }) => !bar.isLocked && !bar.isBlocker);
  const [first, second] = next.operations;
  const one = isMovable(second) || !isMovable(first) ? second : first;
  board.select([one]);
  const { bar } = board.scene.barsOfOperation(one).find((placed) => placed.bar.resource === next.resource) ?? {};
  board.timeline?.reveal(one, { part: bar?.part ?? 0, focus: true });
  board.say(
    `${board.operationName(first)} and ${board.operationName(second)} on ${board.resourceName(next.resource)}, ${percentText(next.probability)}`,
  );
};

/** Shows the next operation without a place: the one after the chosen one, or else after the beginning of the shown time. */
const toUnassigned = (board: Board): void => {
  const bars = board.scene.unassigned.bars.filter(({ bar }) => !bar.isBlocker);
  const at = bars.findIndex(({ bar }) => bar.operation === board.store.getState().selection.at(-1));
  const from = board.timeline?.window().from ?? 0;
  const next = (at < 0 ? bars.find(({ right }) => right > from) : bars[at + 1]) ?? bars[0];
  if (next === undefined) return board.say('Every operation has a place.');
  const { operation, part, name } = next.bar;
  board.select([operation]);
  board.timeline?.reveal(operation, { part, focus: true });
  board.say(`${name}, one of ${board.scene.unassignedCount} without a place`);
};

const takeByKeys = (board: Board): void => {
  const operations = chosen(board);
  const move = board.timeline?.take([...operations].reverse());
  if (move == null) return board.say('Nothing can be moved here now.');
  board.say(
    `Moving: up and down by rows, [ and ] best first, left and right in time, Enter drops, Escape cancels. ${move.says()}`,
  );
};

/** Selects the operations on the shown rows and those without a place, as far as search and filter show them. */
const selectAll = (board: Board): void => {
  const { scene } = board;
  const standingOut = board.looks.standingOut();
  const rows = [...scene.rows.rows.map(({ index }) => scene.rowBars(index)), scene.unassigned];
  const shown = rows.flatMap(({ bars }) =>
    bars.flatMap(({ bar: { operation, isBlocker } }) =>
      isBlocker || standingOut?.has(operation) === false ? [] : [operation],
    ),
  );
  const operations = [...new Set(shown)];
  board.select(operations);
  board.say(operations.length === 0 ? 'No operation is shown.' : `${plural(operations.length, 'operation')} selected`);
};

const extend = (board: Board, direction: 'left' | 'right' | 'up' | 'down'): void => {
  const from = focused(board);
  const next = board.timeline?.step(direction) ?? null;
  board.select(
    [from, next].filter((id) => id != null),
    'add',
  );
};

/** Splits the part at hand near a time in Unix seconds; null stands for now when the operation is present, else for the middle of the part. */
export const splitAt = (board: Board, operation: string, wanted: number | null): unknown => {
  const placed = board.barOf(operation);
  if (placed === undefined) return undefined;
  const now = board.clock.now() / 1000;
  const { start, end, name } = placed.bar;
  const at = splitTime({ start, end }, wanted ?? (now > start && now < end ? now : (start + end) / 2));
  if (at === null) return board.say(`${name}: too short to be split`);
  return board.actions.split(operation, board.partOf(operation), at);
};

/** Whether the part at hand has a place, which both of its halves then have. Closures are not split. */
const isSplittable = (board: Board, operation: string | undefined): boolean => {
  const bar = operation === undefined ? undefined : board.barOf(operation)?.bar;
  return bar?.resource != null && !bar.isBlocker;
};

const SEARCH = 'input[type=search]';

const DIRECTIONS = [
  ['left', 'ArrowLeft'],
  ['right', 'ArrowRight'],
  ['up', 'ArrowUp'],
  ['down', 'ArrowDown'],
] as const;

const ARROWS: readonly Command[] = DIRECTIONS.flatMap(([direction, key]): Command[] => [
  {
    id: `step-${direction}`,
    title: `To the bar ${{ left: 'before', right: 'after', up: 'above', down: 'below' }[direction]}`,
    group: 'Timeline',
    keys: [key],
    isKeyOnly: true,
    run: (board) => board.timeline?.step(direction),
  },
  {
    id: `extend-${direction}`,
    title: `Select on to the bar ${{ left: 'before', right: 'after', up: 'above', down: 'below' }[direction]}`,
    group: 'Timeline',
    keys: [`Shift+${key}`],
    isKeyOnly: true,
    run: (board) => extend(board, direction),
  },
]);

/** Every command of the board. Panels add theirs at the end. */
export const COMMANDS: readonly Command[] = [
  ...ARROWS,
  {
    id: 'select',
    title: 'Select or deselect',
    group: 'Timeline',
    keys: [' '],
    isKeyOnly: true,
    run: (board) => {
      const at = focused(board);
      if (at !== undefined) board.select([at], 'toggle');
    },
  },
  {
    id: 'select-all',
    title: 'Select all that is shown',
    group: 'Timeline',
    keys: ['Mod+A'],
    run: selectAll,
  },
  {
    id: 'open',
    title: 'Open the operation',
    group: 'Timeline',
    keys: ['Enter'],
    isKeyOnly: true,
    run: (board) => {
      const at = focused(board);
      if (at !== undefined && board.timeline?.zoomToCells() !== true) board.show(at);
    },
  },
  { id: 'earlier', title: 'Earlier', group: 'Timeline', keys: ['Home'], run: (board) => board.timeline?.pageTime(-1) },
  { id: 'later', title: 'Later', group: 'Timeline', keys: ['End'], run: (board) => board.timeline?.pageTime(1) },
  {
    id: 'rows-up',
    title: 'Rows above',
    group: 'Timeline',
    keys: ['PageUp'],
    run: (board) => board.timeline?.pageRows(-1),
  },
  {
    id: 'rows-down',
    title: 'Rows below',
    group: 'Timeline',
    keys: ['PageDown'],
    run: (board) => board.timeline?.pageRows(1),
  },
  { id: 'zoom-in', title: 'Zoom in', group: 'Timeline', keys: ['+', '='], run: (board) => board.timeline?.zoom(1) },
  { id: 'zoom-out', title: 'Zoom out', group: 'Timeline', keys: ['-'], run: (board) => board.timeline?.zoom(-1) },
  { id: 'fit', title: 'Fit', group: 'Timeline', keys: ['0'], run: (board) => board.timeline?.fit() },
  { id: 'now', title: 'Now', group: 'Timeline', keys: ['N'], run: (board) => board.timeline?.showNow() },
  { id: 'next-conflict', title: 'Next conflict', group: 'Timeline', keys: ['C'], run: (board) => toConflict(board, 1) },
  {
    id: 'previous-conflict',
    title: 'Previous conflict',
    group: 'Timeline',
    keys: ['Shift+C'],
    run: (board) => toConflict(board, -1),
  },
  { id: 'next-unassigned', title: 'Next operation without a place', group: 'Timeline', keys: ['A'], run: toUnassigned },

  {
    id: 'undo',
    title: 'Undo',
    group: 'Edit',
    keys: ['Mod+Z'],
    isEnabled: (board) => board.store.getState().undoLabel !== null,
    run: (board) => board.actions.undo(),
  },
  {
    id: 'redo',
    title: 'Redo',
    group: 'Edit',
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    isEnabled: (board) => board.store.getState().redoLabel !== null,
    run: (board) => board.actions.redo(),
  },
  {
    id: 'move',
    title: 'Move by keys',
    group: 'Edit',
    keys: ['M'],
    isEnabled: (board) => board.mayEdit() && chosen(board).length > 0,
    run: takeByKeys,
  },
  {
    id: 'move-in-time',
    title: 'Move in time by keys',
    group: 'Edit',
    keys: ['T'],
    isEnabled: (board) => board.mayEdit() && chosen(board).length > 0,
    run: takeByKeys,
  },
  {
    id: 'move-to',
    title: 'Move to…',
    group: 'Edit',
    keys: ['Shift+M'],
    isEnabled: (board) => board.mayEdit() && chosen(board).length > 0,
    run: (board) => {
      const operation = present(chosen(board).at(-1));
      board.store.setState({ dialog: { kind: 'move', operation } });
    },
  },
  {
    id: 'lock',
    title: 'Lock or unlock',
    group: 'Edit',
    keys: ['L'],
    isEnabled: (board) => board.mayEdit() && chosen(board).length > 0,
    run: (board) => board.actions.lock(chosen(board)),
  },
  {
    id: 'unassign',
    title: 'Unassign',
    group: 'Edit',
    keys: ['U', 'Delete'],
    isEnabled: (board) => board.mayEdit() && unassignable(board).length > 0,
    run: (board) => board.actions.unassign(unassignable(board)),
  },
  {
    id: 'split',
    title: 'Split here',
    group: 'Edit',
    keys: ['S'],
    isEnabled: (board) => board.mayEdit() && isSplittable(board, chosen(board).at(-1)),
    run: (board) => splitAt(board, present(chosen(board).at(-1)), null),
  },
  {
    id: 'drag-in-time',
    title: 'Move in time by dragging',
    group: 'Edit',
    isEnabled: (board) => board.mayEdit(),
    run: (board) => board.setDragMode(board.store.getState().dragMode === 'time' ? 'place' : 'time'),
  },
  {
    id: 'close',
    title: 'Close a resource by dragging',
    group: 'Edit',
    isEnabled: (board) => board.mayEdit(),
    run: (board) => board.setDragMode(board.store.getState().dragMode === 'close' ? 'place' : 'close'),
  },

  ...VIEW_COMMANDS,

  {
    id: 'search',
    title: 'Search',
    group: 'Board',
    keys: ['/', 'Mod+F'],
    leadsTo: SEARCH,
    // What was typed before is selected, so that typing replaces it.
    run: () => {
      const input = document.querySelector<HTMLInputElement>(SEARCH);
      input?.focus();
      input?.select();
    },
  },
  {
    id: 'commands',
    title: 'Commands',
    group: 'Board',
    keys: ['Mod+K'],
    run: (board) => board.store.setState({ dialog: { kind: 'commands' } }),
  },
  {
    id: 'shortcuts',
    title: 'Keyboard shortcuts',
    group: 'Board',
    keys: ['?'],
    run: (board) => board.store.setState({ dialog: { kind: 'shortcuts' } }),
  },
  { id: 'log-out', title: 'Log out', group: 'Board', run: (board) => board.logOut() },
  {
    id: 'back',
    title: 'One step back',
    group: 'Board',
    keys: ['Escape'],
    isKeyOnly: true,
    run: (board) => board.stepBack(),
  },
  ...PANEL_COMMANDS,
];

export const commandOf = (id: string): Command => {
  const command = COMMANDS.find((one) => one.id === id);
  if (command === undefined) throw new Error(`There is no command ${id}.`);
  return command;
};

export const isEnabled = (board: Board, { isEnabled: judge }: Command): boolean => judge === undefined || judge(board);
