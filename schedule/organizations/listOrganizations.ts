import type { Ports } from '../ports.ts';
import { openPage } from '../records/page.ts';
import type { OrganizationRecord } from '../records/records.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';

/** Those that the credential acts in. */
export const listOrganizations = async (
  { accounts }: Ports,
  { actor }: Scope,
  request: PageRequest,
): Promise<Listed<OrganizationRecord>> => {
  const known = await accounts.memberships(actor.user);
  const own = new Set(actor.memberships.map(({ organization }) => organization));
  const organizations = known
    .filter(({ organization }) => own.has(organization))
    .map(({ organization, organizationName }) => ({ id: organization, name: organizationName }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return openPage(request).take(0, organizations, (organization) => organization);
};
