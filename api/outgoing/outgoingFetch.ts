import { asError } from '../../engine/messageOf.ts';
import type { LookupAddress } from 'node:dns';
import { lookup as lookupName } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { bare, isPublicAddress, parseAllowed } from './addresses.ts';

/** The part of `fetch` that this service's own clients use: method, headers, a body that is not a stream, and a signal. */
export type OutgoingFetch = (target: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface OutgoingOptions {
  /** Hosts, addresses and networks (`10.0.0.0/8`), with a port or for all, that may be reached although they are not public, and also by plain http. */
  readonly allow: readonly string[];
  /** The longest time until the head of the response. */
  readonly timeoutMs?: number;
  /** Returns all addresses of a name. Default: the system's look-up. */
  readonly resolve?: (name: string) => Promise<readonly LookupAddress[]>;
}

/** The error of a request that the service refuses to make. */
export class OutgoingRefused extends Error {
  override readonly name = 'OutgoingRefused';
  readonly code = 'outgoing_refused';
}

const TIMEOUT_MS = 30_000;
const BODILESS = new Set([204, 205, 304]);
/** The final statuses that a `Response` can have. */
const LEAST_STATUS = 200;
const MOST_STATUS = 599;

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));

export interface Outgoing {
  readonly fetch: OutgoingFetch;
  /** Throws OutgoingRefused when `fetch` would refuse the URL whatever addresses its name has, and the error of a look-up that this depends on. */
  readonly check: (url: URL) => Promise<void>;
}

/**
 * A `fetch` for addresses that settings or users name. It reaches only public addresses by https, unless `allow` names others, and connects to the
 * same addresses that it checked, so that a name cannot resolve differently in between (DNS rebinding). Follows no redirects and uses no proxy.
 * Throws OutgoingRefused, and the errors of node:http.
 */
export const createOutgoingFetch = (options: OutgoingOptions): OutgoingFetch => openOutgoing(options).fetch;

export const openOutgoing = (options: OutgoingOptions): Outgoing => {
  const { timeoutMs = TIMEOUT_MS, resolve: lookUp = (name) => lookupName(name, { all: true }) } = options;
  const resolve = (name: string) => within(timeoutMs, lookUp(name), `The name ${name} was not found`);
  const rules = options.allow.map(parseAllowed);

  /** Whether OUTGOING_ALLOW names the host or the address, with the port of the URL or for all ports. */
  const isAllowed = (url: URL, address: string): boolean =>
    rules.some(
      ({ port, host, isAddress }) =>
        (port === null || port === portOf(url)) && (host === bare(url.hostname) || isAddress(address)),
    );
  const refuse = (url: URL): OutgoingRefused =>
    new OutgoingRefused(
      `${bare(url.hostname)} is not a public address; OUTGOING_ALLOW can name it, its address or its network, for port ${portOf(url)} or all ports.`,
    );
  const mayReach = (url: URL, address: string): boolean => isAllowed(url, address) || isPublicAddress(address);

  /** The look-up that net.connect uses; it fails when any address of the name may not be reached. */
  const guarded =
    (url: URL): LookupFunction =>
    (name, { all }, done) => {
      const judge = async (): Promise<void> => {
        try {
          const addresses = await resolve(name);
          const [first] = addresses;
          if (first === undefined || addresses.some(({ address }) => !mayReach(url, address))) throw refuse(url);
          if (all) done(null, [...addresses]);
          else done(null, first.address, first.family);
        } catch (error) {
          done(asError(error), '');
        }
      };
      void judge();
    };

  /** Whether all addresses of a name are allowed. It is looked up only if some entry has an address. */
  const isAllowedByAddress = async (url: URL, host: string): Promise<boolean> => {
    const mayDependOnAddress = isIP(host) === 0 && rules.some((rule) => rule.host === null || isIP(rule.host) !== 0);
    const addresses = mayDependOnAddress ? await resolve(host) : [];
    return addresses.length > 0 && addresses.every(({ address }) => isAllowed(url, address));
  };

  /** Throws unless the scheme is https, or http to a host that is allowed by name or address. */
  const checkScheme = async (url: URL, host: string): Promise<void> => {
    if (url.protocol === 'https:') return;
    if (url.protocol !== 'http:' || !(isAllowed(url, host) || (await isAllowedByAddress(url, host)))) {
      throw new OutgoingRefused(`${url.protocol}//${host} is refused: https only, or name the host in OUTGOING_ALLOW.`);
    }
  };

  const check = async (url: URL): Promise<void> => {
    const host = bare(url.hostname);
    await checkScheme(url, host);
    // An address in the URL is never looked up.
    if (isIP(host) !== 0 && !mayReach(url, host)) throw refuse(url);
  };

  const fetch: OutgoingFetch = async (target, given = {}) => {
    const isRequest = target instanceof Request;
    const init = isRequest ? await opened(target, given) : given;
    const url = new URL(isRequest ? target.url : target);
    await check(url);
    const headers = new Headers(init.headers);
    const body = await bytesOf(init, headers);
    return send(url, { ...init, headers }, body, guarded(url), timeoutMs);
  };
  return { fetch, check };
};

/** Rejects when `work` takes longer than `limitMs`. */
const within = async <T>(limitMs: number, work: Promise<T>, what: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} within ${limitMs} ms.`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

const opened = async (request: Request, init: RequestInit): Promise<RequestInit> => {
  const { method, headers, signal } = request;
  const body = request.body === null ? null : await request.arrayBuffer();
  return { method, headers, signal, body, ...init };
};

const bytesOf = async (init: RequestInit, headers: Headers): Promise<Buffer | null> => {
  const { body } = init;
  if (body === null || body === undefined) return null;
  const whole = new Response(body);
  const type = whole.headers.get('Content-Type');
  if (type !== null && !headers.has('Content-Type')) headers.set('Content-Type', type);
  return Buffer.from(await whole.arrayBuffer());
};

const send = (
  url: URL,
  { method = 'GET', headers, signal }: RequestInit & { readonly headers: Headers },
  body: Buffer | null,
  lookup: LookupFunction,
  timeoutMs: number,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    headers.set('Accept-Encoding', 'identity');
    if (body !== null) headers.set('Content-Length', String(body.byteLength));
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: Object.fromEntries(headers),
      lookup,
      agent: false,
      ...(signal === null || signal === undefined ? {} : { signal }),
    });
    const late = setTimeout(() => {
      request.destroy(new Error(`${url.host} did not answer within ${timeoutMs} ms.`));
    }, timeoutMs);
    request.on('error', (error) => {
      clearTimeout(late);
      reject(error);
    });
    request.on('response', (answer) => {
      clearTimeout(late);
      const status = answer.statusCode ?? 502;
      if (status < LEAST_STATUS || status > MOST_STATUS) {
        request.destroy(new Error(`${url.host} answered with status ${status}, which HTTP does not have.`));
        return;
      }
      const received = new Headers();
      for (const [name, value] of Object.entries(answer.headersDistinct)) {
        for (const one of value ?? []) received.append(name, one);
      }
      const isEmpty = BODILESS.has(status) || method === 'HEAD';
      // Some servers send a body nevertheless, which may never end.
      if (isEmpty) answer.destroy();
      const content = isEmpty ? null : Readable.toWeb(answer);
      resolve(new Response(content, { status, statusText: answer.statusMessage ?? '', headers: received }));
    });
    request.end(body ?? undefined);
  });
