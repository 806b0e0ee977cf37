import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Board } from './board.ts';
import type { BoardState } from './boardState.ts';

export const BoardContext = createContext<Board | null>(null);

/** The board that this is a part of. */
export const useBoard = (): Board => {
  const board = useContext(BoardContext);
  if (board === null) throw new Error('There is no board around this.');
  return board;
};

/** A member of the board's state; renders again when it changes. */
export const useBoardState = <T>(select: (state: BoardState) => T): T => useStore(useBoard().store, select);

/** Renders again whenever the document that is shown changes; answers how often it has. */
export const useRevision = (): number => useBoardState(({ revision }) => revision);
