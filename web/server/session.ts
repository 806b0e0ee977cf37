import type { components } from '../../client/schema.d.ts';
import { dataOf, openTidegate } from '../../client/tidegate.ts';

export type SignOnMethods = components['schemas']['LoginMethods'];

type SessionEvent = 'began' | 'ended';

/** Tells the other tabs of this browser. */
const CHANNEL = 'tidegate-session';
const SIGN_ON = '/auth/oidc/login/';
/** That there may be a cookie: a page that never logged in need not ask. */
const KEPT = 'tidegate-session';
/** Only these requests carry the cookie. */
const WITH_COOKIE = { credentials: 'same-origin' } as const;

const service = openTidegate({ url: '' });

/**
 * Who is logged in. The access token lives in memory alone; what outlives the page is a cookie that no script can read and that
 * only goes to `/auth/`.
 */
export class Session {
  private access: string | null = null;
  private renewing: Promise<string | null> | null = null;
  private readonly listeners = new Set<(event: SessionEvent) => void>();
  private readonly channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;

  constructor() {
    this.channel?.addEventListener('message', ({ data }) => {
      if (data === 'ended') this.end();
    });
  }

  /** Told when somebody logs in, and when the session is over. */
  onChange(listener: (event: SessionEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * The access token, or another one for `refused`, by the cookie; one request for all who ask at once. Null: log in. Throws
   * UnreachableError when nobody answers.
   */
  readonly token = (refused: string | null): Promise<string | null> => {
    if (this.access !== null && this.access !== refused) return Promise.resolve(this.access);
    this.renewing ??= this.refresh().finally(() => {
      this.renewing = null;
    });
    return this.renewing;
  };

  methods(): Promise<SignOnMethods> {
    return dataOf(service.GET('/auth/methods/'));
  }

  /** Throws ServiceError: 401 when e-mail or password are wrong, 429 when tried too often. */
  async logIn(email: string, password: string): Promise<void> {
    await this.begin(service.POST('/auth/login/', { ...WITH_COOKIE, body: { email, password, session: true } }));
  }

  /** With the one-time code that a single sign-on came back with. */
  async exchange(code: string): Promise<void> {
    await this.begin(service.POST('/auth/oidc/exchange', { ...WITH_COOKIE, body: { code, session: true } }));
  }

  /** Where a single sign-on begins; it comes back to the path. */
  signOnAddress(returnTo: string): string {
    return `${SIGN_ON}?return=${encodeURIComponent(returnTo)}`;
  }

  async logOut(): Promise<void> {
    this.channel?.postMessage('ended');
    this.end();
    await service.POST('/auth/logout/', { ...WITH_COOKIE, body: {} });
  }

  private async begin(granted: Parameters<typeof dataOf<components['schemas']['Session']>>[0]): Promise<void> {
    this.access = (await dataOf(granted)).access;
    keeps.set(true);
    for (const listener of this.listeners) listener('began');
  }

  private async refresh(): Promise<string | null> {
    if (!keeps.may()) {
      this.end();
      return null;
    }
    const answer = await service.POST('/auth/refresh/', { ...WITH_COOKIE, body: {} });
    if (answer.response.status === 400 || answer.response.status === 401) {
      this.end();
      return null;
    }
    this.access = (await dataOf(Promise.resolve(answer))).access;
    return this.access;
  }

  private end(): void {
    this.access = null;
    keeps.set(false);
    for (const listener of this.listeners) listener('ended');
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
