import type { Instance } from '../instance/instance.ts';
import type { Effort } from './effort.ts';
import { findPlaces, type PlacesAnswer } from './findPlaces.ts';
import type { Surroundings } from './surroundings.ts';

/** Parts that cannot all be placed beside what is given. */
export interface Crowd {
  readonly parts: readonly number[];
  readonly given: readonly number[];
  /** Proven that nothing of either can be left out. */
  readonly irreducible: boolean;
}

const MOST_STEPS = 4000;

/** Can the parts all be placed beside what is given, apart from what is gone? */
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
 * Leaves out of an impossible set whatever it is impossible without: a deletion filter, every part and everything given tried.
 * Source: Chinneck, Dravnieks, "Locating minimal infeasible constraint sets in linear programs" (1991).
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
