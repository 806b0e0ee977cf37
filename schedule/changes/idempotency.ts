import { present } from '../../engine/present.ts';
import type { TransactionSql } from '../../db/connection/database.ts';
import type { WriteContext } from '../../db/versions/store.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';

const DAY_MS = 86_400_000;

type Answers = Pick<Ports, 'idempotency'>;

/** What a request with a key led to: the changes whose states show it, and the edit's result. */
interface Answer<T> {
  readonly changes: readonly number[];
  /** Their ids; one of a change that wrote nothing names no changeset. Absent in answers that an earlier release kept. */
  readonly changesets?: readonly string[];
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
  changes: readonly Pick<WriteContext, 'change' | 'changeset'>[],
  result: unknown,
): Promise<void> => {
  await requireUnanswered(deps, scope, sql);
  if (scope.idempotency === null) return;
  const [numbers, changesets] = [changes.map(({ change }) => change), changes.map(({ changeset }) => changeset)];
  await keep(deps, scope, sql, { changes: numbers, changesets, result });
};

/** The same without keeping anything: for a write whose decision would be refused because it was made already. */
export const requireUnanswered = async (deps: Answers, scope: Scope, sql: TransactionSql): Promise<void> => {
  const { idempotency } = scope;
  if (idempotency === null) return;
  if (!(await deps.idempotency.tryLock(sql, keyScope(scope), idempotency.key))) throw inFlight(idempotency.key);
  if ((await deps.idempotency.find(keyScope(scope), idempotency.key, DAY_MS, sql)) !== undefined) {
    throw new AnsweredMeanwhile('The key was answered meanwhile.');
  }
};

const keep = async <T>(deps: Answers, scope: Scope, sql: TransactionSql, answer: Answer<T>): Promise<void> => {
  const { key, fingerprint } = present(scope.idempotency);
  const stored = { bodyHash: fingerprint, status: 0, headers: {}, body: JSON.stringify(answer) };
  await deps.idempotency.save(sql, keyScope(scope), key, stored);
};

const inFlight = (key: string): ScheduleError =>
  new ScheduleError(
    'idempotency_in_flight',
    `A request with Idempotency-Key ${key} is in progress; ask again shortly.`,
  );

/** What a replay has written, it has written then. */
const replay = <T>({ onChange }: Scope, { changesets = [], result }: Answer<T>): T => {
  if (changesets.length > 0) onChange?.(present(changesets[0]));
  return result;
};

/** A write that keeps its answer itself, unless it was answered before. It always writes something, or nothing that is a changeset. */
export const answeredOnce = async <T>(deps: Answers, scope: Scope, write: () => Promise<T>): Promise<T> => {
  const answer = await findAnswer<T>(deps, scope);
  if (answer !== null) return replay(scope, answer);
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof AnsweredMeanwhile)) throw error;
    return answeredOnce(deps, scope, write);
  }
};

/** A process that ended in the middle holds its keys for so long. */
const LEASE_MS = 60_000;

/** Keeps what will have been created, and its changeset, in the transaction that creates it. */
export type KeepCreated<T> = (sql: TransactionSql, created: T, changeset: string | null) => Promise<void>;

/**
 * For what is created outside of an edit: the key is reserved first. `create` hands what it makes to `keepCreated` inside its own transaction, so that a
 * process that ends right after it has created it once all the same; else the answer is kept right after. Throws 409 while another has the key.
 */
export const createOnce = async <T>(
  deps: Answers & Pick<Ports, 'transaction'>,
  scope: Scope,
  create: (keepCreated: KeepCreated<T>) => Promise<T>,
): Promise<T> => {
  const { idempotency } = scope;
  if (idempotency === null) return create(async () => {});
  const answered = await findAnswer<T>(deps, scope);
  if (answered !== null) return replay(scope, answered);
  const { key } = idempotency;
  if (!(await deps.idempotency.reserve(keyScope(scope), key, { leaseMs: LEASE_MS, maxAgeMs: DAY_MS }))) {
    const meanwhile = await findAnswer<T>(deps, scope);
    if (meanwhile === null) throw inFlight(key);
    return replay(scope, meanwhile);
  }
  let isKept = false;
  const keepCreated: KeepCreated<T> = async (sql, result, changeset) => {
    await keep(deps, scope, sql, { changes: [], changesets: changeset === null ? [] : [changeset], result });
    isKept = true;
  };
  const result = await create(keepCreated).catch(async (error: unknown) => {
    await deps.idempotency.release(keyScope(scope), key);
    throw error;
  });
  if (!isKept) await deps.transaction((sql) => keepCreated(sql, result, null));
  return result;
};
