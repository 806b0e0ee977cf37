/** What bars are colored by: a category of tags (`tag:airline`), what they cost, how probably they conflict; null: by what suits the planning. */
export type ColorBy = `tag:${string}` | 'cost' | 'risk' | 'none' | null;
