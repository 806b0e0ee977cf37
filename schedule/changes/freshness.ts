import { present } from '../../engine/present.ts';
import type { Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Scope } from '../types.ts';

/** What a caller had seen of a record: nothing said; any version; one of these versions; that there was none. */
export type Seen = undefined | '*' | readonly string[] | null;

/** A record that is not what the caller had seen. */
export interface Stale {
  /** Of the item in the body; empty: the request names one record only. */
  readonly path: string;
  readonly kind: Kind;
  /** Of an assignment: its operation, which is its key. */
  readonly id: string;
  readonly state: PlanningState;
  /** Undefined: there is none now. */
  readonly current: Version | undefined;
}

/** Thrown inside a write; `settle` looks up who wrote what is there now, and makes 412 of it. */
export class StaleInput extends Error {
  override readonly name = 'StaleInput';
  readonly stale: readonly Stale[];

  constructor(stale: readonly Stale[]) {
    super(`${present(stale[0]).kind} ${present(stale[0]).id} is not the version that was seen.`);
    this.stale = stale;
  }
}

/** The one way to ask whether a record still is what the caller had seen: empty when it is. */
export const staleness = (
  state: PlanningState,
  kind: Kind,
  id: string,
  { seen, path }: { readonly seen: Seen; readonly path: string },
): Stale[] => {
  if (seen === undefined) return [];
  const current = kind === 'assignment' ? state.assignmentOf(id) : state.get(kind, id);
  return isAsSeen(current, seen) ? [] : [{ path, kind, id, state, current }];
};

const isAsSeen = (current: Version | undefined, seen: Exclude<Seen, undefined>): boolean => {
  if (seen === null || current === undefined) return seen === null && current === undefined;
  return seen === '*' || seen.includes(current.versionId);
};

/** `basedOn` of a body: a versionId, or null for none. */
export const seenOf = (basedOn: string | null | undefined): Seen => (basedOn == null ? basedOn : [basedOn]);

export const refuseStale = (stale: readonly Stale[]): void => {
  if (stale.length > 0) throw new StaleInput(stale);
};

/** If-Match: throws (412) unless the record still has the version that the caller has seen. */
export const requireMatch = ({ ifMatch }: Scope, state: PlanningState, kind: Kind, id: string): void =>
  refuseStale(staleness(state, kind, id, { seen: ifMatch ?? undefined, path: '' }));
