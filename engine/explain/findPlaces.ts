import type { Instance } from '../instance/instance.ts';
import { isPair } from '../objective/pairs/pair.ts';
import type { Effort } from './effort.ts';
import { MomentMatching } from './momentMatching.ts';
import type { Surroundings } from './surroundings.ts';
import { longestHardGap } from '../objective/pairs/buffers.ts';

/** Asks whether all of these parts can be placed, each on one of its places, without a conflict among them. */
export interface PlacesQuestion {
  /** The instance that gives windows and gaps. */
  readonly view: Instance;
  readonly parts: readonly number[];
  /** For each position in `parts`, the places where no immovable part is in the way, in the order in which they are tried. */
  readonly places: readonly (readonly number[])[];
}

export type PlacesAnswer =
  /** `at` gives the resource for each position in `parts`. */
  | { readonly kind: 'placed'; readonly at: readonly number[] }
  /** `involved` are the parts of the proof: these alone cannot all be placed. */
  | { readonly kind: 'impossible'; readonly involved: readonly number[] }
  | { readonly kind: 'unknown' };

/**
 * Exact depth-first search. The part with the fewest remaining places is placed next; a branch ends where the parts of one moment
 * cannot be matched to different resources; a dead end backjumps to the latest part that contributed to it; of resources that no
 * remaining part distinguishes, only one is tried. Source: Prosser, "Hybrid algorithms for the constraint satisfaction problem" (1993);
 * Régin, "A filtering algorithm for constraints of difference" (1994), its consistency check.
 */
export const findPlaces = (around: Surroundings, question: PlacesQuestion, effort: Effort): PlacesAnswer => {
  const search = new PlaceSearch(around, question, effort);
  return search.run();
};

/** Why a branch has no solution, as masks by position: the placed parts that contributed to it, and all parts that the proof involves. */
interface DeadEnd {
  readonly culprits: Uint8Array;
  readonly involved: Uint8Array;
}

type Outcome = 'placed' | 'unknown' | DeadEnd;

class PlaceSearch {
  private readonly around: Surroundings;
  private readonly question: PlacesQuestion;
  private readonly effort: Effort;
  private readonly count: number;
  /** Resources by local number. */
  private readonly resources: readonly number[] = [];
  /** Places by position, as local numbers. */
  private readonly places: readonly (readonly number[])[];
  private readonly mayUse: Uint8Array;
  /** blocked[i · resources + r] is the number of placed parts that keep position i off local resource r. */
  private readonly blocked: Uint16Array;
  private readonly open: Int32Array;
  private readonly at: Int32Array;
  private readonly related: readonly (readonly number[])[];
  private readonly moments: readonly MomentMatching[];
  /** Positions of the largest moment that the search leaves to that moment's matching, which is kept possible. */
  private readonly isLast: Uint8Array;
  private readonly last: MomentMatching | null;
  private pairs: Pairs | null = null;

  constructor(around: Surroundings, question: PlacesQuestion, effort: Effort) {
    this.around = around;
    this.question = question;
    this.effort = effort;
    this.count = question.parts.length;
    const resources: number[] = [];
    const localOf = new Int32Array(around.instance.resourceCount).fill(-1);
    this.places = question.places.map((list) =>
      list.map((resource) => {
        if (localOf[resource] < 0) localOf[resource] = resources.push(resource) - 1;
        return localOf[resource];
      }),
    );
    this.resources = resources;
    const width = resources.length;
    this.mayUse = new Uint8Array(this.count * width);
    this.places.forEach((list, i) => {
      for (const local of list) this.mayUse[i * width + local] = 1;
    });
    this.blocked = new Uint16Array(this.count * width);
    this.open = Int32Array.from(this.places, (list) => list.length);
    this.at = new Int32Array(this.count).fill(-1);
    const { relations } = around;
    this.related = resources.map((resource) =>
      [...(relations?.neighborsOf(resource) ?? [])].flatMap((other) => (localOf[other] < 0 ? [] : [localOf[other]])),
    );
    this.moments = momentsOf(around, question).map((members) => new MomentMatching(members, this.places, width));
    this.last = this.moments.reduce<MomentMatching | null>(
      (most, moment) => (most === null || moment.members.length > most.members.length ? moment : most),
      null,
    );
    this.isLast = new Uint8Array(this.count);
    for (const i of this.last?.members ?? []) {
      this.isLast[i] = Number(this.places[i].every((local) => this.related[local].length === 0));
    }
  }

