import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';

const PATIENCE_MS = 1_500;

/** Returns a function that says whether the database responds, within `patienceMs`. Concurrent calls share one query. */
export const databaseProbe = ({ sql }: Pick<Database, 'sql'>, patienceMs = PATIENCE_MS): (() => Promise<boolean>) => {
  let asking: Promise<boolean> | null = null;
  const ask = async (): Promise<boolean> => {
    try {
      await sql`select 1`;
      return true;
    } catch {
      return false;
    } finally {
      asking = null;
    }
  };
  return () => Promise.race([(asking ??= ask()), sleep(patienceMs, false, { ref: false })]);
};
