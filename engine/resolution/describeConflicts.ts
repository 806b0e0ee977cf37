import { type Conflict, describeConflict } from '../conflicts/findConflicts.ts';
import { brokenHardBuffer } from '../objective/terms/buffer.ts';
import type { Board } from './board.ts';

/** The conflicts of the part where it is. */
export const conflictsOf = (board: Board, part: number): readonly Conflict[] => {
  board.meet(part, board.place[part]);
  const partners = Array.from(board.partners.subarray(0, board.partnerCount));
  return partners.map((other) => conflictBetween(board, part, other));
};

/** The conflict of two parts that are in one. */
export const conflictBetween = (board: Board, x: number, y: number): Conflict => {
  const { view, place, start, end } = board;
  const [a, b] = isEarlier(board, x, y) ? [x, y] : [y, x];
  const resource = place[a];
  if (resource !== place[b]) {
    return describeConflict(view, 'adjacency', a, b, resource, board.hardRelation(a, b));
  }
  const gap = start[b] - end[a];
  if (gap < 0) return describeConflict(view, 'overlap', a, b, resource, -1);
  const broken = brokenHardBuffer(view, a, b, resource, gap);
  return describeConflict(view, 'buffer', a, b, resource, view.terms.buffers[broken].rule);
};

/** The order that parts of an instance have: by start, end, operation and index. */
const isEarlier = ({ view, start, end }: Board, x: number, y: number): boolean =>
  (start[x] - start[y] ||
    end[x] - end[y] ||
    view.operation[x] - view.operation[y] ||
    view.partIndex[x] - view.partIndex[y]) <= 0;

/** Probability that some conflict is left among the parts and whatever is near them. Pairs count as independent. */
export const residualOf = (board: Board, parts: readonly number[], horizonSeconds: number): number => {
  const { view, place } = board;
  const seen = new Set<number>();
  let clear = 1;
  for (const part of parts) {
    if (place[part] < 0) continue;
    for (const probability of pairProbabilities(board, part, horizonSeconds, seen)) clear *= 1 - probability;
    seen.add(part);
  }
  return view.partCount === 0 ? 0 : 1 - clear;
};

const pairProbabilities = function* (
  board: Board,
  part: number,
  horizonSeconds: number,
  without: ReadonlySet<number>,
): Generator<number> {
  const met = new Set<number>();
  for (const conflict of conflictsOf(board, part)) {
    const other = conflict.a === part ? conflict.b : conflict.a;
    met.add(other);
    if (!without.has(other)) yield conflict.probability;
  }
  if (horizonSeconds <= 0) return;
  for (const other of board.near(part, board.place[part], horizonSeconds)) {
    if (met.has(other) || without.has(other)) continue;
    yield board.nearProbability(part, other);
  }
};
