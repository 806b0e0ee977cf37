import type { PlanningRef } from '../versions/planningState.ts';

/** The encoded search of an optimization task, and the id of that task. */
export interface LastSearch {
  readonly run: string;
  readonly data: Uint8Array;
}

/** Stores the last search of each planning for the next one, which may run on another node. Losing one costs only time. */
export interface Searches {
  /** The last search; null when there is none. It is cached, and read again only when another node has stored a newer one. */
  last(planning: PlanningRef): Promise<LastSearch | null>;
  keep(planning: PlanningRef, search: LastSearch, at: number): Promise<void>;
}
