import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Board } from './board.ts';
import type { BoardState } from './boardState.ts';
import type { Plan } from './plan.ts';

export const BoardContext = createContext<Board | null>(null);

/** The board of the component. Throws when there is none. */
export const useBoard = (): Board => {
  const board = useContext(BoardContext);
  if (board === null) throw new Error('There is no board around this.');
  return board;
};

/** Selects from the board's state; renders when the selected value changes. */
export const useBoardState = <T>(select: (state: BoardState) => T): T => useStore(useBoard().store, select);

/** The plan whose preview is pinned; null without one. */
export const usePinnedPlan = (): Plan | null =>
  useBoardState(({ preview }) => (preview?.isPinned === true ? preview.plan : null));

/** Renders whenever the shown document changes. Returns its revision number. */
export const useRevision = (): number => useBoardState(({ revision }) => revision);
