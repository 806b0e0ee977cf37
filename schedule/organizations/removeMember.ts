import { authorizeOrganization } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';
import { changeMember } from './patchMember.ts';

/** Its API keys in the organization die with the membership. */
export const removeMember = async (deps: Ports, scope: Scope, organization: string, user: string): Promise<void> => {
  authorizeOrganization(scope, organization, 'admin');
  await changeMember(deps, organization, user, null);
};
