import { KINDS } from './entities.ts';
import { StoreError } from './storeError.ts';

/** PostgreSQL's error classes that mean something to callers become StoreErrors; all others stay what they are. */
export function asStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  const constraint = 'constraint_name' in error ? String(error.constraint_name) : '';
  const detail = 'detail' in error ? String(error.detail) : '';
  if (error.code === '23505' && constraint === 'identities_pkey') {
    // Key (organization, kind, id)=(…, 6, abc) already exists.
    const match = /=\(.*, (\d+), (.*)\) already exists/.exec(detail);
    const kind = KINDS[Number(match?.[1])];
    const id = match?.[2];
    return new StoreError(
      'id_taken',
      `The ${kind} id ${id} exists already. Leave it out, or choose another.`,
      { kind, id },
      error,
    );
  }
  if (error.code === '23505' && constraint === 'plannings_id') {
    const id = /=\(.*, (.*)\) already exists/.exec(detail)?.[1];
    return new StoreError(
      'id_taken',
      `The planning id ${id} exists already. Leave it out, or choose another.`,
      { kind: 'planning', id },
      error,
    );
  }
  // Class 22: data exceptions, such as a NUL character in a text or a number out of range.
  if (error.code.startsWith('22'))
    return new StoreError('value_refused', `The database cannot hold a value: ${error.message}.`, {}, error);
  return error;
}
