import { memberOf } from '../../../engine/recordOf.ts';

/** The conflicts of a planning that existed when this browser last showed it. */
export interface LastLook {
  /** Unix milliseconds. */
  readonly at: number;
  readonly conflicts: ReadonlySet<string>;
}

const MOST_KEPT = 5000;
const keyOf = (planning: string): string => `tidegate-conflicts-${planning}`;

/** Null when this browser has never shown the planning, or stores nothing. */
export const lastLook = (planning: string): LastLook | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(planning)) ?? 'null');
    const [at, ids] = [memberOf(kept, 'at'), memberOf(kept, 'ids')];
    return typeof at === 'number' && Array.isArray(ids) ? { at, conflicts: new Set(ids.map(String)) } : null;
  } catch {
    return null;
  }
};

export const keepLook = (planning: string, conflicts: readonly { readonly id: string }[]): void => {
  if (conflicts.length > MOST_KEPT) return;
  try {
    localStorage.setItem(keyOf(planning), JSON.stringify({ at: Date.now(), ids: conflicts.map(({ id }) => id) }));
  } catch {
    // Without storage, no conflict is shown as new.
  }
};
