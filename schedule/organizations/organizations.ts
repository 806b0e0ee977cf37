import { createOnce } from '../changes/idempotency.ts';
import type { Ports } from '../ports.ts';
import { pageAfter } from '../records/page.ts';
import type { OrganizationRecord } from '../records/records.ts';
import type { Listed, OrganizationInput, PageRequest, Scope } from '../types.ts';

/** Lists the organizations that the credential has access to. */
export const listOrganizations = async (
  { accounts }: Ports,
  { actor }: Scope,
  request: PageRequest,
): Promise<Listed<OrganizationRecord>> => {
  const organizations = await accounts.organizations(actor.memberships.map(({ organization }) => organization));
  return pageAfter(organizations, request, ({ id }) => id);
};

/** Creates an organization with the caller as its admin. The id is generated: if callers could choose it, they could find out which ones exist. */
export const createOrganization = (
  deps: Ports,
  scope: Scope,
  { name }: OrganizationInput,
): Promise<OrganizationRecord> =>
  createOnce(deps, scope, async (keepCreated) => {
    const made = { id: deps.ids(), name };
    await deps.transaction(async (sql) => {
      await deps.accounts.createOrganization(made, { user: scope.actor.user }, sql);
      await keepCreated(sql, made, null);
    });
    return made;
  });
