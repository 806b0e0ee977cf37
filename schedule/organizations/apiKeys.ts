import type { ApiKey, NewApiKey } from '../../db/accounts/accounts.ts';
import { createOnce } from '../changes/idempotency.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';

/** An API key without anything from which its secret could be found. */
export type KnownApiKey = Omit<ApiKey, 'secretHash'>;

/** Creates the API key that `make` returns, which is not called for an idempotent replay. */
export const createApiKey = (deps: Ports, scope: Scope, make: () => Promise<NewApiKey>): Promise<KnownApiKey> =>
  createOnce(deps, scope, async (keepCreated) => {
    const key = await make();
    return deps.transaction(async (sql) => {
      const { secretHash: _, ...created } = await deps.accounts.createApiKey(key, sql);
      await keepCreated(sql, created, null);
      return created;
    });
  });
