import { v7 as uuidv7 } from 'uuid';
import type { Role } from '../contract/organization.ts';
import { unauthenticated } from '../errors.ts';
import type { LoginStore, StoredUser, UserStore } from './ports.ts';
import type { GroupRole } from './roleMap.ts';
import { applyRoles } from './signedOnRoles.ts';

/** What an issuer says about a user. The email address is verified and in lower case. */
export interface SignedOn {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  /** The groups of the user; null when roles are not mapped from groups. */
  readonly groups: ReadonlySet<string> | null;
}

interface Admission {
  readonly membership: { readonly organization: string; readonly role: Role } | null;
  readonly domains: readonly string[];
  readonly roleMapping?: { readonly roles: readonly GroupRole[] };
}

type Store = UserStore & Pick<LoginStore, 'revokeLogins'>;

/** The id of the user who signed on before, else of the one with the verified email address, else of a new one. Throws 401. */
export const userOf = async (store: Store, who: SignedOn, admission: Admission): Promise<string> => {
  const domain = who.email.slice(who.email.lastIndexOf('@') + 1);
  if (admission.domains.length > 0 && !admission.domains.includes(domain)) {
    throw unauthenticated(`Email addresses of ${domain} may not sign on here.`);
  }
  const user =
    (await store.userBySubject(subjectOf(who))) ?? (await linked(store, who)) ?? (await created(store, who, admission));
  if (user.disabledAt !== null) throw unauthenticated('This user is disabled.');
  if (who.groups !== null) await applyRoles(store, user.id, who.groups, admission.roleMapping?.roles ?? []);
  return user.id;
};

const subjectOf = ({ issuer, subject }: SignedOn): string => `${issuer}|${subject}`;

/** Links the user with this email address. Ends the password and logins, since they may be somebody else's: the address was not verified before. */
const linked = async (store: Store, who: SignedOn): Promise<StoredUser | undefined> => {
  const user = await store.userByEmail(who.email);
  if (user === undefined) return undefined;
  // Another tab linked the user since the look-up by subject.
  if (user.subject === subjectOf(who)) return user;
  if (user.subject?.startsWith(`${who.issuer}|`)) {
    throw unauthenticated(
      'This email address belongs to another account of the single sign-on. If that account was replaced, an operator can unlink it (tidegate user unlink).',
    );
  }
  await store.updateUser(user.id, { subject: subjectOf(who), passwordHash: null });
  await store.revokeLogins(user.id);
  return user;
};

const created = async (store: Store, who: SignedOn, { membership }: Admission): Promise<StoredUser> => {
  const user = { id: uuidv7(), email: who.email, name: who.name.slice(0, 200), passwordHash: null };
  const made = await store.createUser({ ...user, subject: subjectOf(who) }).catch(async (error: unknown) => {
    // Another tab created the user at the same time.
    const other = await store.userBySubject(subjectOf(who));
    if (other === undefined) throw error;
    return other;
  });
  if (made.id === user.id && membership !== null && (await store.organization(membership.organization)) !== undefined) {
    await store.addMember(membership.organization, made.id, membership.role);
  }
  return made;
};
