/** Sets of the numbers below `count`, each of one number at first. Source: Tarjan, van Leeuwen, "Worst-case analysis of set union algorithms", J. ACM 31 (1984). */
export class DisjointSets {
  private readonly leader: Int32Array;

  constructor(count: number) {
    this.leader = Int32Array.from({ length: count }, (_, index) => index);
  }

  /** The number that stands for the set with this one. */
  find(index: number): number {
    const { leader } = this;
    let at = index;
    while (leader[at] !== at) {
      leader[at] = leader[leader[at]];
      at = leader[at];
    }
    return at;
  }

  /** Joins the set of `other` to that of `index`, which keeps the number that stands for it. */
  join(index: number, other: number): void {
    this.leader[this.find(other)] = this.find(index);
  }
}
