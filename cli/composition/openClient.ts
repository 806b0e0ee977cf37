import { adminToken } from '../../db/connection/adminToken.ts';
import { randomBytes } from 'node:crypto';
import { openTidegate, type Tidegate } from '../../client/tidegate.ts';
import { type Config, readConfig } from '../config.ts';
import { InputError } from '../inputFile.ts';
import { answerOf } from '../refused.ts';
import { runningServer } from '../runningServer.ts';

const START = 'Start the server once, or run "tidegate seed" for the demo day.';

/** A client of the server that has the data directory open, or of a service that is composed in this process. */
export interface Client {
  readonly server: Tidegate;
  close(): Promise<void>;
}

/** Opens a client for a data command. The address of a running server is read from the lock file of the data directory. Throws InputError. */
export const openClient = async (config: Config): Promise<Client> => {
  const running = config.DATABASE_URL === undefined ? runningServer(config.DATA_DIR) : null;
  if (running === null) return openLocalClient(config);
  return { server: openTidegate(running), close: async () => {} };
};

/** Does work with a client, which is closed afterward. */
export const withClient = async (
  work: (client: Client) => Promise<void>,
  config: Config = readConfig(process.env),
): Promise<void> => {
  const client = await openClient(config);
  try {
    await work(client);
  } finally {
    await client.close();
  }
};

/** Composes the service in this process. Its modules are imported only here, since a command beside a running server needs none of them. */
const openLocalClient = async (config: Config): Promise<Client> => {
  const [{ pino }, { openApp }, { lacksDatabase }, { openService }] = await Promise.all([
    import('pino'),
    import('./openApp.ts'),
    import('./openPlace.ts'),
    import('./openService.ts'),
  ]);
  if (lacksDatabase(config))
    throw new InputError([`DATA_DIR=${config.DATA_DIR} has no database, and so has no administrator yet. ${START}`]);
  const service = await openService(config);
  if ((await service.accounts.firstAdministrator()) === undefined) {
    await service.close();
    throw new InputError([`The database has no administrator yet, so nobody can read or write it. ${START}`]);
  }
  const token = config.DATABASE_URL === undefined ? adminToken(config.DATA_DIR) : randomBytes(32).toString('base64url');
  const url = 'http://localhost';
  const app = openApp(service, {
    config,
    log: pino({ level: 'silent' }),
    publicUrl: url,
    adminToken: token,
    draining: () => null,
  });
  return {
    server: openTidegate({ url, token, fetch: async (request) => app.request(request) }),
    close: () => service.close(),
  };
};

/** The id of the organization to work in: the named one, else the only one. Throws InputError when there is none or several. */
export const chooseOrganization = async ({ server }: Client, named: string | undefined): Promise<string> => {
  if (named !== undefined) return named;
  const organizations = await answerOf(server.GET('/v1/organizations/'));
  const [only] = organizations;
  if (organizations.length === 1 && only !== undefined) return only.id;
  throw new InputError([
    organizations.length === 0
      ? 'There is no organization yet. Start the server once, or run "tidegate seed".'
      : `Name one with --organization: ${organizations.map(({ id, name }) => `${id} (${name})`).join(', ')}`,
  ]);
};
