import type { Instance } from '../instance/instance.ts';
import type { Effort } from './effort.ts';
import { findPlaces, type PlacesAnswer } from './findPlaces.ts';
import type { Surroundings } from './surroundings.ts';

/** The conditions under which a relaxation is tried. */
export interface Trial {
  readonly view: Instance;
  /** Parts that are no longer in the way. */
  readonly gone: ReadonlySet<number>;
  /** One more resource that a part may use. */
  readonly extra: { readonly part: number; readonly resource: number } | null;
}

/** Looks for a place for a target by moving nearby settled parts, while everything else stays where it is. */
export class Rearrangement {
  readonly around: Surroundings;
  readonly target: number;
  private readonly settled: ReadonlySet<number>;

  constructor(around: Surroundings, target: number, settled: ReadonlySet<number>) {
    this.around = around;
    this.target = target;
    this.settled = settled;
  }

  /** The parts, the parts in their way on the resources that they may use, the parts in the way of these, and so on up to `size`; ascending. */
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

  /** Looks for places for all of the parts such that none is in conflict with anything. */
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
      // Its present place cannot cause a new conflict.
      return isStill || open.includes(here) ? [here, ...open.filter((resource) => resource !== here)] : open;
    });
    return findPlaces(around, { view, parts, places }, effort);
  }
}
