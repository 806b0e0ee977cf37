import { type Instance, PartFlag } from '../../engine/instance/instance.ts';
import { teamsOf } from '../../engine/moves/teams.ts';
import { dividedRows } from './dividedRows.ts';
import { flightLinks } from './flightLinks.ts';
import { placesAreResources } from './partedPairs.ts';
import { gapCost, type PathModel } from './pathModel.ts';
import type { Relaxation } from './relaxation.ts';

const DAY_SECONDS = 86_400;
/**
 * How many periods are one span, and the most that a span has if there are more. With many, there are many ways in which a row may take a part of a
 * bundle; with few, groups lose most of their pairs, but flights only a few of their links.
 */
const SPANS = { groups: { together: 14, most: 8 }, flights: { together: 8, most: 5 } } as const;
/** In periods, which are bits of a number. */
export const LONGEST_SPAN = 31;
/** Searches of paths through all periods of a larger model would take too long. */
const MOST_POSITIONS = 300_000;

/**
 * The teams that a rule keeps on one resource, for a horizon that falls into periods (the days of a week) between which nothing on a resource costs
 * anything. A long horizon is divided into spans of periods (the weeks of a month), and pairs across spans are left out. A bundle has at most one part
 * in each period of a span: members of one group, parts of one flight, or a single part. Bundles are numbered such that no path takes a
 * part of a bundle before one of an earlier bundle in the same period; members for which that is impossible are single.
 */
export interface GroupBundles {
  /** Each row in each span is a row of its own. */
  readonly model: PathModel;
  readonly spanCount: number;
  /** Half of the cost of a pair that is apart, in weight units. */
  readonly half: number;
  /** Of the longest span. */
  readonly periodCount: number;
  /** For each part of the model, its period within its span, and its bundle. */
  readonly period: Int32Array;
  readonly bundle: Int32Array;
  /** The number of parts of each bundle. */
  readonly size: Int32Array;
  /** For each part, the periods of the parts of its bundle with which it is a pair: bits. */
  readonly mates: Int32Array;
  /** Whether all parts of a bundle are pairs; otherwise pairs connect them. */
  readonly areComplete: boolean;
}

/** The number of set bits. */
export const bitCount = (bits: number): number => {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
};

/** Returns null where there is no such rule, or the horizon does not fall into periods. `mostPeriods`: of a span; the least that is worth trying if absent. */
export const groupBundlesOf = (relaxation: Relaxation, mostPeriods?: number): GroupBundles | null => {
  const { instance, start } = relaxation;
  if (relaxation.model.partCount === 0 || relaxation.model.part.length > MOST_POSITIONS) return null;
  if (relaxation.model.overlapCost < Number.POSITIVE_INFINITY) return null;
  const rule = ruleOf(instance);
  if (rule === null) return null;
  const { period: day, firsts } = periodsOf(relaxation);
  if (firsts.length < 2) return null;
  // The same flight number has about the same time of day in each period.
  const begins = firsts.map((first) => firsts[0] + DAY_SECONDS * Math.round((first - firsts[0]) / DAY_SECONDS));
  const offset = Float64Array.from(start, (at, i) => at - begins[day[i]]);
  const { previous } = rule;
  const areComplete = previous === null;
  const { together, most } = areComplete ? SPANS.groups : SPANS.flights;
  const longest = mostPeriods ?? (firsts.length <= together ? together : most);
  const { spanCount, span, period, periodCount } = spansOf(day, firsts.length, longest);
  const model = dividedRows(relaxation.model, span, spanCount);
  const team = membersOf(relaxation, rule.team, day).map((own, i) => (own < 0 ? -1 : own * spanCount + span[i]));
  const key = keysOf(team, offset);
  separate(model, period, { team, key, offset });
  const mates = areComplete ? matesOf(team, period) : linksOf(relaxation, previous, team, period);
  const { bundle, size } = numbered(areComplete ? team : linkedTeams(team, period, mates), key);
  if (!size.some((count) => count > 1)) return null;
  return { model, spanCount, half: rule.cost / 200, periodCount, period, bundle, size, mates, areComplete };
};

/** A rule that keeps teams on one resource: all pairs of a team, or only each part and the one before it. */
interface TeamRule {
  readonly cost: number;
  /** For each part of the instance, its team; −1: none. */
  readonly team: Int32Array;
  readonly previous: Int32Array | null;
}

