import { firstFree, isMovable } from './policies.ts';
import { type PlacesOf, sharedBy } from './conflictMinutes.ts';
import type { Stay } from './days.ts';
import type { World } from './world.ts';

/**
 * Why conflict minutes remained, by pairs of operations: no estimate told of the conflict while one of the two could still move, and
 * they stood as planned the evening before (`untold`) or where a repair had put one of them (`moved`), which another stand might have
 * prevented; an estimate told, but no stand was free for either at any such minute; a stand was free, and the conflict stayed nevertheless.
 */
export interface CauseMinutes {
  readonly untold: number;
  readonly moved: number;
  readonly crowded: number;
  readonly free: number;
}

/** Watches the conflicts that are left open during a day. */
export class Causes {
  private readonly told = new Set<string>();
  private readonly free = new Set<string>();

  /** Call at the end of each minute. */
  async note(world: World): Promise<void> {
    for (const { earlier, later } of world.conflictsAhead()) {
      const key = keyOf(earlier, later);
      for (const id of [later, earlier]) {
        if (!isMovable(world, id)) continue;
        this.told.add(key);
        if (!this.free.has(key) && (await firstFree(world, id, [])) !== undefined) this.free.add(key);
      }
    }
  }

  minutes(stays: readonly Stay[], places: PlacesOf): CauseMinutes {
    const sums = { untold: 0, moved: 0, crowded: 0, free: 0 };
    for (const { a, b, minutes, isMoved } of sharedBy(stays, places)) {
      const key = keyOf(a, b);
      const untold = isMoved ? 'moved' : 'untold';
      sums[this.free.has(key) ? 'free' : this.told.has(key) ? 'crowded' : untold] += minutes;
    }
    return sums;
  }
}

const keyOf = (a: string, b: string): string => [a, b].sort().join(' ');
