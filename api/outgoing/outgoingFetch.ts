import type { LookupAddress } from 'node:dns';
import { lookup as lookupName } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { isPublicAddress, parseNetworks } from './addresses.ts';

/** The part of fetch that clients of ours use: a method, headers, a body that is at hand, a signal. */
export type OutgoingFetch = (target: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface OutgoingOptions {
  /** Hosts, addresses and networks (`10.0.0.0/8`) that may be reached although they are not public; http too. */
  readonly allow: readonly string[];
  /** Until the head of the answer. */
  readonly timeoutMs?: number;
  /** Every address of a name. */
  readonly resolve?: (name: string) => Promise<readonly LookupAddress[]>;
}

/** A request that this service does not make. */
export class OutgoingRefused extends Error {
  override readonly name = 'OutgoingRefused';
  readonly code = 'outgoing_refused';
}

const TIMEOUT_MS = 30_000;
const BODILESS = new Set([204, 205, 304]);

const isNetwork = (entry: string): boolean => isIP(entry.split('/')[0] ?? '') !== 0;
const bare = (host: string): string => host.replace(/^\[|\]$/g, '').toLowerCase();

/**
 * Requests to the outside that settings or people name. Reaches public addresses by https alone, unless `allow` says otherwise, and connects to the
 * very addresses that were judged, so that a name cannot change its meaning in between. Follows no redirects, uses no proxy.
 * Throws OutgoingRefused, and what node:http throws.
 */
export const createOutgoingFetch = (options: OutgoingOptions): OutgoingFetch => {
  const { timeoutMs = TIMEOUT_MS, resolve = (name) => lookupName(name, { all: true }) } = options;
  const allowedHosts = new Set(options.allow.filter((entry) => !isNetwork(entry)).map(bare));
  const isAllowedAddress = parseNetworks(options.allow.filter(isNetwork));

  const refuse = (host: string): OutgoingRefused =>
    new OutgoingRefused(`${host} is not a public address; OUTGOING_ALLOW can name it, its address or its network.`);
  const mayReach = (host: string, address: string): boolean =>
    allowedHosts.has(host) || isAllowedAddress(address) || isPublicAddress(address);

  /** What net.connect asks for the addresses of a name: after this nothing is looked up any more. */
  const guarded =
    (host: string): LookupFunction =>
    (name, { all }, done) => {
      const judge = async (): Promise<void> => {
        try {
          const addresses = await resolve(name);
          const [first] = addresses;
          if (first === undefined || addresses.some(({ address }) => !mayReach(host, address))) throw refuse(host);
          if (all) done(null, [...addresses]);
          else done(null, first.address, first.family);
        } catch (error) {
          done(error as NodeJS.ErrnoException, '');
        }
      };
      void judge();
    };

  /** By http only what is allowed by name or address. */
  const checkScheme = async (url: URL, host: string): Promise<void> => {
    if (url.protocol === 'https:') return;
    const addresses = isIP(host) === 0 && !allowedHosts.has(host) ? await resolve(host) : [];
    const isAllowed =
      allowedHosts.has(host) ||
      isAllowedAddress(host) ||
      (addresses.length > 0 && addresses.every(({ address }) => isAllowedAddress(address)));
    if (url.protocol !== 'http:' || !isAllowed) {
      throw new OutgoingRefused(`${url.protocol}//${host} is refused: https only, or name the host in OUTGOING_ALLOW.`);
    }
  };

  return async (target, given = {}) => {
    const isRequest = target instanceof Request;
    const init = isRequest ? await opened(target, given) : given;
    const url = new URL(isRequest ? target.url : target);
    const host = bare(url.hostname);
    await checkScheme(url, host);
    // An address in the URL is never looked up.
    if (isIP(host) !== 0 && !mayReach(host, host)) throw refuse(host);
    const headers = new Headers(init.headers);
    const body = await bytesOf(init, headers);
    return send(url, { ...init, headers }, body, guarded(host), timeoutMs);
  };
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
      const received = new Headers();
      for (const [name, value] of Object.entries(answer.headersDistinct)) {
        for (const one of value ?? []) received.append(name, one);
      }
      const isEmpty = BODILESS.has(status) || method === 'HEAD';
      if (isEmpty) answer.resume();
      const content = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
      resolve(new Response(content, { status, statusText: answer.statusMessage ?? '', headers: received }));
    });
    request.end(body ?? undefined);
  });
