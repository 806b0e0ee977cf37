import { randomUUID } from 'node:crypto';
import { isRecord } from '../../engine/recordOf.ts';
import type { Events, PlanningRef, Sink } from '../../schedule/events/events.ts';
import { Message } from '../../schedule/events/message.ts';
import { actorScope } from '../../schedule/access/actorScope.ts';
import type { Actor } from '../../schedule/types.ts';
import { ClientMessage } from '../contract/event.ts';
import { checked } from '../../schedule/entities/checked.ts';
import { problemsOf } from '../contract/error.ts';
import { failureOf } from '../errors.ts';
import { Outbox, type Wire } from './outbox.ts';
import { PresencePublisher } from './presencePublisher.ts';
import type { Checks } from './sharedChecks.ts';
import type { PlaceReason, PlaceRefusal, SocketPlaces } from './socketPlaces.ts';

/** The part of a WebSocket that a session uses. */
export interface Socket extends Wire {
  close(code: number, reason: string): void;
  terminate(): void;
  /** Stops reading messages until `resume`. */
  pause(): void;
  resume(): void;
}

export interface SessionOptions {
  readonly hub: Events;
  /** X-Organization-Id of the connection. */
  readonly organization: string | null;
  /** Authenticates a client that connects. */
  readonly authenticate: Checks['authenticate'];
  /** Checks again a client that is connected. Results may be cached and shared with other sessions. */
  readonly rechecks: Checks;
  /** For log and error messages. */
  readonly requestId: string;
  readonly onUnexpected: (error: unknown) => void;
  /** A client that reads nothing for this long is disconnected. */
  readonly stallMs: number;
  /** The places of this node's sockets. */
  readonly places: Pick<SocketPlaces<EventSession>, 'heard' | 'take' | 'leave'>;
  readonly onRefused: (reason: PlaceReason) => void;
}

const CLOSE_UNAUTHENTICATED = 4401;
const CLOSE_AGAIN = 1013;
const TOO_SLOW = 'Too slow; reconnect with since.';
/** How long a client that lost its rights has to complete the close handshake; nothing more is sent to it. */
const CLOSE_GRACE_MS = 2000;
/** How long a slow client has to read what is in flight and then the close frame, which says that it may reconnect. */
const SLOW_GRACE_MS = 30_000;
const SUBSCRIPTION_LIMIT = 100;
/** While more messages of a client than this are waiting, its socket is not read. */
const QUEUED_MESSAGES = 16;

interface Subscription {
  readonly planning: string;
  readonly ref: PlanningRef;
  readonly workspace: string | null;
  readonly stop: () => void;
}

/**
 * One client of the event socket: its actor and subscriptions. Its messages are handled one after another, each once the responses to earlier ones
 * are sent.
 */
export class EventSession {
  private readonly socket: Socket;
  private readonly outbox: Outbox;
  private readonly options: SessionOptions;
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly id = randomUUID();
  private readonly presence: PresencePublisher;
  private credential: string | null = null;
  private hasCredential = false;
  private actor: Actor | null = null;
  /** The organization in which plannings are looked up; null for all of the user's. */
  private organization: string | null;
  private isClosed = false;
  private queued = 0;
  private turn: Promise<void> = Promise.resolve();

  constructor(socket: Socket, options: SessionOptions) {
    this.socket = socket;
    this.options = options;
    this.organization = options.organization;
    this.presence = new PresencePublisher(({ planning, ...presence }) =>
      options.hub.present(planning, { ...presence, session: this.id }),
    );
    const onStall = (): void => this.end(CLOSE_AGAIN, TOO_SLOW, SLOW_GRACE_MS);
    this.outbox = new Outbox(socket, { stallMs: options.stallMs, onStall });
  }

  /** Whether the client has sent no credential yet. */
  get awaitsCredential(): boolean {
    return !this.hasCredential;
  }

  /** Whether the socket is not read because too many messages of the client are waiting. */
  get isPaused(): boolean {
    return this.queued > QUEUED_MESSAGES;
  }

