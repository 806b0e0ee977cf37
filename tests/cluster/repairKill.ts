import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { accepted, dataOf, type Tidegate } from '../../client/tidegate.ts';
import type { TestDatabase } from '../../db/testing/testDatabases.ts';
import type { PlanningDocument } from '../../engine/instance/planningDocument.ts';
import { importPlanning } from '../served.ts';
import type { Sql } from '../../db/connection/database.ts';
import { crowdedDocument, type Tenant } from './clusterDatabase.ts';
import type { Started } from '../processes.ts';

const ID = 'mending';
const CONFLICTS = 16;
/** Of ten operations, the first two overlap on the first stand; the others have no place, so the other stands are free. */
const TEN = 10;

/** In the far future, so that no operation is past, whenever the test runs. */
const conflicting = (): PlanningDocument => {
  const document = crowdedDocument(ID, TEN * CONFLICTS, 6);
  const assignments = document.operations.flatMap(({ id }, i) =>
    i % TEN < 2 ? [{ operation: id, resource: `${ID}-r0` }] : [],
  );
  const operations = document.operations.filter((_, i) => i % TEN < 2);
  return JSON.parse(
    JSON.stringify({ ...document, operations, assignments }).replaceAll('2026-11-', '2096-11-'),
  ) as PlanningDocument;
};

/** These are advisory locks. While the test holds the first one, no repair is proposed; while it holds the second one, no more than one is written. */
const [PROPOSING, WRITING] = [7_300_000, 7_300_001];

/** From now on, workers wait for the locks that the test holds. */
const gateRepairs = (sql: Sql): Promise<unknown> =>
  sql
    .unsafe(`
      create function wait_at_gate() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'proposals' then
          perform pg_advisory_xact_lock_shared(${PROPOSING});
        elsif exists (select from changesets where source = 'repair') then
          perform pg_advisory_xact_lock_shared(${WRITING});
        end if;
        return new;
      end $$;
      create trigger gate before insert on proposals for each row when (new.source = 'repair')
        execute function wait_at_gate();
      create trigger gate before insert on changesets for each row when (new.source = 'repair')
        execute function wait_at_gate()`)
    .simple();

/**
 * Workers are killed (kill -9) while they look for repairs and while they write them: the first alone, the second after it has taken over, so that
 * it is known who works. The others go on. Every conflict is closed by one repair, and written once. The third worker and a new one end it.
 */
export const killRepairing = async (
  { database }: TestDatabase,
  tidegate: Tidegate,
  { organization }: Tenant,
  [first, second, third]: readonly [Started, Started, Started],
): Promise<void> => {
  const { sql } = database;
  await importPlanning(tidegate, organization, conflicting());
  const params = { path: { id: ID } };
  const signal = (node: Started, name: NodeJS.Signals): boolean => process.kill(node.process.pid ?? 0, name);
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    while (!(await holds())) await sleep(2);
  };
  const claimed = async (): Promise<boolean> => {
    const rows = await sql`
      select from repair_work w join plannings p on p.key = w.planning where p.id = ${ID} and w.leased_until > 0`;
    return rows.length > 0;
  };
  const written = async (): Promise<number> => {
    const rows = await sql`
      select from changesets c join plannings p on p.key = c.planning where p.id = ${ID} and c.source = 'repair'`;
    return rows.length;
  };

  const waitsFor = async (gate: number): Promise<boolean> => {
    const rows = await sql`select from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted`;
    return rows.length > 0;
  };
  /** The database learns late that a client has died: what waits is ended, so that it is not done afterwards. */
  const kill = async (node: Started, gate: number): Promise<void> => {
    await node.end('SIGKILL');
    await sql`
      select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted`;
  };

  for (const node of [second, third]) signal(node, 'SIGSTOP');
  await gateRepairs(sql);
  const gates = await sql.reserve();
  await gates`select pg_advisory_lock(${PROPOSING}), pg_advisory_lock(${WRITING})`;
  await accepted(
    tidegate.PUT('/v1/plannings/{id}/repair-policy/', { params, body: { mode: 'apply', freezeMinutes: 0 } }),
  );
  await until(() => waitsFor(PROPOSING));
  await kill(first, PROPOSING);
  // It died in the middle: what it has claimed is still claimed, and nothing is written.
  expect({ claimed: await claimed(), written: await written() }).toEqual({ claimed: true, written: 0 });

  signal(second, 'SIGCONT');
  // The lease ends now instead of after half a minute.
  await sql`update repair_work set leased_until = 1 where leased_until > 0`;
  await gates`select pg_advisory_unlock(${PROPOSING})`;
  await until(() => waitsFor(WRITING));
  await kill(second, WRITING);
  expect(await written()).toBe(1);
  await gates`select pg_advisory_unlock_all()`;
  gates.release();

  signal(third, 'SIGCONT');
};

/** Waits until everything is repaired, and checks that each conflict was closed by one repair that was written once. */
export const checkRepaired = async ({ GET }: Tidegate): Promise<void> => {
  const params = { path: { id: ID } };
  for (;;) {
    const balance = await dataOf(GET('/v1/plannings/{id}/repair-balance/', { params }));
    if (balance.caughtUp && balance.conflicts === 0) break;
    expect(balance.paused).toBeNull();
    await sleep(50);
  }
  const repairs = await dataOf(
    GET('/v1/plannings/{id}/repairs/', { params: { ...params, query: { state: 'applied' } } }),
  );
  const closed = repairs.flatMap(({ closes }) => closes.map(({ id }) => id));
  expect(closed).toHaveLength(CONFLICTS);
  expect(new Set(closed).size).toBe(CONFLICTS);
  const changesets = await dataOf(GET('/v1/plannings/{id}/changesets/', { params }));
  const bySource = changesets.filter(({ source }) => source === 'repair').map(({ id }) => id);
  expect(bySource.toSorted()).toEqual(repairs.map(({ changeset }) => changeset ?? '').toSorted());
  const moved = repairs.flatMap(({ moves }) => moves.map(({ operation }) => operation));
  expect(new Set(moved).size).toBe(moved.length);
};
