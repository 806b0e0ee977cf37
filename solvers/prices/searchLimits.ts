import type { PathModel } from '../model/pathModel.ts';

/** The most labels of one search. */
const MOST_LABELS = 150_000;

export interface SearchLimits {
  readonly narrowest: number;
  readonly room: number;
  readonly stop: () => boolean;
}

/** The most labels that a search of a row of the model can have: each has positions of its own, so that there are few where rows are short. */
export const mostLabels = ({ rowStart, rowCount }: PathModel): number => {
  let longest = 0;
  for (let row = 0; row < rowCount; row++) longest = Math.max(longest, rowStart[row + 1] - 1 - rowStart[row]);
  return Math.min(MOST_LABELS, 2 ** longest);
};
