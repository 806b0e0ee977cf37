import { notFound } from '../access/authorize.ts';
import type { Ports } from '../ports.ts';
import type { UserRecord } from '../records/records.ts';
import type { Scope } from '../types.ts';

/** The caller, with the organizations and roles that the credential gives access to. */
export const currentUser = async ({ accounts }: Ports, { actor }: Scope): Promise<UserRecord> => {
  const user = await accounts.user(actor.user);
  if (user === undefined) throw notFound('user', actor.user);
  const names = new Map((await accounts.memberships(user.id)).map((one) => [one.organization, one.organizationName]));
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    organizations: actor.memberships.map(({ organization, role }) => ({
      id: organization,
      name: names.get(organization) ?? organization,
      role,
    })),
  };
};
