import { isUndone } from '../../schedule/faults.ts';
import { roleOf } from '../auth/accessTable.ts';
import type { RouteSpec } from './route.ts';

export const UNCHANGED = 'Nothing was changed.';
const ONCE = 'Send it again with the same Idempotency-Key, and it will happen exactly once.';
const UNKNOWN = 'It is not known whether the change was made; read before you repeat it.';

/** What the caller of a write is told about its outcome, where that is known of the error; else `usual`. */
export const outcomeAfter = (error: unknown, usual: string | undefined): string | undefined =>
  usual !== undefined && isUndone(error) ? UNCHANGED : usual;

/** What the caller of a write is told when the database is lost while it is made: a commit may have arrived whose answer did not. Null for a read. */
export const outcomeOf = (spec: Pick<RouteSpec, 'method' | 'path' | 'creates'>, hasKey: boolean): string | null => {
  if (spec.method === 'get' || roleOf(spec) === 'viewer') return null;
  return spec.creates === true && hasKey ? ONCE : UNKNOWN;
};
