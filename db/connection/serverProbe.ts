import { setTimeout as sleep } from 'node:timers/promises';
import { postgres } from './driver.ts';
import { ServerSockets } from './serverSockets.ts';
import type { Probed } from './serverWatch.ts';
import { isReported } from './watchedSql.ts';

/**
 * Returns a function that says whether the server answers a new connection within `limitMs`, and which of its processes do nothing. An error that the
 * server reports is an answer, too: it is there, but full or starting.
 */
export const serverProbe =
  (url: string, options: object, limitMs: number) =>
  async (pids: readonly number[]): Promise<Probed> => {
    const sockets = new ServerSockets();
    const sql = postgres(url, { ...options, max: 1, fetch_types: false, socket: sockets.open });
    const stopped = new AbortController();
    const ask = async (): Promise<Probed> => {
      if (pids.length === 0) await sql`select 1`;
      return { answers: true, unoccupied: pids.length === 0 ? [] : await unoccupied() };
    };
    const unoccupied = async (): Promise<readonly number[]> => {
      const [{ self, occupied }] = await sql<[{ self: number; occupied: readonly number[] }]>`
        select pg_backend_pid() as self, array(
          select pid from pg_stat_activity where wait_event is null or wait_event not in ('ClientRead', 'ClientWrite')
        ) as occupied`;
      // A pooler in between gives sessions numbers of its own, of which the server knows nothing.
      if (!sockets.pids.includes(self)) return [];
      return pids.filter((pid) => !occupied.includes(pid));
    };
    const asked = ask().catch((error: unknown) => ({ answers: isReported(error), unoccupied: [] }));
    const late = sleep(limitMs, { answers: false, unoccupied: [] }, { signal: stopped.signal, ref: false });
    try {
      return await Promise.race([asked, late]);
    } finally {
      stopped.abort();
      await sql.end({ timeout: 0 });
      sockets.cut();
    }
  };
