import { type Kind, KINDS } from './entities.ts';
import { DESCRIPTIONS } from './kinds.ts';
import { StoreError } from '../storeError.ts';

/** What the server refused and undid: the changeset was not written. The cause says why. */
class ChangeUndone extends Error {
  override readonly name = 'ChangeUndone';
}

/** Whether it is certain that the changeset was not written. */
export const isUndone = (error: unknown): boolean =>
  error instanceof Error && (error instanceof ChangeUndone || isUndone(error.cause));

/** Turns PostgreSQL errors of a changeset that matter to callers into StoreErrors or ChangeUndone; returns all others unchanged. */
export function asStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  const constraint = 'constraint_name' in error ? String(error.constraint_name) : '';
  const detail = 'detail' in error ? String(error.detail) : '';
  if (error.code === '23505') {
    const taken = takenBy(constraint, detail);
    if (taken !== undefined)
      return new StoreError(
        'id_taken',
        `The ${taken.kind} id ${taken.id} already exists. Leave it out, or choose another.`,
        taken,
        error,
      );
  }
  // Class 22: data exceptions, such as a NUL character in text or a number out of range.
  if (error.code.startsWith('22'))
    return new StoreError('value_refused', `The database cannot store a value: ${error.message}.`, {}, error);
  // After worse than an ERROR the server stops, and may have committed before.
  const isRefusal = 'severity' in error && error.severity === 'ERROR' && UNDOING.test(error.code);
  return isRefusal ? new ChangeUndone('The database undid the change.', { cause: error }) : error;
}

/** SQLSTATEs of lost connections and of servers that stop or start, and the codes of sockets and postgres.js. */
const UNREACHABLE = /^(?:08\w{3}|57P0[1-5]|CONNECT\w+|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND)$/;
/** SQLSTATEs of sessions that the server ended, and of servers that take no more connections or are read-only. */
const AWAY = /^(?:25P0[34]|53300|25006)$/;
/** SQLSTATE class 53 (out of disk, memory or connections), I/O errors, and a failed embedded database. */
const OUT_OF_ROOM = /^(?:53\w{3}|58030|database_failed)$/;
/** SQLSTATE of a full disk. */
const FULL = /^53100$/;
/** SQLSTATEs with which the server undoes a transaction: no room, read-only, canceled, in the way of others. */
const UNDOING = /^(?:53[124]00|25006|57014|40001|40P01|55P03)$/;
/** SQLSTATE of a statement that the server ended because it took longer than `statement_timeout`, or because an administrator canceled it. */
const CANCELED = /^57014$/;
/** SQLSTATEs of statements that the server ended because of other transactions: a serialization failure, a deadlock, `lock_timeout`. */
const IN_THE_WAY = /^(?:40001|40P01|55P03)$/;

const hasCode = (error: unknown, codes: RegExp): boolean =>
  error instanceof Error && (('code' in error && codes.test(String(error.code))) || hasCode(error.cause, codes));

/** Whether the server cannot be reached, or a connection to it was lost. */
export const isUnreachable = (error: unknown): boolean => hasCode(error, UNREACHABLE);

/** Whether the connection to the database was lost; the statement may succeed later. */
const isAway = (error: unknown): boolean => isUnreachable(error) || hasCode(error, AWAY);

/** Whether the server ended the statement before it had an effect. */
export const isCanceled = (error: unknown): boolean => hasCode(error, CANCELED);

/** Whether the disk of the database is full. */
export const isFull = (error: unknown): boolean => hasCode(error, FULL);

/** Whether the server undid the transaction because of what others were doing at the same time. */
export const isInTheWay = (error: unknown): boolean => hasCode(error, IN_THE_WAY);

/** Whether the database is unreachable, takes too long, has locked the data for others or cannot write, which is neither the caller's fault nor a bug. */
export const isUnavailable = (error: unknown): boolean =>
  isAway(error) || isCanceled(error) || isInTheWay(error) || hasCode(error, OUT_OF_ROOM);

/**
 * The id that violated a unique constraint. If an id is reused after its entity was deleted, the violation may be reported by the entity's own table
 * instead of `identities`, because the parts of a changeset's statement run in no particular order.
 */
function takenBy(constraint: string, detail: string): { kind: Kind; id: string } | undefined {
  // The detail has the form: Key (organization, kind, id)=(…, 6, abc) already exists.
  const values = /=\((.*)\) already exists/.exec(detail)?.[1]?.split(', ') ?? [];
  const id = values.at(-1) ?? '';
  if (constraint === 'plannings_id') return { kind: 'planning', id };
  const kind =
    constraint === 'identities_pkey'
      ? KINDS[Number(values.at(-2))]
      : KINDS.find((one) => one !== 'assignment' && constraint === `${DESCRIPTIONS[one].table}_current`);
  return kind && { kind, id };
}
