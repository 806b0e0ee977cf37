import type { Instance } from '../../instance/instance.ts';
import type { Placement } from '../score.ts';
import { isPair, pairKeyOf } from '../pairs/pair.ts';
import type { RuleTerm, Stale, TermDelta, TermShape } from './termShape.ts';

/** Each pair of member parts (of different operations, not both blockers) of one group that are in different places costs `cost`. */
interface GroupTerm extends RuleTerm {
  readonly cost: number;
  readonly member: Uint8Array;
  /** Maps each resource to its place: its location or itself. */
  readonly place: Int32Array;
}

declare module '../../instance/instance.ts' {
  interface CompiledTerms {
    readonly groups: readonly GroupTerm[];
  }
}

export const groups: TermShape<GroupTerm> = {
  visit(instance, placement, emit) {
    if (instance.terms.groups.length === 0) return;
    for (const list of membersOf(instance)) {
      const placed = list.filter((part) => placement[part] >= 0);
      for (let i = 0; i < placed.length; i++) {
        for (let j = i + 1; j < placed.length; j++) {
          const part = placed[i];
          const other = placed[j];
          if (!isPair(instance, part, other)) continue;
          const resource = placement[part];
          for (const { rule, cost, member, place } of instance.terms.groups) {
            if (member[part] === 0 || member[other] === 0 || place[resource] === place[placement[other]]) continue;
            emit({ level: 'rules', kind: 'group', rule, cost, part, other, resource });
          }
        }
      }
    }
  },
  /** Counts all pairs, minus those in one place and those that are not pairs. O(members). */
  count(instance, placement, emit) {
    if (instance.terms.groups.length === 0) return;
    const lists = membersOf(instance);
    for (const { rule, cost, member, place } of instance.terms.groups) {
      let count = 0;
      for (const list of lists) {
        const placed = list.filter((part) => placement[part] >= 0 && member[part] === 1);
        const placeOf = (part: number): number => place[placement[part]];
        count += apart(placed, placeOf);
        const byKey = Map.groupBy(placed, (part) => pairKeyOf(instance, part));
        for (const own of byKey.values()) count -= apart(own, placeOf);
      }
      if (count > 0) emit(rule, cost, count);
    }
  },
  delta: (instance) => new GroupMembers(instance),
  relaxation: { kind: 'leftOut', cost: ({ cost }) => cost },
  byPart: ['member'],
  slice: (term, { mask }) => ({ ...term, member: mask(term.member) }),
  tie({ group, terms }, isFree, tied) {
    if (terms.groups.length === 0) return;
    const free = new Set(group.filter((own, part) => own >= 0 && isFree[part] === 1));
    group.forEach((own, part) => {
      if (free.has(own)) tied[part] = 1;
    });
  },
};

/** The number of pairs of parts in different places. */
const apart = (parts: readonly number[], placeOf: (part: number) => number): number => {
  const counts = new Map<number, number>();
  let count = 0;
  for (const [i, part] of parts.entries()) {
    const same = counts.get(placeOf(part)) ?? 0;
    count += i - same;
    counts.set(placeOf(part), same + 1);
  }
  return count;
};

const membersOf = (instance: Instance): readonly (readonly number[])[] => {
  const members: number[][] = instance.names.groups.map(() => []);
  instance.group.forEach((group, part) => {
    if (group >= 0) members[group].push(part);
  });
  return members;
};

/** From this number of members on, what a part shares with its group is counted by place instead of added up over the members. */
const MANY_MEMBERS = 32;
/** The most counts of a board; the largest groups have them. */
const MOST_COUNTS = 1 << 20;

/** Computes deltas by iterating over the part's group, or from counts by place where the group is large. */
export class GroupMembers implements TermDelta {
  /** The parts of group g are members[memberStart[g]]…, ascending. */
  readonly memberStart: Int32Array;
  readonly members: Int32Array;
  private readonly instance: Instance;
  /** For each group, the counts of its placed members; null where they are few. */
  private readonly counts: readonly (PlaceCounts | null)[];

