import type { Instance } from '../../engine/instance/instance.ts';
import type { Plan } from '../../engine/board/plan.ts';

export interface Move {
  readonly part: number;
  readonly to: number;
}

/**
 * Drops of the moves that the plan has made what it takes to cost no more than `before`, which is what it costs without any. Moves that
 * may depend on each other are judged together: a group that gains stays. Of another, each that costs more than it gains is taken out, all where
 * that is not enough; then each that gains as things are comes back. `drop` takes an operation whose parts are back where they were out of
 * `accepted`.
 */
export const dropWorsening = (
  plan: Plan,
  before: number,
  accepted: ReadonlyMap<string, readonly Move[]>,
  drop: (operation: string) => void,
): void => {
  if (plan.cost <= before) return;
  const groups = groupsOf(plan.instance, accepted);
  for (const moves of accepted.values()) putBack(plan, moves);
  for (const group of groups) {
    const movesOf = new Map(group.map((operation) => [operation, accepted.get(operation)!]));
    const kept = keepGains(plan, movesOf);
    for (const operation of group) if (!kept.has(operation)) drop(operation);
  }
};

/** Makes those of a group's moves, none of which is made, that together gain, in the order given. */
const keepGains = (plan: Plan, group: ReadonlyMap<string, readonly Move[]>): ReadonlySet<string> => {
  const { cost } = plan;
  for (const moves of group.values()) make(plan, moves);
  const kept = new Set(group.keys());
  for (let changed = true; plan.cost >= cost && changed; ) {
    changed = false;
    for (const operation of kept) {
      const whole = plan.cost;
      putBack(plan, group.get(operation)!);
      if (plan.cost < whole) changed = kept.delete(operation);
      else make(plan, group.get(operation)!);
    }
  }
  if (plan.cost >= cost) {
    for (const operation of kept) putBack(plan, group.get(operation)!);
    kept.clear();
  }
  for (const [operation, moves] of group) {
    if (kept.has(operation)) continue;
    const without = plan.cost;
    make(plan, moves);
    if (plan.cost < without) kept.add(operation);
    else putBack(plan, moves);
  }
  return kept;
};

const make = (plan: Plan, moves: readonly Move[]): void => {
  for (const { part, to } of moves) plan.move(part, to);
};

const putBack = (plan: Plan, moves: readonly Move[]): void => {
  for (const { part } of moves) plan.move(part, plan.instance.placed[part]);
};

/** Operations that leave or enter one resource at times so near that one may need the other's move. */
const groupsOf = (
  { start, end, placed, maxGapSeconds, resourceCount }: Instance,
  accepted: ReadonlyMap<string, readonly Move[]>,
): readonly (readonly string[])[] => {
  const operations = [...accepted.keys()];
  const leader = operations.map((_, i) => i);
  const leaderOf = (i: number): number => (leader[i] === i ? i : (leader[i] = leaderOf(leader[i])));
  const visits: { readonly by: number; readonly from: number; readonly to: number }[][] = Array.from(
    { length: resourceCount },
    () => [],
  );
  operations.forEach((operation, by) => {
    for (const { part, to } of accepted.get(operation)!) {
      const visit = { by, from: start[part], to: end[part] + Math.max(0, maxGapSeconds) };
      for (const resource of new Set([placed[part], to])) if (resource >= 0) visits[resource].push(visit);
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
