import type { Board } from '../shell/board.ts';

/** Returns what belongs to a board, which is made on first use. */
export const onePerBoard = <T extends object>(make: (board: Board) => T): ((board: Board) => T) => {
  const made = new WeakMap<Board, T>();
  return (board) => {
    const one = made.get(board) ?? make(board);
    made.set(board, one);
    return one;
  };
};
