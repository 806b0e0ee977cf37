import { z } from 'zod';
import { Email, Password, Role, UserRecord } from './organization.ts';
import { Id, Instant, Name, text } from '../../schedule/entities/primitives.ts';

const secret = (description: string) => text(4096).min(1).meta({ description });

const session = z.boolean().exactOptional().meta({
  description:
    'True keeps the refresh token in a cookie that is sent only to `/auth/refresh/` and `/auth/logout/`; for pages of this service. Default: false.',
});

export const LoginRequest = z
  .strictObject({
    email: Email,
    password: text(1024).min(1).meta({ format: 'password', description: 'The password of the user.' }),
    session,
  })
  .meta({ id: 'LoginRequest', example: { email: 'ann@example.org', password: 'correct horse battery staple' } });

export const RefreshRequest = z
  .strictObject({ refresh: secret('A refresh token that was not used yet.').exactOptional() })
  .meta({ id: 'RefreshRequest', description: "When `refresh` is absent, the token in the session's cookie is used." });
export const ExchangeRequest = z
  .strictObject({
    code: secret('The code from the address to which the single sign-on returned; valid once, for 60 seconds.'),
    session,
  })
  .meta({ id: 'ExchangeRequest' });

export const LoginMethods = z
  .object({
    password: z.literal(true).meta({ description: 'A login with email address and password is always possible.' }),
    signOn: z
      .object({ name: z.string().meta({ description: 'The label of the login button.' }) })
      .nullable()
      .meta({ description: 'The single sign-on, which begins at `/auth/oidc/login/`; null when none is configured.' }),
  })
  .meta({ id: 'LoginMethods' });

const tokens = {
  access: z
    .string()
    .meta({ description: 'The access token: a JSON Web Token signed with EdDSA, valid for 15 minutes.' }),
  refresh: z.string().exactOptional().meta({
    description:
      'The refresh token: it can be used once and is valid for 14 days. Absent in a session, where it is in the cookie.',
  }),
};

export const TokenPair = z.object(tokens).meta({ id: 'TokenPair' });
export type TokenPair = z.output<typeof TokenPair>;

export const Session = z.object({ ...tokens, user: UserRecord }).meta({ id: 'Session' });
export type Session = z.output<typeof Session>;

export const TokenClaims = z
  .object({
    claims: z
      .array(
        z.object({
          name: z.string().meta({ description: 'The name of the claim.' }),
          type: z.string().meta({ description: 'The type of its value.' }),
          description: z.string().meta({ description: 'What it says.' }),
        }),
      )
      .meta({ description: 'The claims of an access token.' }),
  })
  .meta({ id: 'TokenClaims' });

export const Jwks = z
  .object({
    keys: z
      .array(z.record(z.string(), z.unknown()))
      .meta({ description: 'The public keys, as JSON Web Keys (RFC 7517).' }),
  })
  .meta({ id: 'Jwks' });

export const SignOnQuery = z.object({
  return: text(1000)
    .exactOptional()
    .meta({ description: 'The path of the board to which the browser returns after the login.' }),
});

/** A user as the command line on the server's own machine sees it. */
export const LocalUser = UserRecord.extend({
  hasPassword: z.boolean().meta({ description: 'False for a user who can log in by single sign-on only.' }),
  disabledAt: Instant.nullable(),
}).meta({ id: 'LocalUser' });
export type LocalUser = z.output<typeof LocalUser>;

export const LocalUserCreate = z
  .strictObject({
    email: Email,
    password: Password,
    name: Name.exactOptional(),
    organization: Id,
    role: Role,
  })
  .meta({ id: 'LocalUserCreate', description: 'A new user with a role in one organization.' });

export const LocalUserPatch = z
  .strictObject({
    password: Password.exactOptional(),
    disabled: z
      .boolean()
      .exactOptional()
      .meta({ description: 'True: the user can no longer log in. Default: unchanged.' }),
    unlink: z.literal(true).exactOptional().meta({
      description:
        'True: the next account of the single sign-on with this confirmed email address becomes this user. Default: unchanged.',
    }),
  })
  .meta({ id: 'LocalUserPatch', description: 'Every change ends all sessions of the user.' });
