import { Role } from '../api/contract/organization.ts';
import { InputError } from './inputFile.ts';

/** The role that an option names. Throws InputError. */
export const roleOf = (text: string): Role => {
  const role = Role.safeParse(text);
  if (!role.success) throw new InputError([`--role ${text}: must be one of ${Role.options.join(', ')}`]);
  return role.data;
};
