import { queryOne } from '../query.ts';
import type { Database } from '../connection/database.ts';
import type { LastSearch, Searches } from './searches.ts';

/** The number of plannings whose last search is kept in memory. Each takes 1.3 MB at most; that of a day takes 15 kB. */
const MOST_AT_HAND = 24;

export const openSearches = ({ sql }: Database): Searches => {
  /** By planning, in order of use. */
  const atHand = new Map<number, LastSearch>();
  const use = (planning: number, search: LastSearch): LastSearch => {
    atHand.delete(planning);
    atHand.set(planning, search);
    for (const oldest of atHand.keys()) {
      if (atHand.size <= MOST_AT_HAND) break;
      atHand.delete(oldest);
    }
    return search;
  };
  return {
    async last({ key }) {
      const known = atHand.get(key);
      const row = await queryOne<{ run: string; data: string | null }>(
        sql,
        'select run, case when run = $2::text then null else data end as data from kept_searches where planning = $1::int',
        [key, known?.run ?? null],
      );
      if (row === undefined) return null;
      if (known?.run === row.run) return use(key, known);
      return use(key, { run: row.run, data: new Uint8Array(Buffer.from(row.data ?? '', 'base64')) });
    },
    async keep({ key }, search, at) {
      use(key, search);
      const { buffer, byteOffset, byteLength } = search.data;
      const data = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
      await sql`
        insert into kept_searches (planning, run, data, at)
          select key, ${search.run}::text, ${data}::text, ${at}::bigint from plannings where key = ${key}::int
          on conflict (planning) do update set run = excluded.run, data = excluded.data, at = excluded.at`;
    },
  };
};
