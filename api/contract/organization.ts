import { z } from 'zod';
import { Id, Instant, Name, NameText, Timestamp, text, writeShape } from '../../schedule/entities/primitives.ts';

export const Role = z.enum(['viewer', 'planner', 'admin']).meta({
  id: 'Role',
  description: 'A viewer reads; a planner also writes; an admin also manages members, plannings and API keys.',
});
export type Role = z.output<typeof Role>;

export const OrganizationRecord = z.object({ id: Id, name: NameText }).meta({ id: 'Organization' });
export type OrganizationRecord = z.output<typeof OrganizationRecord>;

export const OrganizationCreate = writeShape({ name: Name }, ['id']).meta({
  id: 'OrganizationCreate',
  example: { name: 'Hub airport' },
});
export type OrganizationCreate = z.output<typeof OrganizationCreate>;

const EMAIL = { description: 'The email address, in lower case, by which the user logs in.' };
const EmailText = z.string().meta(EMAIL);

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address')
  .refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'must be an email address')
  .meta({ format: 'email', ...EMAIL });

export const UserRecord = z
  .object({
    id: Id,
    email: EmailText,
    name: NameText,
    organizations: z
      .array(z.object({ id: Id, name: NameText, role: Role }))
      .meta({ description: 'The organizations of the user, with the role in each.' }),
  })
  .meta({ id: 'User', description: 'A person who can log in.' });
export type UserRecord = z.output<typeof UserRecord>;

export const Password = text(1024).min(12).meta({ format: 'password', description: 'At least 12 characters.' });

export const MemberRecord = z.object({ user: Id, email: EmailText, name: NameText, role: Role }).meta({ id: 'Member' });
export type MemberRecord = z.output<typeof MemberRecord>;

export const MemberCreate = writeShape(
  { email: Email, role: Role, name: Name.exactOptional(), password: Password.exactOptional() },
  ['user'],
).meta({
  id: 'MemberCreate',
  description: 'A user is created when the email address is new.',
  example: { email: 'ann@example.org', role: 'planner', name: 'Ann' },
});
export type MemberCreate = z.output<typeof MemberCreate>;

export const MemberPatch = writeShape({ role: Role.exactOptional(), name: Name.exactOptional() }, [
  'user',
  'email',
]).meta({
  id: 'MemberPatch',
  example: { role: 'admin' },
});
export type MemberPatch = z.output<typeof MemberPatch>;

export const ApiKeyRecord = z
  .object({
    id: Id,
    name: NameText,
    user: Id.meta({ description: 'The user for whom the key acts.' }),
    organization: Id,
    role: Role,
    expiresAt: Instant.nullable(),
    lastUsedAt: Instant.nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyRecord = z.output<typeof ApiKeyRecord>;

export const ApiKeyCreated = ApiKeyRecord.extend({
  key: z
    .string()
    .exactOptional()
    .meta({ description: 'The key itself. It is shown once: a replayed response does not have it.' }),
}).meta({ id: 'ApiKeyCreated' });
export type ApiKeyCreated = z.output<typeof ApiKeyCreated>;

export const ApiKeyCreate = writeShape(
  { name: Name, organization: Id, role: Role, expiresAt: Timestamp.nullable().exactOptional() },
  ['id', 'user', 'lastUsedAt', 'createdAt'],
).meta({ id: 'ApiKeyCreate', example: { name: 'nightly import', organization: 'demo', role: 'planner' } });
export type ApiKeyCreate = z.output<typeof ApiKeyCreate>;
