import { readFileSync } from 'node:fs';

/** What postgres.js is called with. */
interface ServerUrl {
  readonly url: string;
  readonly options: { readonly host?: string; readonly ssl?: object };
}

const PARTS = /^(?<scheme>\w+:\/\/)(?<user>[^@/?]*@)?(?<hosts>[^/?]*)(?<path>[^?]*)\??(?<query>.*)$/s;

/** Modes in which a certificate of `sslrootcert` is asked for, as libpq does. */
const CERTIFIED = new Set(['require', 'verify-ca', 'verify-full']);

const tlsOf = (rootFile: string, mode: string): object => ({
  ca: readFileSync(rootFile),
  rejectUnauthorized: true,
  // Only verify-full asks for the server's name in its certificate.
  ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
});

/** The certificates to trust, taken out of the parameters. */
const takeTls = (parameters: URLSearchParams): ServerUrl['options'] => {
  const [root, mode] = [parameters.get('sslrootcert'), parameters.get('sslmode') ?? ''];
  if (root === null || root === 'system') return {};
  parameters.delete('sslrootcert');
  return CERTIFIED.has(mode) ? { ssl: tlsOf(root, mode) } : {};
};

/** The folder of a socket, and the host to write in its place, with the port; taken out of the parameters. */
const takeFolder = (hosts: string, parameters: URLSearchParams) => {
  const [, name = '', ownPort = ''] = /^(.*?)(:\d+)?$/.exec(hosts) ?? [];
  const named = /^%2f/i.test(name) ? decodeURIComponent(name) : (parameters.get('host') ?? '');
  if (!named.startsWith('/')) return { address: hosts, options: {} };
  const port = parameters.get('port');
  parameters.delete('host');
  parameters.delete('port');
  return { address: `localhost${port === null ? ownPort : `:${port}`}`, options: { host: named } };
};

/** As in libpq. The driver would take any other for one that checks certificates. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** Whether the parameter `sslmode` of a URL is absent, empty or one that exists. */
export const hasSslMode = (url: string): boolean => {
  const modes = new URLSearchParams(PARTS.exec(url)?.groups?.['query'] ?? '').getAll('sslmode');
  return modes.every((mode) => mode === '' || SSL_MODES.includes(mode));
};

/** Whether postgres.js can read a URL: for any other, it throws an error that shows the password, or tries without end to connect. */
export const isServerUrl = (url: string): boolean => {
  const { scheme, user = '', hosts = '', path = '', query = '' } = PARTS.exec(url)?.groups ?? {};
  if (scheme === undefined || !/^postgres(?:ql)?:/.test(scheme)) return false;
  try {
    for (const part of [user, hosts, path]) decodeURIComponent(part);
    // A user without a host is allowed here, since the parameter `host` may name a socket.
    return hosts.split(',').every((host) => URL.canParse(`${scheme}${host === '' ? '' : user}${host}${path}?${query}`));
  } catch {
    return false;
  }
};

/**
 * Reads those parts of a PostgreSQL URL that libpq knows and postgres.js does not: the folder of a Unix socket, percent-encoded in the place of the
 * host or as the parameter `host`, and the file `sslrootcert` with the certificates of authorities. Throws when the file cannot be read.
 */
export const readServerUrl = (url: string): ServerUrl => {
  const { scheme = '', user = '', hosts = '', path = '', query = '' } = PARTS.exec(url)?.groups ?? {};
  const parameters = new URLSearchParams(query);
  const before = parameters.size;
  const { address, options } = takeFolder(hosts, parameters);
  const tls = takeTls(parameters);
  if (address === hosts && parameters.size === before) return { url, options: {} };
  const left = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  return { url: `${scheme}${user}${address}${path}${left}`, options: { ...options, ...tls } };
};
