import { isRecord } from '../../engine/recordOf.ts';
import type { Role } from '../contract/organization.ts';
import { unauthenticated } from '../errors.ts';
import type { UserStore } from './ports.ts';
import type { GroupRole } from './roleMap.ts';
import { includesRole } from '../../schedule/access/roles.ts';

export interface RoleMapping {
  /** The claim that lists a user's groups: its name, or a dotted path to it. */
  readonly claim: string;
  readonly roles: readonly GroupRole[];
}

type Claims = Readonly<Record<string, unknown>>;
type Store = Pick<UserStore, 'memberships' | 'organization' | 'addMember' | 'changeMember'>;

const valueAt = (claims: Claims, claim: string): unknown => {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  let value: unknown = claims;
  for (const name of claim.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
};

/**
 * The groups in a claim; undefined when the claim is absent. Throws 401 when the issuer refers elsewhere for the claim because there are too many
 * groups (OpenID Connect Core 5.6.2, distributed claims).
 */
export const groupsOf = (claims: Claims, claim: string): ReadonlySet<string> | undefined => {
  const value = valueAt(claims, claim);
  const elsewhere = claims['_claim_names'];
  if (value === undefined && typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim)) {
    throw unauthenticated(
      `The single sign-on does not send the groups of this user (too many for "${claim}"); have it send only those that are mapped.`,
    );
  }
  if (value === undefined || value === null) return undefined;
  const names = Array.isArray(value) ? value : [value];
  return new Set(names.filter((name) => typeof name === 'string'));
};

/**
 * Gives the user, in every organization that the mapping names, the highest role that the user's groups grant there. If they grant none, ends the
 * membership and its API keys. Does not touch other organizations, nor the last admin of an organization.
 */
export const applyRoles = async (
  store: Store,
  user: string,
  groups: ReadonlySet<string>,
  roles: readonly GroupRole[],
): Promise<void> => {
  const held = new Map((await store.memberships(user)).map((one) => [one.organization, one.role]));
  for (const organization of new Set(roles.map((entry) => entry.organization))) {
    const role = highest(roles.filter((entry) => entry.organization === organization && groups.has(entry.group)));
    const now = held.get(organization) ?? null;
    if (role === now || (await store.organization(organization)) === undefined) continue;
    // Another tab may have created the membership in the meantime.
    const isMade = role !== null && now === null && (await store.addMember(organization, user, role));
    if (!isMade) await store.changeMember(organization, user, role);
  }
};

const highest = (roles: readonly GroupRole[]): Role | null => {
  let best: Role | null = null;
  for (const { role } of roles) if (best === null || !includesRole(best, role)) best = role;
  return best;
};
