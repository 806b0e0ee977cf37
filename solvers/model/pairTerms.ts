import type { CompiledTerms } from '../../engine/instance/instance.ts';
import { isPair } from '../../engine/objective/pairs/pair.ts';
import type { AdjacencyTerm } from '../../engine/objective/pairs/relations.ts';
import { flightLinks } from './flightLinks.ts';
import { orderByEnd } from './orderByEnd.ts';
import { MOST_PARTNERS, placesAreResources } from './partedPairs.ts';
import type { Relaxation } from './relaxation.ts';

/** More multipliers than this would cost more time than they are worth. */
const MOST_MULTIPLIERS = 1 << 20;
/** With more positions than this, there is no memory for a second model. */
const MOST_POSITIONS = 2_000_000;
/**
 * Positions on two related resources of which only one may be taken at each moment. Its points are the moments at which the largest sets of their parts
 * are there at once: what any other moment says, one of these says as well.
 */
export interface Exclusion {
  /** In order of start, each with its first point and its last point + 1. */
  readonly positions: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly points: number;
}

/** A position, and positions on a related resource, of which at most one is taken: together with one of them it costs `cost`, in weight units. */
export interface Nearness {
  readonly cost: number;
  readonly position: number;
  readonly others: readonly number[];
}

/** Pairs of a group's parts. */
export interface PairedGroup {
  /** Half of the cost of a pair that is apart, in weight units. */
  readonly half: number;
  readonly placeCount: number;
  /** Place of each row. */
  readonly place: Int32Array;
  readonly parts: Int32Array;
  /** Pairs as indices into `parts`. */
  readonly first: Int32Array;
  readonly second: Int32Array;
}

/**
 * Whether there are terms that concern several resources and whose prices are worth their time, and the model is small enough for that. Soft adjacency has
 * prices only beside such terms: where it is the only one, an ascent without prices on pairs that takes the same time proves more, and plans are no worse.
 */
export const hasPairs = ({ instance: { terms }, model }: Relaxation): boolean =>
  model.part.length <= MOST_POSITIONS && concernPairs(terms);

/** Whether there are terms that concern several resources and have prices; see `hasPairs`. */
export const concernPairs = ({ groups, continuities, departures, adjacencies }: CompiledTerms): boolean =>
  [...groups, ...continuities, ...departures].some(({ cost }) => cost > 0) || adjacencies.some(({ hard }) => hard);

/**
 * The exclusions by hard adjacency. They are valid because no optimal plan has a conflict where a conflict costs at least as much as leaving a part out;
 * otherwise there are none.
 */
export const exclusionsOf = (relaxation: Relaxation): readonly Exclusion[] => {
  const { instance, model } = relaxation;
  if (model.partCount === 0 || model.overlapCost < Number.POSITIVE_INFINITY) return [];
  const exclusions: Exclusion[] = [];
  let points = 0;
  for (const term of instance.terms.adjacencies) {
    if (!term.hard) continue;
    for (const [row, there] of relatedRows(term, model.rowCount)) {
      const here = entriesOf(relaxation, row, term.own);
      const beyond = entriesOf(relaxation, there, term.other);
      if (here.length === 0 || beyond.length === 0) continue;
      const exclusion = exclusionOf(relaxation, [...here, ...beyond]);
      points += exclusion.points;
      if (points > MOST_MULTIPLIERS) return exclusions;
      exclusions.push(exclusion);
    }
  }
  return exclusions;
};

/** Parts of two sides that cost something on related rows where `meet` says so. */
interface Closeness extends Pick<AdjacencyTerm, 'own' | 'other' | 'cost' | 'relatedStart' | 'related'> {
  readonly meet: (i: number, j: number) => boolean;
}

/** What costs something on related rows: parts at the same time, and parts that end at about the same time. */
const closenessesOf = ({ instance: { terms }, start, end }: Relaxation): readonly Closeness[] => {
  const overlap = (i: number, j: number): boolean => start[j] < end[i] && end[j] > start[i];
  return [
    ...terms.adjacencies.filter(({ hard }) => !hard).map((term) => ({ ...term, meet: overlap })),
    ...terms.departures.map(({ member, seconds, ...term }) => ({
      ...term,
      own: member,
      other: member,
      meet: (i: number, j: number): boolean => Math.abs(end[i] - end[j]) < seconds,
    })),
  ].filter(({ cost }) => cost > 0);
};

