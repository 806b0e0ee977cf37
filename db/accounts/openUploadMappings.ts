import type { Database } from '../connection/database.ts';
import { query, queryOne } from '../query.ts';
import { selectList } from '../schema/columns.ts';
import { uploadMappings } from '../schema/accounts.ts';
import type { StoredMapping, UploadMappings } from './accounts.ts';
import { refuseTaken } from './refuseTaken.ts';

const MAPPING = selectList(uploadMappings, 'm');

export const openUploadMappings = ({ sql }: Database): UploadMappings => ({
  async createUploadMapping({ id, organization, name, mapping, ...when }, most, tx) {
    // The lock makes concurrent requests count one after the other.
    await tx`select from organizations where id = ${organization} for no key update`;
    const rows = await tx`
      insert into upload_mappings (id, organization, name, mapping, created_by, created_at, updated_by, updated_at)
        select ${id}::text, ${organization}::text, ${name}::text, ${JSON.stringify(mapping)}::text::jsonb,
          ${when.createdBy}::text, ${when.createdAt}::bigint, ${when.updatedBy}::text, ${when.updatedAt}::bigint
        where (select count(*) from upload_mappings where organization = ${organization}) < ${most}
        returning id`.catch(refuseTaken('upload mapping', name));
    return rows.length > 0 ? 'created' : 'full';
  },
  uploadMappings: (organization) =>
    query<StoredMapping>(sql, `select ${MAPPING} from upload_mappings m where m.organization = $1 order by m.name`, [
      organization,
    ]),
  uploadMapping: (organization, id) =>
    queryOne<StoredMapping>(sql, `select ${MAPPING} from upload_mappings m where m.organization = $1 and m.id = $2`, [
      organization,
      id,
    ]),
  updateUploadMapping: (organization, id, { name, mapping, updatedBy, updatedAt }) =>
    queryOne<StoredMapping>(
      sql,
      `update upload_mappings m set name = $3, mapping = $4::text::jsonb, updated_by = $5, updated_at = $6::bigint
        where m.organization = $1 and m.id = $2 returning ${MAPPING}`,
      [organization, id, name, JSON.stringify(mapping), updatedBy, updatedAt],
    ).catch(refuseTaken('upload mapping', name)),
  async deleteUploadMapping(organization, id) {
    const rows =
      await sql`delete from upload_mappings where organization = ${organization} and id = ${id} returning id`;
    return rows.length > 0;
  },
});
