/** Members of records that no plan is compiled from. */
const UNREAD: ReadonlySet<string> = new Set(['externalId', 'description', 'metadata', 'isMock', 'expectedTimesSource']);

/**
 * The members of an operation or a task that a plan is compiled from, without those that are null or an empty list, which mean the same when they are
 * absent: what is sent to a thread is copied member by member, and most members of most records are empty.
 */
export const leanMembers = <T extends object>(fields: T, ...without: readonly (keyof T & string)[]): T => {
  const lean: Record<string, unknown> = {};
  const left: ReadonlySet<string> = new Set(without);
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || UNREAD.has(name) || left.has(name)) continue;
    if (Array.isArray(value) && value.length === 0) continue;
    lean[name] = value;
  }
  return lean as T;
};
