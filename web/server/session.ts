import type { components } from '../../client/schema.d.ts';
import { dataOf, openTidegate } from '../../client/tidegate.ts';

export type SignOnMethods = components['schemas']['LoginMethods'];

type SessionEvent = 'began' | 'renewed' | 'ended';

/** The channel on which tabs of this browser notify each other. */
const CHANNEL = 'tidegate-session';
const SIGN_ON = '/auth/oidc/login/';
/** The key in the local storage that says that there may be a cookie. Without it, a page does not try to refresh. */
const KEPT = 'tidegate-session';
/** The share of an access token's life after which there is a new one, so that no connection is closed because its token has expired. */
const RENEWED_AFTER = 0.8;
/** The option of the only requests that send the cookie. */
const WITH_COOKIE = { credentials: 'same-origin' } as const;

const service = openTidegate({ url: '' });

/**
 * The session of the user. The access token is only in memory; the refresh token is in a cookie that no script can read and that
 * is sent only to `/auth/`.
 */
export class Session {
  private access: string | null = null;
  private renewal: ReturnType<typeof setTimeout> | undefined;
  private renewing: Promise<string | null> | null = null;
  /** Whether somebody is logged in, or was when the session ended. */
  private hasUser = false;
  /** Continues the requests that wait for the user to log in again. */
  private release: ((token: string | null) => void) | null = null;
  private readonly listeners = new Set<(event: SessionEvent) => Promise<void> | void>();
  private readonly channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;

  constructor() {
    this.channel?.addEventListener('message', ({ data }) => {
      if (data === 'ended') this.end();
      // The user has logged in in another tab, whose cookie this one shares.
      if (data === 'began' && this.access === null) void this.join();
    });
  }

  /** Subscribes to logins, to new tokens of the same user, and to the end of the session. */
  onChange(listener: (event: SessionEvent) => Promise<void> | void): void {
    this.listeners.add(listener);
  }

  /**
   * Resolves with the access token, or with a new one in place of `refused`, for which the cookie is used; concurrent callers share one request. Null
   * means that nobody is logged in. When the session has ended, callers wait until `resume`, so that what they want to send is not lost. Throws
   * UnreachableError when there is no response.
   */
  readonly token = (refused: string | null): Promise<string | null> => {
    if (this.access !== null && this.access !== refused) return Promise.resolve(this.access);
    this.renewing ??= this.renewed().finally(() => {
      this.renewing = null;
    });
    return this.renewing;
  };

  /** Continues what waits for a token. Called when the user whose session has ended is back. */
  resume(): void {
    this.release?.(this.access);
    this.release = null;
    if (this.access !== null) void this.emit('renewed');
  }

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
    this.hasUser = false;
    this.resume();
    await service.POST('/auth/logout/', { ...WITH_COOKIE, body: {} });
  }

  private async begin(granted: Parameters<typeof dataOf<components['schemas']['Session']>>[0]): Promise<void> {
    this.take((await dataOf(granted)).access);
    keeps.set(true);
    this.channel?.postMessage('began');
    await this.emit('began');
  }

  /** Begins with the session of another tab. If that is not possible, this tab stays as it is. */
  private async join(): Promise<void> {
    try {
      if ((await this.refresh()) !== null) await this.emit('began');
    } catch {
      // The user can still log in here.
    }
  }

  private async renewed(): Promise<string | null> {
    const access = await this.refresh();
    if (access !== null) void this.emit('renewed');
    if (access !== null || !this.hasUser) return access;
    return new Promise((resolve) => {
      this.release = resolve;
    });
  }

  private async refresh(): Promise<string | null> {
    if (!keeps.may()) {
      this.end();
      return null;
    }
    const answer = await oneTabAtATime(() => service.POST('/auth/refresh/', { ...WITH_COOKIE, body: {} }));
    if (answer.response.status === 400 || answer.response.status === 401) {
      this.end();
      return null;
    }
    return this.take((await dataOf(Promise.resolve(answer))).access);
  }

  private take(access: string): string {
    this.access = access;
    this.hasUser = true;
    clearTimeout(this.renewal);
    // If the server cannot be reached then, the next request that needs a token renews it.
    this.renewal = setTimeout(() => void this.token(access).catch(() => {}), RENEWED_AFTER * lifeMsOf(access));
    return access;
  }

  private async emit(event: SessionEvent): Promise<void> {
    for (const listener of this.listeners) await listener(event);
  }

  private end(): void {
    this.access = null;
    clearTimeout(this.renewal);
    keeps.set(false);
    void this.emit('ended');
  }
}

/** How long an access token is valid from when it is issued: the times of a JWT (RFC 7519) are in seconds. */
const lifeMsOf = (access: string): number => {
  const [, claims = ''] = access.split('.');
  const { iat, exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as {
    readonly iat: number;
    readonly exp: number;
  };
  return 1000 * (exp - iat);
};

/** Tabs that refresh at once would use the same cookie, and the service ends a login whose cookie is used too often. Pages without TLS have no locks. */
const oneTabAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(CHANNEL, work) : work();

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
