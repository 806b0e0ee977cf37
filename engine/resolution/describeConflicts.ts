import { type Conflict, describeConflict } from '../conflicts/findConflicts.ts';
import type { ConflictKind } from '../conflicts/visitConflicts.ts';
import { brokenHardBuffer } from '../objective/terms/buffer.ts';
import type { Board } from './board.ts';

/** The conflicts of the part where it is. */
export const conflictsOf = (board: Board, part: number): readonly Conflict[] => {
  board.meet(part, board.place[part]);
  const partners = Array.from(board.partners.subarray(0, board.partnerCount));
  return partners.map((other) => conflictBetween(board, part, other));
};

/** The conflict of two parts that are in one. */
const conflictBetween = (board: Board, x: number, y: number): Conflict => {
  const { kind, a, b, rule } = conflictKindOf(board, x, y);
  return describeConflict(board.view, kind, a, b, board.place[a], rule);
};

/** What kind of conflict two parts are in; a is the earlier one, `rule` an index into names.rules or −1. */
export const conflictKindOf = (
  board: Board,
  x: number,
  y: number,
): { readonly kind: ConflictKind; readonly a: number; readonly b: number; readonly rule: number } => {
  const { view, place, start, end } = board;
  const [a, b] = isEarlier(board, x, y) ? [x, y] : [y, x];
  if (place[a] !== place[b]) return { kind: 'adjacency', a, b, rule: board.hardRelation(a, b) };
  const gap = start[b] - end[a];
  if (gap < 0) return { kind: 'overlap', a, b, rule: -1 };
  return { kind: 'buffer', a, b, rule: view.terms.buffers[brokenHardBuffer(view, a, b, place[a], gap)].rule };
};

/** The order that parts of an instance have: by start, end, operation's id and index. */
const isEarlier = ({ view, start, end }: Board, x: number, y: number): boolean => {
  const apart = start[x] - start[y] || end[x] - end[y];
  if (apart !== 0) return apart < 0;
  const [first, second] = [x, y].map((part) => view.names.operations[view.operation[part]]);
  return first === second ? view.partIndex[x] <= view.partIndex[y] : first < second;
};

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
