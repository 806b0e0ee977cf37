import type { Board } from '../board/board.ts';
import { nearParts } from '../board/nearby.ts';
import type { Instance } from '../instance/instance.ts';

/** More time than this between two parts is no better. */
export const AMPLE_SECONDS = 7200;
/** What no time at all to a neighbor costs, as a share of a conflict; it falls to nothing at `AMPLE_SECONDS`. */
const TIGHT_SHARE = 1 / 20;

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

/**
 * The cost of a tight place when a repair is chosen, in hundredths: delays continue during the day, so a place with little time to a neighbor is soon
 * the next conflict. This cost is part of no score.
 */
export const tightnessOf = ({ conflictCost }: Instance, slack: number): number =>
  Math.round(TIGHT_SHARE * conflictCost * Math.max(0, 1 - Math.max(0, slack) / AMPLE_SECONDS));
