import { compare, elapsedMs, type Ratio } from '../rounds.ts';
import { windowOf } from '../sampleOperations.ts';
import type { Serving } from '../serving.ts';
import type { FilledPlanning } from './planning.ts';

export interface Listing extends Ratio {
  /** The number of listed operations. */
  readonly listed: number;
  readonly bytes: number;
}

/**
 * How much longer does listing a window take than fetching its rows? The rows are the operations whose expected window overlaps it and
 * both tasks of each, with all columns, by two prepared queries on the service's driver.
 */
export async function measureListing(
  serving: Serving,
  planning: FilledPlanning,
  options: { readonly rounds: number; readonly count: number },
): Promise<Listing> {
  const { connection, sql } = serving;
  const size = planning.operations.length;
  const { from, to } = windowOf(Math.max(0, (size - options.count) >> 1), options.count);
  const path = `/v1/plannings/${planning.id}/operations/?start_timestamp=${from}&end_timestamp=${to}`;
  const [{ key }] = await sql<{ key: number }[]>`select key from plannings where id = ${planning.id}`;
  let listed = 0;
  let bytes = 0;
  let fetched = 0;
  const service = () =>
    elapsedMs(async () => {
      const { body } = await connection.send('GET', path);
      bytes = body.length;
    });
  const raw = async () =>
    elapsedMs(async () => {
      const operations = await sql`
        select o.* from operations o where o.to_change is null and o.workspace = 0 and not o.tombstone and o.planning = ${key}
          and o.expected_in <= ${to * 1000}::bigint and o.expected_out >= ${from * 1000}::bigint
          and int8range((o.planning::bigint << 34) | o.window_from, (o.planning::bigint << 34) | o.window_to, '[]')
            && int8range((${key}::bigint << 34) | ${from}::bigint, (${key}::bigint << 34) | ${to}::bigint, '[]')`;
      const ids = JSON.stringify(operations.map((row) => row['id'] as string));
      const tasks = await sql`
        select t.* from tasks t where t.to_change is null and t.planning = ${key} and t.workspace = 0
          and t.operation = any (array(select json_array_elements_text(${ids}::text::json)))`;
      fetched = tasks.length / 2;
    });
  const ratio = await compare(options.rounds, service, raw);
  listed = ((await connection.json('GET', path)) as unknown[]).length;
  if (listed !== fetched) throw new Error(`${listed} operations were listed, but ${fetched} fetched.`);
  return { ...ratio, listed, bytes };
}
