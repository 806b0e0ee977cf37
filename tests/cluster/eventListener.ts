import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { openEventSocket } from '../openEventSocket.ts';

export interface Heard {
  readonly type: string;
  readonly change: string | null;
  readonly sequence: number;
  readonly data: Record<string, unknown>;
}

/** Events that are replayed to a client that reconnects. */
const isReplayable = ({ type }: Heard): boolean => !/^(?:conflict|optimization)\./.test(type);
const RECONNECT_MS = 100;

/**
 * A client that reconnects whenever it can. The last change that it received may be incomplete, so it forgets that one and asks for everything after
 * the one before.
 */
export class EventListener {
  /** Replayable events, in the order of arrival. */
  readonly heard: Heard[] = [];
  /** Events that are sent only when they happen. */
  readonly passing: Heard[] = [];
  readonly closeCodes: number[] = [];
  reconnections = 0;
  private readonly urls: () => readonly string[];
  private readonly key: string;
  private readonly planning: string;
  private since: string | null;
  private socket: WebSocket | null = null;
  private hasEnded = false;
  /** Whether the present connection has brought a replayable event. */
  private hasHeard = false;
  private caughtUp: (() => void) | null = null;

  constructor(urls: () => readonly string[], key: string, planning: string, since: string | null = null) {
    this.urls = urls;
    this.key = key;
    this.planning = planning;
    this.since = since;
  }

  /** Resolves with the first `state`. */
  listen(): Promise<void> {
    return new Promise((resolve) => {
      this.caughtUp = resolve;
      this.connect(0);
    });
  }

  stop(): void {
    this.hasEnded = true;
    this.socket?.close();
  }

  get keys(): string[] {
    return this.heard.map(({ change, sequence }) => `${change} ${sequence}`);
  }

  private connect(attempt: number): void {
    if (this.hasEnded) return;
    this.hasHeard = false;
    const urls = this.urls();
    const socket = openEventSocket(urls[attempt % urls.length], this.key);
    this.socket = socket;
    socket.on('open', () => {
      const { since, planning } = this;
      socket.send(JSON.stringify({ type: 'subscribe', planning, ...(since === null ? {} : { since }) }));
    });
    socket.on('message', (data: Buffer) => this.take(JSON.parse(data.toString()) as Heard));
    socket.on('error', () => {});
    socket.on('close', (code) => {
      this.closeCodes.push(code);
      if (this.hasEnded) return;
      this.reconnections++;
      if (this.hasHeard) this.forgetLast();
      void sleep(RECONNECT_MS).then(() => this.connect(attempt + 1));
    });
  }

  private take(message: Heard): void {
    if (message.type === 'state') this.caughtUp?.();
    if (message.type === 'subscribed' && this.since === null) this.since = message.change;
    if (message.type === 'error' || message.type === 'reset') throw new Error(JSON.stringify(message));
    if (message.sequence === undefined) return;
    if (!isReplayable(message)) {
      this.passing.push(message);
      return;
    }
    this.hasHeard = true;
    const last = this.heard.at(-1);
    if (last !== undefined && last.change !== message.change) this.since = last.change;
    this.heard.push(message);
  }

  private forgetLast(): void {
    const last = this.heard.at(-1)?.change;
    while (last !== undefined && this.heard.at(-1)?.change === last) this.heard.pop();
  }
}
