import { longestRow, type PathModel } from '../model/pathModel.ts';

/** The most labels of one search. */
const MOST_LABELS = 150_000;

export interface SearchLimits {
  readonly narrowest: number;
  readonly room: number;
  readonly stop: () => boolean;
}

/** The most labels that a search of a row of the model can have: each has positions of its own, so that there are few where rows are short. */
export const mostLabels = (model: PathModel): number => Math.min(MOST_LABELS, 2 ** Math.max(0, longestRow(model) - 1));
