import type { Sql } from '../connection/database.ts';
import { type Kind, KINDS } from './entities.ts';

/** Those of the ids that are in use in the organization, including deleted entities. */
export async function takenIds(sql: Sql, organization: string, kind: Kind, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from identities where organization = ${organization} and kind = ${KINDS.indexOf(kind)}::smallint
      and id = any (array(select json_array_elements_text(${JSON.stringify(ids)}::text::json)))`;
  return rows.map(({ id }) => id);
}
