import { v7 as uuidv7 } from 'uuid';
import { ScheduleError } from '../../schedule/errors.ts';
import { toError } from '../../schedule/problems.ts';
import type { Scope } from '../../schedule/types.ts';
import { LOCAL_CREDENTIAL } from '../auth/identity.ts';
import { hashPassword } from '../auth/password.ts';
import type { StoredUser, UserStore } from '../auth/ports.ts';
import { LocalUser, LocalUserCreate, LocalUserPatch } from '../contract/auth.ts';
import { EdgeError } from '../errors.ts';
import { PageQuery } from '../contract/query.ts';
import { instantOrNull } from '../../schedule/records/instants.ts';
import { pageAfter } from '../../schedule/records/page.ts';
import { route } from '../routing/route.ts';

const tag = 'Users of the machine';
const description = "For `tidegate user` on the server's own machine. To anybody else, the path does not exist.";

/** Throws the same error as for a path that does not exist, unless the caller is the administrator on the machine. */
const requireMachine = ({ actor }: Scope, path: string): void => {
  if (actor.credential !== LOCAL_CREDENTIAL) throw new EdgeError('path_not_found', `There is no path ${path}.`);
};

const record = async (store: UserStore, user: StoredUser): Promise<LocalUser> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  organizations: (await store.memberships(user.id)).map(({ organization, organizationName, role }) => ({
    id: organization,
    name: organizationName,
    role,
  })),
  hasPassword: user.passwordHash !== null,
  disabledAt: instantOrNull(user.disabledAt),
});

const refuse = (path: string, message: string): ScheduleError => toError([{ path, code: 'invalid_value', message }]);

export const localUserRoutes = [
  route(
    {
      method: 'get',
      path: '/auth/internal/users/',
      tag,
      summary: 'All users',
      description,
      query: PageQuery,
      response: LocalUser,
      list: true,
    },
    async ({ scope, page, context }, { identity: { store } }) => {
      requireMachine(scope, context.req.path);
      const { items, next } = pageAfter(await store.users(), page, ({ email }) => email);
      return { items: await Promise.all(items.map((user) => record(store, user))), next };
    },
  ),
  route(
    {
      method: 'post',
      path: '/auth/internal/users/',
      tag,
      summary: 'Create a user',
      description,
      body: LocalUserCreate,
      status: 201,
      response: LocalUser,
    },
    async ({ scope, body, context }, { identity: { store } }) => {
      requireMachine(scope, context.req.path);
      const { email, name = email, password, organization, role } = body;
      if ((await store.organization(organization)) === undefined) {
        throw refuse('organization', `names no organization: ${organization}`);
      }
      if ((await store.userByEmail(email)) !== undefined) throw refuse('email', `${email} is a user already`);
      const passwordHash = await hashPassword(password);
      const user = await store.createUser({ id: uuidv7(), email, name, passwordHash, subject: null });
      await store.addMember(organization, user.id, role);
      return record(store, user);
    },
  ),
  route(
    {
      method: 'patch',
      path: '/auth/internal/users/{user}/',
      tag,
      summary: "Set a user's password, disable the user, or unlink the user's account of the single sign-on",
      description,
      body: LocalUserPatch,
      response: LocalUser,
    },
    async ({ scope, params, body, context }, { identity: { store, clock } }) => {
      requireMachine(scope, context.req.path);
      const user = await store.user(params.user);
      if (user === undefined) throw new EdgeError('not_found', `There is no user ${params.user}.`);
      const { password, disabled, unlink } = body;
      const change = {
        ...(password === undefined ? {} : { passwordHash: await hashPassword(password) }),
        ...(disabled === undefined ? {} : { disabledAt: disabled ? clock() : null }),
        ...(unlink === undefined ? {} : { subject: null }),
      };
      await store.updateUser(user.id, change);
      await store.revokeLogins(user.id);
      return record(store, { ...user, ...change });
    },
  ),
  route(
    {
      method: 'delete',
      path: '/auth/internal/users/{user}/',
      tag,
      summary: 'Delete a user with memberships, credentials and preferences; records keep the id of their author',
      description,
    },
    async ({ scope, params, context }, { identity: { store } }) => {
      requireMachine(scope, context.req.path);
      const outcome = await store.deleteUser(params.user);
      if (outcome === 'absent') throw new EdgeError('not_found', `There is no user ${params.user}.`);
      if (outcome === 'last_admin')
        throw new ScheduleError(
          'last_admin',
          'The last admin of an organization cannot be deleted: first make another member an admin.',
        );
    },
  ),
];
