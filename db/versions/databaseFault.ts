import { type Kind, KINDS } from './entities.ts';
import { DESCRIPTIONS } from './kinds.ts';
import { StoreError } from '../storeError.ts';

/** PostgreSQL's error classes that mean something to callers become StoreErrors; all others stay what they are. */
export function asStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  const constraint = 'constraint_name' in error ? String(error.constraint_name) : '';
  const detail = 'detail' in error ? String(error.detail) : '';
  if (error.code === '23505') {
    const taken = takenBy(constraint, detail);
    if (taken !== undefined)
      return new StoreError(
        'id_taken',
        `The ${taken.kind} id ${taken.id} exists already. Leave it out, or choose another.`,
        taken,
        error,
      );
  }
  // Class 22: data exceptions, such as a NUL character in a text or a number out of range.
  if (error.code.startsWith('22'))
    return new StoreError('value_refused', `The database cannot hold a value: ${error.message}.`, {}, error);
  return error;
}

/** SQLSTATE classes of lost connections and of servers that stop, start or take no writes, and what sockets and postgres.js say. */
const AWAY = /^(?:08\w{3}|57P0[1-5]|53300|25006|CONNECT\w+|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND)$/;
/** Class 53 (no disk, memory or connections left), input and output that fail, and the embedded database that has ended. */
const OUT_OF_ROOM = /^(?:53\w{3}|58030|database_failed)$/;

const hasCode = (error: unknown, codes: RegExp): boolean =>
  error instanceof Error && (('code' in error && codes.test(String(error.code))) || hasCode(error.cause, codes));

/** The connection to the database is lost; what was asked of it may succeed when it is back. */
export const isAway = (error: unknown): boolean => hasCode(error, AWAY);

/** Away, or nothing can be written: neither the caller's fault nor a bug. */
export const isUnavailable = (error: unknown): boolean => isAway(error) || hasCode(error, OUT_OF_ROOM);

/**
 * Which id a unique constraint found twice. A new id that an entity had before it was deleted may be caught by the entity's own table first,
 * since nothing orders the parts of a changeset's statement.
 */
function takenBy(constraint: string, detail: string): { kind: Kind; id: string } | undefined {
  // Key (organization, kind, id)=(…, 6, abc) already exists.
  const values = /=\((.*)\) already exists/.exec(detail)?.[1]?.split(', ') ?? [];
  const id = values.at(-1) ?? '';
  if (constraint === 'plannings_id') return { kind: 'planning', id };
  const kind =
    constraint === 'identities_pkey'
      ? KINDS[Number(values.at(-2))]
      : KINDS.find((one) => one !== 'assignment' && constraint === `${DESCRIPTIONS[one].table}_current`);
  return kind && { kind, id };
}
