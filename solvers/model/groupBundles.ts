import { PartFlag } from '../../engine/instance/instance.ts';
import type { PathModel } from './pathModel.ts';
import type { Relaxation } from './relaxation.ts';

const DAY_SECONDS = 86_400;
/** With more periods than this, there are too many ways in which a row may take a part of a bundle. */
const MOST_PERIODS = 8;
/** Searches of paths through all periods of a larger model would take too long. */
const MOST_POSITIONS = 300_000;

/**
 * The groups that a rule keeps on one resource, for a horizon that falls into periods (the days of a week) between which nothing on a resource costs
 * anything. A bundle has at most one part in each period: members of one group, or a single part. Bundles are numbered such that no path takes a part of a
 * bundle before one of an earlier bundle in the same period; members for which that is impossible are single.
 */
export interface GroupBundles {
  /** Half of the cost of a pair that is apart, in weight units. */
  readonly half: number;
  readonly periodCount: number;
  /** For each part of the model, its period and its bundle. */
  readonly period: Int32Array;
  readonly bundle: Int32Array;
  /** The number of parts of each bundle. */
  readonly size: Int32Array;
}

/** Returns null where there is no such rule, or the horizon does not fall into a few periods. */
export const groupBundlesOf = (relaxation: Relaxation): GroupBundles | null => {
  const { instance, model, start } = relaxation;
  if (model.partCount === 0 || model.part.length > MOST_POSITIONS) return null;
  if (model.overlapCost < Number.POSITIVE_INFINITY) return null;
  const term = instance.terms.groups
    .filter(({ cost, place }) => cost > 0 && new Set(place).size === place.length)
    .sort((a, b) => b.cost - a.cost)[0];
  if (term === undefined) return null;
  const { period, firsts } = periodsOf(relaxation);
  if (firsts.length < 2 || firsts.length > MOST_PERIODS) return null;
  // The same flight number has about the same time of day in each period.
  const begins = firsts.map((first) => firsts[0] + DAY_SECONDS * Math.round((first - firsts[0]) / DAY_SECONDS));
  const offset = Float64Array.from(start, (at, i) => at - begins[period[i]]);
  const team = teamsOf(relaxation, term.member, period);
  const key = keysOf(team, offset);
  separate(model, period, { team, key, offset });
  const { bundle, size } = numbered(team, key);
  if (!size.some((count) => count > 1)) return null;
  return { half: term.cost / 200, periodCount: firsts.length, period, bundle, size };
};

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

/** For each part, its group, or −1 where it does not count: a blocker, another part of the same operation or in the same period. */
const teamsOf = ({ instance, partOf }: Relaxation, member: Uint8Array, period: Int32Array): Int32Array => {
  const { group, flags, operation } = instance;
  const seen = new Set<string>();
  const isNew = (key: string): boolean => !seen.has(key) && seen.add(key).size > 0;
  return partOf.map((part, i) => {
    const isMember = group[part] >= 0 && member[part] === 1 && (flags[part] & PartFlag.blocker) === 0;
    if (!isMember || seen.has(`${group[part]} at ${period[i]}`)) return -1;
    if (!isNew(`operation ${operation[part]}`)) return -1;
    seen.add(`${group[part]} at ${period[i]}`);
    return group[part];
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
        key[alone] = offset[alone]!;
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
export const pairsOf = ({ bundle, size }: GroupBundles): { first: Int32Array; second: Int32Array } => {
  const members: number[][] = Array.from(size, () => []);
  bundle.forEach((own, i) => members[own].push(i));
  const pairs = members.flatMap((own) => own.flatMap((i, a) => own.slice(a + 1).map((j) => [i, j] as const)));
  return { first: Int32Array.from(pairs, ([i]) => i), second: Int32Array.from(pairs, ([, j]) => j) };
};
