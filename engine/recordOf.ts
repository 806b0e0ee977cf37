/** Builds a record with a member for each key. */
export const recordOf = <K extends string, T>(keys: readonly K[], make: (key: K, index: number) => T): Record<K, T> =>
  Object.fromEntries(keys.map((key, index) => [key, make(key, index)])) as Record<K, T>;

/** The record with every value replaced by what `make` returns for it. */
export const mapRecord = <K extends string, V, T>(
  record: Readonly<Record<K, V>>,
  make: (value: V, key: K) => T,
): Record<K, T> => recordOf(keysOf(record), (key) => make(record[key], key));

/** The keys of a record that has no members besides those of its type. */
export const keysOf = <K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] =>
  Object.keys(record) as K[];

/** The members of a record that has none besides those of its type. */
export const entriesOf = <K extends string, T>(record: Readonly<Partial<Record<K, T>>>): [K, T][] =>
  Object.entries(record) as [K, T][];

/** Whether the list contains the value. */
export const isOneOf = <T extends string>(list: readonly T[], value: unknown): value is T =>
  list.some((member) => member === value);

/** Whether the value is an object with members, rather than a list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What lies at the path in a value of unknown shape; undefined where there is nothing. */
export const memberOf = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
