import { setTimeout as sleep } from 'node:timers/promises';
import type { Events } from '../../schedule/events/events.ts';
import type { Actor, Scope } from '../../schedule/types.ts';
import { ClientMessage } from '../contract/event.ts';
import { problemsOf } from '../contract/error.ts';
import { failureOf } from '../errors.ts';
import type { Checks } from './sharedChecks.ts';

/** The part of a WebSocket that a session uses. */
export interface Socket {
  /** One text message. */
  send(message: Buffer | string): void;
  close(code: number, reason: string): void;
  terminate(): void;
  /** Bytes that the client has not taken yet. */
  readonly bufferedAmount: number;
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
}

export const CLOSE_UNAUTHENTICATED = 4401;
const CLOSE_TOO_SLOW = 1013;
const BACKLOG_BYTES = 8 << 20;
const REPLAY_BYTES = 1 << 20;
const LOOK_MS = 20;
const PATIENCE_MS = 30_000;
const CLOSE_GRACE_MS = 5000;
const SUBSCRIPTION_LIMIT = 100;

interface Subscription {
  readonly planning: string;
  readonly stop: () => void;
}

/** One client: who it is, and what it listens to. Messages are handled one after another. */
export class EventSession {
  readonly #socket: Socket;
  readonly #options: SessionOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  #credential: string | null = null;
  #actor: Actor | null = null;
  #isClosed = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(socket: Socket, options: SessionOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  get isAuthenticated(): boolean {
    return this.#actor !== null;
  }

  /** `authorization` is a header's value, such as `Token …`. */
  authenticate(authorization: string): Promise<void> {
    return this.#inTurn(() => this.#authenticate(authorization, this.#options.authenticate));
  }

  receive(text: string): Promise<void> {
    return this.#inTurn(() => this.#receive(text));
  }

  /** Asks again who it is and what it may hear: tokens expire, members are removed. */
  recheck(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#credential === null) return;
      const { rechecks } = this.#options;
      await this.#authenticate(this.#credential, rechecks.authenticate);
      for (const [key, { planning, stop }] of this.#subscriptions) {
        if (this.#actor === null) return;
        try {
          await rechecks.authorize(this.#actor, planning);
        } catch (error) {
          const { body, expected } = failureOf(error, this.#options.requestId);
          if (!expected) throw error;
          stop();
          this.#subscriptions.delete(key);
          this.#send({ type: 'error', detail: body.detail, code: body.code });
          this.#end(CLOSE_UNAUTHENTICATED, 'Access to a planning has ended.');
        }
      }
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const { stop } of this.#subscriptions.values()) stop();
    this.#subscriptions.clear();
  }

  /** Nobody authenticated in time, or the credential is none. */
  rejectClient(reason: string): void {
    this.#end(CLOSE_UNAUTHENTICATED, reason);
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const before = this.#turn;
    const turn = (async () => {
      await before;
      if (this.#isClosed) return;
      try {
        await work();
      } catch (error) {
        this.#refuse(error);
      }
    })();
    this.#turn = turn;
    return turn;
  }

  async #authenticate(authorization: string, authenticate: Checks['authenticate']): Promise<void> {
    try {
      this.#actor = await authenticate(authorization);
      this.#credential = authorization;
    } catch (error) {
      const { body, expected } = failureOf(error, this.#options.requestId);
      if (!expected) throw error;
      this.#actor = null;
      this.rejectClient(body.detail);
    }
  }

  async #receive(text: string): Promise<void> {
    const message = parseMessage(text);
    if ('problem' in message) return this.#send({ type: 'error', detail: message.problem, code: 'validation_failed' });
    if (message.type === 'authenticate') {
      const hasScheme = /^\S+\s+\S+$/.test(message.token.trim());
      return this.#authenticate(hasScheme ? message.token : `Token ${message.token}`, this.#options.authenticate);
    }
    if (this.#actor === null) return this.rejectClient('Authenticate first.');
    const { planning, workspace = null } = message;
    const key = `${planning} ${workspace ?? ''}`;
    this.#subscriptions.get(key)?.stop();
    this.#subscriptions.delete(key);
    if (message.type === 'unsubscribe') return this.#send({ type: 'unsubscribed', planning, workspace });
    if (this.#subscriptions.size >= SUBSCRIPTION_LIMIT) {
      const detail = `A socket has at most ${SUBSCRIPTION_LIMIT} subscriptions; open another.`;
      return this.#send({ type: 'error', detail, code: 'too_many_items' });
    }
    const request = { planning, workspace, since: message.since ?? null };
    const sink = { send: (event: Buffer) => this.#deliver(event), ready: () => this.#ready() };
    const subscription = await this.#options.hub.subscribe(scopeOf(this.#actor), request, sink);
    if (this.#isClosed) subscription.stop();
    else this.#subscriptions.set(key, { planning, stop: () => subscription.stop() });
  }

  #refuse(error: unknown): void {
    const { body, expected } = failureOf(error, this.#options.requestId);
    if (!expected) this.#options.onUnexpected(error);
    this.#send({ type: 'error', detail: body.detail, code: body.code });
  }

  #send(message: object): void {
    this.#deliver(JSON.stringify(message));
  }

  /** A client that cannot keep up is let go: it comes back with `since`, and has lost nothing. */
  #deliver(message: Buffer | string): void {
    if (this.#isClosed) return;
    if (this.#socket.bufferedAmount > BACKLOG_BYTES) this.#end(CLOSE_TOO_SLOW, 'Too slow; reconnect with since.');
    else this.#socket.send(message);
  }

  /** A replay goes on when the client has taken most of what it was sent. */
  async #ready(): Promise<boolean> {
    for (let waitedMs = 0; !this.#isClosed && this.#socket.bufferedAmount > REPLAY_BYTES; waitedMs += LOOK_MS) {
      if (waitedMs > PATIENCE_MS) this.#end(CLOSE_TOO_SLOW, 'Too slow; reconnect with since.');
      else await sleep(LOOK_MS);
    }
    return !this.#isClosed;
  }

  #end(code: number, reason: string): void {
    if (this.#isClosed) return;
    this.close();
    this.#socket.close(code, reason.slice(0, 120));
    // One that takes nothing does not take the farewell either.
    setTimeout(() => this.#socket.terminate(), CLOSE_GRACE_MS).unref();
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
