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
  const { instance } = around;
  let parts = crowd;
  let isProven = true;
  for (const part of isMinimal ? [] : crowd) {
    if (!parts.includes(part)) continue;
    const rest = parts.filter((other) => other !== part);
    const answer = placesFor(around, rest, effort);
    if (answer.kind === 'impossible') parts = answer.involved;
    else if (answer.kind === 'unknown') isProven = false;
  }
  const near = new Set<number>();
  for (const part of parts) {
    const free = new Set(around.free(part));
    for (const resource of around.eligible(part)) {
      if (free.has(resource)) continue;
      for (const other of around.blockers(instance, part, resource)) if (around.isGiven(other)) near.add(other);
    }
  }
  let given = [...near].sort((a, b) => a - b);
  for (let size = given.length; size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < given.length; ) {
      const kept = given.toSpliced(at, size);
      const gone = new Set([...near].filter((other) => !kept.includes(other)));
      const answer = placesFor(around, parts, effort, instance, gone);
      if (answer.kind === 'impossible') given = kept;
      else at += size;
      if (answer.kind === 'unknown' && size === 1) isProven = false;
    }
  }
  return { parts, given, irreducible: isProven };
};
