export const BRANCHES: readonly string[] = [];
