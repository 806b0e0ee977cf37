import { StoreError } from '../storeError.ts';

/** To catch the insert of a record whose id another one has. */
export const refuseTaken =
  (kind: string, id: string) =>
  (error: unknown): never => {
    if (error instanceof Error && 'code' in error && error.code === '23505')
      throw new StoreError('id_taken', `The ${kind} ${id} exists already.`, { kind, id }, error);
    throw error;
  };
