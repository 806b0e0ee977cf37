import type { SearchState } from './state.ts';

/** One thing that the search does in each round. */
export interface SearchComponent {
  readonly id: string;
  /** Keeps what it needs throughout one search; what it returns is called once a round, and may find that it is not due. */
  readonly start: (state: SearchState) => (round: Round) => void;
}

export interface Round {
  /** From 0. */
  readonly number: number;
  /** So many rounds in a row found no better plan. */
  readonly idle: number;
}
