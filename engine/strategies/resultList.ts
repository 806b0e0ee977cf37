/** The order of a list of the best: by cost, then by number of moves, then by residual probability, then by an arbitrary fixed key. */
export interface Ranked {
  readonly delta: number;
  readonly moveCount: number;
  readonly residualProbability: number;
  /** Items with the same key are equivalent for a planner; only the best of them is kept. */
  readonly key: string;
  readonly order: string;
}

const compare = (a: Ranked, b: Ranked): number =>
  a.delta - b.delta ||
  a.moveCount - b.moveCount ||
  a.residualProbability - b.residualProbability ||
  (a.order < b.order ? -1 : a.order > b.order ? 1 : 0);

/** Keeps the best `limit` of the offered items. */
export class ResultList<T extends Ranked> {
  readonly items: T[] = [];
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Returns whether the item is in the list now. */
  offer(item: T): boolean {
    const same = this.items.findIndex(({ key }) => key === item.key);
    if (same >= 0) {
      if (compare(item, this.items[same]) >= 0) return false;
      this.items.splice(same, 1);
    }
    let at = this.items.length;
    while (at > 0 && compare(item, this.items[at - 1]) < 0) at--;
    if (at >= this.limit) return false;
    this.items.splice(at, 0, item);
    if (this.items.length > this.limit) this.items.length = this.limit;
    return true;
  }

  get isFull(): boolean {
    return this.items.length >= this.limit;
  }

  /** Whether no item of at least this cost and number of moves can enter the list by being better. */
  excludes(delta: number, moveCount: number): boolean {
    if (!this.isFull) return false;
    const last = this.items[this.limit - 1];
    return delta > last.delta || (delta === last.delta && moveCount >= last.moveCount);
  }
}
