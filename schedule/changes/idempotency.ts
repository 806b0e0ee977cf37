import type { TransactionSql } from '../../db/connection/database.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';

const DAY_MS = 86_400_000;

type Answers = Pick<Ports, 'idempotency'>;

/** What a request with a key led to: the changes whose states show it, and the edit's result. */
interface Answer<T> {
  readonly changes: readonly number[];
  readonly result: T;
}

const keyScope = ({ actor, idempotency }: Scope): string => `${actor.credential} ${idempotency?.route ?? ''}`;

/** Thrown inside a write that another request with the same key has just made: look again, and replay. */
export class AnsweredMeanwhile extends Error {}

/** Null when there is no key, or it is new. Throws 422 when the key came with another body. */
export const findAnswer = async <T>(deps: Answers, scope: Scope): Promise<Answer<T> | null> => {
  const { idempotency } = scope;
  if (idempotency === null) return null;
  const stored = await deps.idempotency.find(keyScope(scope), idempotency.key, DAY_MS);
  if (stored === undefined) return null;
  if (stored.bodyHash !== idempotency.fingerprint) {
    throw new ScheduleError(
      'idempotency_reused',
      `Idempotency-Key ${idempotency.key} was used for another request; choose a new key.`,
    );
  }
  idempotency.onReplay?.();
  return JSON.parse(stored.body) as Answer<T>;
};

/** Inside the write's transaction. Throws 409 while another request with the key is in flight, AnsweredMeanwhile when one just ended. */
export const saveAnswer = async (
  deps: Answers,
  scope: Scope,
  sql: TransactionSql,
  changes: readonly number[],
  result: unknown,
): Promise<void> => {
  const { idempotency } = scope;
  if (idempotency === null) return;
  if (!(await deps.idempotency.tryLock(sql, keyScope(scope), idempotency.key))) {
    throw new ScheduleError(
      'idempotency_in_flight',
      `A request with Idempotency-Key ${idempotency.key} is in progress; ask again shortly.`,
    );
  }
  if ((await deps.idempotency.find(keyScope(scope), idempotency.key, DAY_MS, sql)) !== undefined) {
    throw new AnsweredMeanwhile('The key was answered meanwhile.');
  }
  await deps.idempotency.save(sql, keyScope(scope), idempotency.key, {
    bodyHash: idempotency.fingerprint,
    status: 0,
    headers: {},
    body: JSON.stringify({ changes, result }),
  });
};

/** A write that keeps its answer itself, unless it was answered before. */
export const answeredOnce = async <T>(deps: Answers, scope: Scope, write: () => Promise<T>): Promise<T> => {
  const answer = await findAnswer<T>(deps, scope);
  if (answer !== null) return answer.result;
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof AnsweredMeanwhile)) throw error;
    return answeredOnce(deps, scope, write);
  }
};

/** For what is created outside of changesets: the answer is kept right after. */
export const createOnce = async <T>(
  deps: Answers & Pick<Ports, 'transaction'>,
  scope: Scope,
  create: () => Promise<T>,
): Promise<T> => {
  const answer = await findAnswer<T>(deps, scope);
  if (answer !== null) return answer.result;
  const result = await create();
  if (scope.idempotency !== null) await deps.transaction((sql) => saveAnswer(deps, scope, sql, [], result));
  return result;
};