/** The costliest rule about the teams that plans consist of; null where there is none. */
const ruleOf = (instance: Instance): TeamRule | null => {
  const { groups, continuities } = instance.terms;
  const teams = teamsOf(instance);
  if (teams === null) return null;
  if (teams.kind === 'flights') {
    const term = costliest(continuities);
    return term === undefined ? null : { cost: term.cost, team: teams.team, previous: term.previous };
  }
  const term = costliest(groups);
  if (term === undefined) return null;
  const isMember = (part: number): boolean =>
    term.member[part] === 1 && (instance.flags[part] & PartFlag.blocker) === 0;
  return { cost: term.cost, team: teams.team.map((own, part) => (isMember(part) ? own : -1)), previous: null };
};

/** The costliest of the terms for which each resource is a place of its own. */
const costliest = <T extends { readonly cost: number; readonly place: Int32Array }>(
  terms: readonly T[],
): T | undefined =>
  terms.filter((term) => term.cost > 0 && placesAreResources(term)).sort((a, b) => b.cost - a.cost)[0];

/** Cuts the horizon wherever no part lasts and no gap that a rule looks at can reach. `firsts` has the start of each period. */
const periodsOf = ({ instance, start, end }: Relaxation) => {
  const reach = Math.max(0, instance.maxGapSeconds);
  const firsts: number[] = [];
  let until = Number.NEGATIVE_INFINITY;
  const period = Int32Array.from(start, (at, i) => {
    if (at >= until + reach) firsts.push(at);
    until = Math.max(until, end[i]);
    return firsts.length - 1;
  });
  return { period, firsts };
};

/** Divides `count` periods into as few spans as possible, which are about equally long; `day` has the period of each part. */
const spansOf = (day: Int32Array, count: number, mostPeriods: number) => {
  const spanCount = Math.ceil(count / mostPeriods);
  const firstOf = (span: number): number => Math.ceil((span * count) / spanCount);
  const span = day.map((at) => Math.floor((at * spanCount) / count));
  const period = day.map((at, i) => at - firstOf(span[i]));
  return { spanCount, span, period, periodCount: Math.ceil(count / spanCount) };
};

/** For each part, its team, or −1 where another part of the team has the same period or the same operation. */
const membersOf = ({ instance, partOf }: Relaxation, team: Int32Array, period: Int32Array): Int32Array => {
  const { operation } = instance;
  const seen = new Set<string>();
  const isNew = (key: string): boolean => !seen.has(key) && seen.add(key).size > 0;
  return partOf.map((part, i) => {
    if (team[part] < 0 || seen.has(`${team[part]} at ${period[i]}`)) return -1;
    if (!isNew(`operation ${operation[part]}`)) return -1;
    seen.add(`${team[part]} at ${period[i]}`);
    return team[part];
  });
};

/** For each part, the periods of all others of its team. */
const matesOf = (team: Int32Array, period: Int32Array): Int32Array => {
  const all = new Map<number, number>();
  team.forEach((own, i) => all.set(own, (all.get(own) ?? 0) | (1 << period[i])));
  return team.map((own, i) => (own < 0 ? 0 : all.get(own)! & ~(1 << period[i])));
};

/** For each part, the periods of those of its team that come directly before and after it in its flight. */
const linksOf = (relaxation: Relaxation, previous: Int32Array, team: Int32Array, period: Int32Array): Int32Array => {
  const mates = new Int32Array(team.length);
  for (const [i, j] of flightLinks(relaxation, previous)) {
    if (team[j] < 0 || team[i] !== team[j]) continue;
    mates[i] |= 1 << period[j];
    mates[j] |= 1 << period[i];
  }
  return mates;
};

/** Teams of which a part is missing fall into those that links still connect; they keep the order of the teams. */
const linkedTeams = (team: Int32Array, period: Int32Array, mates: Int32Array): Int32Array => {
  const members = Map.groupBy(team.keys(), (i) => team[i]);
  return team.map((own, i) => {
    if (own < 0) return -1;
    let reached = 1 << period[i];
    for (let before = 0; before !== reached; ) {
      before = reached;
      for (const j of members.get(own)!) if ((reached & (1 << period[j])) !== 0) reached |= mates[j];
    }
    return own * (LONGEST_SPAN + 1) + (LONGEST_SPAN - Math.clz32(reached));
  });
};

