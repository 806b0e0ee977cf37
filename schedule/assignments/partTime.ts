import type { AssignmentPart } from '../../db/versions/entities.ts';
import type { Window } from '../tasks/window.ts';

/** What the part occupies: within the operation's window, the last one to its end. Without a window: as written. */
export const partTime = (
  { startAt, endAt }: AssignmentPart,
  isLast: boolean,
  window: Window | null,
): Pick<Window, 'start' | 'end'> | null => {
  if (window === null) return startAt === null || endAt === null ? null : { start: startAt, end: endAt };
  const start = Math.max(startAt ?? window.start, window.start);
  const end = isLast ? window.end : Math.min(endAt ?? window.end, window.end);
  return start < end ? { start, end } : null;
};
