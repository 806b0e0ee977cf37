import type { Instance } from '../instance/instance.ts';
import type { Effort } from './effort.ts';
import { findPlaces, type PlacesAnswer } from './findPlaces.ts';
import type { Surroundings } from './surroundings.ts';

/** Parts that cannot all be placed while the given parts stay where they are. */
export interface Crowd {
  readonly parts: readonly number[];
  readonly given: readonly number[];
  /** Whether it is proven that no part of either list can be left out. */
  readonly irreducible: boolean;
}

/** Steps of the search for places of some parts, after which the question stays open. */
const MOST_STEPS = 4000;

/** Decides whether all of the parts can be placed while the given parts, except those in `gone`, stay where they are. */
export const placesFor = (
  around: Surroundings,
  parts: readonly number[],
  effort: Effort,
  view: Instance = around.instance,
  gone?: ReadonlySet<number>,
): PlacesAnswer => {
  const places = parts.map((part) => around.open(view, part, gone));
  return findPlaces(around, { view, parts, places }, effort.part(MOST_STEPS));
};

/**
 * Reduces an impossible set to an irreducible one by a deletion filter, which tries to leave out each part and each given part. Source:
 * Chinneck, Dravnieks, "Locating minimal infeasible constraint sets in linear programs" (1991).
 */
export const irreducible = (
  around: Surroundings,
  crowd: readonly number[],
  effort: Effort,
  isMinimal = false,
): Crowd => {
  const parts = isMinimal ? { kept: crowd, isProven: true } : neededParts(around, crowd, effort);
  const given = neededGiven(around, parts.kept, effort);
  return { parts: parts.kept, given: given.kept, irreducible: parts.isProven && given.isProven };
};

interface Filtered {
  readonly kept: readonly number[];
  /** Whether it is proven that none of them can be left out. */
  readonly isProven: boolean;
}

const neededParts = (around: Surroundings, crowd: readonly number[], effort: Effort): Filtered => {
  let kept = crowd;
  let isProven = true;
  for (const part of crowd) {
    if (!kept.includes(part)) continue;
    const rest = kept.filter((other) => other !== part);
    const answer = placesFor(around, rest, effort);
    if (answer.kind === 'impossible') kept = answer.involved;
    else if (answer.kind === 'unknown') isProven = false;
  }
  return { kept, isProven };
};

/** Tries to leave out runs of given parts, then ever shorter ones, down to each by itself. */
const neededGiven = (around: Surroundings, parts: readonly number[], effort: Effort): Filtered => {
  const near = givenInTheWay(around, parts);
  let kept = near;
  let isProven = true;
  for (let size = kept.length; size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const rest = kept.toSpliced(at, size);
      const gone = new Set(near.filter((other) => !rest.includes(other)));
      const answer = placesFor(around, parts, effort, around.instance, gone);
      if (answer.kind === 'impossible') kept = rest;
      else at += size;
      if (answer.kind === 'unknown' && size === 1) isProven = false;
    }
  }
  return { kept, isProven };
};

/** The given parts that keep some of the parts from a resource that it may use. */
const givenInTheWay = (around: Surroundings, parts: readonly number[]): readonly number[] => {
  const near = new Set<number>();
  for (const part of parts) {
    const free = new Set(around.free(part));
    for (const resource of around.eligible(part)) {
      if (free.has(resource)) continue;
      for (const other of around.blockers(around.instance, part, resource)) if (around.isGiven(other)) near.add(other);
    }
  }
  return [...near].sort((a, b) => a - b);
};
