import { authorizeOrganization, notFound } from '../access/authorize.ts';
import { createOnce } from '../changes/idempotency.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import { pageAfter } from '../records/page.ts';
import type { MemberRecord } from '../records/records.ts';
import type { Listed, MemberInput, PageRequest, Role, Scope } from '../types.ts';

export const listMembers = async (
  { accounts }: Ports,
  scope: Scope,
  organization: string,
  request: PageRequest,
): Promise<Listed<MemberRecord>> => {
  authorizeOrganization(scope, organization, 'viewer');
  const members = (await accounts.members(organization)).map(({ user, email, name, role }) => ({
    user,
    email,
    name,
    role,
  }));
  return pageAfter(members, request, ({ email, user }) => `${email} ${user}`);
};

/** Adds a member by email. If the email is new, a user is created; an existing user keeps name and password. */
export const addMember = async (
  deps: Ports,
  scope: Scope,
  organization: string,
  { email, role, name, password }: MemberInput,
): Promise<MemberRecord> => {
  authorizeOrganization(scope, organization, 'admin');
  const { accounts } = deps;
  return createOnce(deps, scope, async (keepCreated) => {
    const address = email.toLowerCase();
    const known = await accounts.userByEmail(address);
    const isHashed = known === undefined && password !== undefined;
    const passwordHash = isHashed ? await deps.hashPassword(password, organization) : null;
    return deps.transaction(async (sql) => {
      const user =
        known ??
        (await accounts.createUser(
          { id: deps.ids(), email: address, name: name ?? address, passwordHash, subject: null },
          sql,
        ));
      if (!(await accounts.addMember(organization, user.id, role, sql))) {
        throw new ScheduleError('already_member', `${address} is already a member; change the role with PATCH.`);
      }
      const made: MemberRecord = { user: user.id, email: user.email, name: user.name, role };
      await keepCreated(sql, made, null);
      return made;
    });
  });
};

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

/**
 * Changes a member's role; null ends the membership. Throws 404 if there is no such member, and 400 if the organization would have no admin left,
 * even under concurrent changes.
 */
const changeMember = async (
  { accounts }: Pick<Ports, 'accounts'>,
  organization: string,
  user: string,
  role: Role | null,
): Promise<void> => {
  const outcome = await accounts.changeMember(organization, user, role);
  if (outcome === 'absent') throw notFound('member', user);
  if (outcome === 'changed') return;
  throw new ScheduleError(
    'last_admin',
    `${user} is the only admin of ${organization}; make another member an admin first.`,
  );
};

/** Removes a member. The member's API keys in the organization are deleted, too. */
export const removeMember = async (deps: Ports, scope: Scope, organization: string, user: string): Promise<void> => {
  authorizeOrganization(scope, organization, 'admin');
  await changeMember(deps, organization, user, null);
};
