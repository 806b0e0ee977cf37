import { LATE_MS, Overload } from '../../engine/overload.ts';
import { StoreError } from '../storeError.ts';

/** Plannings without writers are forgotten when there are more than this. */
const MOST_KEPT = 256;

/** The writers of one planning: the one whose turn it is, and those that wait. */
interface Line {
  last: Promise<void>;
  count: number;
  readonly overload: Overload;
}

export interface TurnOptions {
  /** Whether the writer is refused when it waited too long for a planning whose writers outrun it (`engine/overload.ts`); default false. */
  readonly mayRefuse?: boolean;
  /** Whether the server has more such requests than it can process; a writer that may be refused and waited too long is refused then, too. Default: never. */
  readonly isOverloaded?: () => boolean;
}

/** The writers of this process queue here for a planning, so that they do not hold connections while they wait for the row's lock. */
export class WriteTurns {
  private readonly lines = new Map<number, Line>();
  private readonly clock: () => number;

  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
  }

  /**
   * Runs `body` after all earlier writers of these plannings in this process. Turns are taken for all plannings at once, so there is no deadlock.
   * Rejects with StoreError `writers_waiting`, without having run it, but only a writer that may be refused.
   */
  async take<T>(
    keys: readonly number[],
    body: () => Promise<T>,
    { mayRefuse = false, isOverloaded = () => false }: TurnOptions = {},
  ): Promise<T> {
    const sinceMs = this.clock();
    const lines = keys.map((key) => this.lineOf(key));
    const earlier = lines.map(({ last }) => last);
    const { promise: mine, resolve: done } = Promise.withResolvers<void>();
    for (const line of lines) {
      line.last = mine;
      line.count += 1;
      line.overload.enter(sinceMs);
      line.overload.note(line.count > 1, sinceMs);
    }
    await Promise.all(earlier);
    try {
      if (mayRefuse && this.clock() - sinceMs > LATE_MS) this.refuseLate(lines, isOverloaded());
      return await body().finally(() => {
        for (const { overload } of lines) overload.end(this.clock());
      });
    } finally {
      for (const line of lines) {
        line.count -= 1;
        line.overload.note(line.count > 1, this.clock());
      }
      done();
    }
  }

  private refuseLate(lines: readonly Line[], isOverloaded: boolean): void {
    const nowMs = this.clock();
    const overloaded = lines.filter(({ overload, count }) => overload.isOverloaded(count, nowMs));
    if (overloaded.length === 0 && !isOverloaded) return;
    for (const { overload } of overloaded) overload.refuse(nowMs);
    throw new StoreError(
      'writers_waiting',
      'More changes of the planning arrive than can be written. Nothing was changed.',
    );
  }

  private lineOf(key: number): Line {
    const known = this.lines.get(key);
    if (known !== undefined) return known;
    if (this.lines.size >= MOST_KEPT)
      for (const [other, { count }] of this.lines) if (count === 0) this.lines.delete(other);
    const line: Line = { last: Promise.resolve(), count: 0, overload: new Overload() };
    this.lines.set(key, line);
    return line;
  }
}
