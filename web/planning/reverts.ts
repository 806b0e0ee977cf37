/** The changesets that anybody has reverted while the board was open, by those that revert them. */
export type Reverts = ReadonlyMap<string, string>;

/** Whether a changeset was reverted, and no revert of that has brought it back. */
export const isReverted = (reverts: Reverts, change: string): boolean =>
  [...reverts].some(([by, of]) => of === change && !isReverted(reverts, by));
