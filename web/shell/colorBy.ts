/**
 * How bars are colored: by a category of tags (`tag:airline`), by cost, by the probability of conflicts, or not at all; null chooses what suits the
 * planning.
 */
export type ColorBy = `tag:${string}` | 'cost' | 'risk' | 'none' | null;
