/**
 * A maximum matching of the active parts to resources. It is maintained as parts arrive and leave; each event is repaired by at most
 * one augmenting path.
 */
export class ActiveMatching {
  unmatched = 0;
  private readonly arcStart: Int32Array;
  private readonly arcResource: Int32Array;
  private readonly partOf: Int32Array;
  private readonly resourceOf: Int32Array;
  private readonly active = new Set<number>();
  private readonly mark: Int32Array;
  private round = 0;

  /** The resources of a part are arcResource[arcStart[part]] … arcResource[arcStart[part + 1] − 1]. */
  constructor(arcStart: Int32Array, arcResource: Int32Array, resourceCount: number) {
    this.arcStart = arcStart;
    this.arcResource = arcResource;
    this.partOf = new Int32Array(resourceCount).fill(-1);
    this.resourceOf = new Int32Array(arcStart.length - 1).fill(-1);
    this.mark = new Int32Array(resourceCount);
  }

  hasPlace(part: number): boolean {
    return this.arcStart[part + 1] > this.arcStart[part];
  }

  activeParts(): readonly number[] {
    return [...this.active];
  }

  /**
   * The active parts that compete with unmatched ones for resources: the number of resources that they may use is smaller than their own number, by
   * the number of unmatched parts.
   */
  crowd(): readonly number[] {
    const found = [...this.active].filter((part) => this.resourceOf[part] < 0);
    this.round++;
    for (let q = 0; q < found.length; q++) {
      for (let arc = this.arcStart[found[q]]; arc < this.arcStart[found[q] + 1]; arc++) {
        const resource = this.arcResource[arc];
        if (this.mark[resource] === this.round) continue;
        this.mark[resource] = this.round;
        // The matching is a maximum, so that none of these resources is free.
        found.push(this.partOf[resource]);
      }
    }
    return found;
  }

  arrive(part: number): void {
    this.active.add(part);
    this.round++;
    if (!this.augment(part)) this.unmatched++;
  }

  leave(part: number): void {
    this.active.delete(part);
    const freed = this.resourceOf[part];
    this.resourceOf[part] = -1;
    if (freed < 0) {
      this.unmatched--;
      return;
    }
    this.partOf[freed] = -1;
    if (this.unmatched === 0) return;
    // Resources visited in vain by one search lead nowhere for the next either, so they share their marks.
    this.round++;
    for (const other of this.active) {
      if (this.resourceOf[other] >= 0 || !this.augment(other)) continue;
      this.unmatched--;
      return;
    }
  }

  /** Looks for an augmenting path from the unmatched part: first for a free resource, then for one whose part can move elsewhere. */
  private augment(part: number): boolean {
    for (let arc = this.arcStart[part]; arc < this.arcStart[part + 1]; arc++) {
      const resource = this.arcResource[arc];
      if (this.partOf[resource] < 0) return this.match(part, resource);
    }
    for (let arc = this.arcStart[part]; arc < this.arcStart[part + 1]; arc++) {
      const resource = this.arcResource[arc];
      if (this.mark[resource] === this.round) continue;
      this.mark[resource] = this.round;
      if (this.augment(this.partOf[resource])) return this.match(part, resource);
    }
    return false;
  }

  private match(part: number, resource: number): true {
    this.partOf[resource] = part;
    this.resourceOf[part] = resource;
    return true;
  }
}
