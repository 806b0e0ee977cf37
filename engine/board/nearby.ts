import type { Board } from './board.ts';
import { hardGapSeconds } from '../objective/pairs/buffers.ts';
import { isPair } from '../objective/pairs/pair.ts';
import { overlapProbability } from '../uncertainty/pairProbability.ts';

/** The parts other than `part` on the resource, and on those related to it, that overlap [from, to). */
export const partsBetween = (
  board: Board,
  part: number,
  resource: number,
  from: number,
  to: number,
): readonly number[] => {
  const found: number[] = [];
  if (resource < 0) return found;
  addPartsOn(board, part, resource, from, to, found);
  const related = board.relatedTo(resource);
  for (let n = 0; n < related.length; n++) addPartsOn(board, part, related[n], from, to, found);
  return found;
};

const addPartsOn = (
  { instance, timelines }: Board,
  part: number,
  resource: number,
  from: number,
  to: number,
  found: number[],
): void => {
  const { start, end } = instance;
  const list = timelines.lists[resource];
  const length = timelines.lengths[resource];
  for (let i = timelines.firstEndingAfter(resource, from); i < length; i++) {
    const other = list[i];
    if (start[other] >= to) break;
    if (end[other] > from && other !== part) found.push(other);
  }
};

/** The parts that `part` on the resource could conflict with if it were delayed by 0 to `seconds` seconds. */
export const reachableParts = (board: Board, part: number, resource: number, seconds: number): readonly number[] => {
  const { start, end, maxGapSeconds } = board.instance;
  return partsBetween(board, part, resource, start[part] - maxGapSeconds, end[part] + maxGapSeconds + seconds);
};

/** The parts on the resource that overlap the part's window or are at most `seconds` seconds away from it. */
export const nearParts = (board: Board, part: number, resource: number, seconds: number): readonly number[] => {
  const { instance, timelines } = board;
  const { start, end } = instance;
  const found: number[] = [];
  const since = start[part] - seconds;
  const until = end[part] + seconds;
  const list = timelines.lists[resource];
  const length = timelines.lengths[resource];
  for (let i = timelines.firstEndingAfter(resource, since); i < length && start[list[i]] < until; i++) {
    const other = list[i];
    if (other !== part && end[other] > since && isPair(instance, part, other)) found.push(other);
  }
  return found;
};

/** The probability that two parts which share a resource and do not overlap end up in conflict. */
export const nearProbability = (board: Board, x: number, y: number): number => {
  const { instance, placement } = board;
  const [a, b] = instance.start[x] < instance.start[y] ? [x, y] : [y, x];
  return overlapProbability(instance, a, b, hardGapSeconds(instance, a, b, placement[a]));
};
