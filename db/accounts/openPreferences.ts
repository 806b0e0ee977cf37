import type { Database } from '../connection/database.ts';
import { query, queryOne } from '../query.ts';
import { StoreError } from '../storeError.ts';
import type { Preferences } from './accounts.ts';

export const openPreferences = ({ sql }: Database): Preferences => ({
  async preferences(planningKey, user) {
    await query(
      sql,
      `insert into preferences (planning, user_id, data, updated_at) values ($1::int, $2, '{}', $3::bigint) on conflict do nothing`,
      [planningKey, user, Date.now()],
    );
    const found = await queryOne<{ data: Record<string, never>; updatedAt: number }>(
      sql,
      'select data, updated_at as "updatedAt" from preferences where planning = $1::int and user_id = $2',
      [planningKey, user],
    );
    if (found === undefined)
      throw new StoreError('planning_not_found', 'The planning was deleted meanwhile.', { planningKey });
    return found;
  },
  async setPreferences(planningKey, user, data) {
    const updatedAt = Date.now();
    await query(
      sql,
      `insert into preferences (planning, user_id, data, updated_at) values ($1::int, $2, $3::text::jsonb, $4::bigint)
        on conflict (planning, user_id) do update set data = excluded.data, updated_at = excluded.updated_at`,
      [planningKey, user, JSON.stringify(data), updatedAt],
    );
    return { updatedAt };
  },
});
