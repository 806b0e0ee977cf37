import type { Stay } from './days.ts';

/** Where an operation is, from a minute on; null: it has no stand. */
export interface Place {
  readonly operation: string;
  readonly from: number;
  readonly resource: string | null;
}

/** The plan over time: for each operation its places, in order of time; the first holds from the beginning. */
export type PlacesOf = ReadonlyMap<string, readonly Place[]>;

export interface ConflictMinutes {
  /** Minutes, summed over operations, that one stood where another one stood already. */
  readonly shared: number;
  /** Minutes, summed over operations, on the ground without a stand. */
  readonly homeless: number;
  readonly total: number;
}

/**
 * Conflict minutes: for each minute and by actual times, how many operations are on the ground without a stand of their own. On a stand
 * with k operations (closures count too) these are k − 1, and every operation on the ground that has no stand counts. An aircraft that
 * waits on the taxiway because its stand is taken, and one that was never given a stand, are so counted alike: for the planner both
 * are an aircraft that cannot unload. A place counts from the minute at which it was written, so a plan that was mended in time
 * has none, and one that was mended ten minutes late has ten. Buffers and neighbors that are too close are not counted: they cost, but nobody waits.
 */
export const conflictMinutes = (stays: readonly Stay[], places: PlacesOf): ConflictMinutes => {
  const standing = new Map<string, number[]>();
  let homeless = 0;
  for (const { id, actual, isBlocker } of stays) {
    for (const { resource, start, end } of placesDuring(places.get(id) ?? [], actual.start, actual.end)) {
      if (resource !== null) standing.set(resource, [...(standing.get(resource) ?? []), start, end]);
      else if (!isBlocker) homeless += end - start;
    }
  }
  let shared = 0;
  for (const ends of standing.values()) shared += covered(ends);
  return { shared, homeless, total: shared + homeless };
};

/** Two operations that stand on one resource at the same time, and for how long. */
export interface SharedStay {
  readonly a: string;
  readonly b: string;
  readonly minutes: number;
  /** Whether a move put one of them there. */
  readonly isMoved: boolean;
}

/** The pairs of operations that stand on one resource at the same time; closures count, too. */
export const sharedBy = (stays: readonly Stay[], places: PlacesOf): readonly SharedStay[] => {
  const standing = stays.flatMap(({ id, actual, isBlocker }) =>
    placesDuring(places.get(id) ?? [], actual.start, actual.end).map((place) => ({ id, isBlocker, ...place })),
  );
  return [...Map.groupBy(standing, ({ resource }) => resource)].flatMap(([resource, there]) =>
    resource === null
      ? []
      : there.flatMap((a, i) =>
          there.slice(i + 1).flatMap((b) => {
            const minutes = Math.min(a.end, b.end) - Math.max(a.start, b.start);
            return minutes > 0 && !(a.isBlocker && b.isBlocker)
              ? [{ a: a.id, b: b.id, minutes, isMoved: a.isMoved || b.isMoved }]
              : [];
          }),
        ),
  );
};

/** Minutes of all intervals (start, end, start, end, …) together, less the minutes that at least one covers. */
const covered = (ends: readonly number[]): number => {
  const intervals = Array.from({ length: ends.length / 2 }, (_, i) => [ends[2 * i], ends[2 * i + 1]] as const);
  intervals.sort(([a], [b]) => a - b);
  let sum = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const [start, end] of intervals) {
    sum += Math.max(0, Math.min(until, end) - start);
    until = Math.max(until, end);
  }
  return sum;
};

/** Where an operation is from `start` to `end`, place by place. */
const placesDuring = (places: readonly Place[], start: number, end: number) =>
  (places.length === 0 ? [{ from: start, resource: null }] : places).flatMap((place, i) => {
    const from = i === 0 ? start : Math.max(start, place.from);
    const to = Math.min(end, places[i + 1]?.from ?? end);
    return from < to ? [{ resource: place.resource, start: from, end: to, isMoved: i > 0 }] : [];
  });

export interface Moves {
  /** Changes of an operation's stand to another one or to none. Giving a stand to an operation that had none is no move. */
  readonly all: number;
  /** Of those: at most 60 or 30 minutes before the aircraft was on its stand. */
  readonly within60: number;
  readonly within30: number;
  /** Of those: while the aircraft was on its stand, so that it was towed. */
  readonly towed: number;
}

/** Counts what was moved, by how soon the aircraft arrived afterwards. */
export const movesOf = (stays: readonly Stay[], places: PlacesOf): Moves => {
  const moves = { all: 0, within60: 0, within30: 0, towed: 0 };
  for (const { id, actual } of stays) {
    const own = places.get(id) ?? [];
    for (let i = 1; i < own.length; i++) {
      if (own[i - 1].resource === null || own[i].from >= actual.end) continue;
      const ahead = actual.start - own[i].from;
      moves.all++;
      if (ahead <= 0) moves.towed++;
      if (ahead > 0 && ahead <= 60) moves.within60++;
      if (ahead > 0 && ahead <= 30) moves.within30++;
    }
  }
  return moves;
};

/** The number of operations that were ever on the ground without a stand. */
export const withoutStand = (stays: readonly Stay[], places: PlacesOf): number =>
  stays.filter(
    ({ id, actual, isBlocker }) =>
      !isBlocker &&
      placesDuring(places.get(id) ?? [], actual.start, actual.end).some(({ resource }) => resource === null),
  ).length;
