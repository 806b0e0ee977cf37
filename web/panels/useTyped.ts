import { useState } from 'react';
import type { Board } from '../shell/board.ts';
import { useBoard } from '../shell/boardContext.ts';

/** What was typed on a board, by what it belongs to. */
const typed = new WeakMap<Board, Map<string, string>>();

/** As `useState`, for a text that stays while another panel is looked at. `belongsTo` names it among all texts. */
export const useTyped = <T extends string | null>(
  belongsTo: string,
  initial: T,
): readonly [string | T, (text: string) => void] => {
  const board = useBoard();
  const [texts] = useState(() => typed.get(board) ?? new Map<string, string>());
  typed.set(board, texts);
  const [text, setText] = useState<string | T>(texts.get(belongsTo) ?? initial);
  const type = (next: string): void => {
    texts.set(belongsTo, next);
    setText(next);
  };
  return [text, type];
};
