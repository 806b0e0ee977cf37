import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Elsewhere, PieceOrder } from '../solver.ts';
import { decodeAnswer, encodeOrder } from './pieceCodec.ts';

/** Other processes that solve pieces of a run, as the main thread of the run's own process sees them. */
export interface Helpers {
  /** The number of pieces that they can solve at a time. */
  readonly places: number;
  /** Resolves with the answer to a piece, or null when nobody solved it. */
  solve(id: number, order: Uint8Array, signal: AbortSignal): Promise<Uint8Array | null>;
}

/** What a thread needs to reach the helpers: its end of a channel, and cells that are shared with the main thread. */
export interface HelperLine {
  readonly port: MessagePort;
  readonly cells: Int32Array;
}

interface Order {
  readonly id: number;
  readonly order: Uint8Array;
}

interface Answer {
  readonly id: number;
  readonly bytes: Uint8Array | null;
}

/** Indices of the cells. */
const ANSWERS = 0;
const PLACES = 1;
const CELLS = 2;
/** Milliseconds between two looks at the number of places. */
const RENEW_MS = 100;

/**
 * On the main thread: opens a line on which the orders of a thread are passed on to the helpers, and their answers back, until `signal`
 * is aborted.
 */
export const openLine = (helpers: Helpers, signal: AbortSignal): HelperLine => {
  const { port1: own, port2: port } = new MessageChannel();
  const cells = new Int32Array(new SharedArrayBuffer(4 * CELLS));
  const renew = (): void => void Atomics.store(cells, PLACES, helpers.places);
  const answer = (reply: Answer): void => {
    own.postMessage(reply);
    Atomics.add(cells, ANSWERS, 1);
    Atomics.notify(cells, ANSWERS);
  };
  own.on('message', ({ id, order }: Order) => {
    helpers.solve(id, order, signal).then(
      (bytes) => answer({ id, bytes }),
      () => answer({ id, bytes: null }),
    );
  });
  renew();
  const timer = setInterval(renew, RENEW_MS);
  const end = (): void => {
    clearInterval(timer);
    own.close();
  };
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return { port, cells };
};

/** On a solver's thread, which waits without an event loop. */
export class PortElsewhere implements Elsewhere {
  private readonly line: HelperLine;

  constructor(line: HelperLine) {
    this.line = line;
  }

  get places(): number {
    return Atomics.load(this.line.cells, PLACES);
  }

  send(id: number, order: PieceOrder): void {
    this.line.port.postMessage({ id, order: encodeOrder(order) } satisfies Order);
  }

  receive(milliseconds: number): { readonly id: number; readonly answer: unknown } | null {
    const { cells } = this.line;
    const seen = Atomics.load(cells, ANSWERS);
    const first = this.next();
    if (first !== null) return first;
    Atomics.wait(cells, ANSWERS, seen, milliseconds);
    return this.next();
  }

  private next(): { readonly id: number; readonly answer: unknown } | null {
    const received = receiveMessageOnPort(this.line.port);
    if (received === undefined) return null;
    const { id, bytes } = received.message as Answer;
    return { id, answer: bytes === null ? null : decodeAnswer(bytes) };
  }
}
