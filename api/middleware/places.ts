/** Who holds a place and who waits for one, of one key. */
interface Line {
  taken: number;
  readonly waiting: (() => void)[];
}

/**
 * A few places for each key, so that a crowd of one's own requests waits in a line of its own instead of before everybody else's in front of the
 * database. A place is lent for `lentMs` at most: work that takes longer waits in lines that are made for it, and holds up nothing else of its key.
 */
export class Places {
  private readonly each: number;
  private readonly lentMs: number;
  private readonly lines = new Map<string, Line>();

  constructor({ each, lentMs }: { readonly each: number; readonly lentMs: number }) {
    this.each = each;
    this.lentMs = lentMs;
  }

  /** Resolves with what gives the place back; a second call has no effect. */
  async take(key: string): Promise<() => void> {
    const line = this.lines.get(key) ?? { taken: 0, waiting: [] };
    this.lines.set(key, line);
    if (line.taken < this.each) line.taken += 1;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    let isLent = true;
    const giveBack = (): void => {
      if (!isLent) return;
      isLent = false;
      clearTimeout(timer);
      const next = line.waiting.shift();
      if (next !== undefined) next();
      else if (--line.taken === 0) this.lines.delete(key);
    };
    const timer = setTimeout(giveBack, this.lentMs);
    timer.unref();
    return giveBack;
  }
}
