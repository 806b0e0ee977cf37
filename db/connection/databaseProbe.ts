import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';

const PATIENCE_MS = 1_500;

/** Whether the database answers, said in two seconds whatever it does. However many ask, it is asked once at a time. */
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
