import { Role } from '../contract/organization.ts';

/** The role in an organization that a group of the single sign-on grants. */
export interface GroupRole {
  readonly group: string;
  readonly organization: string;
  readonly role: Role;
}

const ENTRY = /^(?<group>.+)=(?:(?<organization>[A-Za-z0-9._:-]+)\/)?(?<role>viewer|planner|admin)$/;

/**
 * Parses `GROUP=ROLE; GROUP=ORGANIZATION/ROLE`. Entries are separated by semicolons, since distinguished names in directories contain commas and
 * equals signs. An entry without an organization applies to `organization`. Throws an Error that names the entry.
 */
export const parseRoleMap = (text: string, organization: string | undefined): readonly GroupRole[] =>
  text
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const { group, organization: own = organization, role } = ENTRY.exec(entry)?.groups ?? {};
      if (group === undefined || role === undefined) {
        throw new Error(`"${entry}" is neither GROUP=ROLE nor GROUP=ORGANIZATION/ROLE with viewer, planner or admin`);
      }
      if (own === undefined) throw new Error(`"${entry}" names no organization, and OIDC_ORGANIZATION is not set`);
      return { group: group.trim(), organization: own, role: Role.parse(role) };
    });
