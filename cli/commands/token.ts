import { Command } from 'commander';
import { chooseOrganization, openClient } from '../composition/openClient.ts';
import { readConfig } from '../config.ts';
import { answerOf } from '../refused.ts';
import { roleOf } from '../roleOf.ts';

export const tokenCommand = (): Command => {
  const token = new Command('token');
  token
    .command('create')
    .description('create an API key and show it once')
    .option('--name <name>', 'what the key is for', 'Command line')
    .option('--role <role>', 'viewer, planner or admin', 'admin')
    .option('--organization <id>', 'organization that the key belongs to (default: the only one)')
    .option('--expires <instant>', 'when the key expires: an ISO 8601 instant with an offset or Z (default: never)')
    .action(async (options: { name: string; role: string; organization?: string; expires?: string }) => {
      const client = await openClient(readConfig(process.env));
      try {
        const organization = await chooseOrganization(client, options.organization);
        const made = await answerOf(
          client.server.POST('/v1/api-keys/', {
            body: {
              name: options.name,
              organization,
              role: roleOf(options.role),
              ...(options.expires === undefined ? {} : { expiresAt: options.expires }),
            },
          }),
        );
        console.log(`API key: ${made.key}`);
      } finally {
        await client.close();
      }
    });
  token
    .command('list')
    .description('list API keys, without their secrets')
    .action(async () => {
      const client = await openClient(readConfig(process.env));
      try {
        const keys = await answerOf(client.server.GET('/v1/api-keys/'));
        for (const { id, name, organization, role, expiresAt, lastUsedAt } of keys)
          console.log(
            [
              id,
              role,
              organization,
              `expires ${expiresAt ?? 'never'}`,
              `last used ${lastUsedAt ?? 'never'}`,
              name,
            ].join('  '),
          );
      } finally {
        await client.close();
      }
    });
  token
    .command('revoke')
    .description('revoke an API key')
    .argument('<id>', 'id of the key, as listed')
    .action(async (id: string) => {
      const client = await openClient(readConfig(process.env));
      try {
        await answerOf(client.server.DELETE('/v1/api-keys/{id}/', { params: { path: { id } } }));
        console.log(`Revoked ${id}.`);
      } finally {
        await client.close();
      }
    });
  return token;
};
