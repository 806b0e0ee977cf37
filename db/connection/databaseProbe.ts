import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';

interface ProbeTimes {
  /** How long a call waits for an answer. */
  readonly patienceMs?: number;
  /** How long a database may owe an answer and still counts as one that is merely slow. By default, no longer than a call waits. */
  readonly silenceMs?: number;
}

/** How long a check of readiness waits, so that it is answered in time also where processors are scarce. */
const READINESS_PATIENCE_MS = 500;

/**
 * Whether a node is ready, as far as its database is concerned. One that is merely slow is slow for all nodes: if they all left their load balancer for
 * that, nobody would be answered.
 */
export const readinessProbe = (database: Pick<Database, 'sql'>, answerSeconds: number): (() => Promise<boolean>) =>
  databaseProbe(database, { patienceMs: READINESS_PATIENCE_MS, silenceMs: answerSeconds * 1000 });

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
