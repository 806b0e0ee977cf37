import { randomUUID } from 'node:crypto';
import type { Events, PlanningRef, Sink } from '../../schedule/events/events.ts';
import { Message } from '../../schedule/events/message.ts';
import type { Actor, Scope } from '../../schedule/types.ts';
import { ClientMessage } from '../contract/event.ts';
import { problemsOf } from '../contract/error.ts';
import { failureOf } from '../errors.ts';
import { Outbox, type Wire } from './outbox.ts';
import { PresenceTeller } from './presenceTeller.ts';
import type { Checks } from './sharedChecks.ts';

/** The part of a WebSocket that a session uses. */
export interface Socket extends Wire {
  close(code: number, reason: string): void;
  terminate(): void;
  /** Takes no more messages in until `resume`. */
  pause(): void;
  resume(): void;
}

export interface SessionOptions {
  readonly hub: Events;
  /** Of whoever comes. */
  readonly authenticate: Checks['authenticate'];
  /** Of whoever is here: answers may be as old as the others' latest. */
  readonly rechecks: Checks;
  /** For log and error messages. */
  readonly requestId: string;
  readonly onUnexpected: (error: unknown) => void;
  /** A client that takes nothing for this long is closed. */
  readonly stallMs: number;
}

export const CLOSE_UNAUTHENTICATED = 4401;
const CLOSE_AGAIN = 1013;
const TOO_SLOW = 'Too slow; reconnect with since.';
/** Who may not listen hears no more after it, not even what is under way. */
const CLOSE_GRACE_MS = 2000;
/** What is on its way to one that is slow comes before the farewell, which says that it may come back. */
const SLOW_GRACE_MS = 30_000;
const SUBSCRIPTION_LIMIT = 100;
/** More messages of a client than this wait in the network. */
const QUEUED_MESSAGES = 16;

interface Subscription {
  readonly planning: string;
  readonly ref: PlanningRef;
  readonly workspace: string | null;
  readonly stop: () => void;
}

/** One client: who it is, and what it listens to. Messages are handled one after another, each when the answers to those before are sent. */
export class EventSession {
  private readonly socket: Socket;
  private readonly outbox: Outbox;
  private readonly options: SessionOptions;
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly id = randomUUID();
  private readonly presence: PresenceTeller;
  private credential: string | null = null;
  private actor: Actor | null = null;
  private isClosed = false;
  private queued = 0;
  private turn: Promise<void> = Promise.resolve();

  constructor(socket: Socket, options: SessionOptions) {
    this.socket = socket;
    this.options = options;
    this.presence = new PresenceTeller(({ planning, ...told }) =>
      options.hub.present(planning, { ...told, session: this.id }),
    );
    const onStall = (): void => this.end(CLOSE_AGAIN, TOO_SLOW, SLOW_GRACE_MS);
    this.outbox = new Outbox(socket, { stallMs: options.stallMs, onStall });
  }

  get isAuthenticated(): boolean {
    return this.actor !== null;
  }

  /** Whether the client is not listened to because it has asked for too much already. */
  get isPaused(): boolean {
    return this.queued > QUEUED_MESSAGES;
  }

  /** `authorization` is a header's value, such as `Token …`. */
  authenticate(authorization: string): Promise<void> {
    return this.inTurn(() => this.checkLogin(authorization, this.options.authenticate));
  }

  receive(text: string): Promise<void> {
    return this.inTurn(() => this.handle(text));
  }

  /** Asks again who it is and what it may hear: tokens expire, members are removed. Waits for nothing that is under way. */
  async recheck(): Promise<void> {
    const credential = this.credential;
    if (credential === null || this.isClosed) return;
    const { rechecks } = this.options;
    try {
      const actor = await this.asked(() => rechecks.authenticate(credential));
      // Another credential came meanwhile.
      if (this.credential !== credential || this.isClosed) return;
      if (actor === null) return;
      this.actor = actor;
      for (const [key, subscription] of this.subscriptions) {
        const isAllowed = await this.asked(async () => {
          await rechecks.authorize(actor, subscription.planning);
          return true;
        });
        if (isAllowed === null && this.subscriptions.get(key) === subscription) return;
      }
    } catch (error) {
      this.options.onUnexpected(error);
    }
  }

  close(): void {
    this.isClosed = true;
    this.presence.close();
    this.outbox.close();
    for (const { stop } of this.subscriptions.values()) stop();
    this.subscriptions.clear();
  }

  /** Nobody authenticated in time, or the credential is none. */
  rejectClient(reason: string): void {
    this.end(CLOSE_UNAUTHENTICATED, reason);
  }

  /** Null when it was refused: then the session is over. Throws what was not expected. */
  private async asked<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      const { body, expected } = failureOf(error, this.options.requestId);
      if (!expected) throw error;
      this.rejectClient(body.detail);
      return null;
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

  private async checkLogin(authorization: string, authenticate: Checks['authenticate']): Promise<void> {
    const actor = await this.asked(() => authenticate(authorization));
    this.actor = actor;
    if (actor !== null) this.credential = authorization;
  }

  private async handle(text: string): Promise<void> {
    const message = parseMessage(text);
    if ('problem' in message) return this.send({ type: 'error', detail: message.problem, code: 'validation_failed' });
    if (message.type === 'authenticate') {
      const hasScheme = /^\S+\s+\S+$/.test(message.token.trim());
      return this.checkLogin(hasScheme ? message.token : `Token ${message.token}`, this.options.authenticate);
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
    const subscription = await this.options.hub.subscribe(scopeOf(this.actor), request, this.sink());
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
    const heard = [...this.subscriptions.values()].filter((one) => planning === undefined || one.planning === planning);
    const place = heard.at(-1);
    if (place === undefined || heard.some((one) => one.planning !== place.planning)) {
      const detail = 'Presence needs the one planning that it is about, and that this socket listens to.';
      return this.send({ type: 'error', detail, code: 'validation_failed' });
    }
    this.presence.say({ planning: place.ref, workspace: place.workspace, operation, user });
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
    // One that takes nothing does not take the farewell either.
    setTimeout(() => this.socket.terminate(), graceMs).unref();
  }
}

/** What a listener asks with. */
export const scopeOf = (actor: Actor): Scope => ({
  actor,
  workspace: null,
  organization: null,
  ifMatch: null,
  source: 'api',
  message: null,
  idempotency: null,
});

const parseMessage = (text: string): ClientMessage | { readonly problem: string } => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'A message must be a JSON object.' };
  }
  const parsed = ClientMessage.safeParse(value);
  if (parsed.success) return parsed.data;
  return {
    problem: problemsOf(parsed.error)
      .map(({ path, message }) => `${path || 'message'} ${message}`)
      .join('; '),
  };
};
