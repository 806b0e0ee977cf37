import type { Accounts } from '../../db/accounts/accounts.ts';

/** Looks up names by user id, with a cache of at most a minute. */
export interface UserNames {
  /** Null for null, and for an id that is not a user (such as a solver). */
  of(id: string | null): Promise<string | null>;
  /** Names by user id; null for an id that is not a user. */
  all(ids: Iterable<string | null>): Promise<ReadonlyMap<string, string | null>>;
  /** The record with the name of the user who created it. */
  named<T extends { readonly createdBy: string | null }>(
    record: T,
  ): Promise<T & { readonly createdByName: string | null }>;
}

const MAX_AGE_MS = 60_000;
const MOST_KNOWN = 10_000;

export const createUserNames = (accounts: Pick<Accounts, 'user'>, clock: () => number): UserNames => {
  const known = new Map<string, { readonly at: number; readonly name: Promise<string | null> }>();
  const names: UserNames = {
    async of(id) {
      if (id === null) return null;
      const now = clock();
      const entry = known.get(id);
      if (entry !== undefined && now - entry.at < MAX_AGE_MS) return entry.name;
      const name = accounts.user(id).then((user) => user?.name ?? null);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(id, { at: now, name });
      name.catch(() => known.delete(id));
      return name;
    },
    async all(ids) {
      const distinct = [...new Set(ids)].filter((id) => id !== null);
      return new Map(await Promise.all(distinct.map(async (id) => [id, await names.of(id)] as const)));
    },
    named: async (record) => ({ ...record, createdByName: await names.of(record.createdBy) }),
  };
  return names;
};
