import { type Conflict, describeConflict } from './findConflicts.ts';
import type { ConflictKind } from './visitConflicts.ts';
import { brokenHardBuffer } from '../objective/pairs/buffers.ts';
import type { Board } from '../board/board.ts';
import { nearParts, nearProbability } from '../board/nearby.ts';

/** The conflicts that the part is in at its current place. */
export const conflictsOf = (board: Board, part: number): readonly Conflict[] => {
  board.findPartners(part, board.placement[part]);
  const partners = Array.from(board.partners.subarray(0, board.partnerCount));
  return partners.map((other) => conflictBetween(board, part, other));
};

/** The conflict of two parts that are in one. */
const conflictBetween = (board: Board, x: number, y: number): Conflict => {
  const { kind, a, b, rule } = conflictKindOf(board, x, y);
  return describeConflict(board.instance, kind, a, b, board.placement[a], rule);
};

/** The kind of conflict that two parts are in; `a` is the earlier one, `rule` an index into names.rules or −1. */
export const conflictKindOf = (
  board: Board,
  x: number,
  y: number,
): { readonly kind: ConflictKind; readonly a: number; readonly b: number; readonly rule: number } => {
  const { instance, placement } = board;
  const { start, end } = instance;
  const [a, b] = isEarlier(board, x, y) ? [x, y] : [y, x];
  if (placement[a] !== placement[b]) return { kind: 'adjacency', a, b, rule: board.hardRelation(a, b) };
  const gap = start[b] - end[a];
  if (gap < 0) return { kind: 'overlap', a, b, rule: -1 };
  return {
    kind: 'buffer',
    a,
    b,
    rule: instance.terms.buffers[brokenHardBuffer(instance, a, b, placement[a], gap)].rule,
  };
};

/** Whether x precedes y in the order of an instance's parts: by start, end, operation id and part index. */
export const isEarlier = ({ instance }: Board, x: number, y: number): boolean => {
  const { start, end } = instance;
  const apart = start[x] - start[y] || end[x] - end[y];
  if (apart !== 0) return apart < 0;
  const [first, second] = [x, y].map((part) => instance.names.operations[instance.operation[part]]);
  return first === second ? instance.partIndex[x] <= instance.partIndex[y] : first < second;
};

/** The probability that some conflict remains among the parts and the parts near them. Pairs count as independent. */
export const residualOf = (board: Board, parts: readonly number[], horizonSeconds: number): number => {
  const { instance, placement } = board;
  const seen = new Set<number>();
  let clear = 1;
  for (const part of parts) {
    if (placement[part] < 0) continue;
    for (const probability of pairProbabilities(board, part, horizonSeconds, seen)) clear *= 1 - probability;
    seen.add(part);
  }
  return instance.partCount === 0 ? 0 : 1 - clear;
};

const pairProbabilities = function* (
  board: Board,
  part: number,
  horizonSeconds: number,
  without: ReadonlySet<number>,
): Generator<number> {
  const seen = new Set<number>();
  for (const conflict of conflictsOf(board, part)) {
    const other = conflict.a === part ? conflict.b : conflict.a;
    seen.add(other);
    if (!without.has(other)) yield conflict.probability;
  }
  if (horizonSeconds <= 0) return;
  for (const other of nearParts(board, part, board.placement[part], horizonSeconds)) {
    if (seen.has(other) || without.has(other)) continue;
    yield nearProbability(board, part, other);
  }
};
