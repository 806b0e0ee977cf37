import type { Sql } from '../../db/connection/database.ts';

const SECOND = 1000;

/**
 * Inserts the rows that as many updates of one task each would have left, up to change `last`: change c moves the arrival of operation c modulo their
 * number by a second. No server may have the planning's changes in flight meanwhile.
 */
export const ageHistory = async (sql: Sql, planning: string, last: number): Promise<void> => {
  const [found] = await sql<{ key: number; head: number }[]>`select key, head from plannings where id = ${planning}`;
  if (found === undefined) throw new Error(`There is no planning ${planning}.`);
  const { key, head } = found;
  if (head >= last) return;
  // One connection: temporary tables belong to it.
  await sql.begin(async (own) => {
    const live = `planning = ${key} and workspace = 0 and to_change is null`;
    await own.unsafe(`create temporary table moved on commit drop as
      select id as task, operation, row_number() over (order by operation) - 1 as n, count(*) over () as operations
      from tasks where ${live} and role = 'inbound'`);
    for (const [table, member] of [
      ['tasks', 'task'],
      ['operations', 'operation'],
    ] as const) {
      const columns = await own<{ name: string }[]>`
        select column_name as name from information_schema.columns where table_name = ${table} order by ordinal_position`;
      const next = `case when c.change + t.operations > ${last} then null else c.change + t.operations end`;
      const value = ({ name }: { name: string }): string => {
        if (name === 'version_id') return 'gen_random_uuid()';
        if (name === 'from_change') return 'c.change';
        if (name === 'to_change') return next;
        if (name === 'valid_from') return `t.valid_from + c.change - ${head}`;
        if (name === 'valid_to') return `t.valid_from + (${next}) - ${head}`;
        if (/^(?:expected_(?:time(?:_p\d\d)?|in)|distribution_mean)$/.test(name))
          return `t.${name} + ${SECOND} * ((c.change - ${head}) / t.operations % 600)`;
        return `t."${name}"`;
      };
      await own.unsafe(`create temporary table template on commit drop as
        select m.n, m.operations, v.* from ${table} v join moved m on m.${member} = v.id where ${live}`);
      const first = `${head + 1} + (m.n - ${head + 1} % m.operations + m.operations) % m.operations`;
      await own.unsafe(`update ${table} v set to_change = ${first}, valid_to = v.valid_from + ${first} - ${head}
        from moved m where m.${member} = v.id and ${live} and ${first} <= ${last}`);
      await own.unsafe(`insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
        select ${columns.map(value).join(', ')}
        from generate_series(${head + 1}, ${last}) c(change) join template t on t.n = c.change % t.operations`);
      await own.unsafe('drop table template');
    }
    await own.unsafe(`insert into changesets (planning, change, id, workspace, at, source, author, message, details, counts, kinds)
      select ${key}, c, gen_random_uuid(), 0, o.at + c - ${head}, 'api', null, null, '{}', '{}', 192
      from generate_series(${head + 1}, ${last}) c, (select at from changesets where planning = ${key} and change = ${head}) o`);
    await own.unsafe(`update plannings set head = ${last} where key = ${key}`);
  });
  await sql.unsafe('analyze');
};
