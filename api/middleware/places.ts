/** Why a request was not let in. */
export class LineFull extends Error {}

interface Waiting {
  readonly sinceMs: number;
  enter(): void;
  refuse(): void;
}

/** Who holds a place and who waits for one, of one key. */
interface Line {
  taken: number;
  readonly waiting: Waiting[];
}

export interface PlacesOptions {
  /** Places of one key. */
  readonly each: number;
  /** A place of a key is lent for so long at most. */
  readonly lentMs: number;
  /** One of all keys is: what goes on for longer waits for something else than this node, such as a thread that searches. */
  readonly busyMs?: number;
  /** Places of all keys together, at first and at most; never less than `least`, to which delays bring them down. */
  readonly most?: number;
  readonly least?: number;
  /** What `observe` is told is too long beyond this. */
  readonly targetMs?: number;
  /** Milliseconds of any origin that never go back. */
  readonly clock?: () => number;
}

/** A line of all keys that has not been empty for so long is no crowd that passes: those who come last are told to come again. */
const STANDING_MS = 2000;
/** How long one waits in a standing line, and in one that is not. */
const PATIENCE_MS = 100;
const CROWD_PATIENCE_MS = 2500;
/** In the line of one's own key. */
const OWN_PATIENCE_MS = 10_000;
const SHRINK = 0.8;
const GROW = 1.1;

/** Answers what gives back what was lent; a second call has no effect. */
const lend = (lentMs: number, takeBack: () => void): (() => void) => {
  let isLent = true;
  const giveBack = (): void => {
    if (!isLent) return;
    isLent = false;
    clearTimeout(timer);
    takeBack();
  };
  const timer = setTimeout(giveBack, lentMs).unref();
  return giveBack;
};

/**
 * A few places for each key, so that a crowd of one's own requests waits in a line of its own instead of before everybody else's in front of the
 * database. A place is lent for `lentMs` at most: work that takes longer waits in lines that are made for it, and holds up nothing else of its key.
 *
 * All keys together have as many places as the node works off in time: that many fewer when the smallest question takes longer than `targetMs`, more
 * again when it does not. Whoever waits for one of those is let in by turns, the key with the fewest places first. After Maurer, "Fail at Scale",
 * acmqueue 13(8), 2015: a line may be long for a moment; one that stands is kept short by refusing.
 */
export class Places {
  private readonly options: Required<PlacesOptions>;
  private readonly lines = new Map<string, Line>();
  private all: number;
  private taken = 0;
  private peak = 0;
  /** Since when somebody has waited for a place of all keys, without a pause. */
  private standingSinceMs: number | null = null;

  constructor(options: PlacesOptions) {
    const now = (): number => performance.now();
    this.options = { busyMs: 10_000, most: Infinity, least: 1, targetMs: Infinity, clock: now, ...options };
    this.all = this.options.most;
  }

  /** Places of all keys, as they are now. */
  get limit(): number {
    return this.all;
  }

  /** Whether anybody holds a place or waits for one. */
  get isIdle(): boolean {
    return this.lines.size === 0;
  }

  /** Resolves with what gives the place back; a second call has no effect. Throws LineFull when too many wait for too long. */
  async take(key: string): Promise<() => void> {
    const line = this.lines.get(key) ?? { taken: 0, waiting: [] };
    this.lines.set(key, line);
    const sinceMs = this.options.clock();
    if (this.isStanding && line.waiting.length >= this.all) throw new LineFull('Too many wait.');
    await new Promise<void>((resolve, reject) => {
      line.waiting.push({ sinceMs, enter: resolve, refuse: () => reject(new LineFull('Too many wait.')) });
      this.letIn();
    });
    const { lentMs, busyMs } = this.options;
    const ofKey = lend(lentMs, () => {
      line.taken -= 1;
      this.forget(key, line);
      this.letIn();
    });
    const ofAll = lend(busyMs, () => {
      this.taken -= 1;
      this.letIn();
    });
    return () => {
      ofKey();
      ofAll();
    };
  }

  /** To be told every few milliseconds, while there is somebody, how long the smallest question took that the node can be asked. */
  observe(delayMs: number): void {
    const { most, least, targetMs } = this.options;
    if (delayMs > targetMs) this.all = Math.max(least, Math.floor(Math.min(this.all, this.peak) * SHRINK));
    else if (this.peak >= this.all) this.all = Math.min(most, Math.ceil(this.all * GROW));
    this.peak = this.taken;
    this.letIn();
    this.refuseLate();
  }

  private get isStanding(): boolean {
    return this.standingSinceMs !== null && this.options.clock() - this.standingSinceMs > STANDING_MS;
  }

  private letIn(): void {
    for (let line = this.nextLine(); ; line = this.nextLine()) {
      if (line === null) {
        this.standingSinceMs = null;
        return;
      }
      if (this.taken >= this.all) break;
      line.taken += 1;
      this.taken += 1;
      this.peak = Math.max(this.peak, this.taken);
      line.waiting.shift()?.enter();
    }
    this.standingSinceMs ??= this.options.clock();
  }

  /** Of those that may have one more the one with the fewest places; of several the one that waits longest. */
  private nextLine(): Line | null {
    let next: Line | null = null;
    for (const line of this.lines.values()) {
      const first = line.waiting[0];
      if (first === undefined || line.taken >= this.options.each) continue;
      const other = next?.waiting[0];
      if (
        next === null ||
        other === undefined ||
        line.taken < next.taken ||
        (line.taken === next.taken && first.sinceMs < other.sinceMs)
      )
        next = line;
    }
    return next;
  }

  private refuseLate(): void {
    const nowMs = this.options.clock();
    const { each } = this.options;
    const patienceMs = this.isStanding ? PATIENCE_MS : CROWD_PATIENCE_MS;
    for (const [key, line] of this.lines) {
      const isOwn = this.standingSinceMs === null || line.taken >= each;
      const limitMs = isOwn ? OWN_PATIENCE_MS : patienceMs;
      while (line.waiting[0] !== undefined && nowMs - line.waiting[0].sinceMs > limitMs) line.waiting.shift()?.refuse();
      this.forget(key, line);
    }
  }

  private forget(key: string, line: Line): void {
    if (line.taken === 0 && line.waiting.length === 0) this.lines.delete(key);
  }
}