  /** Authenticates the client. `authorization` is the value of a header, such as `Token …`. */
  authenticate(authorization: string): Promise<void> {
    this.hear();
    return this.inTurn(() => this.checkLogin(authorization));
  }

  receive(text: string): Promise<void> {
    return this.inTurn(() => this.handle(text));
  }

  /** Checks again who the client is and what it may read, since tokens expire and members are removed. Does not wait for messages in progress. */
  async recheck(): Promise<void> {
    const credential = this.credential;
    if (credential === null || this.isClosed) return;
    const { rechecks } = this.options;
    try {
      const actor = await this.asked(() => rechecks.authenticate(credential), credential);
      if (actor === null || this.credential !== credential || this.isClosed) return;
      this.actor = actor;
      for (const [key, subscription] of this.subscriptions) {
        if (await this.isReadable(actor, subscription)) continue;
        if (this.subscriptions.get(key) !== subscription) continue;
        if (!isMember(actor, subscription)) {
          if (this.credential === credential) this.rejectClient(`There is no planning ${subscription.planning}.`);
          return;
        }
        // The planning was deleted. The other subscriptions go on.
        subscription.stop();
        this.subscriptions.delete(key);
        this.send({ type: 'error', detail: `There is no planning ${subscription.planning}.`, code: 'not_found' });
      }
    } catch (error) {
      this.options.onUnexpected(error);
    }
  }

  close(): void {
    this.isClosed = true;
    this.options.places.leave(this);
    this.presence.close();
    this.outbox.close();
    for (const { stop } of this.subscriptions.values()) stop();
    this.subscriptions.clear();
  }

  /** Closes the session because the client did not authenticate in time, or has no valid credential. */
  rejectClient(reason: string): void {
    this.end(CLOSE_UNAUTHENTICATED, reason);
  }

  /** Closes the session because there are too many; the client may connect again. */
  refusePlace({ reason, text }: PlaceRefusal): void {
    this.options.onRefused(reason);
    this.end(CLOSE_AGAIN, text);
  }

  private hear(): void {
    this.hasCredential = true;
    this.options.places.heard(this);
  }

