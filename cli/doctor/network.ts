import { once } from 'node:events';
import { createServer, isIP } from 'node:net';
import { connect } from 'node:tls';
import { asError, messageOf } from '../../engine/messageOf.ts';
import { createOutgoingFetch } from '../../api/outgoing/outgoingFetch.ts';
import { tracesAddress } from '../composition/openTracing.ts';
import type { Config } from '../config.ts';
import { type Diagnosis, ok, problem, warning } from './diagnosis.ts';

const PATIENCE_MS = 5_000;
const CERTIFICATE_DAYS = 14;
const DAY_MS = 86_400_000;

export const diagnoseNetwork = async (config: Config): Promise<Diagnosis[]> => [
  ...(await diagnoseHost(config)),
  ...(await diagnosePublicUrl(config)),
  ...(await diagnoseSignOn(config)),
  ...(await diagnoseModel(config)),
  ...(await diagnoseCollector(config)),
];

/** Requests an address. Resolves with null when the response is a success, or has one of these statuses, else with the reason, as a sentence. */
export const answers = async (
  url: URL,
  ask: typeof fetch = fetch,
  alsoGood: readonly number[] = [],
): Promise<string | null> => {
  try {
    const { ok: isGood, status } = await ask(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return isGood || alsoGood.includes(status) ? null : `it responds with ${status}.`;
  } catch (error) {
    const { message, cause } = asError(error);
    return `${(cause instanceof Error ? cause.message : message).replace(/\.$/, '')}.`;
  }
};

/** Listens on HOST for a moment, on a free port, since a server may be running. */
const diagnoseHost = async ({ HOST }: Config): Promise<Diagnosis[]> => {
  const server = createServer().listen(0, HOST);
  try {
    await once(server, 'listening');
    return [];
  } catch (error) {
    return [
      problem(
        'host',
        `A server cannot listen on HOST=${HOST}: ${messageOf(error)}.`,
        'Set it to an address of this machine, or to 0.0.0.0 for all of them.',
      ),
    ];
  } finally {
    server.close();
  }
};

const isOwnMachine = (host: string): boolean => /^(?:localhost|127\..*|\[::1\]|::1)$/.test(host);

const diagnosePublicUrl = async ({ PUBLIC_URL, HOST, TRUSTED_PROXIES }: Config): Promise<Diagnosis[]> => {
  if (PUBLIC_URL === undefined) {
    return isOwnMachine(HOST)
      ? [ok('address', 'The service is available only on this machine.')]
      : [
          warning(
            'address',
            'PUBLIC_URL is not set.',
            'Set it to the address that users see: links and single sign-on need it.',
          ),
        ];
  }
  const url = new URL(PUBLIC_URL);
  const fault = await answers(new URL('/healthz', url));
  const reached =
    fault === null
      ? ok('address', `${PUBLIC_URL} responds.`)
      : warning(
          'address',
          `${PUBLIC_URL} is not reached from here: ${fault}`,
          'Start the server, or check the proxy in front of it.',
        );
  if (url.protocol === 'https:')
    return [reached, ...diagnoseProxies(TRUSTED_PROXIES), ...(await diagnoseCertificate(url))];
  return isOwnMachine(url.hostname)
    ? [reached]
    : [
        reached,
        warning(
          'tls',
          'PUBLIC_URL is plain http.',
          'Put a proxy with TLS in front of it: without TLS, passwords can be read in transit.',
        ),
      ];
};

/** The service itself does not speak TLS, so an https address is that of a proxy, and without its header all clients have the proxy's address. */
const diagnoseProxies = (trusted: readonly string[]): Diagnosis[] =>
  trusted.length > 0
    ? []
    : [
        warning(
          'proxy',
          'PUBLIC_URL is that of a proxy, but TRUSTED_PROXIES is not set.',
          'Set it to the addresses of the proxy: otherwise all clients share the limits of one address, so that anybody who guesses passwords keeps everybody from logging in.',
        ),
      ];

/** There is nothing to say about a certificate that nobody can show, since there is no connection: that the address is not reached has been said. */
const diagnoseCertificate = (url: URL): Promise<Diagnosis[]> => {
  const { promise, resolve } = Promise.withResolvers<Diagnosis[]>();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  let isConnected = false;
  const fail = (message: string): void => {
    const finding = `The certificate of ${url.host} is not valid: ${message}.`;
    resolve(isConnected ? [problem('tls', finding, 'Renew it, and serve its whole chain.')] : []);
  };
  const socket = connect(
    { host, port: Number(url.port || 443), ...(isIP(host) === 0 ? { servername: host } : {}), timeout: PATIENCE_MS },
    () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
      const finding = `The certificate of ${url.host} is valid for ${days} days.`;
      resolve([days < CERTIFICATE_DAYS ? warning('tls', finding, 'Renew it.') : ok('tls', finding)]);
      socket.end();
    },
  );
  socket.once('connect', () => {
    isConnected = true;
  });
  socket.once('error', ({ message }) => fail(message));
  socket.once('timeout', () => {
    fail('there was no response');
    socket.destroy();
  });
  return promise;
};

const diagnoseSignOn = async ({ OIDC_ISSUER, OUTGOING_ALLOW }: Config): Promise<Diagnosis[]> => {
  if (OIDC_ISSUER === undefined) return [];
  const url = new URL(`${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const fault = await answers(url, createOutgoingFetch({ allow: OUTGOING_ALLOW }));
  return [
    fault === null
      ? ok('single sign-on', `${OIDC_ISSUER} publishes its configuration.`)
      : problem(
          'single sign-on',
          `${url.href} is not reached: ${fault}`,
          'Check OIDC_ISSUER, and OUTGOING_ALLOW when it is an internal address.',
        ),
  ];
};

/** An endpoint that has no list of its models is reached, too. */
const UNLISTED = [404, 405];

const diagnoseModel = async ({ AGENT_BASE_URL, AGENT_API_KEY, OUTGOING_ALLOW }: Config): Promise<Diagnosis[]> => {
  if (AGENT_BASE_URL === undefined) return [];
  const url = new URL(`${AGENT_BASE_URL.replace(/\/$/, '')}/models`);
  const headers = AGENT_API_KEY === undefined ? {} : { Authorization: `Bearer ${AGENT_API_KEY}` };
  const ask = createOutgoingFetch({ allow: OUTGOING_ALLOW });
  const fault = await answers(url, (target, init) => ask(target, { ...init, headers }), UNLISTED);
  return [
    fault === null
      ? ok('assistant', `The language model at ${url.host} responds.`)
      : problem(
          'assistant',
          `${url.href} is not reached: ${fault}`,
          'Check AGENT_BASE_URL and AGENT_API_KEY, and OUTGOING_ALLOW when it is an internal address.',
        ),
  ];
};

const diagnoseCollector = async (config: Config): Promise<Diagnosis[]> => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: own } = config;
  if (endpoint === undefined) return [];
  const { parseKeyPairsIntoRecord } = await import('@opentelemetry/core');
  const url = new URL(tracesAddress(endpoint));
  const headers = { ...parseKeyPairsIntoRecord(own), 'Content-Type': 'application/json' };
  const empty = { method: 'POST', headers, body: '{"resourceSpans":[]}' };
  const fault = await answers(url, (target, init) => fetch(target, { ...init, ...empty }));
  return [
    fault === null
      ? ok('traces', `The collector at ${url.host} takes traces.`)
      : warning(
          'traces',
          `${url.href} takes no traces: ${fault}`,
          'Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS.',
        ),
  ];
};
