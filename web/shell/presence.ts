import type { OtherMessage } from '../../client/livePlanning.ts';
import type { Author } from '../server/endpoints.ts';

export type PresenceMessage = Extract<OtherMessage, { readonly type: 'presence' }>;

/** Who else looks at something here; each of their tabs counts until it looks at nothing. */
export class Presence {
  /** By the session of their socket. */
  private readonly sessions = new Map<string, Author>();

  /** Each one once. */
  take({ session, user, operation }: PresenceMessage): readonly Author[] {
    if (operation === null) this.sessions.delete(session);
    else this.sessions.set(session, user);
    return [...new Map([...this.sessions.values()].map((author) => [author.id, author])).values()];
  }
}
