import type { Database } from '../connection/database.ts';
import { present } from '../../engine/present.ts';
import { CLOCK, query, queryOne } from '../query.ts';
import { StoreError } from '../storeError.ts';
import type { Preferences } from './accounts.ts';

export const openPreferences = ({ sql }: Database): Preferences => ({
  async preferences(planningKey, user) {
    await query(
      sql,
      `insert into preferences (planning, user_id, data, updated_at) values ($1::int, $2, '{}', ${CLOCK}) on conflict do nothing`,
      [planningKey, user],
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
    const stored = await queryOne<{ updatedAt: number }>(
      sql,
      `insert into preferences (planning, user_id, data, updated_at) values ($1::int, $2, $3::text::jsonb, ${CLOCK})
        on conflict (planning, user_id) do update set data = excluded.data, updated_at = excluded.updated_at
        returning updated_at as "updatedAt"`,
      [planningKey, user, JSON.stringify(data)],
    );
    return present(stored);
  },
});