/**
 * The costs by soft adjacency and by departures at about the same time, among the positions that `keeps` marks, until they name `most` positions. They are
 * valid because no optimal plan has a conflict; where one may, a resource may hold several of the positions at once, and there are none.
 */
const nearnessesOf = (
  relaxation: Relaxation,
  keeps: (position: number) => boolean,
  most: number,
): readonly Nearness[] => {
  const { model } = relaxation;
  if (model.overlapCost < Number.POSITIVE_INFINITY) return [];
  const nearnesses: Nearness[] = [];
  let named = 0;
  for (const term of closenessesOf(relaxation)) {
    const pairs = relatedRows(term, model.rowCount);
    const known = new Set(pairs.map(([row, there]) => row * model.rowCount + there));
    for (const [row, there] of pairs) {
      const isTwice = row > there && known.has(there * model.rowCount + row);
      const beyond = entriesOf(relaxation, there, term.other).filter(keeps);
      for (const position of entriesOf(relaxation, row, term.own).filter(keeps)) {
        if (named >= most) return nearnesses;
        for (const nearness of nearnessesAt(relaxation, term, position, beyond, isTwice)) {
          nearnesses.push(nearness);
          named += nearness.others.length;
        }
      }
    }
  }
  return nearnesses;
};

/** The costs of a position with those of the positions beyond it that it meets. `isTwice`: the term has the opposite pair of rows as well. */
const nearnessesAt = (
  { instance, model: { part }, partOf, start, end }: Relaxation,
  { own, other, cost, meet }: Closeness,
  position: number,
  beyond: readonly number[],
  isTwice: boolean,
): readonly Nearness[] => {
  const i = part[position];
  // The opposite pair of rows has the parts that are on both sides of the term.
  const isOpposite = isTwice && other[partOf[i]] === 1;
  const nearnesses: Nearness[] = [];
  let [others, until]: [number[], number] = [[], 0];
  for (const l of beyond) {
    const j = part[l];
    if (!meet(i, j) || (isOpposite && own[partOf[j]] === 1) || !isPair(instance, partOf[i], partOf[j])) continue;
    if (others.length === 0 || start[j] >= until) {
      others = [];
      until = end[j];
      nearnesses.push({ cost: cost / 100, position, others });
    }
    others.push(l);
    until = Math.min(until, end[j]);
  }
  return nearnesses;
};

/** The pairs of rows that a term relates; each only once where both sides of the term name the same parts. */
const relatedRows = (
  { own, other, relatedStart, related }: Pick<AdjacencyTerm, 'own' | 'other' | 'relatedStart' | 'related'>,
  rowCount: number,
): readonly (readonly [number, number])[] => {
  const isSymmetric = own.every((value, part) => value === other[part]);
  const pairs: [number, number][] = [];
  const seen = new Set<number>();
  for (let row = 0; row < rowCount; row++) {
    for (let q = relatedStart[row]; q < relatedStart[row + 1]; q++) {
      const there = related[q];
      if (there === row || (isSymmetric && seen.has(there * rowCount + row))) continue;
      seen.add(row * rowCount + there);
      pairs.push([row, there]);
    }
  }
  return pairs;
};

/** The positions of a row whose parts the rule counts. */
const entriesOf = ({ model, partOf }: Relaxation, row: number, counts: Uint8Array): number[] => {
  const entries: number[] = [];
  for (let k = model.rowStart[row]; k < model.rowStart[row + 1] - 1; k++) {
    if (counts[partOf[model.part[k]]] === 1) entries.push(k);
  }
  return entries;
};

