import type { Board } from '../board/board.ts';
import { nearParts } from '../board/nearby.ts';

/** More time than this between two parts is no better. */
export const AMPLE_SECONDS = 7200;

/** The fewest seconds between one of the parts and a neighbor on its resource, at most `AMPLE_SECONDS`; negative where they overlap. */
export const slackOf = (board: Board, parts: readonly number[]): number => {
  const { start, end } = board.instance;
  let slack = AMPLE_SECONDS;
  for (const part of parts) {
    for (const other of nearParts(board, part, board.placement[part], AMPLE_SECONDS)) {
      slack = Math.min(slack, Math.max(start[part], start[other]) - Math.min(end[part], end[other]));
    }
  }
  return slack;
};
