import { checkId } from '../changes/checkId.ts';
import { createOnce } from '../changes/idempotency.ts';
import type { Ports } from '../ports.ts';
import { Problems, toError } from '../problems.ts';
import type { OrganizationRecord } from '../records/records.ts';
import type { OrganizationInput, Scope } from '../types.ts';

/** Its maker becomes its admin. */
export const createOrganization = (deps: Ports, scope: Scope, input: OrganizationInput): Promise<OrganizationRecord> =>
  createOnce(deps, scope, async () => {
    const { name } = input;
    const problems = new Problems();
    const id = input.id ?? deps.ids();
    checkId(id, 'id', problems);
    problems.check();
    if ((await deps.accounts.organization(id)) !== undefined) {
      throw toError([
        { path: 'id', code: 'id_taken', message: `The organization ${id} exists already; choose another id.` },
      ]);
    }
    await deps.accounts.createOrganization({ id, name }, { user: scope.actor.user });
    return { id, name };
  });
