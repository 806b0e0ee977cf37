/** Guarantee: workers solve pieces of each other's long runs; one that is killed costs time and nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTidegate, type Tidegate } from '../../client/tidegate.ts';
import { problemsIn } from '../../db/testing/problemsIn.ts';
import type { TestDatabase } from '../../db/testing/testDatabases.ts';
import { generatePlan } from '../../fixtures/generate/generatePlan.ts';
import { importPlanning, readRun, type Run, startRun } from '../served.ts';
import { addTenant, clusterPlace } from './clusterDatabase.ts';
import { type Started, killAll, startServer, startWorker } from '../processes.ts';

const LIMIT_MS = 240_000;
const PLANNING = 'season';
/** Enough for several rounds of pieces. */
const parameters = { stepLimit: 6000, timeLimitSeconds: 600, gap: 0, seed: 7 };

describe.skipIf(clusterPlace.skipped !== null)('workers on one PostgreSQL', () => {
  let opened: TestDatabase;
  let environment: Record<string, string>;
  let tidegate: Tidegate;
  const workers: Started[] = [];

  beforeAll(async () => {
    opened = await clusterPlace.open();
    const { organization, key } = await addTenant(opened);
    environment = { DATABASE_URL: opened.url!, DATABASE_CONNECTIONS: '5' };
    const { url } = await startServer(environment);
    tidegate = openTidegate({ url, token: key });
    // Long enough to be divided into pieces.
    const document = generatePlan({ operations: 10_400, resources: 160, days: 14, seed: 3, disrupted: true });
    await importPlanning(tidegate, organization, { ...document, planning: { ...document.planning, id: PLANNING } });
    workers.push(await startWorker(environment));
  }, LIMIT_MS);
  afterAll(async () => {
    killAll();
    await opened?.drop();
  });

  const ended = async (watch: () => Promise<void> = async () => {}): Promise<Run> => {
    const { id } = await startRun(tidegate, PLANNING, { solver: 'auto', dryRun: true, parameters });
    for (;;) {
      const run = await readRun(tidegate, PLANNING, id);
      if (run.status !== 'STARTING' && run.status !== 'RUNNING') return run;
      await watch();
      await sleep(50);
    }
  };
  const essence = ({ status, after }: Run): unknown => ({ status, after });
  /** The helpers of pieces that are under way. */
  const helping = async (): Promise<readonly string[]> =>
    (
      await opened.database.sql<{ helper: string }[]>`
        select distinct helper from run_pieces where helper is not null and answered_at is null`
    ).map(({ helper }) => helper);

  test('a run has the same result with helpers, and with helpers that are killed', { timeout: LIMIT_MS }, async () => {
    const alone = await ended();
    expect(alone.status).toBe('SUCCEEDED');
    workers.push(await startWorker(environment));
    const helpers = new Set<string>();
    const helped = await ended(async () => {
      for (const helper of await helping()) helpers.add(helper);
    });
    expect(essence(helped)).toEqual(essence(alone));
    expect(helpers.size).toBeGreaterThan(0);

    let killed = 0;
    const survived = await ended(async () => {
      if (killed > 0) return;
      const [helper] = await helping();
      const victim = helper && workers.find((worker) => helper.endsWith(`:${worker.process.pid}`));
      if (!victim) return;
      killed++;
      await victim.end('SIGKILL');
    });
    expect(essence(survived)).toEqual(essence(alone));
    expect(killed).toBe(1);
    expect(await opened.database.sql`select from run_pieces`).toHaveLength(0);
    expect(await problemsIn(opened.database)).toEqual([]);
  });
});
