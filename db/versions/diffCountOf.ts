import type { Counts } from './store.ts';

/** How many records a changeset created, updated or deleted. */
export const diffCountOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, { created, updated, deleted }) => sum + created + updated + deleted, 0);
