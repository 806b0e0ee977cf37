import { Command } from 'commander';
import { chooseOrganization, openClient } from '../composition/openClient.ts';
import { readConfig } from '../config.ts';

interface ShownKey {
  readonly id: string;
  readonly name: string;
  readonly organization: string;
  readonly role: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

export const tokenCommand = (): Command => {
  const token = new Command('token').description('manage API keys of the administrator');
  token
    .command('create')
    .description('make an API key and show it once')
    .option('--name <name>', 'what it is for', 'Command line')
    .option('--role <role>', 'viewer, planner or admin', 'admin')
    .option('--organization <id>', 'organization it acts in (default: the only one)')
    .option('--expires <instant>', 'ISO 8601 instant with an offset or Z')
    .action(async (options: { name: string; role: string; organization?: string; expires?: string }) => {
      const client = await openClient(readConfig(process.env));
      try {
        const organization = await chooseOrganization(client, options.organization);
        const made = (await client.request('/v1/api-keys/', {
          method: 'POST',
          body: {
            name: options.name,
            organization,
            role: options.role,
            ...(options.expires === undefined ? {} : { expiresAt: options.expires }),
          },
        })) as ShownKey & { readonly key: string };
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
        const keys = (await client.request('/v1/api-keys/')) as ShownKey[];
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
    .argument('<id>', 'as listed')
    .action(async (id: string) => {
      const client = await openClient(readConfig(process.env));
      try {
        await client.request(`/v1/api-keys/${encodeURIComponent(id)}/`, { method: 'DELETE' });
        console.log(`Revoked ${id}.`);
      } finally {
        await client.close();
      }
    });
  return token;
};
