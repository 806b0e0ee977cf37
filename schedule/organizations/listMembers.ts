import { authorizeOrganization } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import { openPage } from '../records/page.ts';
import type { MemberRecord } from '../records/records.ts';
import type { Listed, PageRequest, Scope } from '../types.ts';

export const listMembers = async (
  { accounts }: Ports,
  scope: Scope,
  organization: string,
  request: PageRequest,
): Promise<Listed<MemberRecord>> => {
  authorizeOrganization(scope, organization, 'viewer');
  const members = await accounts.members(organization);
  return openPage(request).take(0, members, ({ user, email, name, role }) => ({ user, email, name, role }));
};
