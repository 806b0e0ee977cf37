import { Command } from 'commander';
import { chooseOrganization, withClient } from '../composition/openClient.ts';
import { answerOf } from '../refused.ts';
import { roleOf } from '../roleOf.ts';

interface CreateOptions {
  readonly name: string;
  readonly role: string;
  readonly organization?: string;
  readonly expires?: string;
}

export const tokenCommand = (): Command =>
  new Command('token').addCommand(createCommand()).addCommand(listCommand()).addCommand(revokeCommand());

const createCommand = (): Command =>
  new Command('create')
    .description('create an API key, which acts for the first admin of its organization, and show it once')
    .option('--name <name>', 'what the key is for', 'Command line')
    .option('--role <role>', 'viewer, planner or admin', 'admin')
    .option('--organization <id>', 'organization that the key belongs to (default: the only one)')
    .option('--expires <instant>', 'when the key expires: an ISO 8601 instant with an offset or Z (default: never)')
    .action(({ name, role, expires, ...options }: CreateOptions) =>
      withClient(async (client) => {
        const organization = await chooseOrganization(client, options.organization);
        const expiry = expires === undefined ? {} : { expiresAt: expires };
        const body = { name, organization, role: roleOf(role), ...expiry };
        const made = await answerOf(client.server.POST('/v1/api-keys/', { body }));
        console.log(`API key: ${made.key}`);
      }),
    );

const listCommand = (): Command =>
  new Command('list').description('list the API keys of all users, without their secrets').action(() =>
    withClient(async ({ server }) => {
      const users = await answerOf(server.GET('/auth/internal/users/'));
      const emails = new Map(users.map(({ id, email }) => [id, email]));
      for (const { id: organization } of await answerOf(server.GET('/v1/organizations/'))) {
        for (const key of await answerOf(server.GET('/v1/api-keys/', { params: { query: { organization } } }))) {
          const { id, name, user, role } = key;
          const expiry = `expires ${key.expiresAt ?? 'never'}`;
          const use = `last used ${key.lastUsedAt ?? 'never'}`;
          console.log([id, role, organization, emails.get(user) ?? user, expiry, use, name].join('  '));
        }
      }
    }),
  );

const revokeCommand = (): Command =>
  new Command('revoke')
    .description('revoke an API key')
    .argument('<id>', 'id of the key, as listed')
    .action((id: string) =>
      withClient(async ({ server }) => {
        await answerOf(server.DELETE('/v1/api-keys/{id}/', { params: { path: { id } } }));
        console.log(`Revoked ${id}.`);
      }),
    );
