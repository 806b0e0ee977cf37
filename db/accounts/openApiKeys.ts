import type { Database } from '../connection/database.ts';
import { present } from '../../engine/present.ts';
import { CLOCK, query, queryOne } from '../query.ts';
import * as tables from '../schema/accounts.ts';
import { selectList } from '../schema/columns.ts';
import { StoreError } from '../storeError.ts';
import type { ApiKey, ApiKeys, Role } from './accounts.ts';

const API_KEY = selectList(tables.apiKeys, 'k');

export const openApiKeys = ({ sql }: Database): ApiKeys => ({
  async createApiKey(key, within = sql) {
    const [row] = await query<ApiKey>(
      within,
      `insert into api_keys as k (id, name, user_id, organization, role, secret_hash, expires_at, created_at, made_by)
        values ($1, $2, $3, $4, $5, $6, $7::bigint, ${CLOCK}, $8) returning ${API_KEY}`,
      [key.id, key.name, key.user, key.organization, key.role, key.secretHash, key.expiresAt, key.madeBy],
    ).catch(refuseGone);
    return present(row);
  },
  apiKey: (id) =>
    queryOne<ApiKey & { memberRole: Role | null }>(
      sql,
      `select ${API_KEY}, m.role as "memberRole" from api_keys k
        left join (members m join users u on u.id = m.user_id and u.disabled_at is null)
          on m.organization = k.organization and m.user_id = k.user_id where k.id = $1`,
      [id],
    ),
  apiKeys: (user) =>
    query<ApiKey>(sql, `select ${API_KEY} from api_keys k where k.user_id = $1 order by k.created_at, k.id`, [user]),
  apiKeysIn: (organization) =>
    query<ApiKey>(sql, `select ${API_KEY} from api_keys k where k.organization = $1 order by k.created_at, k.id`, [
      organization,
    ]),
  async deleteApiKey(id) {
    return (await query(sql, 'delete from api_keys where id = $1 returning id', [id])).length > 0;
  },
  async touchApiKey(id) {
    await query(
      sql,
      `update api_keys set last_used_at = ${CLOCK} where id = $1 and (last_used_at is null or last_used_at < ${CLOCK} - 60000)`,
      [id],
    );
  },
});

const refuseGone = (error: unknown): never => {
  if (error instanceof Error && 'code' in error && error.code === '23503')
    throw new StoreError(
      'reference_gone',
      'The membership or API key that this key depends on has been deleted.',
      {},
      error,
    );
  throw error;
};