  constructor(instance: Instance) {
    this.instance = instance;
    const lists = membersOf(instance);
    this.memberStart = new Int32Array(lists.length + 1);
    lists.forEach((list, group) => {
      this.memberStart[group + 1] = this.memberStart[group] + list.length;
    });
    this.members = Int32Array.from(lists.flat());
    const placeCount = 1 + instance.terms.groups.reduce((most, { place }) => Math.max(most, ...place), -1);
    const most = Math.floor(MOST_COUNTS / Math.max(1, instance.terms.groups.length * placeCount));
    const large = lists.filter(({ length }) => length >= MANY_MEMBERS).sort((a, b) => b.length - a.length);
    const counted = new Set(large.slice(0, most));
    this.counts = lists.map((list) => (counted.has(list) ? new PlaceCounts(instance, list, placeCount) : null));
  }

  touch(part: number, _resource: number, stale: Stale): void {
    const own = this.instance.group[part];
    if (own < 0) return;
    for (let i = this.memberStart[own]; i < this.memberStart[own + 1]; i++) stale.part(this.members[i]);
  }

  count(part: number, resource: number, change: 1 | -1): void {
    const own = this.instance.group[part];
    if (own >= 0) this.counts[own]?.count(part, resource, change);
  }

  /** O(members of the group × rules); O(parts of the operation × rules) where the group is large. */
  costAt(part: number, resource: number, placement: Placement): number {
    const own = this.instance.group[part];
    if (own < 0) return 0;
    const counts = this.counts[own];
    if (counts !== null) return counts.costAt(part, resource, placement);
    let total = 0;
    for (let i = this.memberStart[own]; i < this.memberStart[own + 1]; i++) {
      const other = this.members[i];
      const there = placement[other];
      if (there >= 0 && there !== resource) total += this.pairCost(part, other, resource, there);
    }
    return total;
  }

  /** The cost of two members of one group on two resources. */
  pairCost(part: number, other: number, resource: number, there: number): number {
    if (!isPair(this.instance, part, other)) return 0;
    const { groups } = this.instance.terms;
    let total = 0;
    for (let k = 0; k < groups.length; k++) {
      const { cost, member, place } = groups[k];
      if (member[part] === 1 && member[other] === 1 && place[resource] !== place[there]) total += cost;
    }
    return total;
  }
}

/** How many members of one group are at each place, by rule. */
class PlaceCounts {
  private readonly instance: Instance;
  private readonly placeCount: number;
  /** For each rule, the number of placed members, and at[rule · places + place] of those at each place. */
  private readonly placed: Int32Array;
  private readonly at: Int32Array;
  /** The members, by what makes two of them a pair. */
  private readonly byKey: ReadonlyMap<number, readonly number[]>;

  constructor(instance: Instance, members: readonly number[], placeCount: number) {
    const { groups } = instance.terms;
    this.instance = instance;
    this.placeCount = placeCount;
    this.placed = new Int32Array(groups.length);
    this.at = new Int32Array(groups.length * placeCount);
    this.byKey = Map.groupBy(members, (part) => pairKeyOf(instance, part));
  }

  count(part: number, resource: number, change: 1 | -1): void {
    const { groups } = this.instance.terms;
    for (let k = 0; k < groups.length; k++) {
      const { member, place } = groups[k];
      if (member[part] === 0) continue;
      this.placed[k] += change;
      this.at[k * this.placeCount + place[resource]] += change;
    }
  }

  /** What the part costs on the resource with all members elsewhere, except those with which it is no pair. */
  costAt(part: number, resource: number, placement: Placement): number {
    const { groups } = this.instance.terms;
    const alike = this.byKey.get(pairKeyOf(this.instance, part))!;
    let total = 0;
    for (let k = 0; k < groups.length; k++) {
      const { cost, member, place } = groups[k];
      if (member[part] === 0) continue;
      const here = place[resource];
      let apart = this.placed[k] - this.at[k * this.placeCount + here];
      for (let i = 0; i < alike.length; i++) {
        const there = placement[alike[i]];
        if (there >= 0 && member[alike[i]] === 1 && place[there] !== here) apart--;
      }
      total += cost * apart;
    }
    return total;
  }
}
