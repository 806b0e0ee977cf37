import { authorizeOrganization } from '../access/authorize.ts';
import { createOnce } from '../changes/idempotency.ts';
import { ScheduleError } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { MemberRecord } from '../records/records.ts';
import type { MemberInput, Scope } from '../types.ts';

/** By email; a user is made when the email is new. A user who exists keeps name and password. */
export const addMember = async (
  deps: Ports,
  scope: Scope,
  organization: string,
  { email, role, name, password }: MemberInput,
): Promise<MemberRecord> => {
  authorizeOrganization(scope, organization, 'admin');
  const { accounts } = deps;
  return createOnce(deps, scope, async () => {
    const address = email.toLowerCase();
    const known = await accounts.userByEmail(address);
    const user =
      known ??
      (await accounts.createUser({
        id: deps.ids(),
        email: address,
        name: name ?? address,
        passwordHash: password === undefined ? null : await deps.hashPassword(password, organization),
        subject: null,
      }));
    if (!(await accounts.addMember(organization, user.id, role))) {
      throw new ScheduleError('already_member', `${address} is a member already; change the role with PATCH.`);
    }
    return { user: user.id, email: user.email, name: user.name, role };
  });
};
