import { createRandom } from '../../../fixtures/generate/random.ts';
import { compare, elapsedMs, type Ratio } from '../rounds.ts';
import { sampleOperations } from '../sampleOperations.ts';
import type { Serving } from '../serving.ts';
import type { FilledPlanning } from './planning.ts';

const SEED = 7;

/**
 * What share of the rate of bare transactions do live updates reach? The service gets a new expected time for one operation after
 * another, each awaited; the comparison is begin, one insert, and commit of a row like the task's, each awaited too.
 */
export async function measureWrites(
  { connection, sql }: Serving,
  { operations }: FilledPlanning,
  options: { readonly rounds: number; readonly writes: number },
): Promise<Ratio> {
  const { rounds, writes } = options;
  const random = createRandom(SEED);
  await sql`drop table if exists bare_tasks`;
  await sql`create table bare_tasks (like tasks)`;
  await sql`alter table bare_tasks add primary key (id, planning, from_change)`;
  const [row] = await sql`select * from tasks where to_change is null limit 1`;
  const known = new Map(
    operations.map((id, index) => [id, Date.parse(sampleOperations(index, 1)[0].outboundTask.expectedTime)]),
  );
  let inserted = 0;
  const service = async (): Promise<number> => {
    const requests = Array.from({ length: writes }, () => {
      const id = operations[random.below(operations.length)];
      const at = (known.get(id) ?? 0) + 1000 * (1 + random.below(600));
      known.set(id, at);
      const expectedTime = new Date(at).toISOString();
      return [`/v1/operations/${id}/`, JSON.stringify({ outboundTask: { expectedTime } })] as const;
    });
    const total = await elapsedMs(async () => {
      for (const [path, body] of requests) await connection.send('PATCH', path, body);
    });
    return total / writes;
  };
  const raw = async (): Promise<number> => {
    const total = await elapsedMs(async () => {
      for (let i = 0; i < writes; i++) {
        const next = { ...row, from_change: ++inserted };
        await sql.begin((tx) => tx`insert into bare_tasks ${tx(next)}`);
      }
    });
    return total / writes;
  };
  return compare(rounds, service, raw);
}
