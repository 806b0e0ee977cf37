import type { SearchState } from './state.ts';

/** One component of the search's rounds. */
export interface SearchComponent {
  readonly id: string;
  /**
   * Creates the component's state for one search and returns a function that is called once in each round; it may do nothing when it is
   * not due.
   */
  readonly start: (state: SearchState) => (round: Round) => void;
  /** Whether a turn that gained something is followed by another one at once, over a day where the model is not exact. Absent: no. */
  readonly mayRepeat?: boolean;
  /**
   * Where the model is not exact: whether a pause follows when nothing was gained in this round. No where the component is not due, or knows by itself when it
   * is. Absent: yes.
   */
  readonly mayPause?: (round: Round) => boolean;
  /** Whether a turn that gained nothing may have prepared a gain, so that no pause should follow. Absent: never. */
  readonly isUnderWay?: (state: SearchState) => boolean;
}

export interface Round {
  /** Number of the round, from 0. */
  readonly number: number;
  /** Number of latest rounds in a row that found no better plan. */
  readonly idle: number;
}
