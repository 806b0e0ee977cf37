import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useBoard, useBoardState } from '../../shell/boardContext.ts';
import type { ConflictMark } from '../../timeline/model/scene.ts';
import { type Marks, type MarkWrite, useMarking } from './marks.ts';
import { StrategySearches } from './strategySearch.ts';

const PREFETCH_AFTER_MS = 240;
/** A conflict is marked as seen after this time. A planner who resolves it sooner leaves no mark. */
const SEEN_AFTER_MS = 800;

/** The searches for strategies. Those for conflicts that may be opened next are started before; there are none in a past state. */
export const useSearches = (first: ConflictMark | undefined, hasOpened: boolean) => {
  const board = useBoard();
  const isReady = useBoardState((state) => state.loading === 'ready');
  const searches = useMemo(() => new StrategySearches(board), [board]);
  useEffect(() => () => searches.close(), [searches]);
  const onNear = useCallback(
    (conflict: ConflictMark): void => {
      if (board.store.getState().layer?.change === null) searches.of(conflict);
    },
    [board, searches],
  );
  useEffect(() => {
    // Prepares the most urgent conflict, which a planner will probably open first.
    if (!isReady || first === undefined || hasOpened) return undefined;
    const timer = setTimeout(() => onNear(first), SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isReady, first?.id, hasOpened]);
  return { searches, onNear };
};

/** Marks conflicts. One that stays open for a while is marked as seen, unless it has a mark by then. */
export const useSeen = (marks: Marks) => {
  const board = useBoard();
  const mark = useMarking();
  const known = useRef(marks);
  known.current = marks;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // While another panel is looked at, marks that are set meanwhile would not be known.
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = ({ id }: ConflictMark): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const isStill = board.store.getState().conflicts.some((one) => one.id === id);
      if (isStill && !known.current.has(id)) void mark(id, { state: 'seen', onlyIfUnmarked: true });
    }, SEEN_AFTER_MS);
  };
  const onMark = ({ id }: ConflictMark, body: MarkWrite): void => {
    // A mark that the planner sets must not be followed by the automatic "seen".
    clearTimeout(timer.current);
    void mark(id, body);
  };
  return { look, onMark };
};

/** Opens one of the conflicts: the two operations are selected, and shown on the board. */
export const useOpening = (
  order: readonly ConflictMark[],
  opened: ConflictMark | undefined,
  { searches, onNear }: ReturnType<typeof useSearches>,
  look: (conflict: ConflictMark) => void,
) => {
  const board = useBoard();
  const [takesFocus, setTakesFocus] = useState(false);
  const open = (conflict: ConflictMark | undefined): void => {
    setTakesFocus(false);
    if (conflict === undefined || conflict.id === opened?.id) return board.select([]);
    // The request is sent before rendering, so that its response is there afterwards.
    if (board.store.getState().layer?.change === null) searches.first(conflict);
    board.select(conflict.operations);
    board.timeline?.reveal(conflict.operations[1]);
    if (!board.mayEdit()) return;
    look(conflict);
    const next = order[order.indexOf(conflict) + 1];
    if (next !== undefined) setTimeout(() => onNear(next), PREFETCH_AFTER_MS);
  };
  const latest = useRef({ open, order });
  latest.current = { open, order };
  /** Opens the next conflict that still exists, since one strategy may have resolved several. */
  const goOn = (byKeys: boolean): void => {
    const left = new Set(latest.current.order.map(({ id }) => id));
    const at = order.findIndex(({ id }) => id === opened?.id);
    const next = [...order.slice(at + 1), ...order.slice(0, Math.max(0, at))].find(({ id }) => left.has(id));
    latest.current.open(next);
    setTakesFocus(byKeys);
  };
  const onOpen = useCallback((conflict: ConflictMark) => latest.current.open(conflict), []);
  return { onOpen, goOn, takesFocus };
};
