import type { UserRecord } from '../../api/contract/organization.ts';
import { fetchOrAway, refusal, type TokenSource } from './request.ts';

export interface SignOnMethods {
  readonly password: boolean;
  readonly signOn: { readonly name: string } | null;
}

interface Granted {
  readonly access: string;
  readonly user?: UserRecord;
}

type SessionEvent = 'began' | 'ended';

/** Tells the other tabs of this browser. */
const CHANNEL = 'tidegate-session';
const SIGN_ON = '/auth/oidc/login/';
/** That there may be a cookie: a page that never logged in need not ask. */
const KEPT = 'tidegate-session';

/**
 * Who is logged in. The access token lives in memory alone; what outlives the page is a cookie that no script can read and that
 * only goes to `/auth/`.
 */
export class Session implements TokenSource {
  #access: string | null = null;
  #renewing: Promise<string | null> | null = null;
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  readonly #channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;

  constructor() {
    this.#channel?.addEventListener('message', ({ data }) => {
      if (data === 'ended') this.#end();
    });
  }

  /** Told when somebody logs in, and when the session is over. */
  onChange(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  token(): string | null {
    return this.#access;
  }

  /** By the cookie. One request for all who ask at once. Null: log in. Throws RequestError when nobody answers. */
  renew(refused: string | null): Promise<string | null> {
    if (refused !== null && this.#access !== null && this.#access !== refused) return Promise.resolve(this.#access);
    this.#renewing ??= this.#refresh().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async methods(): Promise<SignOnMethods> {
    const response = await fetchOrAway('/auth/methods/', { credentials: 'omit' });
    if (!response.ok) throw await refusal(response);
    return (await response.json()) as SignOnMethods;
  }

  /** Throws RequestError: 401 when e-mail or password are wrong, 429 when tried too often. */
  async logIn(email: string, password: string): Promise<void> {
    await this.#begin('/auth/login/', { email, password, session: true });
  }

  /** With the one-time code that a single sign-on came back with. */
  async exchange(code: string): Promise<void> {
    await this.#begin('/auth/oidc/exchange', { code, session: true });
  }

  /** Where a single sign-on begins; it comes back to the path. */
  signOnAddress(returnTo: string): string {
    return `${SIGN_ON}?return=${encodeURIComponent(returnTo)}`;
  }

  async logOut(): Promise<void> {
    this.#channel?.postMessage('ended');
    this.#end();
    await post('/auth/logout/', {});
  }

  async #begin(path: string, body: object): Promise<void> {
    const response = await post(path, body);
    if (!response.ok) throw await refusal(response);
    this.#access = ((await response.json()) as Granted).access;
    keeps.set(true);
    for (const listener of this.#listeners) listener('began');
  }

  async #refresh(): Promise<string | null> {
    if (!keeps.may()) {
      this.#end();
      return null;
    }
    const response = await post('/auth/refresh/', {});
    if (response.status === 400 || response.status === 401) {
      this.#end();
      return null;
    }
    if (!response.ok) throw await refusal(response);
    this.#access = ((await response.json()) as Granted).access;
    return this.#access;
  }

  #end(): void {
    this.#access = null;
    keeps.set(false);
    for (const listener of this.#listeners) listener('ended');
  }
}

const keeps = {
  /** A browser that keeps nothing is asked each time. */
  may(): boolean {
    try {
      return localStorage.getItem(KEPT) !== null;
    } catch {
      return true;
    }
  },
  set(isOpen: boolean): void {
    try {
      if (isOpen) localStorage.setItem(KEPT, 'open');
      else localStorage.removeItem(KEPT);
    } catch {
      // Then it asks each time.
    }
  },
};

/** Only these requests carry the cookie. */
const post = (path: string, body: object): Promise<Response> =>
  fetchOrAway(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