/** For each part, the mean offset of its team; the own one where it is single. */
const keysOf = (team: Int32Array, offset: Float64Array): Float64Array => {
  const sums = new Map<number, [sum: number, count: number]>();
  team.forEach((own, i) => {
    const [sum, count] = sums.get(own) ?? [0, 0];
    sums.set(own, [sum + offset[i], count + 1]);
  });
  return offset.map((at, i) => {
    const [sum, count] = sums.get(team[i])!;
    return team[i] < 0 ? at : sum / count;
  });
};

interface Keyed {
  readonly team: Int32Array;
  readonly key: Float64Array;
  readonly offset: Float64Array;
}

/** Makes parts single until the keys rise along every path of a period. */
const separate = (model: PathModel, period: Int32Array, { team, key, offset }: Keyed): void => {
  const { part, next, rowStart, rowCount } = model;
  const distance = (i: number): number => (team[i] < 0 ? -1 : Math.abs(offset[i] - key[i]));
  /** For each position, the one from there on in the same period that has the least key. */
  const least = new Int32Array(part.length);
  const before = (i: number, j: number): boolean => key[i] < key[j] || (key[i] === key[j] && team[i] > team[j]);
  for (let found = true; found; ) {
    found = false;
    for (let row = 0; row < rowCount; row++) {
      const sentinel = rowStart[row + 1] - 1;
      for (let k = sentinel - 1; k >= rowStart[row]; k--) {
        const i = part[k];
        const isLast = k + 1 === sentinel || period[part[k + 1]] !== period[i];
        least[k] = isLast || before(i, part[least[k + 1]]) ? k : least[k + 1];
        const j = next[k] === sentinel ? -1 : part[least[next[k]]];
        if (j < 0 || period[j] !== period[i] || key[i] < key[j]) continue;
        if (team[i] < 0 && team[j] < 0) continue;
        const alone = distance(i) > distance(j) ? i : j;
        team[alone] = -1;
        key[alone] = offset[alone];
        found = true;
      }
    }
  }
};

/** Numbers the bundles by their keys. */
const numbered = (team: Int32Array, key: Float64Array): { bundle: Int32Array; size: Int32Array } => {
  const order = Int32Array.from(team.keys()).sort((a, b) => key[a] - key[b] || team[a] - team[b] || a - b);
  const numbers = new Map<number, number>();
  const bundle = new Int32Array(team.length);
  const size: number[] = [];
  for (const i of order) {
    const known = team[i] < 0 ? undefined : numbers.get(team[i]);
    bundle[i] = known ?? size.length;
    if (known === undefined) size.push(0);
    size[bundle[i]]++;
    if (team[i] >= 0) numbers.set(team[i], bundle[i]);
  }
  return { bundle, size: Int32Array.from(size) };
};

/** The pairs of parts of each bundle, by index of the first and second part. */
export const pairsOf = ({ bundle, size, period, mates }: GroupBundles): { first: Int32Array; second: Int32Array } => {
  const members: number[][] = Array.from(size, () => []);
  bundle.forEach((own, i) => members[own].push(i));
  const isPair = (i: number, j: number): boolean => (mates[i] & (1 << period[j])) !== 0;
  const pairs = members.flatMap((own) =>
    own.flatMap((i, a) =>
      own
        .slice(a + 1)
        .filter((j) => isPair(i, j))
        .map((j) => [i, j] as const),
    ),
  );
  return { first: Int32Array.from(pairs, ([i]) => i), second: Int32Array.from(pairs, ([, j]) => j) };
};

/** What a path of these parts, ascending, costs a row. */
export const costOfPath = (
  { model, bundle, period, mates, half }: GroupBundles,
  row: number,
  parts: Int32Array,
): number => {
  const { part, rowStart, cost, gapCosts } = model;
  const here = new Map<number, number>();
  let total = 0;
  let before = -1;
  for (let q = 0, k = rowStart[row]; q < parts.length; q++) {
    while (part[k] !== parts[q]) k++;
    total += cost[k];
    if (before >= 0 && gapCosts !== null) total += gapCost(gapCosts, before, k);
    before = k;
    here.set(bundle[parts[q]], (here.get(bundle[parts[q]]) ?? 0) | (1 << period[parts[q]]));
  }
  for (const i of parts) total += half * bitCount(mates[i] & ~here.get(bundle[i])!);
  return total;
};
