import type { Move } from '../planning/planEdit.ts';
import type { Board } from '../shell/board.ts';
import { sayShift } from '../timeline/model/saying.ts';

/** The text of a move, such as "A12 → A14", "+15 min" or "A12 → no place". */
export const moveText = (board: Board, { kind, fromResource, toResource, delaySeconds }: Move): string => {
  const delay = delaySeconds === 0 ? '' : sayShift(delaySeconds);
  if (kind === 'delay' && fromResource === toResource) return delay;
  const from = fromResource === null ? 'no place' : board.resourceName(fromResource);
  const to = toResource === null ? 'no place' : board.resourceName(toResource);
  return delay === '' ? `${from} → ${to}` : `${from} → ${to}, ${delay}`;
};
