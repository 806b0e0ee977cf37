import { present } from '../../engine/present.ts';
import type { StoredAnswer } from '../../db/accounts/accounts.ts';
import type { TransactionSql } from '../../db/connection/database.ts';
import { StoreError } from '../../db/storeError.ts';
import type { PlanningRef } from '../../db/versions/planningState.ts';
import type { WriteContext } from '../../db/versions/store.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { fromJson } from '../storedAs.ts';
import type { Scope } from '../types.ts';

const DAY_MS = 86_400_000;

type Answers = Pick<Ports, 'idempotency'>;

/** The stored answer of a request with an idempotency key: for each planning, the change whose state shows the result; and the edit's result. */
interface Answer<T> {
  readonly changes: readonly number[];
  /** Wire ids of the changesets. The id of a change that wrote nothing names no changeset. Absent in answers that an earlier release stored. */
  readonly changesets?: readonly string[];
  /** Keys of the plannings. Absent like `changesets`. */
  readonly plannings?: readonly number[];
  readonly result: T;
}

const keyScope = ({ actor, idempotency }: Scope): string => `${actor.credential} ${idempotency?.route ?? ''}`;

/** Thrown inside a write if another request with the same key has just committed. */
class AnsweredMeanwhile extends Error {}

/**
 * The stored answer, or null if the request has no key or the key is new. Throws 422 if the key was used with another body, or for other `plannings`,
 * such as a deleted one with the same id.
 */
export const findAnswer = async <T>(
  deps: Answers,
  scope: Scope,
  plannings: readonly PlanningRef[] = [],
): Promise<Answer<T> | null> => {
  const { idempotency } = scope;
  if (idempotency === null) return null;
  const stored = await deps.idempotency.find(keyScope(scope), idempotency.key, DAY_MS);
  if (stored === undefined) return null;
  const answer = fromJson<Answer<T>>(JSON.parse(stored.body));
  const isOfOthers = answer.plannings?.some((key, i) => key !== plannings[i]?.key) ?? false;
  if (stored.bodyHash !== idempotency.fingerprint || isOfOthers) {
    throw new ScheduleError(
      'idempotency_reused',
      `Idempotency-Key ${idempotency.key} was used for another request; choose a new key.`,
    );
  }
  idempotency.onReplay?.();
  return answer;
};

/**
 * Stores the answer inside the write's transaction. Throws 409 while another request with the key is in flight, and AnsweredMeanwhile if one has just
 * ended.
 */
export const saveAnswer = async (
  deps: Answers,
  scope: Scope,
  sql: TransactionSql,
  plannings: readonly PlanningRef[],
  changes: readonly Pick<WriteContext, 'change' | 'changeset'>[],
  result: unknown,
): Promise<void> => {
  const { idempotency } = scope;
  if (idempotency === null) return;
  if (!(await deps.idempotency.tryLock(sql, keyScope(scope), idempotency.key))) throw inFlight(idempotency.key);
  if (await isAnswered(deps, scope, sql)) throw new AnsweredMeanwhile('The key was answered meanwhile.');
  const [numbers, changesets] = [changes.map(({ change }) => change), changes.map(({ changeset }) => changeset)];
  const answer = storedAnswer(scope, {
    changes: numbers,
    changesets,
    plannings: plannings.map(({ key }) => key),
    result,
  });
  await deps.idempotency.save(sql, keyScope(scope), idempotency.key, answer);
};

const storedAnswer = <T>(scope: Scope, answer: Answer<T>): StoredAnswer => ({
  bodyHash: present(scope.idempotency).fingerprint,
  status: 0,
  headers: {},
  body: JSON.stringify(answer),
});

const inFlight = (key: string): ScheduleError =>
  new ScheduleError(
    'idempotency_in_flight',
    `A request with Idempotency-Key ${key} is in progress; ask again shortly.`,
  );

const isAnswered = async (deps: Answers, scope: Scope, sql?: TransactionSql): Promise<boolean> => {
  const { idempotency } = scope;
  if (idempotency === null) return false;
  return (await deps.idempotency.find(keyScope(scope), idempotency.key, DAY_MS, sql)) !== undefined;
};

/**
 * Runs a write that stores its own answer. If another request with the same key has committed since the key was looked up, calls `again` to replay its
 * answer. That also holds for a write that is refused: what it is refused for may be what the other request has written.
 */
export const orAgain = async <T>(
  deps: Answers,
  scope: Scope,
  again: () => Promise<T>,
  write: () => Promise<T>,
): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (error instanceof AnsweredMeanwhile || (!(error instanceof StoreError) && (await isAnswered(deps, scope)))) {
      return again();
    }
    throw error;
  }
};

/** Reports the changeset of the original request, and returns its result. */
const replay = <T>({ onChange }: Scope, { changesets = [], result }: Answer<T>): T => {
  if (changesets.length > 0) onChange?.(present(changesets[0]));
  return result;
};

/** Runs a write that stores its own answer, or replays the stored one. */
export const answeredOnce = async <T>(
  deps: Answers,
  scope: Scope,
  planning: PlanningRef,
  write: () => Promise<T>,
): Promise<T> => {
  const answer = await findAnswer<T>(deps, scope, [planning]);
  if (answer !== null) return replay(scope, answer);
  return orAgain(deps, scope, () => answeredOnce(deps, scope, planning, write), write);
};

/** A process that dies in the middle holds its key for this long. One that lives renews it. */
const LEASE_MS = 6_000;
const RENEW_MS = 1_000;

/** Stores the created object's answer and changeset id in the transaction that creates it. */
export type KeepCreated<T> = (sql: TransactionSql, created: T, changeset: string | null) => Promise<void>;

/**
 * Creates something outside of an edit, once per key; `plannings` are those in which it is created. The key is reserved first. `create` must call
 * `keepCreated` inside its own transaction, so that it is created exactly when it is answered. Throws 409 while another request holds the key.
 */
export const createOnce = async <T>(
  deps: Answers,
  scope: Scope,
  create: (keepCreated: KeepCreated<T>) => Promise<T>,
  plannings: readonly PlanningRef[] = [],
): Promise<T> => {
  const { idempotency } = scope;
  if (idempotency === null) return create(async () => {});
  const answered = await findAnswer<T>(deps, scope, plannings);
  if (answered !== null) return replay(scope, answered);
  const { key } = idempotency;
  const reservation = await deps.idempotency.reserve(keyScope(scope), key, { leaseMs: LEASE_MS, maxAgeMs: DAY_MS });
  if (reservation === null) {
    const meanwhile = await findAnswer<T>(deps, scope, plannings);
    if (meanwhile === null) throw inFlight(key);
    return replay(scope, meanwhile);
  }
  // One that cannot be renewed is lost at the latest where it is settled.
  const renewing = setInterval(() => void reservation.renew().catch(() => {}), RENEW_MS);
  renewing.unref();
  try {
    return await create(async (sql, result, changeset) => {
      const changesets = changeset === null ? [] : [changeset];
      const answer = storedAnswer(scope, {
        changes: [],
        changesets,
        plannings: plannings.map(({ key }) => key),
        result,
      });
      if (!(await reservation.settle(sql, answer))) throw inFlight(key);
    });
  } catch (error) {
    await reservation.release();
    throw error;
  } finally {
    clearInterval(renewing);
  }
};
