/** A service with single sign-on, its real provider, and a connection between them that tests can manipulate. */
import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { expect } from 'vitest';
import { LOCAL_CREDENTIAL } from '../../api/auth/identity.ts';
import type { SignOnOptions } from '../../api/auth/signOn.ts';
import { createOutgoingFetch, type OutgoingFetch } from '../../api/outgoing/outgoingFetch.ts';
import { type Answer, openApp, type TestApp } from '../../api/testing/openApp.ts';
import { type Issuer, openIssuer, visit } from './issuer.ts';

const publicUrl = 'http://localhost';
/** The credential of the operator on the server's machine. */
export const OPERATOR = 'the-operator';
export const callback = `${publicUrl}/auth/oidc/callback/`;

export interface Session {
  access: string;
  user: { id: string; email: string; name: string; organizations: { id: string; role: string }[] };
}

interface Departure {
  readonly url: URL;
  readonly cookie: string;
}

export interface SignOnWorld {
  /** How far the service's clock is ahead, in milliseconds. */
  skewMs: number;
  /** Modifies the response of the token endpoint; null leaves it unchanged. */
  tamper: (claims: JWTPayload) => Promise<string | null>;
  isDown: boolean;
  /** The status that every endpoint of the issuer responds with; null when it works. */
  failure: number | null;
  readonly issuer: Issuer;
  readonly api: TestApp;
  /** The organization that new users join. */
  readonly organization: string;
  /** Sets the person who signs on next. */
  readonly someone: (more?: Partial<Issuer['person']>) => Issuer['person'];
  readonly depart: (query?: string) => Promise<Departure>;
  readonly comeBack: (to: string, cookie: string, headers?: Record<string, string>) => Promise<Answer>;
  readonly signOn: (query?: string) => Promise<Answer>;
  readonly codeOf: (answer: Answer) => string;
  readonly exchange: (code: string) => Promise<Answer>;
  readonly sessionOf: (answer: Answer) => Promise<Session>;
  readonly expectRefused: (answer: Answer, reason: string | RegExp) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const openSignOnWorld = async (more: Pick<SignOnOptions, 'roleMapping'> = {}): Promise<SignOnWorld> => {
  const hands: Pick<SignOnWorld, 'skewMs' | 'tamper' | 'isDown' | 'failure'> = {
    skewMs: 0,
    tamper: async () => null,
    isDown: false,
    failure: null,
  };
  const outgoing = createOutgoingFetch({ allow: ['127.0.0.1'] });
  const line: OutgoingFetch = async (url, init) => {
    if (hands.isDown) throw new Error('The line is cut.');
    if (hands.failure !== null) return Response.json({ error: 'server_error' }, { status: hands.failure });
    const answer = await outgoing(url, init);
    const path = new URL(url instanceof Request ? url.url : url).pathname;
    if (!path.endsWith('/token') || !answer.ok) return answer;
    const body = (await answer.json()) as { id_token: string };
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
    const other = await hands.tamper(claims);
    return Response.json(other === null ? body : { ...body, id_token: other });
  };
  const organization = `org-${randomUUID()}`;
  const issuer = await openIssuer(callback);
  const api = await openApp({
    identity: {
      clock: () => Date.now() + hands.skewMs,
      localActor: async (credential) =>
        credential === OPERATOR
          ? { kind: 'machine', user: 'operator', credential: LOCAL_CREDENTIAL, memberships: [] }
          : null,
      signOn: {
        name: 'Our directory',
        issuer: issuer.url,
        clientId: issuer.clientId,
        clientSecret: issuer.clientSecret,
        scope: 'openid email profile',
        publicUrl,
        boardPath: '/',
        membership: { organization, role: 'viewer' },
        domains: ['example.org', 'example.com'],
        fetch: line,
        ...more,
      },
    },
  });
  await api.ports.accounts.createOrganization({ id: organization, name: 'Everybody' });
  const world: SignOnWorld = Object.assign(hands, {
    issuer,
    api,
    organization,
    someone(about = {}) {
      const subject = randomUUID();
      return (issuer.person = { subject, email: `${subject}@example.org`, isVerified: true, name: 'Ann', ...about });
    },
    async depart(query = '') {
      const answer = await api.call(`GET /auth/oidc/login/${query}`, { as: null });
      expect(answer.status).toBe(303);
      const cookie = answer.headers.get('Set-Cookie') ?? '';
      expect(cookie).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
      return { url: new URL(answer.headers.get('Location') ?? ''), cookie: cookie.split(';')[0] ?? '' };
    },
    comeBack: (to, cookie, headers = {}) =>
      api.call(`GET ${to.slice(publicUrl.length)}`, { as: null, headers: { cookie, ...headers } }),
    async signOn(query = '') {
      const { url, cookie } = await world.depart(query);
      return world.comeBack(await visit(url.href, callback), cookie);
    },
    codeOf(answer) {
      expect([answer.status, answer.text]).toEqual([303, '']);
      return /#code=([\w-]{43})$/.exec(answer.headers.get('Location') ?? '')?.[1] ?? 'none';
    },
    exchange: (code) => api.call('POST /auth/oidc/exchange', { as: null, body: { code } }),
    sessionOf: async (answer) => (await world.exchange(world.codeOf(answer))).body,
    async expectRefused(answer, reason) {
      expect([answer.status, answer.body]).toMatchObject([401, { code: 'unauthenticated' }]);
      expect((answer.body as { detail: string }).detail).toMatch(reason);
    },
    async close() {
      expect(api.failures).toEqual([]);
      await api.close();
      await issuer.close();
    },
  } satisfies Omit<SignOnWorld, keyof typeof hands>);
  return world;
};
