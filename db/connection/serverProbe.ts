import { setTimeout as sleep } from 'node:timers/promises';
import { postgres } from './driver.ts';
import { ServerSockets } from './serverSockets.ts';
import { isReported } from './watchedSql.ts';

/**
 * Returns a function that says whether the server answers a new connection within `limitMs`. An error that the server reports is an answer, too: it is
 * there, but full or starting.
 */
export const serverProbe = (url: string, options: object, limitMs: number) => async (): Promise<boolean> => {
  const sockets = new ServerSockets();
  const sql = postgres(url, { ...options, max: 1, fetch_types: false, socket: sockets.open });
  const stopped = new AbortController();
  const asked = sql`select 1`.then(() => true, isReported);
  try {
    return await Promise.race([asked, sleep(limitMs, false, { signal: stopped.signal, ref: false })]);
  } finally {
    stopped.abort();
    await sql.end({ timeout: 0 });
    sockets.cut();
  }
};
