import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';

interface ProbeTimes {
  /** How long a call waits for an answer. */
  readonly patienceMs?: number;
  /** How long a database may owe an answer and still counts as one that is merely slow. By default, no longer than a call waits. */
  readonly silenceMs?: number;
}

/** Returns a function that says whether the database responds. Concurrent calls share one query. */
export const databaseProbe = (
  { sql }: Pick<Database, 'sql'>,
  { patienceMs = 1_500, silenceMs = 0 }: ProbeTimes = {},
): (() => Promise<boolean>) => {
  let asking: Promise<boolean> | null = null;
  let [askedAt, hasAnswered] = [0, true];
  const ask = async (): Promise<boolean> => {
    askedAt = performance.now();
    try {
      await sql`select 1`;
      hasAnswered = true;
    } catch {
      hasAnswered = false;
    }
    asking = null;
    return hasAnswered;
  };
  /** What is known while an answer is owed. */
  const late = async (): Promise<boolean> => {
    await sleep(patienceMs, undefined, { ref: false });
    return hasAnswered && performance.now() - askedAt < silenceMs;
  };
  return () => Promise.race([(asking ??= ask()), late()]);
};
