import type { AssignmentPart } from '../../db/versions/entities.ts';
import type { Window } from '../tasks/window.ts';

/**
 * When a part occupies its resource, in epoch milliseconds: its own times, clipped to the operation's window; the last part ends with the window. If
 * the operation has no window, the part's times as written. Null if that leaves nothing.
 */
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
