import { DisjointSets } from '../disjointSets.ts';
import { type Instance, NOT_PINNED } from '../instance/instance.ts';

const DAY_SECONDS = 86_400;
/** Share of the parts whose teams recur from which whole teams are what a plan consists of. */
const SHARE = 0.5;

/** Parts that rules would have in one place. */
export interface Teams {
  /** What makes parts a team: a group, or the same flight on several days. */
  readonly kind: 'groups' | 'flights';
  /** The number of each part's team; −1: none. */
  readonly team: Int32Array;
  /** Whether most parts are in teams that recur on several days: then a plan mostly changes by whole teams. */
  readonly recur: boolean;
}

/** The teams of an instance; null where no rule keeps parts together. Groups come first, unless only flights recur. */
export const teamsOf = (instance: Instance): Teams | null => {
  const { groups, continuities } = instance.terms;
  const byGroup = groups.length === 0 ? null : groupTeams(instance);
  const haveLinks = continuities.some(({ cost, previous }) => cost > 0 && previous.some((before) => before >= 0));
  if (!haveLinks || byGroup?.recur) return byGroup;
  const byFlight = flightTeams(instance);
  return byGroup === null || byFlight.recur ? byFlight : byGroup;
};

/** Whether most parts are in teams that recur on several days. */
export const teamsRecur = (instance: Instance): boolean => teamsOf(instance)?.recur ?? false;

const groupTeams = (instance: Instance): Teams => {
  const { terms, group } = instance;
  const costly = terms.groups.filter(({ cost }) => cost > 0);
  const isMember = (part: number): boolean => group[part] >= 0 && costly.some(({ member }) => member[part] === 1);
  return { kind: 'groups', team: group, recur: doRecur(instance, group, isMember) };
};

/** Joins each part with the one before it in its flight; a part without any is a team of its own. */
const flightTeams = (instance: Instance): Teams => {
  const sets = new DisjointSets(instance.partCount);
  for (const { cost, previous } of instance.terms.continuities) {
    if (cost <= 0) continue;
    previous.forEach((before, part) => {
      if (before >= 0) sets.join(before, part);
    });
  }
  const team = Int32Array.from({ length: instance.partCount }, (_, part) => sets.find(part));
  return { kind: 'flights', team, recur: doRecur(instance, team, () => true) };
};

const doRecur = (
  { partCount, start, pinned }: Instance,
  team: Int32Array,
  isMember: (part: number) => boolean,
): boolean => {
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  let [movable, recurring] = [0, 0];
  for (let part = 0; part < partCount; part++) {
    if (!isMember(part)) continue;
    first.set(team[part], Math.min(start[part], first.get(team[part]) ?? start[part]));
    last.set(team[part], Math.max(start[part], last.get(team[part]) ?? start[part]));
  }
  for (let part = 0; part < partCount; part++) {
    if (pinned[part] !== NOT_PINNED) continue;
    movable++;
    if (isMember(part) && last.get(team[part])! - first.get(team[part])! >= DAY_SECONDS) recurring++;
  }
  return recurring > SHARE * movable;
};
