import { createOnce } from '../changes/idempotency.ts';
import type { Ports } from '../ports.ts';
import type { OrganizationRecord } from '../records/records.ts';
import type { OrganizationInput, Scope } from '../types.ts';

/** Its maker becomes its admin. Its id is made here: one that somebody may choose would tell whose exist. */
export const createOrganization = (
  deps: Ports,
  scope: Scope,
  { name }: OrganizationInput,
): Promise<OrganizationRecord> =>
  createOnce(deps, scope, async () => {
    const id = deps.ids();
    await deps.accounts.createOrganization({ id, name }, { user: scope.actor.user });
    return { id, name };
  });