  /**
   * The result of a check; null when it was refused. Then the session is closed, unless the client has sent another credential than the `checked` one
   * in the meantime. Throws unexpected errors.
   */
  private async asked<T>(ask: () => Promise<T>, checked: string | null = null): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      const { body, expected } = failureOf(error, this.options.requestId);
      if (!expected) throw error;
      if (this.credential === checked) this.rejectClient(body.detail);
      return null;
    }
  }

  /** Whether the actor may still read the planning, and it is there. Throws unexpected errors. */
  private async isReadable(actor: Actor, { ref }: Subscription): Promise<boolean> {
    try {
      await this.options.rechecks.authorize(actor, ref);
      return true;
    } catch (error) {
      if (!failureOf(error, this.options.requestId).expected) throw error;
      return false;
    }
  }

  private async inTurn(work: () => Promise<void>): Promise<void> {
    const before = this.turn;
    if (++this.queued > QUEUED_MESSAGES) this.socket.pause();
    const turn = (async () => {
      await before;
      try {
        if (await this.outbox.ready()) await work();
      } catch (error) {
        this.refuse(error);
      }
      if (--this.queued === QUEUED_MESSAGES) this.socket.resume();
    })();
    this.turn = turn;
    return turn;
  }

  private async checkLogin(authorization: string): Promise<void> {
    this.hear();
    // Until this one is checked, none before it matters.
    this.credential = null;
    try {
      const actor = await this.asked(() => this.options.authenticate(authorization));
      if (actor === null || this.isClosed) return;
      const refusal = this.options.places.take(this, actor.credential);
      if (refusal !== null) return this.refusePlace(refusal);
      this.actor = actor;
      this.credential = authorization;
    } catch (error) {
      this.refuse(error);
      this.end(CLOSE_AGAIN, 'The credential could not be checked; connect again.');
    }
  }

  private async handle(text: string): Promise<void> {
    const message = parseMessage(text);
    if ('problem' in message) return this.send({ type: 'error', detail: message.problem, code: 'validation_failed' });
    if (message.type === 'authenticate') {
      this.organization = message.organization ?? this.organization;
      const hasScheme = /^\S+\s+\S+$/.test(message.token.trim());
      return this.checkLogin(hasScheme ? message.token : `Token ${message.token}`);
    }
    if (this.actor === null) return this.rejectClient('Authenticate first.');
    if (message.type === 'presence') return this.present(this.actor, message);
    const { planning, workspace = null } = message;
    const key = `${planning} ${workspace ?? ''}`;
    this.subscriptions.get(key)?.stop();
    this.subscriptions.delete(key);
    if (message.type === 'unsubscribe') return this.send({ type: 'unsubscribed', planning, workspace });
    if (this.subscriptions.size >= SUBSCRIPTION_LIMIT) {
      const detail = `A socket has at most ${SUBSCRIPTION_LIMIT} subscriptions; open another.`;
      return this.send({ type: 'error', detail, code: 'too_many_items' });
    }
    const request = {
      planning,
      workspace,
      since: message.since ?? null,
      batch: message.batch ?? false,
      session: this.id,
    };
    const scope = { ...actorScope(this.actor), organization: this.organization };
    const subscription = await this.options.hub.subscribe(scope, request, this.sink());
    const stop = (): void => subscription.stop();
    if (this.isClosed) return stop();
    this.subscriptions.set(key, { planning, ref: subscription.planning, workspace, stop });
    await subscription.caughtUp.catch((error: unknown) => {
      this.subscriptions.delete(key);
      throw error;
    });
  }

  private present(
    { user }: Actor,
    { planning, operation }: Extract<ClientMessage, { readonly type: 'presence' }>,
  ): void {
    const matching = [...this.subscriptions.values()].filter(
      (one) => planning === undefined || one.planning === planning,
    );
    const subscription = matching.at(-1);
    if (subscription === undefined || matching.some((one) => one.planning !== subscription.planning)) {
      const detail = 'Presence has to name one planning that this socket is subscribed to.';
      return this.send({ type: 'error', detail, code: 'validation_failed' });
    }
    this.presence.publish({ planning: subscription.ref, workspace: subscription.workspace, operation, user });
  }

  private sink(): Sink {
    const outbox = this.outbox;
    return {
      send: (message) => outbox.send(message),
      ready: () => outbox.ready(),
      get isBehind() {
        return outbox.isBehind;
      },
      lose: () => this.end(CLOSE_AGAIN, 'Events are late; reconnect with since.'),
    };
  }

  private refuse(error: unknown): void {
    const { body, expected } = failureOf(error, this.options.requestId);
    if (!expected) this.options.onUnexpected(error);
    this.send({ type: 'error', detail: body.detail, code: body.code });
  }

  private send(message: object): void {
    this.outbox.send(new Message(message));
  }

  private end(code: number, reason: string, graceMs = CLOSE_GRACE_MS): void {
    if (this.isClosed) return;
    this.close();
    this.socket.close(code, reason.slice(0, 120));
    // A client that reads nothing does not read the close frame either.
    setTimeout(() => this.socket.terminate(), graceMs).unref();
  }
}

const isMember = ({ memberships }: Actor, { ref }: Subscription): boolean =>
  memberships.some(({ organization }) => organization === ref.organization);

const NOT_AN_OBJECT = 'A message must be a JSON object.';

const parseMessage = (text: string): ClientMessage | { readonly problem: string } => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: NOT_AN_OBJECT };
  }
  if (!isRecord(value)) return { problem: NOT_AN_OBJECT };
  const parsed = checked(ClientMessage, value);
  if (parsed.success) return parsed.data;
  return {
    problem: problemsOf(parsed.error)
      .map(({ path, message }) => `${path}: ${message}`)
      .join('; '),
  };
};
