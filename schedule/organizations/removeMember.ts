import type { Ports } from '../ports.ts';
import type { Scope } from '../types.ts';
import { keepAnAdmin, requireMember } from './patchMember.ts';

/** Its API keys in the organization die with the membership. */
export const removeMember = async (deps: Ports, scope: Scope, organization: string, user: string): Promise<void> => {
  const member = await requireMember(deps, scope, organization, user);
  await keepAnAdmin(deps, member);
  await deps.accounts.removeMember(organization, user);
};
