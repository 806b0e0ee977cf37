/**
 * Guarantee: an embedded database whose disk is full or read-only causes clear errors, or ends the process. With space again, and restarted if it
 * ended, it continues, and nothing acknowledged is lost. Takes a minute and needs root: `FAULT_LONG=1 npx vitest run tests/faults/embedded.test.ts`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../engine/random.ts';
import { killAll, tidegate } from '../processes.ts';
import { checkHistory } from './checkHistory.ts';
import { fillDisk } from './fillDisk.ts';
import { History } from './history.ts';
import { askUntil, endOf, Planner, PLANNING, seed, tryWrite } from './planners.ts';
import { SEED } from './seed.ts';
import { openEmbedded, type Service } from './service.ts';

const DISK_MEGABYTES = 160;
const STALL_SECONDS = 5;
/** Once the disk is writable, a write must be acknowledged within this time, including a restart if the process ended. */
const RECOVERY_MS = 15_000;

const skipped =
  process.env['FAULT_LONG'] !== '1'
    ? 'FAULT_LONG is not 1'
    : process.getuid?.() === 0
      ? null
      : 'only root can mount a small disk';
if (skipped !== null) console.warn(`Faults of the embedded database's disk skipped: ${skipped}.`);

describe.skipIf(skipped !== null)(`the disk of the embedded database (seed ${SEED})`, () => {
  let disk: string;
  let service: Service;
  let environment: Readonly<Record<string, string>>;
  const history = new History();
  const runs: string[] = [];

  beforeAll(async () => {
    disk = mkdtempSync(path.join(tmpdir(), 'tidegate-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', disk]);
    environment = { DATA_DIR: path.join(disk, 'data'), DATABASE_STALL_SECONDS: String(STALL_SECONDS) };
    service = await openEmbedded(environment);
    await seed(service);
  });
  afterAll(async () => {
    await service?.close();
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
    killAll();
  });

  /** Planners work all the while; their observations are checked together with all earlier ones. */
  const beside = async (turn: number, fault: () => Promise<void>): Promise<void> => {
    const planners = [0, 1, 2].map(
      (i) => new Planner(service, history, `e${turn}-${i}`, createRandom(SEED + 10 * turn + i)),
    );
    const stopping = new AbortController();
    const working = Promise.all(planners.map((planner) => planner.work(stopping.signal)));
    working.catch(() => {});
    await sleep(1000);
    try {
      await fault();
      await sleep(1000);
    } finally {
      stopping.abort();
    }
    await working;
    runs.push(...planners.flatMap((planner) => planner.runs));
    const { changes, bySolver, byRuns } = await endOf(service, runs, 60_000);
    expect(checkHistory(history.events, changes), `FAULT_SEED=${SEED}`).toEqual([]);
    expect(bySolver.toSorted()).toEqual(byRuns.toSorted());
  };
  /** Waits until a write is acknowledged. A process that ended is restarted, as a supervisor would do. */
  const recovery = async (): Promise<void> => {
    const from = performance.now();
    const ended = service.died();
    if (ended.length > 0) await service.roles[0].kill([]);
    const body = { inboundTask: { sigma: 60 + (Math.round(from) % 1000) } };
    await askUntil(service, `PATCH /v1/operations/${PLANNING}-o0/`, body, {}, 4 * RECOVERY_MS);
    const taken = Math.round(performance.now() - from);
    const how = ended.length > 0 ? 'started again' : 'by itself';
    console.log(`${expect.getState().currentTestName}: ${how}, back after ${taken} ms`);
    expect(taken).toBeLessThan(RECOVERY_MS);
  };
  const write = (): Promise<string> => tryWrite(service, service.urls()[0], 70, 4 * STALL_SECONDS * 1000);

  test('survives being full', async () => {
    await beside(0, async () => {
      const giveBack = fillDisk(disk);
      // Writes until a file must grow: a table's, or the log's, which makes the database hang and its process exit.
      const told = new Set<string>();
      const until = performance.now() + 20_000;
      while (
        performance.now() < until &&
        service.died().length === 0 &&
        ![...told].some((one) => one.startsWith('503'))
      )
        told.add(await write());
      console.log(`A full disk: ${[...told].join(', ')}; ${service.died().length} process ended`);
      // A process that exits leaves a cut connection.
      for (const one of told) expect(one).toMatch(/^200$|^503 database_unavailable$|^TypeError$/);
      giveBack();
      await recovery();
    });
  });

  test('being read-only is reported by a start, and loses nothing', async () => {
    await beside(1, async () => {
      await service.stop();
      execFileSync('mount', ['-o', 'remount,ro', disk]);
      const { code, stderr } = await tidegate(['serve'], { ...environment, PORT: '0', DEMO: 'false' });
      execFileSync('mount', ['-o', 'remount,rw', disk]);
      expect([code, stderr]).toEqual([expect.any(Number), expect.stringMatching(/read-only|EROFS/i)]);
      expect(code).not.toBe(0);
      console.log(`A disk that takes no writes: ${stderr.trim().split('\n')[0]}`);
      await recovery();
    });
  });

  test('leaves a sound database', async () => {
    const { code, stdout } = await service.verify();
    expect([code, stdout]).toEqual([0, expect.stringContaining('The database is sound.')]);
  });

  // With no room at all, the copy cannot be written; with some, it cannot be unpacked.
  test.each([0, 20])('being full (%d MiB are left) is said of the folder that is full', async (leftMegabytes) => {
    await service.stop();
    const elsewhere = mkdtempSync(path.join(tmpdir(), 'tidegate-elsewhere-'));
    const backup = path.join(elsewhere, 'backup.tar.gz');
    const other = { DATA_DIR: path.join(elsewhere, 'data') };
    expect((await tidegate(['backup', '--out', backup], environment)).code).toBe(0);
    expect((await tidegate(['restore', backup], other)).code).toBe(0);
    const free = fillDisk(disk);
    truncateSync(path.join(disk, 'filler'), statSync(path.join(disk, 'filler')).size - leftMegabytes * 2 ** 20);
    const full = (setting: string) => new RegExp(`^${setting}=${disk}/\\w+: .*ENOSPC\\b.*Free some space\\.\\n$`);
    try {
      const { code, stderr } = await tidegate(['backup'], { ...other, BACKUP_DIR: path.join(disk, 'backups') });
      expect([code, stderr]).toEqual([1, expect.stringMatching(full('BACKUP_DIR'))]);
      const restored = await tidegate(['restore', backup, '--replace'], environment);
      expect([restored.code, restored.stderr]).toEqual([1, expect.stringMatching(full('DATA_DIR'))]);
    } finally {
      free();
      rmSync(elsewhere, { recursive: true, force: true });
    }
    expect((await tidegate(['verify'], environment)).code).toBe(0);
  });
});
