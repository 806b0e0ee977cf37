import type { OtherMessage } from '../../client/livePlanning.ts';
import type { Author } from '../server/endpoints.ts';

type PresenceMessage = Extract<OtherMessage, { readonly type: 'presence' }>;

/** The other users who are looking at an operation of the planning. A user is present while any of their tabs is. */
export class Presence {
  /** The users by the session of their socket. */
  private readonly sessions = new Map<string, Author>();

  /** Applies a message. Returns the present users, each once. */
  take({ session, user, operation }: PresenceMessage): readonly Author[] {
    if (operation === null) this.sessions.delete(session);
    else this.sessions.set(session, user);
    return [...new Map([...this.sessions.values()].map((author) => [author.id, author])).values()];
  }
}