  run(): PlacesAnswer {
    const { parts } = this.question;
    const outcome = this.dive();
    if (outcome === 'unknown') return { kind: 'unknown' };
    if (outcome === 'placed') return { kind: 'placed', at: Array.from(this.at, (local) => this.resources[local]) };
    return { kind: 'impossible', involved: parts.filter((_, i) => outcome.involved[i] === 1) };
  }

  private dive(): Outcome {
    const crowd = this.findCrowd();
    if (crowd !== null) return this.deadEnd(crowd);
    const chosen = this.choose();
    if (chosen < 0) return this.placeLast();
    this.pairs ??= pairsOf(this.question);
    const culprits = this.culpritsOf([chosen]);
    const involved = new Uint8Array(this.count);
    involved[chosen] = 1;
    const failed: number[] = [];
    for (const local of this.valuesOf(chosen)) {
      const twin = failed.find((other) => this.areTwins(local, other, chosen));
      if (twin !== undefined) {
        // The parts on the two resources are why they are interchangeable, so they belong to the proof.
        for (let i = 0; i < this.count; i++) if (this.at[i] === local || this.at[i] === twin) culprits[i] = 1;
        continue;
      }
      if (!this.effort.spend()) return 'unknown';
      this.place(chosen, local, 1);
      const outcome = this.dive();
      if (outcome === 'placed') return outcome;
      this.place(chosen, local, -1);
      if (outcome === 'unknown') return outcome;
      if (outcome.culprits[chosen] === 0) return outcome;
      merge(culprits, outcome.culprits);
      merge(involved, outcome.involved);
      failed.push(local);
    }
    culprits[chosen] = 0;
    merge(involved, culprits);
    return { culprits, involved };
  }

  /** Places the remaining positions, which are all present at one moment, by that moment's matching. */
  private placeLast(): 'placed' {
    for (let i = 0; i < this.count; i++) if (this.at[i] < 0) this.at[i] = this.last?.matchOf(i) ?? -1;
    return 'placed';
  }

  /**
   * The unplaced position with the fewest open places; of several, the one with the most neighbors; −1 when only positions of the last
   * matching remain.
   */
  private choose(): number {
    let best = -1;
    for (let i = 0; i < this.count; i++) {
      if (this.at[i] >= 0 || this.isLast[i] === 1) continue;
      if (best < 0 || this.open[i] < this.open[best]) best = i;
      else if (this.open[i] === this.open[best] && this.reach(i) > this.reach(best)) best = i;
    }
    return best;
  }

  private reach(i: number): number {
    return this.pairs === null ? 0 : this.pairs.overlaps[i].length + this.pairs.follows[i].length;
  }

  private isOpen(i: number, local: number): boolean {
    const entry = i * this.resources.length + local;
    return this.mayUse[entry] === 1 && this.blocked[entry] === 0;
  }

  private valuesOf(i: number): readonly number[] {
    const open = this.places[i].filter((local) => this.isOpen(i, local));
    const matched = this.moments.find(({ members }) => members.includes(i))?.matchOf(i) ?? -1;
    if (matched < 0 || open[0] === matched || !open.includes(matched)) return open;
    // First the preferred place, then the one that leaves room for the other parts of its moment.
    return [open[0], matched, ...open.slice(1).filter((local) => local !== matched)];
  }

  private place(i: number, local: number, change: 1 | -1): void {
    const width = this.resources.length;
    this.at[i] = change === 1 ? local : -1;
    const block = (j: number, there: number): void => {
      const entry = j * width + there;
      if (this.mayUse[entry] === 0) return;
      if (change === 1 ? this.blocked[entry]++ === 0 : --this.blocked[entry] === 0) this.open[j] -= change;
    };
    const { view, parts } = this.question;
    const resource = this.resources[local];
    for (const j of this.pairs!.overlaps[i]) block(j, local);
    for (const j of this.pairs!.follows[i]) {
      if (this.around.inConflict(view, parts[i], resource, parts[j], resource)) block(j, local);
    }
    for (const there of this.related[local]) {
      for (const j of this.pairs!.overlaps[i]) {
        if (this.around.inConflict(view, parts[i], resource, parts[j], this.resources[there])) block(j, there);
      }
    }
  }

