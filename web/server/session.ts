import type { components } from '../../client/schema.d.ts';
import { dataOf, openTidegate } from '../../client/tidegate.ts';

export type SignOnMethods = components['schemas']['LoginMethods'];

type SessionEvent = 'began' | 'ended';

/** The channel on which tabs of this browser notify each other. */
const CHANNEL = 'tidegate-session';
const SIGN_ON = '/auth/oidc/login/';
/** The key in the local storage that says that there may be a cookie. Without it, a page does not try to refresh. */
const KEPT = 'tidegate-session';
/** The option of the only requests that send the cookie. */
const WITH_COOKIE = { credentials: 'same-origin' } as const;

const service = openTidegate({ url: '' });

/**
 * The session of the user. The access token is only in memory; the refresh token is in a cookie that no script can read and that
 * is sent only to `/auth/`.
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

  /** Subscribes to logins and to the end of the session. Returns a function that unsubscribes. */
  onChange(listener: (event: SessionEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Resolves with the access token, or with a new one in place of `refused`, for which the cookie is used; concurrent callers share one request. Null
   * means that the user has to log in. Throws UnreachableError when there is no response.
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

  /** Logs in. Throws ServiceError: 401 when the email address or the password is wrong, 429 after too many attempts. */
  async logIn(email: string, password: string): Promise<void> {
    await this.begin(service.POST('/auth/login/', { ...WITH_COOKIE, body: { email, password, session: true } }));
  }

  /** Logs in with the one-time code of a single sign-on. */
  async exchange(code: string): Promise<void> {
    await this.begin(service.POST('/auth/oidc/exchange', { ...WITH_COOKIE, body: { code, session: true } }));
  }

  /** The address at which a single sign-on begins; it returns to the path `returnTo`. */
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
  /** Whether there may be a cookie; always true in a browser without storage. */
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
      // Without storage, the page tries to refresh each time.
    }
  },
};
