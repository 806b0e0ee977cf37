/**
 * A matching of positions that are all present at one moment to different resources. It is repaired at each query, because places may
 * have closed and opened since. Positions and resources are numbers of the calling search.
 */
export class MomentMatching {
  readonly members: readonly number[];
  private readonly places: readonly (readonly number[])[];
  private readonly matched: Int32Array;
  /** For each resource, the member (as an index into `members`) that is matched to it, or −1. */
  private readonly holder: Int32Array;
  private readonly mark: Int32Array;
  private round = 0;

  constructor(members: readonly number[], places: readonly (readonly number[])[], resourceCount: number) {
    this.members = members;
    this.places = places;
    this.matched = new Int32Array(members.length).fill(-1);
    this.holder = new Int32Array(resourceCount).fill(-1);
    this.mark = new Int32Array(resourceCount);
  }

  /** The resource that the position is matched to, or −1. */
  matchOf(position: number): number {
    return this.matched[this.members.indexOf(position)];
  }

  /** A minimal set of positions that together have fewer open places than positions; null when all unsettled positions can be matched. */
  findCrowd(
    isSettled: (position: number) => boolean,
    isOpen: (position: number, resource: number) => boolean,
  ): readonly number[] | null {
    const { members, matched, holder } = this;
    const wanting: number[] = [];
    for (let k = 0; k < members.length; k++) {
      const settled = isSettled(members[k]);
      const resource = matched[k];
      if (resource >= 0 && (settled || !isOpen(members[k], resource))) {
        holder[resource] = -1;
        matched[k] = -1;
      }
      if (!settled && matched[k] < 0) wanting.push(k);
    }
    for (const k of wanting) {
      this.round++;
      if (this.augment(k, isOpen)) continue;
      const crowd = [members[k]];
      for (let r = 0; r < holder.length; r++) if (this.mark[r] === this.round) crowd.push(members[holder[r]]);
      return crowd;
    }
    return null;
  }

  private augment(k: number, isOpen: (position: number, resource: number) => boolean): boolean {
    const position = this.members[k];
    const places = this.places[position];
    for (const resource of places) {
      if (this.holder[resource] < 0 && isOpen(position, resource)) return this.match(k, resource);
    }
    for (const resource of places) {
      if (this.mark[resource] === this.round || !isOpen(position, resource)) continue;
      this.mark[resource] = this.round;
      if (this.augment(this.holder[resource], isOpen)) return this.match(k, resource);
    }
    return false;
  }

  private match(k: number, resource: number): true {
    this.holder[resource] = k;
    this.matched[k] = resource;
    return true;
  }
}
