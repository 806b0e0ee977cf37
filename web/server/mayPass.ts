import { ServiceError, UnreachableError } from '../../client/serviceError.ts';

/** Whether the same request may succeed later: the server was not reached, cannot take it now, or something before the server responded instead. */
export const mayPass = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof ServiceError && (error.status >= 500 || error.status === 429));
