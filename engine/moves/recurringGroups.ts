import { type Instance, NOT_PINNED } from '../instance/instance.ts';

const DAY_SECONDS = 86_400;
/** Share of the parts whose groups recur from which whole groups are what a plan consists of. */
const SHARE = 0.5;

/** Whether rules keep groups together whose parts recur on several days, and most parts are in such a group: then a plan mostly changes by whole groups. */
export const groupsRecur = ({ terms, partCount, group, start, pinned }: Instance): boolean => {
  const costly = terms.groups.filter(({ cost }) => cost > 0);
  if (costly.length === 0) return false;
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  const isMember = (part: number): boolean => group[part] >= 0 && costly.some(({ member }) => member[part] === 1);
  let [movable, recurring] = [0, 0];
  for (let part = 0; part < partCount; part++) {
    if (!isMember(part)) continue;
    first.set(group[part], Math.min(start[part], first.get(group[part]) ?? start[part]));
    last.set(group[part], Math.max(start[part], last.get(group[part]) ?? start[part]));
  }
  for (let part = 0; part < partCount; part++) {
    if (pinned[part] !== NOT_PINNED) continue;
    movable++;
    if (isMember(part) && last.get(group[part])! - first.get(group[part])! >= DAY_SECONDS) recurring++;
  }
  return recurring > SHARE * movable;
};
