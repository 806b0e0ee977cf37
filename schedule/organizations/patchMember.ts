import { authorizeOrganization, notFound } from '../access/authorize.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { MemberRecord } from '../records/records.ts';
import type { Role, Scope } from '../types.ts';

export const patchMember = async (
  deps: Ports,
  scope: Scope,
  organization: string,
  user: string,
  input: { readonly role?: Role | undefined },
): Promise<MemberRecord> => {
  authorizeOrganization(scope, organization, 'admin');
  if (input.role !== undefined) await changeMember(deps, organization, user, input.role);
  const member = (await deps.accounts.members(organization)).find((one) => one.user === user);
  if (member === undefined) throw notFound('member', user);
  return { user, email: member.email, name: member.name, role: member.role };
};

/** Null ends the membership. Throws 404 for no member, 400 when the organization would have no admin left, whoever else changes members meanwhile. */
export const changeMember = async (
  { accounts }: Pick<Ports, 'accounts'>,
  organization: string,
  user: string,
  role: Role | null,
): Promise<void> => {
  const outcome = await accounts.changeMember(organization, user, role);
  if (outcome === 'absent') throw notFound('member', user);
  if (outcome === 'changed') return;
  throw new ScheduleError('last_admin', `${user} is the only admin of ${organization}; make another one first.`);
};
