export interface SocketLimits {
  /** The most sockets of one credential. */
  readonly each: number;
  /** The most sockets of all credentials, and the most that have sent no credential yet. */
  readonly node: number;
}

export const PLACE_REASONS = ['credential', 'node', 'waiting'] as const;
export type PlaceReason = (typeof PLACE_REASONS)[number];

export interface PlaceRefusal {
  readonly reason: PlaceReason;
  /** For the client. */
  readonly text: string;
}

/** Counts the open event sockets of this node. One that has sent no credential takes no place from those that have. */
export class SocketPlaces<S> {
  private readonly limits: SocketLimits;
  private readonly credentials = new Map<S, string>();
  private readonly counts = new Map<string, number>();
  /** Oldest first. */
  private readonly waiting = new Set<S>();

  constructor(limits: SocketLimits) {
    this.limits = limits;
  }

  /** Number of sockets with a valid credential. */
  get size(): number {
    return this.credentials.size;
  }

  /** Adds a socket from which a credential is awaited. Returns the one that has to make room, if there are too many. */
  wait(socket: S): S | null {
    this.waiting.add(socket);
    const [oldest] = this.waiting;
    if (oldest === undefined || this.waiting.size <= this.limits.node) return null;
    this.waiting.delete(oldest);
    return oldest;
  }

  /** The socket has sent a credential. */
  heard(socket: S): void {
    this.waiting.delete(socket);
  }

  /** Gives the socket a place with this credential, instead of any that it has. Returns why it cannot, or null. */
  take(socket: S, credential: string): PlaceRefusal | null {
    this.leave(socket);
    const { each, node } = this.limits;
    const count = this.counts.get(credential) ?? 0;
    if (count >= each)
      return {
        reason: 'credential',
        text: `This credential has ${each} open event sockets on this server, which is the limit.`,
      };
    if (this.size >= node)
      return {
        reason: 'node',
        text: `This server has ${node} open event sockets, which is the limit; connect again later.`,
      };
    this.credentials.set(socket, credential);
    this.counts.set(credential, count + 1);
    return null;
  }

  leave(socket: S): void {
    this.waiting.delete(socket);
    const credential = this.credentials.get(socket);
    if (credential === undefined) return;
    this.credentials.delete(socket);
    const left = (this.counts.get(credential) ?? 1) - 1;
    if (left > 0) this.counts.set(credential, left);
    else this.counts.delete(credential);
  }
}
