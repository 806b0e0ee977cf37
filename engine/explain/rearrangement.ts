import type { Instance } from '../instance/instance.ts';
import type { Effort } from './effort.ts';
import { findPlaces, type PlacesAnswer } from './findPlaces.ts';
import type { Surroundings } from './surroundings.ts';

/** What a change is tried under. */
export interface Trial {
  readonly view: Instance;
  /** What no longer stands in the way. */
  readonly gone: ReadonlySet<number>;
  /** A resource that a part may use besides its own. */
  readonly extra: { readonly part: number; readonly resource: number } | null;
}

/** Looks for room for a target by giving near settled parts other places, everything else where it is. */
export class Rearrangement {
  readonly around: Surroundings;
  readonly target: number;
  private readonly settled: ReadonlySet<number>;

  constructor(around: Surroundings, target: number, settled: ReadonlySet<number>) {
    this.around = around;
    this.target = target;
    this.settled = settled;
  }

  /** The parts, those in their way on the resources that they may use, those in the way of these, and so on; in order. */
  neighborhood(size: number, parts: readonly number[] = [this.target]): readonly number[] {
    const { instance } = this.around;
    const found = new Set(parts);
    for (const part of found) {
      const ways = this.around
        .free(part)
        .map((resource) => this.around.blockers(instance, part, resource).filter((other) => this.settled.has(other)))
        .sort((a, b) => a.length - b.length);
      for (const other of ways.flat()) {
        if (found.size >= size) break;
        found.add(other);
      }
      if (found.size >= size) break;
    }
    return [...found].sort((a, b) => a - b);
  }

  /** Places for all of the parts without a conflict with anything. */
  find(parts: readonly number[], effort: Effort, trial?: Trial): PlacesAnswer {
    const { around } = this;
    const view = trial?.view ?? around.instance;
    const yields = new Uint8Array(around.instance.partCount);
    for (const part of parts) yields[part] = 1;
    for (const part of trial?.gone ?? []) yields[part] = 1;
    const places = parts.map((part) => {
      const here = around.placement[part];
      const isStill = part !== this.target && !around.isGiven(part) && view.start[part] === around.instance.start[part];
      const open = around.yielding(view, part, yields);
      if (trial?.extra?.part === part && around.isYielding(view, part, trial.extra.resource, yields)) {
        open.push(trial.extra.resource);
      }
      if (part === this.target) {
        const ways = (resource: number): number => around.blockers(view, part, resource).length;
        return open.sort((a, b) => ways(a) - ways(b));
      }
      // Where it is now it makes nothing new.
      return isStill || open.includes(here) ? [here, ...open.filter((resource) => resource !== here)] : open;
    });
    return findPlaces(around, { view, parts, places }, effort);
  }
}
