import type { PlanningRef } from '../versions/planningState.ts';

/** What a search left, and the optimization task that it was of. */
export interface LastSearch {
  readonly run: string;
  readonly data: Uint8Array;
}

/** What the last search of each planning left for the next one, whichever node that runs on. Losing it costs time and nothing else. */
export interface Searches {
  /** Null where there is none. One that is at hand is read again only where another node has kept a newer one. */
  last(planning: PlanningRef): Promise<LastSearch | null>;
  keep(planning: PlanningRef, search: LastSearch, at: number): Promise<void>;
}
