/** A real OpenID provider on the loopback interface, and a browser that visits it. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { listenLocally } from '../listenLocally.ts';

export interface Person {
  readonly subject: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly name: string;
  readonly groups?: readonly string[];
}

export interface Issuer {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who logs in next. */
  person: Person;
  /** Signs an ID token with the issuer's key. */
  sign(claims: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

const CLIENT = { id: 'tidegate', secret: 'the-client-secret-of-a-test-0123456789' };

const listen = async (server: Server): Promise<string> => `http://127.0.0.1:${await listenLocally(server)}`;

export const openIssuer = async (redirectUri: string): Promise<Issuer> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(privateKey)), kid: 'issuer-key', alg: 'RS256', use: 'sig' };
  const server = createServer();
  const url = await listen(server);
  const person: Person = { subject: 'ann', email: 'ann@example.org', isVerified: true, name: 'Ann' };
  const issuer = { url, clientId: CLIENT.id, clientSecret: CLIENT.secret, person };
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [jwk] },
    features: { devInteractions: { enabled: false } },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['a key of this test alone'] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => {
      const { subject, email, isVerified, name, groups } = issuer.person;
      if (id !== subject) return undefined;
      return { accountId: id, claims: () => ({ sub: id, email, email_verified: isVerified, name, groups }) };
    },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      void handle(request, response);
      return;
    }
    // Every visitor is logged in and consents to everything.
    const decide = async (): Promise<void> => {
      const { params, prompt } = await provider.interactionDetails(request, response);
      const grant = new provider.Grant({ accountId: issuer.person.subject, clientId: String(params['client_id']) });
      grant.addOIDCScope(String(params['scope']));
      const result =
        prompt.name === 'login'
          ? { login: { accountId: issuer.person.subject } }
          : { consent: { grantId: await grant.save() } };
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
    };
    decide().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return Object.assign(issuer, {
    sign: (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'issuer-key' }).sign(privateKey),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
};

/** Follows redirects with cookies, from the issuer's page to where it sends the browser back. */
export const visit = async (from: string, until: string): Promise<string> => {
  const cookies = new Map<string, string>();
  let at = from;
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('Location');
    if (location === null) throw new Error(`${at} answers ${answer.status}: ${await answer.text()}`);
    at = new URL(location, at).href;
    if (at.startsWith(until)) return at;
  }
  throw new Error(`${from} leads nowhere.`);
};
