import { present } from '../engine/present.ts';
import type { Database } from './connection/database.ts';
import { CLOCK, queryOne } from './query.ts';

/** How often the database's clock is read. In between, time passes by the monotonic clock of this process. */
const READ_MS = 10_000;

/**
 * Estimates the database's clock from its last response. The estimate lags by the latency of that response, so apart from clock drift it is never
 * ahead. Null before the first response.
 */
export class DatabaseClock {
  private originMs: number | null = null;

  /** Takes the time (epoch ms) of a response that has just arrived. */
  observe(at: number): void {
    this.originMs = at - performance.now();
  }

  now(): number | null {
    return this.originMs === null ? null : Math.floor(this.originMs + performance.now());
  }
}

/** The time (epoch ms) by the database's clock, which all nodes share, whatever the clocks of their machines say. */
export interface SharedClock {
  now(): number;
  close(): void;
}

/** Reads the database's clock now and from time to time. Throws when the database does not answer the first time. */
export const openSharedClock = async ({ sql }: Pick<Database, 'sql'>): Promise<SharedClock> => {
  const clock = new DatabaseClock();
  const read = async (): Promise<void> => {
    const row = await queryOne<{ at: number }>(sql, `select ${CLOCK} as at`);
    clock.observe(present(row).at);
  };
  await read();
  // While the database is away, the time goes on from its last response.
  const timer = setInterval(() => void read().catch(() => {}), READ_MS).unref();
  return { now: () => present(clock.now()), close: () => clearInterval(timer) };
};