  /** A set of unplaced positions that cannot all be placed at one moment, or null. */
  private findCrowd(): readonly number[] | null {
    for (let i = 0; i < this.count; i++) if (this.at[i] < 0 && this.open[i] === 0) return [i];
    for (const moment of this.moments) {
      const crowd = moment.findCrowd(
        (i) => this.at[i] >= 0,
        (i, local) => this.isOpen(i, local),
      );
      if (crowd !== null) return crowd;
    }
    return null;
  }

  private deadEnd(crowd: readonly number[]): DeadEnd {
    const culprits = this.culpritsOf(crowd);
    const involved = culprits.slice();
    for (const i of crowd) involved[i] = 1;
    return { culprits, involved };
  }

  /** A mask of the placed positions that keep one of these positions off a place. */
  private culpritsOf(crowd: readonly number[]): Uint8Array {
    const culprits = new Uint8Array(this.count);
    const width = this.resources.length;
    if (this.pairs === null) return culprits;
    const { overlaps, follows } = this.pairs;
    for (const i of crowd) {
      for (const j of [...overlaps[i], ...follows[i]]) {
        if (this.at[j] >= 0 && this.mayUse[i * width + this.at[j]] === 1) culprits[j] = 1;
      }
      for (const j of overlaps[i]) if (this.at[j] >= 0 && this.related[this.at[j]].length > 0) culprits[j] = 1;
    }
    return culprits;
  }

  /** Whether no unplaced part except `chosen`, and no rule, distinguishes the two resources. */
  private areTwins(a: number, b: number, chosen: number): boolean {
    if (this.related[a].length > 0 || this.related[b].length > 0) return false;
    for (let i = 0; i < this.count; i++) {
      if (this.at[i] < 0 && i !== chosen && this.isOpen(i, a) !== this.isOpen(i, b)) return false;
    }
    const [first, second] = [this.resources[a], this.resources[b]];
    return this.question.view.terms.buffers.every(
      ({ hard, resources }) => !hard || resources[first] === resources[second],
    );
  }
}

/** Which positions may be in conflict; computed when the first part is placed. */
interface Pairs {
  /** Positions that overlap, and so are in conflict on every resource that they share. */
  readonly overlaps: readonly (readonly number[])[];
  /** Positions that are in conflict on a shared resource only where a buffer applies. */
  readonly follows: readonly (readonly number[])[];
}

const pairsOf = ({ view, parts }: PlacesQuestion): Pairs => {
  const { start, end } = view;
  const reach = longestHardGap(view);
  const overlaps: number[][] = parts.map(() => []);
  const follows: number[][] = parts.map(() => []);
  for (let i = 0; i < parts.length; i++) {
    for (let j = i + 1; j < parts.length; j++) {
      const [p, q] = [parts[i], parts[j]];
      const gap = Math.max(start[p], start[q]) - Math.min(end[p], end[q]);
      if (gap >= reach && gap >= 0) continue;
      if (!isPair(view, p, q)) continue;
      const lists = gap < 0 ? overlaps : follows;
      lists[i].push(j);
      lists[j].push(i);
    }
  }
  return { overlaps, follows };
};

/** The maximal sets of at least two positions that are present at one moment, so that no two of them fit on one resource. */
const momentsOf = (around: Surroundings, { view, parts }: PlacesQuestion): readonly (readonly number[])[] => {
  const { start, end, operation } = view;
  const gap = around.commonGapSeconds(view);
  const order = parts.map((_, i) => i).sort((i, j) => start[parts[i]] - start[parts[j]]);
  const moments: (readonly number[])[] = [];
  const operations = new Set<number>();
  let present: number[] = [];
  let hasGrown = false;
  const note = (): void => {
    if (hasGrown && present.length > 1) moments.push(present);
    hasGrown = false;
  };
  for (const i of order) {
    const isThere = (j: number): boolean => end[parts[j]] + gap > start[parts[i]];
    if (!present.every(isThere)) {
      note();
      for (const j of present) if (!isThere(j)) operations.delete(operation[parts[j]]);
      present = present.filter(isThere);
    }
    if (operations.has(operation[parts[i]])) continue;
    operations.add(operation[parts[i]]);
    present.push(i);
    hasGrown = true;
  }
  note();
  return moments;
};

const merge = (into: Uint8Array, from: Uint8Array): void => {
  for (let i = 0; i < into.length; i++) into[i] |= from[i];
};