const exclusionOf = ({ model: { part }, start, end }: Relaxation, entries: readonly number[]): Exclusion => {
  const positions = Int32Array.from(entries).sort((a, b) => part[a] - part[b]);
  const ends = positions.map((k) => end[part[k]]);
  const byEnd = orderByEnd(ends);
  const from = new Int32Array(positions.length);
  const to = new Int32Array(positions.length);
  let [point, ended] = [0, 0];
  positions.forEach((k, entry) => {
    const begin = start[part[k]];
    if (ends[byEnd[ended]] <= begin) point++;
    while (ends[byEnd[ended]] <= begin) to[byEnd[ended++]] = point;
    from[entry] = point;
  });
  while (ended < byEnd.length) to[byEnd[ended++]] = point + 1;
  return { positions, from, to, points: point + 1 };
};

const pairedGroupsOf = (relaxation: Relaxation): readonly PairedGroup[] => {
  const { groups, continuities } = relaxation.instance.terms;
  return [
    ...groups.flatMap((term) =>
      membersOf(relaxation, term.member).flatMap((parts) => paired(term, parts, mates(relaxation, term, parts))),
    ),
    ...continuities.flatMap((term) => paired(term, ...linksOf(relaxation, term.previous))),
  ];
};

/** The parts of each group that a rule counts, ascending. */
const membersOf = ({ instance, partOf }: Relaxation, member: Uint8Array): readonly (readonly number[])[] => {
  const counted = [...partOf.keys()].filter((i) => member[partOf[i]] === 1 && instance.group[partOf[i]] >= 0);
  return [...Map.groupBy(counted, (i) => instance.group[partOf[i]]).values()];
};

/** Pairs as indices into a list of parts. */
type Pairs = readonly (readonly [first: number, second: number])[];

/** Each part of a group with the next ones, except where the model counts the pair already. */
const mates = (
  { instance, partOf, parted }: Relaxation,
  term: { readonly place: Int32Array },
  parts: readonly number[],
): Pairs => {
  const operationOf = (index: number): number => instance.operation[partOf[parts[index]]];
  const isCounted = (a: number, b: number): boolean => isParting && parted.has(parts[a], parts[b]);
  const isParting = placesAreResources(term);
  return parts.flatMap((_, a) =>
    parts
      .slice(a + 1, a + 1 + MOST_PARTNERS)
      .map((__, q) => [a, a + 1 + q] as const)
      .filter(([, b]) => operationOf(a) !== operationOf(b) && !isCounted(a, b)),
  );
};

/** The parts with one before them in their flight, or after them, and these pairs. */
const linksOf = (relaxation: Relaxation, previous: Int32Array): [parts: readonly number[], links: Pairs] => {
  const linked = flightLinks(relaxation, previous);
  const parts = [...new Set(linked.flat())].sort((a, b) => a - b);
  const placeIn = new Map(parts.map((i, index) => [i, index]));
  return [parts, linked.map(([i, j]) => [placeIn.get(i)!, placeIn.get(j)!] as const)];
};

/** The pairs as a group; none where they would have too many multipliers. */
const paired = (
  { cost, place }: { readonly cost: number; readonly place: Int32Array },
  parts: readonly number[],
  pairs: Pairs,
): readonly PairedGroup[] => {
  const numberOf = new Map([...new Set(place)].map((value, index) => [value, index]));
  if (cost <= 0 || pairs.length === 0 || pairs.length * numberOf.size > MOST_MULTIPLIERS) return [];
  return [
    {
      half: cost / 200,
      placeCount: numberOf.size,
      place: place.map((value) => numberOf.get(value)!),
      parts: Int32Array.from(parts),
      first: Int32Array.from(pairs, ([first]) => first),
      second: Int32Array.from(pairs, ([, second]) => second),
    },
  ];
};

/** Everything that concerns several resources and that programs know. */
export interface PairTerms {
  readonly exclusions: readonly Exclusion[];
  readonly groups: readonly PairedGroup[];
  readonly nearnesses: (keeps: (position: number) => boolean, most: number) => readonly Nearness[];
}

/** The pair terms of the relaxation's instance; those that depend on what is kept are computed when they are asked for. */
export const pairTermsOf = (relaxation: Relaxation): PairTerms => ({
  exclusions: exclusionsOf(relaxation),
  groups: pairedGroupsOf(relaxation),
  nearnesses: (keeps, most) => nearnessesOf(relaxation, keeps, most),
});
