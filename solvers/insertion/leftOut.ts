import type { Range } from '../model/crossings.ts';
import type { Relaxation } from '../model/relaxation.ts';
import type { RowClass } from './rowClass.ts';

/** A plan as classes of rows see it: for each part of the model, the class that it is in, or −1. */
export interface ClassPlan {
  readonly relaxation: Pick<Relaxation, 'start' | 'end'>;
  readonly classes: readonly RowClass[];
  readonly classAt: Int32Array;
}

/** A moment at which some classes are full of parts that no other class takes. Every plan leaves out as many of those present as this one does. */
interface Crowd {
  readonly time: number;
  readonly isIn: Uint8Array;
}

/**
 * Whether every plan leaves out as many parts of the period as this one: each is in a crowd, and no part is in two of those. False may also mean that
 * this is not known.
 * Source: Hall, "On representatives of subsets", Journal of the London Mathematical Society 10 (1935), at each moment.
 */
export const leavesOutFewest = (plan: ClassPlan, { from, to }: Range): boolean => {
  const finder = new CrowdFinder(plan);
  const crowds: Crowd[] = [];
  const isCovered = (part: number): boolean => crowds.some((crowd) => finder.isAmong(part, crowd));
  for (let part = from; part < to; part++) {
    if (plan.classAt[part] >= 0 || isCovered(part)) continue;
    const crowd = finder.crowdWith(part);
    if (crowd === null || crowds.some((other) => finder.shareParts(other, crowd))) return false;
    crowds.push(crowd);
  }
  return true;
};

class CrowdFinder {
  private readonly plan: ClassPlan;

  constructor(plan: ClassPlan) {
    this.plan = plan;
  }

  /** The earliest crowd that contains this part, which has no place; null: none. */
  crowdWith(part: number): Crowd | null {
    const { start, end } = this.plan.relaxation;
    const near = this.presentWithin(start[part], end[part]);
    for (const time of this.fullTimes(part)) {
      const isIn = this.fullClasses(part, near, time);
      if (isIn !== null) return { time, isIn };
    }
    return null;
  }

  isAmong(part: number, { time, isIn }: Crowd): boolean {
    const { start, end } = this.plan.relaxation;
    return (
      start[part] <= time &&
      end[part] > time &&
      this.plan.classes.every(({ placeOf }, own) => placeOf[part] < 0 || isIn[own] === 1)
    );
  }

  shareParts(one: Crowd, other: Crowd): boolean {
    return this.presentWithin(one.time, one.time + 1).some(
      (part) => this.isAmong(part, one) && this.isAmong(part, other),
    );
  }

  /** When, while the part is present, one of its classes is full; the times at which parts of that class begin are enough. */
  private fullTimes(part: number): number[] {
    const { classes, relaxation } = this.plan;
    const own = classes.find(({ placeOf }) => placeOf[part] >= 0);
    if (own === undefined) return [];
    const { parts, next, load, rows } = own;
    const times: number[] = [];
    const place = own.placeOf[part];
    for (let k = place; k < next[place]; k++) if (load[k] >= rows.length) times.push(relaxation.start[parts[k]]);
    return times;
  }

  /** The classes that may take the part or, one after another, those near it that are present in such a class at the time; null if one of them is not full. */
  private fullClasses(part: number, near: readonly number[], time: number): Uint8Array | null {
    const { classes, classAt, relaxation } = this.plan;
    const { start, end } = relaxation;
    const isIn = new Uint8Array(classes.length);
    const found: number[] = [];
    const addClassesOf = (other: number): void => {
      for (let own = 0; own < classes.length; own++) {
        if (isIn[own] === 1 || classes[own].placeOf[other] < 0) continue;
        isIn[own] = 1;
        found.push(own);
      }
    };
    addClassesOf(part);
    for (const own of found) {
      let load = 0;
      for (const other of near) {
        if (classAt[other] !== own || start[other] > time || end[other] <= time) continue;
        load++;
        addClassesOf(other);
      }
      if (load < classes[own].rows.length) return null;
    }
    return isIn;
  }

  /** The parts that are present between two times, in seconds. */
  private presentWithin(from: number, to: number): number[] {
    const { start, end } = this.plan.relaxation;
    const present: number[] = [];
    for (let part = 0; part < start.length && start[part] < to; part++) if (end[part] > from) present.push(part);
    return present;
  }
}
