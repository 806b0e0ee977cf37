import { adminToken, readAdminToken } from '../../db/connection/adminToken.ts';
import { liveHolder } from '../../db/connection/directoryLock.ts';
import { randomBytes } from 'node:crypto';
import pino from 'pino';
import type { Config } from '../config.ts';
import { InputError } from '../inputFile.ts';
import { openApp } from './openApp.ts';
import { openService } from './openService.ts';

const NOBODY =
  'The database has no administrator yet, so nobody may read or write it. Start the server once, or run "tidegate seed" for the demo day.';

/** The HTTP surface, wherever it is: the server that has the data directory, or one composed in this process. */
export interface Client {
  /** Throws InputError with the service's problems on any status from 400 on. */
  request(path: string, init?: { readonly method?: string; readonly body?: unknown }): Promise<unknown>;
  close(): Promise<void>;
}

/** Data commands work the same beside a running server: they find its address in the data directory's lock. */
export const openClient = async (config: Config): Promise<Client> => {
  const holder = config.DATABASE_URL === undefined ? liveHolder(config.DATA_DIR) : null;
  if (holder?.address != null) {
    const token = readAdminToken(config.DATA_DIR);
    if (token === null) throw new InputError([`${config.DATA_DIR}: its administrator's token cannot be read`]);
    const { address } = holder;
    return { request: requester((path, init) => fetch(`${address}${path}`, init), token), close: async () => {} };
  }
  const service = await openService(config);
  if ((await service.accounts.firstAdministrator()) === undefined) {
    await service.close();
    throw new InputError([NOBODY]);
  }
  const token = config.DATABASE_URL === undefined ? adminToken(config.DATA_DIR) : randomBytes(32).toString('base64url');
  const app = openApp(service, {
    config,
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
    adminToken: token,
    draining: () => null,
  });
  return {
    request: requester(async (path, init) => app.request(path, init), token),
    close: () => service.close(),
  };
};

interface Refusal {
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

const requester =
  (send: (path: string, init: RequestInit) => Promise<Response>, token: string): Client['request'] =>
  async (path, { method = 'GET', body } = {}) => {
    const response = await send(path, {
      method,
      headers: {
        Authorization: `Token ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? null : JSON.parse(text);
    const { detail = text, errors = [] } = readRefusal(text);
    throw new InputError(
      errors.length > 0
        ? errors.map(({ path: at, message }) => `${at}: ${message}`)
        : [`${response.status}: ${detail}`],
    );
  };

const readRefusal = (text: string): Refusal => {
  try {
    return JSON.parse(text) as Refusal;
  } catch {
    return { detail: text };
  }
};

/** The organization to work in: the one named, else the only one there is. */
export const chooseOrganization = async (client: Client, named: string | undefined): Promise<string> => {
  if (named !== undefined) return named;
  const organizations = (await client.request('/v1/organizations/')) as { id: string; name: string }[];
  const [only] = organizations;
  if (organizations.length === 1 && only !== undefined) return only.id;
  throw new InputError([
    organizations.length === 0
      ? 'There is no organization yet. Start the server once, or run "tidegate seed".'
      : `Name one with --organization: ${organizations.map(({ id, name }) => `${id} (${name})`).join(', ')}`,
  ]);
};
