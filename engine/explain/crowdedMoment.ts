import type { Instance } from '../instance/instance.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * The smallest set of parts, consisting of the target and settled parts, that are all present at one moment and together may use one
 * resource fewer than there are parts; among equally small sets, the one that is present longest. Null when there is none. Settled
 * parts are placed without conflict, so only the target cannot be matched at a moment; the parts that its search for an augmenting path
 * reaches form such a set, and no smaller one lies within it. Source: Hall, "On representatives of subsets" (1935); König's alternating
 * paths.
 */
export const crowdedMoment = (
  around: Surroundings,
  target: number,
  settled: (part: number) => boolean,
): readonly number[] | null => {
  const { instance } = around;
  const { start, end, operation, partCount } = instance;
  const gap = around.commonGapSeconds(instance);
  const near: number[] = [];
  for (let part = 0; part < partCount && start[part] < end[target] + gap; part++) {
    if (end[part] + gap > start[target] && settled(part) && operation[part] !== operation[target]) near.push(part);
  }
  let best: readonly number[] | null = null;
  let previous = -1;
  const holder = new Int32Array(instance.resourceCount);
  for (const at of [start[target], ...near.map((part) => start[part])]) {
    if (at < start[target] || at === previous) continue;
    previous = at;
    holdAt(around, near, at, gap, holder);
    const crowd = reach(around, target, holder);
    if (crowd !== null && (best === null || isBetter(instance, crowd, best))) best = crowd;
  }
  return best === null ? null : best.toSorted((a, b) => a - b);
};

/** Writes to `holder` the part that each resource has at a moment, counting one part of each operation; −1 where there is none. */
const holdAt = (
  { instance, placement }: Surroundings,
  near: readonly number[],
  at: number,
  gap: number,
  holder: Int32Array,
): void => {
  const { start, end, operation } = instance;
  holder.fill(-1);
  const operations = new Set<number>();
  for (const part of near) {
    if (start[part] > at || end[part] + gap <= at || operations.has(operation[part])) continue;
    operations.add(operation[part]);
    holder[placement[part]] = part;
  }
};

/** A smaller crowd is better, then one whose parts are all present for longer. */
const isBetter = ({ start, end }: Instance, crowd: readonly number[], best: readonly number[]): boolean => {
  if (crowd.length !== best.length) return crowd.length < best.length;
  const shared = (parts: readonly number[]): number =>
    Math.min(...parts.map((part) => end[part])) - Math.max(...parts.map((part) => start[part]));
  return shared(crowd) > shared(best);
};

/** The parts that alternating paths from the target reach, or null when a path ends at a resource that no part holds. */
const reach = (around: Surroundings, target: number, holder: Int32Array): readonly number[] | null => {
  const reached = [target];
  const seen = new Uint8Array(holder.length);
  for (const part of reached) {
    for (const resource of around.free(part)) {
      if (seen[resource] === 1) continue;
      if (holder[resource] < 0) return null;
      seen[resource] = 1;
      reached.push(holder[resource]);
    }
  }
  return reached;
};
