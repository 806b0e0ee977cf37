import { present } from '../../engine/present.ts';
import type { Instance } from '../../engine/instance/instance.ts';
import type { Trial, TrialMoves } from './trial.ts';

/**
 * Undoes moves that were made on `trial` until the plan costs no more than `before`, its cost without any of them. Moves that may depend on each
 * other are judged as a group, and a group that lowers the cost stays. In any other group, each operation that costs more than it gains is undone, or
 * all of them if that is not enough; then each operation that lowers the cost is made again. `drop` removes an operation that has been put back from
 * `accepted`.
 */
export const dropWorsening = (
  trial: Trial,
  before: number,
  accepted: ReadonlyMap<string, TrialMoves>,
  drop: (operation: string) => void,
): void => {
  if (trial.cost <= before) return;
  for (const moves of accepted.values()) trial.putBack(moves);
  for (const group of groupsOf(trial.plan.instance, accepted)) {
    const kept = keepGains(trial, new Map(group.map((operation) => [operation, present(accepted.get(operation))])));
    for (const operation of group) if (!kept.has(operation)) drop(operation);
  }
};

/** Makes those moves of a group that together lower the cost, in the given order. At the start, none of them is made. */
const keepGains = (trial: Trial, group: ReadonlyMap<string, TrialMoves>): ReadonlySet<string> => {
  const { cost } = trial;
  for (const moves of group.values()) trial.make(moves);
  const kept = new Set(group.keys());
  for (let changed = true; trial.cost >= cost && changed; ) {
    changed = false;
    for (const operation of kept) {
      const whole = trial.cost;
      trial.putBack(present(group.get(operation)));
      if (trial.cost < whole) changed = kept.delete(operation);
      else trial.make(present(group.get(operation)));
    }
  }
  if (trial.cost >= cost) {
    for (const operation of kept) trial.putBack(present(group.get(operation)));
    kept.clear();
  }
  for (const [operation, moves] of group) {
    if (kept.has(operation)) continue;
    const without = trial.cost;
    trial.make(moves);
    if (trial.cost < without) kept.add(operation);
    else trial.putBack(moves);
  }
  return kept;
};

/** Groups operations that leave or enter the same resource at times so close that the move of one may depend on another's (union-find). */
const groupsOf = (
  { start, end, placed, maxGapSeconds, resourceCount }: Instance,
  accepted: ReadonlyMap<string, TrialMoves>,
): readonly (readonly string[])[] => {
  const operations = [...accepted.keys()];
  const leader = operations.map((_, i) => i);
  const leaderOf = (i: number): number => (leader[i] === i ? i : (leader[i] = leaderOf(leader[i])));
  const visits: { readonly by: number; readonly from: number; readonly to: number }[][] = Array.from(
    { length: resourceCount },
    () => [],
  );
  operations.forEach((operation, by) => {
    const { places, windows } = present(accepted.get(operation));
    const visit = (resources: readonly number[], from: number, until: number): void => {
      const entry = { by, from, to: until + Math.max(0, maxGapSeconds) };
      for (const resource of new Set(resources)) if (resource >= 0) visits[resource].push(entry);
    };
    for (const { part, to } of places) visit([placed[part], to], start[part], end[part]);
    for (const { part, start: from, end: until } of windows) {
      const to = places.find((place) => place.part === part)?.to ?? placed[part];
      visit([placed[part], to], from, until);
      visit([placed[part], to], start[part], end[part]);
    }
  });
  for (const there of visits) {
    let until = Number.NEGATIVE_INFINITY;
    let last = -1;
    for (const { by, from, to } of there.sort((a, b) => a.from - b.from)) {
      if (from < until) leader[leaderOf(by)] = leaderOf(last);
      if (to > until) [until, last] = [to, by];
    }
  }
  const groups = new Map<number, string[]>();
  operations.forEach((operation, i) => groups.set(leaderOf(i), [...(groups.get(leaderOf(i)) ?? []), operation]));
  return [...groups.values()];
};
