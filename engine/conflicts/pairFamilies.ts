import type { Instance } from '../instance/instance.ts';
import { overlapSeconds, Spans } from '../intervals/spans.ts';
import type { Placement } from '../objective/score.ts';
import { pairKeyOf } from '../objective/pairs/pair.ts';
import { adjacencyFamilies } from './adjacencyFamilies.ts';
import { classesOf, type PairFamily } from './pairFamily.ts';

/** Seconds since the instance's origin, half-open. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The parts on each resource, ascending. */
export const partsByResource = (instance: Instance, placement: Placement): readonly Int32Array[] => {
  const counts = new Int32Array(instance.resourceCount);
  for (const resource of placement) if (resource >= 0) counts[resource]++;
  const lists = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let part = 0; part < placement.length; part++) {
    const resource = placement[part];
    if (resource >= 0) lists[resource][counts[resource]++] = part;
  }
  return lists;
};

/**
 * All pairs that overlap on a resource or on related ones, and all pairs whose gap is too short, in families. With a window, only hard
 * families, reduced to the conflicts that touch the window. O(parts × classes of tags that the rules distinguish).
 */
export const pairFamilies = function* (
  instance: Instance,
  placement: Placement,
  window: Span | null = null,
): Generator<PairFamily> {
  const all = partsByResource(instance, placement);
  const lists = window === null ? all : all.map((list) => touching(instance, list, window));
  for (const list of lists) {
    if (list.length < 2) continue;
    const cost = instance.conflictCost;
    const same = { earlier: list, later: list, seconds: null, twin: 'none' } as const;
    yield { kind: 'overlap', hard: true, rule: -1, cost, ...same };
  }
  for (let resource = 0; resource < all.length; resource++)
    yield* gapFamilies(instance, all[resource], resource, window);
  for (const family of adjacencyFamilies(instance, lists)) if (family.hard || window === null) yield family;
};

const touching = ({ start, end }: Instance, list: Int32Array, { from, to }: Span): Int32Array =>
  list.filter((part) => start[part] < to && end[part] > from);

/** One family for each soft buffer; of the hard buffers that a pair of classes breaks, only the longest. */
const gapFamilies = function* (
  instance: Instance,
  list: Int32Array,
  resource: number,
  window: Span | null,
): Generator<PairFamily> {
  const buffers = instance.terms.buffers.filter(({ resources }) => resources[resource] === 1);
  if (buffers.length === 0 || list.length < 2) return;
  const { start, end, conflictCost } = instance;
  const twin = 'none' as const;
  const kind = 'buffer' as const;
  if (window === null) {
    for (const { hard, rule, cost, seconds, previous, next } of buffers) {
      if (hard) continue;
      const [earlier, later] = [list.filter((part) => previous[part] === 1), list.filter((part) => next[part] === 1)];
      yield { kind, hard, rule, cost, earlier, later, seconds, twin };
    }
  }
  const hardOnes = buffers
    .filter(({ hard }) => hard)
    .map((buffer, index) => ({ ...buffer, index }))
    .sort((a, b) => b.seconds - a.seconds || a.index - b.index);
  if (hardOnes.length === 0) return;
  const before = classesOf(list, (part) => hardOnes.map(({ previous }) => previous[part]).join(''));
  const after = classesOf(list, (part) => hardOnes.map(({ next }) => next[part]).join(''));
  for (const earlier of before) {
    for (const later of after) {
      const broken = hardOnes.find(({ previous, next }) => previous[earlier[0]] === 1 && next[later[0]] === 1);
      if (broken === undefined) continue;
      const { rule, seconds } = broken;
      yield {
        kind,
        hard: true,
        rule,
        cost: conflictCost,
        earlier: window === null ? earlier : earlier.filter((part) => end[part] + seconds > window.from),
        later: window === null ? later : later.filter((part) => start[part] < window.to),
        seconds,
        twin,
      };
    }
  }
};

/** Counts the pairs of a family. Pairs that do not count (both blockers, or of one operation) are subtracted again. */
export class CountedFamily {
  readonly family: PairFamily;
  private readonly earlier: Spans;
  private readonly later: Spans;
  private readonly excluded: ReadonlyMap<number, CountedFamily>;
  private readonly instance: Instance;

  constructor(instance: Instance, family: PairFamily, isWhole = true) {
    const spansOf = (list: Int32Array): Spans => new Spans(instance.start, instance.end, list);
    this.instance = instance;
    this.family = family;
    this.earlier = spansOf(family.earlier);
    this.later = family.later === family.earlier ? this.earlier : spansOf(family.later);
    this.excluded = isWhole ? this.exclusions() : new Map();
  }

  /** The number of pairs in which the part is the later one. */
  earlierOf(part: number): number {
    return (
      this.count(part, this.earlier, true) - (this.excluded.get(pairKeyOf(this.instance, part))?.earlierOf(part) ?? 0)
    );
  }

  /** The number of pairs in which the part is the earlier one. */
  laterOf(part: number): number {
    return (
      this.count(part, this.later, false) - (this.excluded.get(pairKeyOf(this.instance, part))?.laterOf(part) ?? 0)
    );
  }

  /** The number of pairs of the family. */
  pairs(): number {
    let count = 0;
    for (const part of this.family.later) count += this.earlierOf(part);
    return count;
  }

  /** The overlaps of all pairs, summed, in seconds. The first of two twin families includes the pairs of the second. */
  overlapSeconds(): number {
    if (this.family.seconds !== null || this.family.twin === 'second') return 0;
    let sum = this.later === this.earlier ? overlapSeconds(this.earlier) : overlapSeconds(this.earlier, this.later);
    for (const less of this.excluded.values()) sum -= less.overlapSeconds();
    return sum;
  }

  private count(part: number, among: Spans, isLater: boolean): number {
    const { start, end } = this.instance;
    const { seconds } = this.family;
    if (isLater) {
      const ended = among.endedBy(start[part]);
      return seconds === null ? among.before(part) - ended : ended - among.endedBy(start[part] - seconds);
    }
    const begun = among.startedBefore(seconds === null ? end[part] : end[part] + seconds);
    return begun - (seconds === null ? among.before(part + 1) : among.startedBefore(end[part]));
  }

  private exclusions(): ReadonlyMap<number, CountedFamily> {
    const { family } = this;
    const sides = [family.earlier, family.later].map((list) =>
      Map.groupBy(list, (part) => pairKeyOf(this.instance, part)),
    );
    const isOne = family.later === family.earlier;
    const found = new Map<number, CountedFamily>();
    for (const [key, parts] of sides[0]) {
      const others = sides[1].get(key);
      if (others === undefined || (parts.length === 1 && others.length === 1 && parts[0] === others[0])) continue;
      const earlier = Int32Array.from(parts);
      const later = isOne ? earlier : Int32Array.from(others);
      found.set(key, new CountedFamily(this.instance, { ...family, earlier, later }, false));
    }
    return found;
  }
}
