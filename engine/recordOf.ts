/** Builds a record with a member for each key. */
export const recordOf = <K extends string, T>(keys: readonly K[], make: (key: K, index: number) => T): Record<K, T> =>
  Object.fromEntries(keys.map((key, index) => [key, make(key, index)])) as Record<K, T>;
