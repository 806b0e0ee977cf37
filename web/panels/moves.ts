import { parseInstant } from '../../engine/instance/instant.ts';
import { partsOf } from '../../engine/instance/parts.ts';
import type { Board } from '../shell/board.ts';
import type { Ghost } from '../timeline/paint/look.ts';
import type { Move } from './service.ts';

/** Where each move leads, with where it comes from, for the board to show. */
export const ghostsOf = (board: Board, moves: readonly Move[]): readonly Ghost[] =>
  moves.flatMap(({ operation, part, toResource, startAt, endAt }): Ghost[] => {
    const placed = board.scene.barsOfOperation(operation);
    const index = partsOf(board.document.assignmentOf(operation)).findIndex(({ id }) => id === part);
    const here = placed.find(({ bar }) => bar.part === index) ?? placed[0];
    const from = startAt === null ? here?.left : parseInstant(startAt) / 1000;
    const to = endAt === null ? here?.right : parseInstant(endAt) / 1000;
    if (from === undefined || to === undefined) return [];
    const was = here === undefined ? {} : { was: { resource: here.bar.resource, from: here.left, to: here.right } };
    return [{ resource: toResource, from, to, name: board.operationName(operation), kind: 'preview', ...was }];
  });

/** "A12 → A14", "+15 min", "A12 → no place". */
export const moveText = (board: Board, { kind, fromResource, toResource, delaySeconds }: Move): string => {
  const delay =
    delaySeconds === 0 ? '' : `${delaySeconds > 0 ? '+' : '−'}${Math.round(Math.abs(delaySeconds) / 60)} min`;
  if (kind === 'delay' && fromResource === toResource) return delay;
  const from = fromResource === null ? 'no place' : board.resourceName(fromResource);
  const to = toResource === null ? 'no place' : board.resourceName(toResource);
  return delay === '' ? `${from} → ${to}` : `${from} → ${to}, ${delay}`;
};
