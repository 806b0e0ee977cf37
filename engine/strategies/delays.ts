import { type Instance, PartFlag, NOT_PINNED } from '../instance/instance.ts';
import type { Board } from '../board/board.ts';
import { reachableParts } from '../board/nearby.ts';
import { hardGapSeconds } from '../objective/pairs/buffers.ts';
import { readSplits } from '../instance/splits.ts';

const MINUTE_SECONDS = 60;

/**
 * Whether a strategy may delay the part: it may move, neither of its tasks has happened, and it is its whole operation without times of
 * its own, so that delaying both tasks shifts its window.
 */
export const isDelayable = (instance: Instance, part: number): boolean =>
  instance.pinned[part] === NOT_PINNED &&
  (instance.flags[part] & PartFlag.happened) === 0 &&
  !splitOperations(instance).has(instance.operation[part]);

const splitsByNames = new WeakMap<object, ReadonlySet<number>>();

const splitOperations = ({ names }: Instance): ReadonlySet<number> => {
  let splits = splitsByNames.get(names);
  if (!splits) {
    const timed = readSplits(names).filter(
      ({ parts }) => parts.length > 1 || parts.some(({ startAt, endAt }) => startAt != null || endAt != null),
    );
    splits = new Set(timed.map(({ operation }) => operation));
    splitsByNames.set(names, splits);
  }
  return splits;
};

/** The least delay in seconds after which the part is behind the other; the two share a resource or are on related ones. */
const clearingDelay = (board: Board, part: number, other: number): number => {
  const { instance, placement } = board;
  const { start, end } = instance;
  const gap = placement[part] === placement[other] ? hardGapSeconds(instance, other, part, placement[part]) : 0;
  return end[other] + gap - start[part];
};

/**
 * The delays worth trying, ascending: whole minutes up to maxDelaySeconds after which the part is clear of some part that it is in
 * conflict with one minute earlier.
 */
export const delayCandidates = (board: Board, part: number, maxDelaySeconds: number): readonly number[] => {
  const delays = new Map<number, number[]>();
  for (const other of reachableParts(board, part, board.placement[part], maxDelaySeconds)) {
    const seconds = MINUTE_SECONDS * Math.ceil(clearingDelay(board, part, other) / MINUTE_SECONDS);
    if (seconds <= 0 || seconds > maxDelaySeconds) continue;
    const others = delays.get(seconds);
    if (others) others.push(other);
    else delays.set(seconds, [other]);
  }
  const worthy = [...delays].filter(([seconds, others]) => {
    board.shift(part, seconds - MINUTE_SECONDS);
    board.findPartners(part, board.placement[part]);
    const partners = board.partners.subarray(0, board.partnerCount);
    const isWorthy = others.some((other) => partners.includes(other));
    board.shift(part, MINUTE_SECONDS - seconds);
    return isWorthy;
  });
  return worthy.map(([seconds]) => seconds).sort((a, b) => a - b);
};
