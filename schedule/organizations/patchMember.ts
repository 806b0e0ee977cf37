import type { Membership } from '../../db/store/accounts.ts';
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
  const member = await requireMember(deps, scope, organization, user);
  const role = input.role ?? member.role;
  if (role !== 'admin') await keepAnAdmin(deps, member);
  if (role !== member.role) await deps.accounts.setMember(organization, user, role);
  return { user, email: member.email, name: member.name, role };
};

/** The member, for an admin. */
export const requireMember = async (
  { accounts }: Ports,
  scope: Scope,
  organization: string,
  user: string,
): Promise<Membership> => {
  authorizeOrganization(scope, organization, 'admin');
  const member = (await accounts.members(organization)).find((one) => one.user === user);
  if (member === undefined) throw notFound('member', user);
  return member;
};

/** Throws 400 when the member is the organization's only admin. */
export const keepAnAdmin = async ({ accounts }: Ports, { organization, user, role }: Membership): Promise<void> => {
  if (role !== 'admin') return;
  const others = (await accounts.members(organization)).filter((one) => one.role === 'admin' && one.user !== user);
  if (others.length > 0) return;
  throw new ScheduleError('last_admin', `${user} is the only admin of ${organization}; make another one first.`);
};
