import { SilentDatabase } from './silentDatabase.ts';

/** Something that waits for the server; `fail` ends the wait. */
export interface Flight {
  fail(error: (wasSent: boolean) => Error): void;
}

/** What a new connection shows of a server. */
export interface Probed {
  readonly answers: boolean;
  /** The asked processes that wait for their client, or have ended. */
  readonly unoccupied: readonly number[];
}

export interface WatchOptions {
  /** Asks on a connection of its own whether the server answers at all, and whether these processes of it are occupied. Never rejects. */
  readonly probe: (pids: readonly number[]) => Promise<Probed>;
  /** Called each tick. The processes of sessions that owe an answer and from which nothing came for more than this number of ticks. */
  readonly overdue?: (ticks: number) => readonly number[];
  /** Cuts the connection to this process. */
  readonly cutSession?: (pid: number) => void;
  /** Cuts all connections. */
  readonly cut: () => void;
  /** Called when the server answers after a cut. */
  readonly recover?: () => void;
  readonly limitSeconds: number;
}

const TICK_MS = 1000;
/** The first tick after an answer may come at once; after the second, a second has passed. */
const PATIENT_TICKS = 1;

/**
 * Ends every wait for a server that has frozen or cannot be reached. While something is in flight and nothing was answered for a second, a probe asks
 * each second whether the server answers at all; as long as it does, a statement is merely slow. When nobody has answered for `limitSeconds` (at most
 * two seconds more), all connections are cut, what is in flight fails, and `refusal` is set until a probe is answered. When only one connection is
 * silent for as long, the probe asks what the server's process for it does. If twice in succession it does nothing, the statement or its answer was
 * lost on the way, and that connection is cut. Silence is counted in ticks and not by a clock, so that a pause of this process does not look like one
 * of the server.
 */
export class ServerWatch {
  private readonly options: WatchOptions;
  private readonly flights = new Set<Flight>();
  private silentTicks = 0;
  private ticking: NodeJS.Timeout | null = null;
  private isProbing = false;
  private isSilent = false;
  /** Processes that owed an answer and did nothing when they were last asked for. */
  private idle: readonly number[] = [];

  constructor(options: WatchOptions) {
    this.options = options;
  }

  /** The error of statements that are not sent at all now; null while they may be sent. */
  get refusal(): Error | null {
    return this.isSilent ? this.error(false) : null;
  }

  add(flight: Flight): void {
    if (this.flights.size === 0 && !this.isSilent) this.silentTicks = 0;
    this.flights.add(flight);
    this.ticking ??= setInterval(() => this.tick(), TICK_MS).unref();
  }

  /** A flight is over; `isAnswered` says whether the server ended it. */
  remove(flight: Flight, isAnswered: boolean): void {
    if (this.flights.delete(flight) && isAnswered) this.answered();
  }

  /** Waits for work whose outcome is unknown when the server falls silent. */
  async during<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const flight: Flight = { fail: (error) => reject(error(true)) };
      this.add(flight);
      work.then(resolve, reject).finally(() => this.remove(flight, false));
    });
  }

  close(): void {
    if (this.ticking !== null) clearInterval(this.ticking);
    this.ticking = null;
  }

  private tick(): void {
    if (this.flights.size === 0 && !this.isSilent) return this.close();
    this.silentTicks++;
    const { limitSeconds, overdue } = this.options;
    const pids = overdue?.(limitSeconds) ?? [];
    if (this.silentTicks <= PATIENT_TICKS && pids.length === 0) return;
    if (this.silentTicks > limitSeconds + PATIENT_TICKS && !this.isSilent) this.cut();
    void this.ask(pids);
  }

  private async ask(pids: readonly number[]): Promise<void> {
    if (this.isProbing) return;
    this.isProbing = true;
    const { answers, unoccupied } = await this.options.probe(pids);
    this.isProbing = false;
    // The first time, its answer may still be on the way.
    for (const pid of unoccupied) if (this.idle.includes(pid)) this.options.cutSession?.(pid);
    this.idle = unoccupied;
    if (answers) this.answered();
  }

  private answered(): void {
    this.silentTicks = 0;
    if (!this.isSilent) return;
    this.isSilent = false;
    this.options.recover?.();
  }

  private cut(): void {
    this.isSilent = true;
    for (const flight of this.flights) flight.fail((wasSent) => this.error(wasSent));
    this.flights.clear();
    this.options.cut();
  }

  private error(wasSent: boolean): SilentDatabase {
    return new SilentDatabase(this.options.limitSeconds, wasSent);
  }
}
