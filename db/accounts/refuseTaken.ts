import { StoreError } from '../storeError.ts';

/** Returns an error handler for an insert that turns a duplicate key (23505) into `id_taken`. */
export const refuseTaken =
  (kind: string, id: string) =>
  (error: unknown): never => {
    if (error instanceof Error && 'code' in error && error.code === '23505')
      throw new StoreError('id_taken', `The ${kind} ${id} already exists.`, { kind, id }, error);
    throw error;
  };
