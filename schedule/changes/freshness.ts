import { present } from '../../engine/present.ts';
import type { Kind, Version } from '../../db/versions/entities.ts';
import type { PlanningState } from '../../db/versions/planningState.ts';
import type { Scope } from '../types.ts';

/**
 * The version of a record that the caller has seen: undefined if not stated, `*` for any version, a list of acceptable versionIds, or null if there
 * was no record.
 */
export type Seen = undefined | '*' | readonly string[] | null;

/** A record that is not at the version that the caller has seen. */
export interface Stale {
  /** Path of the item in the body; empty if the request names only one record. */
  readonly path: string;
  readonly kind: Kind;
  /** For an assignment, the id of its operation, which is its key. */
  readonly id: string;
  readonly state: PlanningState;
  /** Undefined if there is no record now. */
  readonly current: Version | undefined;
}

/** Thrown inside a write. `settle` looks up who wrote the current version and turns this into a 412. */
export class StaleInput extends Error {
  override readonly name = 'StaleInput';
  readonly stale: readonly Stale[];

  constructor(stale: readonly Stale[]) {
    super(`${present(stale[0]).kind} ${present(stale[0]).id} is not the version that was seen.`);
    this.stale = stale;
  }
}

/**
 * Whether a record is still at the version that the caller has seen: an empty list if so, else one entry. Every check of this kind uses this
 * function.
 */
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

/** Converts `basedOn` of a body: a versionId, or null for no record. */
export const seenOf = (basedOn: string | null | undefined): Seen => (basedOn == null ? basedOn : [basedOn]);

/** Throws StaleInput unless the list is empty. */
export const refuseStale = (stale: readonly Stale[]): void => {
  if (stale.length > 0) throw new StaleInput(stale);
};

/** Checks If-Match: throws StaleInput (412) unless the record is still at the version that the caller has seen. */
export const requireMatch = ({ ifMatch }: Scope, state: PlanningState, kind: Kind, id: string): void =>
  refuseStale(staleness(state, kind, id, { seen: ifMatch ?? undefined, path: '' }));
