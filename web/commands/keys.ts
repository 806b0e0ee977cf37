import type { Board } from '../shell/board.ts';
import type { MoveSession } from '../timeline/gestures/moveSession.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { type Command, isKey } from './command.ts';
import { COMMANDS, isEnabled } from './commands.ts';

const SNAP_SECONDS = 300;
const FINE_SNAP_SECONDS = 60;

/** The groups of commands that also run where something else than the board is being edited. */
const ELSEWHERE: readonly Command['group'][] = ['View', 'Board'];

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Inputs that take no text. */
const PRESSED = '[type=checkbox], [type=radio], [type=range], [type=file]';

/**
 * Whether a key is pressed where something else than the board is being edited: in a text, or in a dialog over the board. There, no key edits the
 * planning or selects operations. `typed` is the field with text that was typed but not entered yet. In any other field, Ctrl+Z is the board's own
 * undo.
 */
const isAway = (board: Board, { target, key }: KeyboardEvent, typed: EventTarget | null): boolean => {
  const { dialog } = board.store.getState();
  // The filter is beside the board, which stays usable.
  if (dialog !== null && dialog.kind !== 'filter') return true;
  if (!isWriting(target) || (target as Element).matches(PRESSED)) return false;
  return target === typed || key.toLowerCase() === 'a';
};

/** Elements that receive all keys while they are open. */
const OPEN = '[role=dialog], [role=menu], [role=listbox], [role=combobox]';
/** Elements with keys of their own, such as arrows, of which Escape and those that write are none. */
const CONTROLS = `${OPEN}, [role=tablist], [role=slider], [role=separator]`;

/** Whether a key belongs to an open dialog, menu, list or control instead of the timeline. */
const isElsewhere = ({ target, key }: KeyboardEvent): boolean => {
  const isOwn = key !== 'Escape' && (key.length > 1 || key === ' ');
  return target instanceof HTMLElement && target.closest(isOwn ? CONTROLS : OPEN) !== null;
};

/** Moves to a better or worse row, once the rows are judged. */
const stepBest = (board: Board, timeline: Timeline, move: MoveSession, step: 1 | -1): void => {
  if (!move.isJudged) board.say('The rows are still being evaluated.');
  move.whenJudged(() => {
    if (timeline.move !== move) return;
    move.stepBest(step);
    timeline.followMove();
    move.announce();
  });
};

/** Drops what is being moved, after the steps that still wait. */
const drop = (timeline: Timeline, move: MoveSession): void => {
  const release = (): void => (timeline.move === move ? timeline.release(true) : undefined);
  if (move.isWaiting) move.whenJudged(release);
  else release();
};

/** Moves bars by keys: to other rows, to the best row, or in time. Returns whether the key was one of these. */
const moveByKey = (board: Board, event: KeyboardEvent): boolean => {
  const { timeline } = board;
  const move = timeline?.move;
  if (timeline == null || move == null) return false;
  const step = event.altKey ? FINE_SNAP_SECONDS : SNAP_SECONDS;
  switch (event.key) {
    case 'ArrowUp':
    case 'ArrowDown':
      move.stepRow(event.key === 'ArrowUp' ? -1 : 1);
      break;
    case '[':
    case ']':
      stepBest(board, timeline, move, event.key === '[' ? -1 : 1);
      return true;
    case 'ArrowLeft':
    case 'ArrowRight':
      move.setShift(move.shiftSeconds + (event.key === 'ArrowLeft' ? -step : step));
      break;
    case 'Enter':
      drop(timeline, move);
      return true;
    case 'Escape':
      timeline.release(false);
      board.say('The move was canceled.');
      return true;
    default:
      return false;
  }
  timeline.followMove();
  move.announce();
  return true;
};

/** Whether a key may run a command: it types no text and belongs to no control, button or dialog. */
const isForCommands = (board: Board, event: KeyboardEvent): boolean => {
  // Such keys do not type text.
  const isModified = event.ctrlKey || event.metaKey || /^F\d+$/.test(event.key);
  if (!isModified && (isWriting(event.target) || isElsewhere(event))) return false;
  const isButton = event.target instanceof HTMLElement && event.target.closest('button, a') !== null;
  if (isButton && (event.key === 'Enter' || event.key === ' ')) return false;
  const { dialog } = board.store.getState();
  // The filter is beside the board, which stays usable.
  return dialog === null || dialog.kind === 'filter' || isModified;
};

/** Listens to all keys of the board. Returns a function that stops listening. */
export const listenToKeys = (board: Board): (() => void) => {
  let typed: EventTarget | null = null;
  const type = ({ target }: Event): void => {
    typed = target;
  };
  const leave = (): void => {
    typed = null;
  };
  const down = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.isComposing) leave();
    if (event.defaultPrevented || event.isComposing || board.store.getState().session !== 'open') return;
    if (moveByKey(board, event)) {
      event.preventDefault();
      return;
    }
    if (!isForCommands(board, event)) return;
    const groups = isAway(board, event, typed) ? ELSEWHERE : null;
    const named = COMMANDS.filter(
      ({ keys, group }) => keys?.some((key) => isKey(event, key)) === true && groups?.includes(group) !== false,
    );
    const command = named.find((one) => isEnabled(board, one));
    const isBroken = board.mayEditLater() && !board.mayEdit();
    if (command === undefined && isBroken && named.some(({ group }) => group === 'Edit'))
      board.say('Nothing can be changed until the connection is back.');
    if (command === undefined) return;
    event.preventDefault();
    void command.run(board);
  };
  addEventListener('keydown', down);
  addEventListener('input', type);
  addEventListener('focusin', leave);
  return () => {
    removeEventListener('keydown', down);
    removeEventListener('input', type);
    removeEventListener('focusin', leave);
  };
};
